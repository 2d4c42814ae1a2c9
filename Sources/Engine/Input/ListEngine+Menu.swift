import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// Context menus, by pointer, touch and key, and the keys of their actions. Actions at the edges of rows.
extension ListEngine {
  // MARK: The content

  /// Returns the menu for an item, or for the list's background if `path` is `nil`.
  private func menu(for path: ElementPath?) -> Menu {
    let shared = document.list.handlers.contextMenu
    let isForOne = path.map { interaction.selection.count <= 1 || !interaction.selection.contains($0) } ?? false
    var elements: [MenuElement] = []
    if let path, isForOne || shared == nil, let own = row(for: .item(path))?.handlers?.contextMenu {
      elements = own(handlerCalls.context(of: path)).elements
    }
    if let shared, let view {
      let paths = path.map { isForOne ? [$0] : Array(interaction.selection.paths) } ?? []
      elements += [.separator] + shared(view, paths).elements
    }
    if let path, isForOne {
      // An action that the menu has already is not repeated.
      let titles = Set(Menu(elements: elements).actions.map(\.title))
      elements += [.separator] + rowActions(of: path).all.filter { !titles.contains($0.title) }.map(MenuElement.action)
    }
    let menu = Menu(elements: elements)
    for repeated in menu.repeatedShortcuts where itemMenu.takeReport(of: repeated.shortcut) {
      report(.repeatedShortcut(repeated.shortcut, first: repeated.titles[0], second: repeated.titles[1]))
    }
    return menu
  }

  /// Whether the list or the item at a path declares a menu, which may turn out to be empty.
  private func hasMenu(for path: ElementPath?) -> Bool {
    document.list.handlers.contextMenu != nil
      || path.map { row(for: .item($0))?.handlers?.contextMenu != nil || !rowActions(of: $0).isEmpty } ?? false
  }

  /// Whether the list or the item at a point declares a menu.
  func hasMenu(at point: Point) -> Bool { hasMenu(for: path(at: point)) }

  /// Focuses an item, and selects it alone unless it is selected already.
  private func selectForMenu(_ path: ElementPath?) {
    guard let path, settings.selectionMode != .none else { return }
    choose(path, interaction.selection.contains(path) ? .focus : .only)
  }

  /// The item for which a key opens the menu: the focused item, or the first selected one; `nil` for the background.
  private var keyTarget: ElementPath? { chosenFocus ?? interaction.selection.first }

  // MARK: Opening

  /// Opens the menu of the item at a point, or that of the list's background. Selects the item first.
  func openMenu(at point: Point) {
    let path = path(at: point)
    selectForMenu(path)
    open(menu(for: path), for: path, at: Rect(origin: point, size: .zero), byKey: false)
  }

  /// Opens the menu of the focused item, after the next frame if the item is not visible. Without a focused item, opens
  /// the menu of the list's background.
  /// - Returns: Whether there is a menu with actions.
  func openMenuByKey() -> Bool {
    guard reordering.drag == nil else { return true }
    let path = keyTarget
    selectForMenu(path)
    let menu = menu(for: path)
    guard !menu.isEmpty else { return false }
    if let place = path.map(visibleFrame) ?? Rect(x: 0, y: 0, width: layout.size.width, height: 0) {
      open(menu, for: path, at: place, byKey: true)
    } else if let path {
      go(to: .item(path), animated: false)
      itemMenu.openAtFocusLater()
      host?.setNeedsFrame()
    }
    return true
  }

  /// Returns the visible part of an item, in the view's coordinates; `nil` if it has none.
  private func visibleFrame(of path: ElementPath) -> Rect? {
    guard let item = items.item(at: .item(path)) else { return nil }
    let seen = item.placement.visibleTarget.intersection(viewport)
    return seen.size.width > 0 && seen.size.height > 0 ? seen.offset(by: Point.zero - scroll.presentedOrigin) : nil
  }

  /// - Parameter place: The rectangle in the view, below which a key opens the menu; the pointer opens it at the
  ///   origin.
  private func open(_ menu: Menu, for path: ElementPath?, at place: Rect, byKey: Bool) {
    guard let host, let view, !menu.isEmpty else { return }
    let place = view.convertToRoot(place)
    let layer = MenuLayer(menu, at: byKey ? .rect(place) : .point(place.origin), owner: view)
    press(nil)
    interaction.holdMenuItem(path)
    itemMenu.open(layer, belongsToItem: path != nil, generation: document.generation)
    hover(at: nil)
    layer.open(in: host, byKey: byKey)
  }

  // MARK: Updates

