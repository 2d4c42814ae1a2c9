import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// Selection by the user: by choices of single items, by a rubber band and by typed text.
extension ListEngine {
  // MARK: Choices of the user

  /// Makes a choice of the user, as far as the program permits it.
  /// - Parameter movesFocus: Whether the focus moves to the item; `nil` to ask the program.
  func choose(_ path: ElementPath, _ choice: Interaction.Choice, movesFocus: Bool? = nil) {
    let calls = handlerCalls
    let movesFocus =
      movesFocus ?? (calls.allows(\.canFocus, path) && calls.letsFocusMove(from: interaction.focused, to: path))
    let input = Interaction.ChoiceInput(
      list: document.list, mode: settings.selectionMode, rangeStart: chosenFocus)
    let (old, asked) = (interaction.selection, interaction.proposal(path, choice, input))
    let new = permitted(asked, choosing: choice == .only ? path : nil)
    // A refused item leaves the selection as it was.
    let isRefused = new == old && asked != old
    change(setsFocus: movesFocus) {
      if movesFocus { $0.focus(path) }
      if !isRefused { $0.choose(path, choice, input, as: new) }
    }
  }

  /// Runs `call`, which selects or deselects all items, or only selects those items that the program permits.
  func chooseAll(_ all: Selection, _ call: () -> Void) {
    let new = permitted(all)
    if new == all { call() } else { change(setsFocus: false) { $0.select(new) } }
  }

  /// Returns the part of a selection requested by the user that the program permits.
  func permitted(_ new: Selection, choosing path: ElementPath? = nil) -> Selection {
    handlerCalls.permitted(
      from: interaction.selection, to: new, choosing: path, isSingle: settings.selectionMode == .single, items.bound)
  }

  // MARK: The rubber band

  /// Records a press that becomes a rubber band when the pointer moves. On an item, only a press with Shift or Control
  /// does: any other drag belongs to the item, or to the nested scroll containers under the pointer.
  /// - Parameters:
  ///   - path: The pressed item.
  ///   - memory: The selection before the press.
  func awaitBand(_ event: PointerEvent, on path: ElementPath?, _ memory: SelectionMemory) {
    band.end()
    let place = event.location + scroll.presentedOrigin
    guard settings.selectionMode == .multiple, event.button == .left,
      event.modifiers.isSubset(of: [.shift, .control]),
      !event.modifiers.isEmpty || path == nil && nested.dragged.isEmpty,
      let nearest = path ?? items.bound.path(nearest: place, in: viewport, document.list)
    else { return }
    let corner = askLayout { RubberBand.Corner(at: place, by: nearest, in: layout) }
    band.wait(RubberBand.Press(corner: corner, mode: .init(pressWith: event.modifiers), before: memory))
    interaction.beginTracking(at: event.location, event.time)
  }

  /// Moves the corner of the rubber band with the pointer.
  /// - Returns: Whether there is a band.
  func dragBand(to point: Point) -> Bool {
    let wasDragged = band.drag != nil
    let inside = Point(x: min(max(0, point.x), layout.size.width), y: min(max(0, point.y), layout.size.height))
    guard band.move(to: inside) else { return false }
    if !wasDragged {
      press(nil)
      hover(at: nil)
      scroll.dropTarget()
    }
    selectTouched()
    host?.setNeedsFrame()
    return true
  }

  /// Continues a rubber band after a frame: selects the items that it touches now, and scrolls the list if the pointer
  /// is near its edges.
  /// - Parameter isRearranged: Whether elements moved in the frame.
  func followBand(at now: Instant, isRearranged: Bool) {
    guard band.drag != nil else { return }
    if isRearranged { band.select(in: nil) }
    selectTouched()
    _ = scroll(at: now, by: band.scrollDistance(along: layout.axis, in: layout.insetBounds, at: now))
  }

