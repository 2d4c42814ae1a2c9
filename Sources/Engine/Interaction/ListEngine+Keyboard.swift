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
    guard let path = destination(of: event.key) else {
      guard isMovement(event.key) else { return false }
      // The focus cannot move on in this direction, so the key only reveals the focused item.
      if let focusedPath = interaction.focused { go(to: .item(focusedPath), at: .nearest, animated: !event.isRepeat) }
      return true
    }
    // The column is read before the item is revealed, which changes the offsets of nested containers.
    let column =
      keepsColumn(event.key)
      ? interaction.columnGoal.map { ColumnGoal(x: $0.x, nestedOffset: nestedDestination(of: path)) } : nil
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

  private func isMovement(_ key: Key) -> Bool {
    [.up, .down, .left, .right, .home, .end, .pageUp, .pageDown].contains(key)
  }

  /// Returns the item that a key moves the focus to; `nil` if there is none.
  private func destination(of key: Key) -> ElementPath? {
    guard isMovement(key) else { return nil }
    if key == .home { return firstPath }
    if key == .end { return lastPath }
    guard let from = chosenFocus else {
      let first = firstVisiblePath ?? firstPath
      // Page Down moves on by a page from the first visible item; the other keys focus this item itself.
      return key == .pageDown ? first.flatMap { page(from: $0, down: true) } : first
    }
    switch key {
    case .pageUp, .pageDown: return page(from: from, down: key == .pageDown)
    case .up: return neighbour(of: from, .up, key)
    case .down: return neighbour(of: from, .down, key)
    case .left: return neighbour(of: from, .left, key)
    default: return neighbour(of: from, .right, key)
    }
  }

  /// Whether a key moves along the main axis.
  private func isAlong(_ key: Key) -> Bool {
    layout.axis == .vertical ? key == .up || key == .down : key == .left || key == .right
  }

  private func keepsColumn(_ key: Key) -> Bool { isAlong(key) || key == .pageUp || key == .pageDown }

  /// Returns the next item in a direction. A series of keys along the main axis keeps to the column in which it began,
  /// even past shorter rows.
  private func neighbour(of path: ElementPath, _ direction: LayoutSolver.Direction, _ key: Key) -> ElementPath? {
    let passesOver = { !self.canChoose($0) }
    guard isAlong(key) else { return layout.solver.neighbour(of: path, direction: direction, passingOver: passesOver) }
    let column = column(of: path)
    interaction.keepColumn(ColumnGoal(x: column, nestedOffset: nestedDestination(of: path)))
    func next(_ way: Double) -> ElementPath? {
      layout.solver.neighbour(of: path, direction: direction, goalX: column + way, passingOver: passesOver)
    }
    // The nested containers around the old and the new item may have different distances left to scroll.
    guard let first = next(nestedDistance(of: path)) else { return nil }
    let (own, other) = (nestedDistance(of: path), nestedDistance(of: first))
    return own == other ? first : next(other)
  }

  /// Returns the column to keep to when the focus moves on from an item: the item's position along the cross axis when
  /// nested containers have come to rest.
  private func column(of path: ElementPath) -> Double {
    guard let goal = interaction.columnGoal else {
      return layout.solver.frame(of: path).center[layout.axis.cross] - nestedDistance(of: path)
    }
    return goal.x - crossSign * (nestedDestination(of: path) - goal.nestedOffset)
  }

  /// Returns the sum of the offsets that the nested containers around an item will have at rest.
  private func nestedDestination(of path: ElementPath) -> Double {
    var offset = 0.0
    layout.solver.forEachScrollSite(holding: path) { offset += nested.destination(of: $0, in: layout) }
    return offset
  }

  /// Returns the distance that the nested containers around an item have left to scroll, along the cross axis in
  /// content coordinates.
  private func nestedDistance(of path: ElementPath) -> Double {
    var offset = 0.0
    layout.solver.forEachScrollSite(holding: path) {
      offset += nested.destination(of: $0, in: layout) - layout.solver.orthogonalOffset($0)
    }
    return crossSign * offset
  }

  private var crossSign: Double { layout.axis == .vertical && layout.solver.environment.isRightToLeft ? -1 : 1 }

  private func page(from path: ElementPath, down: Bool) -> ElementPath? {
    let frame = layout.solver.frame(of: path)
    let covered = layout.coveredLength(over: path)
    let own = frame.size[layout.axis]
    let step = max(own, layout.length - covered.start - covered.end - own)
    let wanted = down ? layout.lead(frame) + step : layout.lead(frame) - step
    let goal = column(of: path)
    guard wanted > 0 else { return firstPath.flatMap { edge($0, from: frame, at: goal) } }
    guard wanted < layout.contentLength, var first = item(atOrAfter: wanted) else {
      return lastPath.flatMap { edge($0, from: frame, at: goal) }
    }
    // A page is never longer than the viewport. Upwards, a row that begins before the wanted position belongs to the
    // next page.
    let row = layout.solver.frame(of: first)
    if !down, layout.lead(row) < wanted - 0.5, let next = item(atOrAfter: layout.trail(row) + 0.5),
      layout.lead(layout.solver.frame(of: next)) < layout.lead(frame)
    {
      first = next
    }
    interaction.keepColumn(ColumnGoal(x: goal, nestedOffset: nestedDestination(of: path)))
    return item(besideOf: first, at: goal)
  }

  /// Returns the item at `goal` in the first or last line of the list; `path` itself if the focus is in that line
  /// already.
  /// - Parameters:
  ///   - path: The first or last item of the list.
  ///   - frame: The frame of the focused item.
  ///   - goal: The position along the cross axis.
  private func edge(_ path: ElementPath, from frame: Rect, at goal: Double) -> ElementPath {
    guard layout.lead(layout.solver.frame(of: path)) != layout.lead(frame) else { return path }
    interaction.keepColumn(ColumnGoal(x: goal, nestedOffset: nestedDestination(of: path)))
    return item(besideOf: path, at: goal)
  }

  /// Returns the item in the line of `path` that is nearest to a position along the cross axis.
  private func item(besideOf path: ElementPath, at goal: Double) -> ElementPath {
    let frame = layout.solver.frame(of: path)
    var row = Rect(origin: scroll.presentedOrigin, size: layout.size)
    row.origin[layout.axis] = frame.center[layout.axis]
    row.size[layout.axis] = 0.01
    layout.findElements(in: row, pinnedIn: row)
    let beside = layout.visible.lazy.filter {
      $0.key.section == path.section && $0.key.path.map(self.canChoose) == true
    }
    let nearest = beside.min {
      abs($0.frame.center[layout.axis.cross] - goal) < abs($1.frame.center[layout.axis.cross] - goal)
    }
    return nearest?.key.path ?? path
  }

  /// Returns the first item that ends after a position along the main axis.
  private func item(atOrAfter position: Double) -> ElementPath? {
    let place = layout.isReversed ? layout.viewOrigin(at: position).x + layout.bounds.width : position
    var path = layout.isReversed ? layout.solver.lastItem(before: place) : layout.solver.item(atOrAfter: place)
    while let header = path, !canChoose(header) { path = layout.solver.item(after: header) }
    return path
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

/// The column that the focus keeps to while the user moves it by keys along the main axis.
struct ColumnGoal {
  /// The position along the cross axis when nested containers are at rest, in content coordinates.
  var x: Double
  /// The sum of the offsets that the nested containers around the current item have at rest.
  var nestedOffset: Double
}
