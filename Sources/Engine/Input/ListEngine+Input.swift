import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// Events of the user. State values decide and change; the program's handlers are called between their calls.
extension ListEngine {
  // MARK: The wheel

  /// Scrolls by the wheel. Notches along the cross axis scroll the nested containers under the pointer, the innermost
  /// first; notches along the main axis scroll the list.
  /// - Returns: Whether anything could scroll in its direction. If not, the view around the list gets the event.
  func handleWheel(_ event: WheelEvent) -> Bool {
    if zoom(by: event) { return true }
    let containers = scrollableContainers(at: event.location)
    let notches = WheelNotches(of: event, in: layout, isOverContainer: !containers.isEmpty)
    let isPrecise = event.delta.isPrecise
    let wheel = NestedScrolling.Wheel(notch: settings.wheelNotch, isPrecise: isPrecise, time: event.time)
    guard askLayout({ nested.scrollByWheel(containers, by: notches.across, wheel, in: layout, eventInput) }) else {
      return scroll(by: notches.along, event)
    }
    scroll.dropTarget()
    hover(at: nil)
    host?.setNeedsFrame()
    // A trackpad may scroll along both axes at once.
    if isPrecise, notches.along != 0, layout.axis == .vertical { _ = scroll(by: notches.along, event) }
    return true
  }

  private func scroll(by notches: Double, _ event: WheelEvent) -> Bool {
    let distance = notches * settings.wheelNotch
    guard scroll.beginWheel(by: distance) else { return false }
    beginGesture(.wheel)
    let isAnimated = !event.delta.isPrecise && animatesMotion
    moveByUser { $0.scrollByWheel(by: distance, isAnimated: isAnimated, at: event.time) }
    // Content that moved at once is at its target and has no velocity.
    if let chosen = chosenTarget(scroll.scroller.target, velocity: scroll.scroller.velocity) {
      moveByUser { $0.choose(chosen, by: isAnimated ? .wheel : nil, at: event.time) }
    }
    hover(at: nil)
    host?.setNeedsFrame()
    return true
  }

  // MARK: Touch

  /// Handles a touch: the finger drags the content and releases it with its velocity, or taps an item.
  ///
  /// The first direction of a drag decides what scrolls: the nested container under the finger if the direction is
  /// along the cross axis, else the list.
  func handleTouch(_ event: TouchEvent) -> Bool {
    switch event.phase {
    case .moved where reordering.drag != nil: dragReorder(to: event.location)
    case .ended where reordering.drag != nil:
      let resting = reordering.restingTouch
      dropReorder()
      // A long press that moves nothing opens the menu.
      if let resting { openMenu(at: resting) }
    case .cancelled where reordering.drag != nil: endReorder()
    case .began:
      // A touch that closes a row does nothing else.
      let stopsMotion = scrolls || swiping.isOpen
      if let open = swiping.row?.path, open != path(at: event.location) { closeRowActions() }
      askLayout { nested.beginGesture(over: scrollableContainers(at: event.location), in: layout) }
      scroll.beginTouch(stopsMotion: stopsMotion)
      interaction.beginTracking(at: event.location, event.time)
      if !stopsMotion {
        press(path(at: event.location))
        if document.list.handlers.reorder != nil || hasMenu(at: event.location) {
          reordering.awaitLongPress(at: event.location, event.time)
        }
      }
    case .moved:
      if let drag = interaction.track(to: event.location, event.time) { follow(drag, event) }
    case .ended, .cancelled: endTouch(event)
    }
    host?.setNeedsFrame()
    return true
  }

  private func follow(_ drag: Point, _ event: TouchEvent) {
    if scroll.gesture != .finger, !nested.isDragging, askLayout({ nested.beginDragging(by: drag, in: layout) }) {
      scroll.release(velocity: 0, at: event.time)
    }
    press(nil)
    reordering.endLongPress()
    if nested.isDragging { return nested.drag(by: layout.across(drag), overscrolls: animatesMotion) }
    if swipe(by: drag, event) { return }
    beginGesture(.finger)
    let distance = layout.along(drag)
    moveByUser { $0.drag(by: distance, overscrolls: animatesMotion) }
  }