  private func selectTouched() {
    guard settings.selectionMode == .multiple, let drag = band.drag else {
      band.end()
      return
    }
    let rect = drag.rect(in: layout, viewedFrom: scroll.presentedOrigin)
    guard rect != drag.selected else { return }
    band.select(in: rect)
    var touched = Selection(askLayout { layout.solver.itemRanges(in: rect) })
    touched.keepItems(of: document.list)
    let selection = permitted(drag.selection(touching: touched))
    change(setsFocus: false) { interaction in interaction.changeSelection { $0 = selection } }
  }

  /// Ends the rubber band. The item at the pointer gets the focus, if the band touches it.
  /// - Returns: Whether there was a band.
  func dropBand() -> Bool {
    guard let drag = band.end() else { return false }
    interaction.endTracking()
    host?.setNeedsFrame()
    guard drag.press.mode == .replace else { return true }
    let place = drag.pointer + scroll.presentedOrigin
    guard let path = items.bound.path(nearest: place, in: viewport, document.list),
      interaction.selection.contains(path), handlerCalls.allows(\.canFocus, path),
      handlerCalls.letsFocusMove(from: interaction.focused, to: path)
    else { return true }
    let corner = drag.press.corner.path
    interaction.startRange(at: interaction.selection.contains(corner) ? corner : path)
    change { $0.focus(path) }
    return true
  }

  /// Ends the rubber band, and returns to the selection before it.
  /// - Returns: Whether there was a band.
  func cancelBand() -> Bool {
    guard let drag = band.end() else { return false }
    interaction.endTracking()
    host?.setNeedsFrame()
    change(setsFocus: false) { $0.restore(drag.press.before) }
    return true
  }

  /// The rectangle of the rubber band, in the coordinates of the view; `nil` if there is none.
  var bandFrame: Rect? {
    let origin = scroll.presentedOrigin
    return band.drag.map { $0.rect(in: layout, viewedFrom: origin).offset(by: .zero - origin) }
  }

  // MARK: Outlines

  /// Handles a key while a row of an outline has the focus: Right and Left expand and collapse it, or move the focus to
  /// its first child and its parent; mirrored in a right-to-left environment.
  /// - Returns: Whether the key has a meaning of its own in an outline.
  func handleOutlineKey(_ event: KeyEvent) -> Bool {
    let isRightToLeft = layout.solver.environment.isRightToLeft
    guard layout.axis == .vertical, let focus = chosenFocus,
      let key = OutlineNavigation(event, at: focus, in: document.list, isRightToLeft: isRightToLeft)
    else { return false }
    switch key {
    case .perform(let place, let change): place.rows.perform(change, place.row)
    case .focus(let path):
      let calls = handlerCalls
      guard calls.focusQuestions.canFocus(path), calls.letsFocusMove(from: interaction.focused, to: path) else {
        return true
      }
      moveFocus(to: path, by: event, (.item(path), .nearest))
      interaction.keepColumn(nil)
    }
    return true
  }

  /// Expands the focused row of an outline and its siblings, unless the user is typing text to find an item.
  /// - Returns: Whether there is such a row and it was expanded.
  private func expandSiblings() -> Bool {
    guard view?.isHidden != true, reordering.drag == nil, let now = host?.now, !typeAhead.isActive(at: now),
      let place = chosenFocus.flatMap(document.list.outlinePlace)
    else { return false }
    place.rows.perform(.expandSiblings, place.row)
    return true
  }

  // MARK: Type-ahead

  /// Whether the list looks for items by typed text.
  var findsByText: Bool { document.list.handlers.findsByText && settings.selectionMode != .none }

  /// Whether typed text has a meaning: it finds items, or `*` expands the siblings of the focused row of an outline.
  var acceptsText: Bool { findsByText || chosenFocus.flatMap(document.list.outlinePlace) != nil }

