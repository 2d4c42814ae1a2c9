import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

extension ListEngine {
  /// Does what a key means in a list.
  func handleKey(_ event: KeyEvent) -> Bool {
    // What cannot be seen is not to be changed.
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

  // MARK: Coming by key

  /// Whoever comes by key sees where: at the item that has the focus, which comes in sight, or the first one in sight.
  func giveFocusToItem() {
    guard host?.isFocusVisible == true, settings.selectionMode != .none else { return }
    if let chosenFocus {
      if !isInSight(chosenFocus) { go(to: .item(chosenFocus), at: .nearest, animated: true) }
    } else if let first = firstVisiblePath ?? items.bound.first(where: isChoice)?.key.path {
      setFocus(first)
      interaction.isFocusAutomatic = true
    }
  }

  /// The item with the focus, if the person gave it that, or sees that it has it.
  var chosenFocus: ElementPath? {
    interaction.focused.flatMap { contains($0) && (!interaction.isFocusAutomatic || isInSight($0)) ? $0 : nil }
  }

  /// What stays where it is because it has the focus: nothing that nobody chose.
  var heldFocus: ElementPath? { interaction.isFocusAutomatic ? nil : interaction.focused }

  private func isInSight(_ path: ElementPath) -> Bool { isVisible(path) }

  /// What can hold controls that a key is to reach: headers and footers in sight, and the item that has the focus. The
  /// controls of all items would stand between the list and what comes after it.
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
      // There is nowhere to go from what has the focus, which may be out of sight.
      if let focusedPath = interaction.focused { go(to: .item(focusedPath), at: .nearest, animated: !event.isRepeat) }
      return true
    }
    // As things are before it is brought in sight.
    let column =
      keepsColumn(event.key)
      ? interaction.columnGoal.map { ColumnGoal(x: $0.x, aside: destinationAside(of: path)) } : nil
    defer { interaction.columnGoal = column }
    // From a control in a title the keys of the list lead back to it.
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