  private func endTouch(_ event: TouchEvent) {
    let (wasDragging, velocity) = (interaction.tracker.isDragging, interaction.tracker.velocity(at: event.time))
    let (draggedContainers, pressed) = (nested.isDragging, interaction.pressed)
    press(nil)
    reordering.endLongPress()
    askLayout { nested.endGesture(velocity: layout.across(velocity), in: layout, frameInput(at: event.time)) }
    interaction.endTracking()
    if endSwipe(velocity: velocity, event) { return }
    if !draggedContainers {
      if scroll.scroller.offset <= scroll.scroller.minimum - Paging.refreshPull { refresh() }
      if wasDragging {
        endDrag(velocity: -layout.along(velocity), at: event.time)
      } else {
        scroll.release(velocity: 0, at: event.time)
      }
    }
    guard !wasDragging, !scroll.touchStopsMotion, event.phase == .ended, let path = path(at: event.location) else {
      return
    }
    host?.focus(view)
    // An item that refuses the highlight is not pressed.
    if settings.selectionMode != .none, path == pressed { choose(path, .only) }
  }

  // MARK: Gestures of scrolling

  private func beginGesture(_ new: ScrollGesture) {
    guard scroll.gesture != new else { return }
    endGesture()
    scroll.begin(new)
    tell(document.list.handlers.willBeginDragging)
  }

  /// Ends the gesture, because another one begins or the content has come to rest.
  func endGesture() {
    switch scroll.endGesture() {
    case .none, .finger: break
    case .wheel: tellDragEnded(false)
    case .decelerating: tell(document.list.handlers.didEndDecelerating)
    }
  }

  /// Releases the content from a finger: it continues by its momentum, or scrolls to the offset that the program chose.
  private func endDrag(velocity: Double, at now: Instant) {
    let chosen = scroll.restingPlace(velocity: velocity).flatMap { chosenTarget($0, velocity: velocity) }
    scroll.release(velocity: velocity, at: now)
    if let chosen { scroll.choose(chosen, by: .key, at: now) }
    let continues = scroll.scroller.isMoving
    tellDragEnded(continues)
    scroll.begin(continues ? .decelerating : .none)
    if continues { tell(document.list.handlers.willBeginDecelerating) }
  }

  /// Returns the offset at which the program wants the content to come to rest; `nil` if it makes no choice.
  private func chosenTarget(_ target: Double, velocity: Double) -> Double? {
    guard let view, let handler = document.list.handlers.willEndDragging else { return nil }
    var end = ScrollEnd(velocity: velocity, target: target)
    handler(view, &end)
    return end.target != target && end.target.isFinite ? end.target : nil
  }

  private func tellDragEnded(_ continues: Bool) {
    if let view { document.list.handlers.didEndDragging?(view, continues) }
  }

  /// Scrolls as the user drags the scroll bar's thumb. A press on the bar drops the target of a running scroll.
  ///
  /// If the program hides the list while the user holds the thumb, the release may come during a frame. It then takes
  /// effect after the frame.
  func handleScrollBar(_ event: ScrollBarEvent) {
    request { engine in engine.moveByUser { $0.follow(event) } }
  }

  /// Scrolls on behalf of the user. If the offset changes during this call, the standing anchor and the lost position
  /// are dropped, because they are valid only until the user scrolls. If `move` only starts an animated scroll, the
  /// frames that advance it drop them: see `scrollOn(_:)`.
  func moveByUser(_ move: (inout ScrollState) -> Void) {
    let offset = scroll.scroller.offset
    interaction.followPages(by: nil)
    closeRowActions()
    move(&scroll)
    guard scroll.scroller.offset != offset else { return }
    scroll.recordUserMovement()
    anchors.scrolled()
  }

  // MARK: The pointer

  /// Marks the item under the pointer as hovered; while anything moves, no item is hovered.
  func hover(at point: Point?) {
    guard activity != .runningPasses else { return request { $0.hover(at: point) } }
    interaction.movePointer(to: point)
    let path = scrolls || motion.isRunning ? nil : point.flatMap { self.path(at: $0) }
    guard interaction.hover(path) else { return }
    host?.setNeedsFrame()
    handle { followRowActions() }
  }