  /// Looks for the item whose text begins with the text that the user types.
  /// - Returns: Whether the list used the text.
  func handleText(_ text: String) -> Bool {
    if text == "*", expandSiblings() { return true }
    guard findsByText, view?.isHidden != true, reordering.drag == nil, let now = host?.now,
      typeAhead.accepts(text, at: now, document.list.handlers.typeAheadStart), typeAhead.type(text, at: now)
    else { return false }
    startSearch()
    return true
  }

  /// Handles a key that belongs to typed text: a letter, which arrives again as text, or a key that changes the text.
  /// Any other key ends the text.
  /// - Returns: Whether the list used the key.
  func handleTextKey(_ event: KeyEvent) -> Bool {
    guard findsByText, view?.isHidden != true else { return false }
    if event.modifiers.isSubset(of: .shift) {
      let begins = document.list.handlers.typeAheadStart
      if event.key.name.count == 1, typeAhead.accepts(event.key.name, at: event.time, begins) { return true }
      if typeAhead.isActive(at: event.time) {
        if event.key == .space { return true }
        if event.key == .backspace, typeAhead.erase(at: event.time) {
          startSearch()
          return true
        }
        if event.key == .escape {
          typeAhead.end()
          return true
        }
      }
    }
    if !TypedText.modifierKeys.contains(event.key.name) { typeAhead.end() }
    return false
  }

  private func startSearch() {
    guard let start = typeAhead.start(from: chosenFocus, in: document.list) else { return }
    if let search = document.list.handlers.typeAheadSearch {
      let found = search(typeAhead.searchText, start)
      typeAhead.finish(isFound: found != nil)
      if let found, document.list.contains(found), document.list.canChoose(found) { chooseFound(found) }
    } else {
      typeAhead.begin(at: start, in: document.list)
      continueSearch()
    }
  }

  /// Continues an unfinished search by typed text, which takes several frames in a long list.
  func continueSearch() {
    guard typeAhead.isSearching, let text = document.list.handlers.typeAhead else {
      return typeAhead.finish(isFound: false)
    }
    if let found = typeAhead.advance(in: document.list, text) { return chooseFound(found) }
    if typeAhead.isSearching { host?.setNeedsFrame() }
  }

  /// Moves the focus and the selection to an item that was found by its text, as an arrow key does.
  private func chooseFound(_ path: ElementPath) {
    if let host, let view, host.focusedView?.isInside(view) == true { host.focus(view, visible: true) }
    choose(path, .only)
    go(to: .item(path))
    askLayout { nested.reveal(path, animated: true, in: layout, eventInput) }
  }

  // MARK: Focus

  /// Shows the focus when a key moves it to the list: reveals the focused item, or focuses the first visible item.
  func giveFocusToItem() {
    guard host?.isFocusVisible == true, settings.selectionMode != .none else { return }
    if let chosenFocus {
      if !layout.isVisible(chosenFocus, in: viewport) { go(to: .item(chosenFocus)) }
    } else {
      let (calls, focused) = (handlerCalls, interaction.focused)
      let questions = calls.focusQuestions
      let first = firstFocus(questions) ?? items.bound.lazy.compactMap(\.key.path).first(where: questions.canFocus)
      if let first, calls.letsFocusMove(from: focused, to: first) { change { $0.focusAutomatically(first) } }
    }
  }

  /// The focused item if the user or the program focused it, or if it is visible; else `nil`.
  var chosenFocus: ElementPath? {
    guard let focused = interaction.focused, document.list.contains(focused) else { return nil }
    return !interaction.isFocusAutomatic || layout.isVisible(focused, in: viewport) ? focused : nil
  }

  /// Returns the item that gets the focus if none has it: the one that the program prefers, or else the first visible
  /// one; `nil` if there is none.
  func firstFocus(_ questions: FocusQuestions) -> ElementPath? {
    if let view, let path = document.list.handlers.preferredFocus?(view), document.list.contains(path),
      questions.canFocus(path)
    {
      return path
    }
    let start = scroll.presentedOffset + layout.coveredLength(over: nil).start
    return items.bound.firstPath(from: start, in: layout, questions)
  }
}