  /// Where a key takes the focus; `nil` if nowhere.
  private func destination(of key: Key) -> ElementPath? {
    guard isMovement(key) else { return nil }
    if key == .home { return firstPath }
    if key == .end { return lastPath }
    guard let from = chosenFocus else {
      let first = firstVisiblePath ?? firstPath
      // A key that asks for a page shows one; the others begin with what is seen.
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

  /// True for the keys that go along the list.
  private func isAlong(_ key: Key) -> Bool {
    layout.axis == .vertical ? key == .up || key == .down : key == .left || key == .right
  }

  private func keepsColumn(_ key: Key) -> Bool { isAlong(key) || key == .pageUp || key == .pageDown }

  /// Keys along the list keep to the column that the first of them started from, also over shorter rows.
  private func neighbour(of path: ElementPath, _ direction: LayoutSolver.Direction, _ key: Key) -> ElementPath? {
    let passesOver = { !self.canChoose($0) }
    guard isAlong(key) else { return layout.solver.neighbour(of: path, direction: direction, passingOver: passesOver) }
    let column = column(of: path)
    interaction.columnGoal = ColumnGoal(x: column, aside: destinationAside(of: path))
    func next(_ way: Double) -> ElementPath? {
      layout.solver.neighbour(of: path, direction: direction, goalX: column + way, passingOver: passesOver)
    }
    // Where it goes may be on its way aside, and the cell that it comes from elsewhere.
    guard let first = next(wayAside(of: path)) else { return nil }
    let (own, other) = (wayAside(of: path), wayAside(of: first))
    return own == other ? first : next(other)
  }

  /// The column to keep to from an item on, where that will be when nothing scrolls aside any more.
  private func column(of path: ElementPath) -> Double {
    guard let goal = interaction.columnGoal else {
      return layout.solver.frame(of: path).center[layout.axis.cross] - wayAside(of: path)
    }
    return goal.x - asideSign * (destinationAside(of: path) - goal.aside)
  }

  /// How far what takes an item aside will be scrolled, all together.
  private func destinationAside(of path: ElementPath) -> Double {
    var offset = 0.0
    layout.solver.forEachScrollSite(holding: path) { offset += destination(of: $0) }
    return offset
  }

  /// How far an item is now from where it will be, across the list.
  private func wayAside(of path: ElementPath) -> Double {
    var offset = 0.0
    layout.solver.forEachScrollSite(holding: path) {
      offset += destination(of: $0) - layout.solver.orthogonalOffset($0)
    }
    return asideSign * offset
  }

  private var asideSign: Double { layout.axis == .vertical && layout.solver.environment.isRightToLeft ? -1 : 1 }

  private func page(from path: ElementPath, down: Bool) -> ElementPath? {
    let frame = layout.solver.frame(of: path)
    let covered = coveredLength(over: path)
    let own = frame.size[layout.axis]
    let step = max(own, layout.length - covered.start - covered.end - own)
    let wanted = down ? layout.lead(frame) + step : layout.lead(frame) - step
    let goal = column(of: path)
    guard wanted > 0 else { return firstPath.flatMap { edge($0, from: frame, at: goal) } }
    guard wanted < layout.contentLength, var first = item(atOrAfter: wanted) else {
      return lastPath.flatMap { edge($0, from: frame, at: goal) }
    }
    // A page is no more than fits, upwards as well: what begins before it belongs to the next one.
    let row = layout.solver.frame(of: first)
    if !down, layout.lead(row) < wanted - 0.5, let next = item(atOrAfter: layout.trail(row) + 0.5),
      layout.lead(layout.solver.frame(of: next)) < layout.lead(frame)
    {
      first = next
    }
    interaction.columnGoal = ColumnGoal(x: goal, aside: destinationAside(of: path))
    return item(besideOf: first, at: goal)
  }

  /// The first or last row in the same column; who stands there already goes to its end.
  private func edge(_ path: ElementPath, from frame: Rect, at goal: Double) -> ElementPath {
    guard layout.lead(layout.solver.frame(of: path)) != layout.lead(frame) else { return path }
    interaction.columnGoal = ColumnGoal(x: goal, aside: destinationAside(of: path))
    return item(besideOf: path, at: goal)
  }

  /// Of the items that stand beside one another with `path`, the one that is nearest to a place across the list.
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

  /// The first item that ends after a position along the list.
  private func item(atOrAfter position: Double) -> ElementPath? {
    let place = layout.isReversed ? layout.viewOrigin(at: position).x + layout.bounds.width : position
    var path = layout.isReversed ? layout.solver.lastItem(before: place) : layout.solver.item(atOrAfter: place)
    while let header = path, !canChoose(header) { path = layout.solver.item(after: header) }
    return path
  }

  private func reveal(_ path: ElementPath, isRepeat: Bool, key: Key) {
    // At an edge that itself is shown, with what stands before the first and after the last item.
    let animated = !isRepeat
    let frame = layout.solver.frame(of: path)
    if [.home, .pageUp, .up].contains(key), let firstPath,
      layout.lead(frame) <= layout.lead(layout.solver.frame(of: firstPath)),
      layout.trail(frame) <= layout.length
    {
      go(to: .start, animated: animated)
      revealInSection(path, animated: animated)
    } else if [.end, .pageDown, .down].contains(key), let lastPath,
      layout.trail(frame) >= layout.trail(layout.solver.frame(of: lastPath)),
      layout.contentLength - layout.lead(frame) <= layout.length
    {
      go(to: .end, animated: animated)
      revealInSection(path, animated: animated)
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

  var firstPath: ElementPath? { path(nearestTo: document.list.sections.indices, from: { _ in 0 }, by: 1) }

  var lastPath: ElementPath? {
    path(nearestTo: document.list.sections.indices.reversed(), from: { $0.count - 1 }, by: -1)
  }

  /// The first item of some sections, in their order.
  private func path(
    nearestTo sections: some Sequence<Int>, from start: (Section) -> Int, by step: Int
  ) -> ElementPath? {
    for index in sections {
      let section = document.list.sections[index]
      // A layout may have no place for any cell, or not for the last ones.
      let first = min(start(section), layout.solver.placeCount(inSection: index) - 1)
      if first >= 0, let item = section.item(from: first, by: step) {
        return ElementPath(section: index, item: item)
      }
    }
    return nil
  }

  /// True for what the focus may go to and what can be selected: not for the headers and footers of sections in a
  /// section, which are cells for the layout alone.
  func canChoose(_ path: ElementPath) -> Bool { !document.list.sections[path.section].isHeaderOrFooter(path.item) }

  private func isChoice(_ item: BoundItem) -> Bool { item.key.path.map(canChoose) == true }

  /// True if it is not cut off where lines begin.
  private func isWholeAtItsSide(_ item: BoundItem) -> Bool {
    layout.side(item.target) >= max(0, layout.side(item.seenTarget) - 0.01)
  }

  private var firstVisiblePath: ElementPath? {
    let start = scroll.presentedOffset + coveredLength(over: nil).start
    return items.bound.first { isChoice($0) && layout.lead($0.target) >= start && isWholeAtItsSide($0) }?.key.path
  }
}

/// The column that keys along the list keep to.
struct ColumnGoal {
  /// Across the list, in content coordinates, where what scrolls aside will have come to rest.
  var x: Double
  /// How far that was to be scrolled which takes the item aside that the keys are at.
  var aside: Double
}