  /// Handles a press: selects or activates the item under the pointer. A press beside the items clears the selection,
  /// unless Shift or Control is held. A right press then opens the context menu. A left press may also begin a rubber
  /// band, or a drag of the nested containers under the pointer, because many mice have no other way to scroll them.
  func handlePress(_ event: PointerEvent) -> Bool {
    host?.focus(view)
    typeAhead.end()
    closeRowActions()
    let memory = interaction.memory
    let path = self.path(at: event.location)
    press(event.button == .left ? path : nil)
    if event.button == .left, event.modifiers.isEmpty {
      askLayout { nested.beginGesture(over: scrollableContainers(at: event.location), in: layout) }
      if !nested.dragged.isEmpty || document.list.handlers.reorder != nil {
        interaction.beginTracking(at: event.location, event.time)
      }
    }
    awaitBand(event, on: path, memory)
    host?.setNeedsFrame()
    if settings.selectionMode != .none { select(path, by: event) }
    if event.button == .right { openMenu(at: event.location) }
    return true
  }

  private func select(_ path: ElementPath?, by event: PointerEvent) {
    guard let path else {
      if event.modifiers.isDisjoint(with: [.shift, .control]) { chooseAll(Selection()) { deselectAll() } }
      return
    }
    let isSelected = interaction.selection.contains(path)
    switch event.button {
    case .left where interaction.pressed != path: break
    case .left where event.clicks >= 2 && event.modifiers.isEmpty: handlerCalls.tell(\.didActivate, path)
    case .left: choose(path, Interaction.Choice(pressWith: event.modifiers, isSelected: isSelected))
    default: break
    }
  }

  /// Marks an item as pressed, unless the program refuses it; `nil` to end the press.
  func press(_ path: ElementPath?) {
    interaction.followPages(by: nil)
    let allowed = path.flatMap { handlerCalls.allows(\.shouldHighlight, $0) ? $0 : nil }
    change(setsFocus: false) { $0.press(allowed) }
  }

  /// Drags the rubber band or the pressed item, if the user may reorder it, or else the nested containers under the
  /// pressed pointer.
  func handleDrag(_ event: PointerEvent) {
    if reordering.drag != nil { return dragReorder(to: event.location) }
    if let pressed = interaction.pressed, path(at: event.location) != pressed { press(nil) }
    guard let drag = interaction.track(to: event.location, event.time) else { return }
    if dragBand(to: event.location) { return }
    let start = event.location - drag
    if !nested.isDragging, let path = path(at: start), beginReorder(of: path, pressedAt: start, at: event.location) {
      return
    }
    guard !nested.dragged.isEmpty else { return }
    if !nested.isDragging {
      guard askLayout({ nested.beginDragging(by: drag, in: layout) }) else { return }
      scroll.dropTarget()
      press(nil)
    }
    nested.drag(by: layout.across(drag), overscrolls: animatesMotion)
    host?.setNeedsFrame()
  }

  /// Ends a press or drag.
  func handleRelease(_ event: PointerEvent) {
    if reordering.drag != nil { return dropReorder() }
    if dropBand() { return }
    band.end()
    endPointerDrag(at: event.time)
    guard let pressed = interaction.pressed else { return }
    press(nil)
    host?.setNeedsFrame()
    // A press on one of several selected items keeps them selected. A release on the same item selects it alone.
    guard settings.selectionMode != .none, event.modifiers.isEmpty, interaction.selection.count > 1,
      path(at: event.location) == pressed
    else { return }
    choose(pressed, .only)
  }

  /// Ends a press or drag without selecting anything.
  func cancelPress() {
    endReorder()
    if cancelBand() { return }
    band.end()
    press(nil)
    endPointerDrag(at: host?.now ?? .zero)
    host?.setNeedsFrame()
  }

  func endPointerDrag(at now: Instant) {
    guard !nested.dragged.isEmpty else { return interaction.endTracking() }
    let velocity = layout.across(interaction.tracker.velocity(at: now))
    askLayout { nested.endGesture(velocity: velocity, in: layout, frameInput(at: now)) }
    interaction.endTracking()
  }

