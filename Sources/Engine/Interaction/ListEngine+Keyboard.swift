import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

extension ListEngine {
  /// Handles a pressed key.
  /// - Returns: Whether the list used the key.
  func handleKey(_ event: KeyEvent) -> Bool {
    // A hidden list is not changed.
    guard view?.isHidden != true else { return false }
    if event.key == "A", event.modifiers == .control, settings.selectionMode == .multiple {
      selectAll()
      return true
    }
    if event.key == "F5" && event.modifiers.isEmpty || event.key == "R" && event.modifiers == .control {
      return refresh()
    }
    guard !event.modifiers.contains(.alt), !event.modifiers.contains(.command) else { return false }
    if settings.selectionMode == .none { return scrollByKey(event) }
    switch event.key {
    case .space: return toggleByKey(event)
    case .enter:
      guard let chosenFocus else { return false }
      activate(chosenFocus)
      return true
    case .escape:
      guard !interaction.selection.isEmpty else { return false }
      deselectAll()
      return true
    default: return moveByKey(event)
    }
  }

  // MARK: Focus by key

  /// Shows the focus when it comes to the list by key: reveals the focused item, or focuses the first visible item.
  func giveFocusToItem() {
    guard host?.isFocusVisible == true, settings.selectionMode != .none else { return }
    if let chosenFocus {
      if !isVisible(chosenFocus) { go(to: .item(chosenFocus), at: .nearest, animated: true) }
    } else if let first = firstVisiblePath ?? items.bound.first(where: isChoice)?.key.path {
      setFocus(first)
      interaction.markFocusAutomatic()
    }
  }

  /// The focused item if the user focused it or it is visible; else `nil`.
  var chosenFocus: ElementPath? {
    interaction.focused.flatMap { contains($0) && (!interaction.isFocusAutomatic || isVisible($0)) ? $0 : nil }
  }

  /// The content views whose controls the keyboard focus can reach: those of the focused item and of visible headers
  /// and footers. Otherwise the user would have to pass the controls of all items to leave the list.
  var focusableContents: [View] {
    boundItems.filter { item in
      isChoice(item) ? item.key.path == interaction.focused : item.target.intersects(viewport)
    }.map(\.content)
  }

  private func toggleByKey(_ event: KeyEvent) -> Bool {
    guard let chosenFocus, event.modifiers.isSubset(of: [.control, .shift]) else { return false }
    if event.modifiers.contains(.shift) {
      extendSelection(to: chosenFocus, adding: event.modifiers.contains(.control))
    } else if event.modifiers.contains(.control) || !interaction.selection.contains(chosenFocus) {
      toggleSelection(of: chosenFocus)
    } else {
      return false
    }
    return true
  }

  private func moveByKey(_ event: KeyEvent) -> Bool {
    let focus = chosenFocus
    let navigation = KeyNavigation(
      list: document.list, focus: focus, firstVisible: focus == nil ? firstVisiblePath : nil,
      goal: interaction.columnGoal)
    guard navigation.moves(event.key) else { return false }
    let move = navigation.move(by: event.key, layout, nested)
    interaction.keepColumn(move.goal)
    guard let path = move.path else {
      // The focus cannot move on in this direction, so the key only reveals the focused item.
      if let focusedPath = interaction.focused { go(to: .item(focusedPath), at: .nearest, animated: !event.isRepeat) }
      return true
    }
    // The column is read before the item is revealed, which changes the offsets of nested containers.
    let column =
      navigation.keepsColumn(event.key, layout)
      ? move.goal.map { ColumnGoal(x: $0.x, nestedOffset: layout.nestedDestination(of: path, nested)) } : nil
    defer { interaction.keepColumn(column) }
    // If a control in a header has the keyboard focus, a key of the list moves it back to the list.
    if let host, let view, let focused = host.focusedView, focused !== view, focused.isInside(view) {
      host.focus(view, visible: true)
    }
    if event.modifiers.contains(.shift) {
      extendSelection(to: path, adding: event.modifiers.contains(.control))
    } else if event.modifiers.contains(.control) {
      setFocus(path)
    } else {
      selectOnly(path)
    }
    reveal(path, isRepeat: event.isRepeat, key: event.key)
    return true
  }

  private func reveal(_ path: ElementPath, isRepeat: Bool, key: Key) {
    // For an item in the first or last line, the view scrolls to the very edge of the content.
    let animated = !isRepeat
    let frame = layout.solver.frame(of: path)
    if [.home, .pageUp, .up].contains(key), let firstPath,
      layout.lead(frame) <= layout.lead(layout.solver.frame(of: firstPath)),
      layout.trail(frame) <= layout.length
    {
      go(to: .start, animated: animated)
      nested.reveal(path, animated: animated, in: layout, eventInput)
    } else if [.end, .pageDown, .down].contains(key), let lastPath,
      layout.trail(frame) >= layout.trail(layout.solver.frame(of: lastPath)),
      layout.contentLength - layout.lead(frame) <= layout.length
    {
      go(to: .end, animated: animated)
      nested.reveal(path, animated: animated, in: layout, eventInput)
    } else {
      go(to: .item(path), at: .nearest, animated: animated)
    }
  }

  private func scrollByKey(_ event: KeyEvent) -> Bool {
    guard event.modifiers.isEmpty, scroll.scroller.maximum > 0 else { return false }
    let (back, on): (Key, Key) =
      layout.axis == .vertical ? (.up, .down) : layout.isReversed ? (.right, .left) : (.left, .right)
    let base = scroll.scroller.destination
    let animated = !event.isRepeat
    switch event.key {
    case back: go(to: .offset(base - settings.wheelNotch / 2), animated: animated)
    case on: go(to: .offset(base + settings.wheelNotch / 2), animated: animated)
    case .pageUp: go(to: .offset(base - layout.length * 0.9), animated: animated)
    case .pageDown, .space: go(to: .offset(base + layout.length * 0.9), animated: animated)
    case .home: go(to: .start, animated: animated)
    case .end: go(to: .end, animated: animated)
    default: return false
    }
    return true
  }

  /// Whether any part of an item is in the viewport and not clipped by a nested scroll container.
  private func isVisible(_ path: ElementPath) -> Bool { layout.isVisible(path, in: viewport) }

  private func isChoice(_ item: BoundItem) -> Bool { item.key.path.map(canChoose) == true }

  /// Whether the item's start along the cross axis is visible: cut off neither by the view nor by a nested container.
  private func isWholeAtItsSide(_ item: BoundItem) -> Bool {
    layout.side(item.target) >= max(0, layout.side(item.placement.seenTarget) - 0.01)
  }

  private var firstVisiblePath: ElementPath? {
    let start = scroll.presentedOffset + layout.coveredLength(over: nil).start
    return items.bound.first { isChoice($0) && layout.lead($0.target) >= start && isWholeAtItsSide($0) }?.key.path
  }
}