  /// Updates the open menu after a frame that shows another list: makes its actions again for the new paths of its
  /// items, or closes it if its item is gone. Opens the menu that waited for the frame.
  func followMenu() {
    if itemMenu.takeOpeningAtFocus(), let path = keyTarget, let place = visibleFrame(of: path) {
      open(menu(for: path), for: path, at: place, byKey: true)
    }
    guard let layer = itemMenu.layer, layer.isOpen else { return interaction.holdMenuItem(nil) }
    let path = interaction.menuItem
    if itemMenu.belongsToItem, path == nil { return layer.dismiss() }
    guard itemMenu.generation != document.generation else { return }
    itemMenu.follow(to: document.generation)
    let menu = menu(for: path)
    if menu.isEmpty { layer.dismiss() } else { layer.replace(by: menu) }
  }

  // MARK: Keys

  /// Performs the action whose shortcut is the key, from the menu of the focused item. A repeated key has no effect.
  /// - Returns: Whether there is such an action.
  func performMenuAction(by event: KeyEvent) -> Bool {
    let path = keyTarget
    guard reordering.drag == nil, isForActions(event), hasMenu(for: path),
      let action = menu(for: path).action(for: KeyShortcut(event.key, modifiers: event.modifiers))
    else { return false }
    // Holding a key must not delete one item after the other.
    guard !event.isRepeat else { return true }
    if action.isAboutSelection { selectForMenu(path) }
    action.perform()
    return true
  }

  /// Whether a key may be the shortcut of an action: no modifier, no Escape or Tab, no focus movement, no typed text.
  private func isForActions(_ event: KeyEvent) -> Bool {
    let isReorder = event.modifiers == .alt && document.list.handlers.reorder != nil
    if KeyNavigation(list: document.list, focus: nil).moves(event.key),
      isReorder || event.modifiers.isSubset(of: [.shift, .control])
    {
      return false
    }
    if [.escape, .tab].contains(event.key), event.modifiers.isSubset(of: .shift) { return false }
    return !typeAhead.uses(event) && !event.key.name.hasPrefix("Left ") && !event.key.name.hasPrefix("Right ")
  }

  // MARK: Actions at the edges of rows

  /// Returns the actions at the edges of an item: its own, then those of its section, then those of the list.
  private func rowActions(of path: ElementPath) -> SwipeActions {
    let own = row(for: .item(path))?.handlers?.swipeActions
    let contents = [own, document.list.cellHandlers?.swipeActions].compactMap { $0 }
    guard !contents.isEmpty else { return SwipeActions() }
    let context = handlerCalls.context(of: path)
    return SwipeActions(joining: contents.map { $0.actions(context) })
  }

  /// Asks the program for the actions of the row under the pointer and, after an update, for those of the open row.
  func followRowActions() {
    let (path, generation) = (interaction.hovered, document.generation)
    guard swiping.needsActions(hovered: path, generation: generation) else { return }
    // The program makes the actions, so no state is in use meanwhile.
    let (hovered, open) = (path.map(rowActions), swiping.row.map { rowActions(of: $0.path) })
    swiping.hover(path, hovered)
    swiping.follow(to: generation, open, at: eventInput.now)
    if swiping.isActive || chrome.showsRowActions { host?.setNeedsFrame() }
  }

  /// Moves the content of a row with a finger that moves along the cross axis, if that reveals actions.
  /// - Parameter drag: The distance of the finger from its start.
  /// - Returns: Whether the finger swipes a row.
  func swipe(by drag: Point, _ event: TouchEvent) -> Bool {
    let distance = layout.across(drag)
    if !swiping.holdsTouch {
      guard scroll.gesture != .finger, abs(distance) > abs(layout.along(drag)),
        let path = path(at: event.location - drag), let item = items.item(at: .item(path))
      else { return false }
      let actions = rowActions(of: path)
      guard swiping.row?.path == path || !(distance > 0 ? actions.leading : actions.trailing).isEmpty else {
        return false
      }
      // Like a tap, so that Escape closes the row.
      if let host, let view, host.focusedView?.isInside(view) != true { host.focus(view) }
      swiping.begin(path, actions, extent: item.target.size[layout.axis.cross])
      scroll.release(velocity: 0, at: event.time)
      hover(at: nil)
    }
    swiping.drag(by: distance, animated: animatesMotion, at: event.time)
    return true
  }

  /// Ends the swipe of a finger. A tap closes the open row.
  /// - Returns: Whether there was a swipe.
  func endSwipe(velocity: Point, _ event: TouchEvent) -> Bool {
    guard swiping.holdsTouch else {
      closeRowActions()
      return false
    }
    let speed = event.phase == .ended ? layout.across(velocity) : 0
    let action = swiping.release(velocity: speed, animated: animatesMotion, at: event.time)
    if event.phase == .ended { action?.perform() }
    return true
  }

  /// Performs an action of a row.
  func perform(_ action: MenuAction) {
    closeRowActions()
    action.perform()
  }

  /// Closes the open row.
  /// - Returns: Whether there was one.
  @discardableResult
  func closeRowActions() -> Bool {
    guard swiping.close(animated: animatesMotion, at: eventInput.now) else { return false }
    host?.setNeedsFrame()
    return true
  }
}