  private func scrollableContainers(at point: Point) -> [ScrollContainerID] {
    layout.scrollableContainers(at: point + scroll.presentedOrigin, items.bound)
  }

  // MARK: Keys

  /// Handles a pressed key.
  /// - Returns: Whether the list used the key.
  func handleKey(_ event: KeyEvent) -> Bool {
    interaction.followPages(by: nil)
    if reordering.drag != nil, event.key == .escape {
      endReorder()
      return true
    }
    if event.key == .escape, cancelBand() || closeRowActions() { return true }
    // A hidden list is not changed.
    guard view?.isHidden != true else { return false }
    if moveEditing(by: event) || performMenuAction(by: event) || handleTextKey(event) { return true }
    if handleOutlineKey(event) { return true }
    return KeyCommand(event, settings.selectionMode).map { perform($0, event) } ?? false
  }

  /// Performs the command of a key.
  /// - Returns: Whether it had an effect.
  func perform(_ command: KeyCommand, _ event: KeyEvent) -> Bool {
    switch command {
    case .menu: return openMenuByKey()
    case .selectAll: chooseAll(Selection(allOf: document.list)) { selectAll() }
    case .refresh: return refresh()
    case .toggle:
      guard let chosenFocus,
        let choice = Interaction.Choice(
          spaceWith: event.modifiers, isSelected: interaction.selection.contains(chosenFocus))
      else { return false }
      choose(chosenFocus, choice)
    case .activate:
      guard let chosenFocus else { return false }
      handlerCalls.tell(\.didActivate, chosenFocus)
    case .deselectAll:
      guard !interaction.selection.isEmpty else { return false }
      chooseAll(Selection()) { deselectAll() }
    case .move:
      guard moveFocus(event) else { return false }
      followPages(by: event)
    case .reorder: return reorder(by: event)
    case .scroll:
      guard let target = scroll.target(of: event, notch: settings.wheelNotch, in: layout) else { return false }
      go(to: target, animated: !event.isRepeat)
      followPages(by: event)
    }
    return true
  }

  private func moveFocus(_ event: KeyEvent) -> Bool {
    let (focus, calls, questions) = (chosenFocus, handlerCalls, handlerCalls.focusQuestions)
    let navigation = KeyNavigation(
      list: document.list, focus: focus, firstVisible: focus == nil ? firstFocus(questions) : nil,
      goal: interaction.columnGoal, questions: questions)
    guard navigation.moves(event.key) else { return false }
    let animated = !event.isRepeat
    if let offset = navigation.offset(inItemBy: event, scroll.scroller.destination, settings.wheelNotch, layout) {
      go(to: .offset(offset), animated: animated)
      return true
    }
    let move = navigation.move(by: event.key, layout, nested)
    interaction.keepColumn(move.goal)
    guard let path = move.path else {
      // The focus cannot move on in this direction, so the key only reveals the focused item.
      if let focused = interaction.focused { go(to: .item(focused), animated: animated) }
      return true
    }
    guard calls.letsFocusMove(from: interaction.focused, to: path) else { return true }
    // The column is read before the item is revealed, which changes the offsets of nested containers.
    let column = navigation.keepsColumn(event.key, layout) ? move.goal?.moved(to: path, layout, nested) : nil
    moveFocus(to: path, by: event, navigation.place(revealing: path, by: event.key, layout))
    interaction.keepColumn(column)
    return true
  }

  /// Focuses an item and brings it into view.
  func moveFocus(to path: ElementPath, by event: KeyEvent, _ place: (target: ScrollTarget, end: ScrollAlignment)) {
    // If a control in a header has the keyboard focus, a key of the list moves it back to the list.
    if let host, let view, let focused = host.focusedView, focused !== view, focused.isInside(view) {
      host.focus(view, visible: true)
    }
    choose(path, Interaction.Choice(moveWith: event.modifiers), movesFocus: true)
    go(to: place.target, at: place.end, animated: !event.isRepeat)
    askLayout { nested.reveal(path, animated: !event.isRepeat, in: layout, eventInput) }
  }
}
