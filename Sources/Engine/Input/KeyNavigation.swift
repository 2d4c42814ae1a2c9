import ScrollworkContentViews
package import ScrollworkDiffing
import ScrollworkGeometry
package import ScrollworkHostInterface
import ScrollworkLayout

/// The choice of the item that a key moves the focus to.
///
/// A value: it reads the layout and returns the item, and the engine moves the focus.
@MainActor
package struct KeyNavigation {
  let list: List
  /// The item that the focus moves on from; `nil` if there is none.
  let focus: ElementPath?
  /// The first visible item; `nil` if an item has the focus.
  let firstVisible: ElementPath?
  /// The column that the focus has kept to so far; `nil` if there is none.
  let goal: ColumnGoal?
  /// The program's answers about which items can get the focus.
  let questions: FocusQuestions

  /// - Parameter questions: The program's answers; `nil` if every item can get the focus.
  package init(
    list: List, focus: ElementPath?, firstVisible: ElementPath? = nil, goal: ColumnGoal? = nil,
    questions: FocusQuestions? = nil
  ) {
    (self.list, self.focus, self.firstVisible, self.goal) = (list, focus, firstVisible, goal)
    self.questions = questions ?? FocusQuestions(list)
  }

  /// The effect of a key: the item that gets the focus, and the column to keep to.
  package struct Move {
    /// The item that gets the focus; `nil` if there is none in this direction.
    package var path: ElementPath?
    /// The column that the focus keeps to from now on; `nil` if it keeps to none.
    package var goal: ColumnGoal?
  }

  /// Whether a key moves the focus.
  package func moves(_ key: Key) -> Bool {
    [.up, .down, .left, .right, .home, .end, .pageUp, .pageDown].contains(key)
  }

  /// Whether a key moves along the main axis.
  private func isAlong(_ key: Key, _ layout: borrowing LayoutState) -> Bool {
    layout.axis == .vertical ? key == .up || key == .down : key == .left || key == .right
  }

  /// Whether the focus stays in its column when a key moves it.
  package func keepsColumn(_ key: Key, _ layout: borrowing LayoutState) -> Bool {
    isAlong(key, layout) || key == .pageUp || key == .pageDown
  }

  /// Returns the item that a key moves the focus to. Items that cannot get the focus are passed over.
  package func move(by key: Key, _ layout: borrowing LayoutState, _ nested: borrowing NestedScrolling) -> Move {
    var move = search(by: key, layout, nested)
    // A search that gave up ends at an item that cannot get the focus.
    move.path = move.path.flatMap { questions.canFocus($0) ? $0 : nil }
    return move
  }

  private func search(by key: Key, _ layout: borrowing LayoutState, _ nested: borrowing NestedScrolling) -> Move {
    if key == .home { return Move(path: firstPath(layout), goal: goal) }
    if key == .end { return Move(path: lastPath(layout), goal: goal) }
    guard let focus else {
      let first = firstVisible ?? firstPath(layout)
      // Page Down moves on by a page from the first visible item; the other keys focus this item itself.
      guard key == .pageDown, let first else { return Move(path: first, goal: goal) }
      return page(from: first, down: true, layout, nested)
    }
    switch key {
    case .pageUp, .pageDown: return page(from: focus, down: key == .pageDown, layout, nested)
    case .up: return neighbour(of: focus, .up, isAlong(key, layout), layout, nested)
    case .down: return neighbour(of: focus, .down, isAlong(key, layout), layout, nested)
    case .left: return neighbour(of: focus, .left, isAlong(key, layout), layout, nested)
    default: return neighbour(of: focus, .right, isAlong(key, layout), layout, nested)
    }
  }

  private func firstPath(_ layout: borrowing LayoutState) -> ElementPath? {
    layout.firstPath(in: list, where: questions.endsSearch)
  }

  private func lastPath(_ layout: borrowing LayoutState) -> ElementPath? {
    layout.lastPath(in: list, where: questions.endsSearch)
  }

  /// Returns the next item in a direction. A series of keys along the main axis keeps to the column in which it began,
  /// even past shorter rows.
  private func neighbour(
    of path: ElementPath, _ direction: LayoutSolver.Direction, _ isAlong: Bool, _ layout: borrowing LayoutState,
    _ nested: borrowing NestedScrolling
  ) -> Move {
    let passesOver = { !questions.endsSearch(at: $0) }
    guard isAlong else {
      let next = layout.solver.neighbour(of: path, direction: direction, passingOver: passesOver)
      return Move(path: next, goal: goal)
    }
    let column = column(of: path, layout, nested)
    var move = Move(goal: ColumnGoal(x: column, nestedOffset: layout.nestedDestination(of: path, nested)))
    let own = layout.nestedDistance(of: path, nested)
    move.path = layout.solver.neighbour(
      of: path, direction: direction, goalX: column + own, passingOver: passesOver)
    // The nested containers around the old and the new item may have different distances left to scroll.
    guard let first = move.path else { return move }
    let other = layout.nestedDistance(of: first, nested)
    guard own != other else { return move }
    move.path = layout.solver.neighbour(
      of: path, direction: direction, goalX: column + other, passingOver: passesOver)
    return move
  }

  /// Returns the column to keep to when the focus moves on from an item: the item's position along the cross axis when
  /// nested containers have come to rest.
  private func column(
    of path: ElementPath, _ layout: borrowing LayoutState, _ nested: borrowing NestedScrolling
  ) -> Double {
    guard let goal else {
      return layout.solver.frame(of: path).center[layout.axis.cross] - layout.nestedDistance(of: path, nested)
    }
    return goal.x - layout.crossSign * (layout.nestedDestination(of: path, nested) - goal.nestedOffset)
  }

  /// Returns the target of the scroll that reveals an item to which a key moved the focus.
  ///
  /// For Home, Page Up and Up, the target is the start of the content if the item is in the first line and is wholly
  /// visible from there. For End, Page Down and Down, the target is the end of the content if the item is in the last
  /// line and is wholly visible from there. Otherwise the target is the item.
  func target(revealing path: ElementPath, by key: Key, _ layout: borrowing LayoutState) -> ScrollTarget {
    let frame = layout.solver.frame(of: path)
    if [.home, .pageUp, .up].contains(key), let first = layout.firstPath(in: list),
      layout.lead(frame) <= layout.lead(layout.solver.frame(of: first)),
      layout.trail(frame) <= layout.length - layout.mainInsets.end
    {
      return .start
    }
    if [.end, .pageDown, .down].contains(key), let last = layout.lastPath(in: list),
      layout.trail(frame) >= layout.trail(layout.solver.frame(of: last)),
      layout.contentLength - layout.lead(frame) <= layout.length - layout.mainInsets.start
    {
      return .end
    }
    return .item(path)
  }

  // MARK: Pages

  private func page(
    from path: ElementPath, down: Bool, _ layout: borrowing LayoutState, _ nested: borrowing NestedScrolling
  ) -> Move {
    let frame = layout.solver.frame(of: path)
    let covered = layout.coveredLength(over: path)
    let own = frame.size[layout.axis]
    let step = max(own, layout.length - covered.start - covered.end - own)
    let wanted = down ? layout.lead(frame) + step : layout.lead(frame) - step
    let column = ColumnGoal(
      x: column(of: path, layout, nested), nestedOffset: layout.nestedDestination(of: path, nested))
    guard wanted > 0 else { return edge(firstPath(layout), from: frame, at: column, layout) }
    guard wanted < layout.contentLength, var first = item(atOrAfter: wanted, layout) else {
      return edge(lastPath(layout), from: frame, at: column, layout)
    }
    // All items up to the focused one may refuse the focus. Then the next one before that page gets it.
    if !down, layout.lead(layout.solver.frame(of: first)) >= layout.lead(frame) {
      return neighbour(of: path, layout.axis == .vertical ? .up : .left, true, layout, nested)
    }
    // A page is never longer than the viewport. Upwards, a row that begins before the wanted position belongs to the
    // next page.
    let row = layout.solver.frame(of: first)
    if !down, layout.lead(row) < wanted - 0.5, let next = item(atOrAfter: layout.trail(row) + 0.5, layout),
      layout.lead(layout.solver.frame(of: next)) < layout.lead(frame)
    {
      first = next
    }
    return Move(path: item(besideOf: first, at: column.x, layout), goal: column)
  }

  /// Returns the item at a column in the first or last line of the list; `path` itself if the focus is in that line
  /// already.
  /// - Parameters:
  ///   - path: The first or last item of the list.
  ///   - frame: The frame of the focused item.
  private func edge(
    _ path: ElementPath?, from frame: Rect, at column: ColumnGoal, _ layout: borrowing LayoutState
  ) -> Move {
    guard let path, layout.lead(layout.solver.frame(of: path)) != layout.lead(frame) else {
      return Move(path: path, goal: goal)
    }
    return Move(path: item(besideOf: path, at: column.x, layout), goal: column)
  }

  /// Returns the item in the line of `path` that can get the focus and is nearest to a position along the cross axis.
  private func item(besideOf path: ElementPath, at column: Double, _ layout: borrowing LayoutState) -> ElementPath {
    let (axis, frame) = (layout.axis, layout.solver.frame(of: path))
    // Along the cross axis, the viewport begins at zero.
    var row = Rect(origin: .zero, size: layout.size)
    row.origin[axis] = frame.center[axis]
    row.size[axis] = 0.01
    var found: [LayoutElement] = []
    layout.solver.elements(in: row, pinnedIn: row, into: &found)
    let beside = found.lazy.filter { $0.key.section == path.section && $0.key.path.map(questions.canFocus) == true }
    let nearest = beside.min { abs($0.frame.center[axis.cross] - column) < abs($1.frame.center[axis.cross] - column) }
    return nearest?.key.path ?? path
  }

  /// Returns the first item that ends after a position along the main axis and can get the focus; else `nil`.
  private func item(atOrAfter position: Double, _ layout: borrowing LayoutState) -> ElementPath? {
    let place = layout.isReversed ? layout.viewOrigin(at: position).x + layout.bounds.width : position
    var path = layout.isReversed ? layout.solver.lastItem(before: place) : layout.solver.item(atOrAfter: place)
    while let header = path, !questions.endsSearch(at: header) { path = layout.solver.item(after: header) }
    return path
  }
}

/// The column that the focus keeps to while the user moves it by keys along the main axis.
package struct ColumnGoal {
  /// The position of the column along the cross axis, in content coordinates, when nested containers are at rest.
  package var x: Double
  /// The sum of the offsets that the nested containers around the current item have at rest.
  var nestedOffset: Double

  /// Returns the same column for another item, with the sum of the offsets of the nested containers around that item.
  @MainActor
  func moved(
    to path: ElementPath, _ layout: borrowing LayoutState, _ nested: borrowing NestedScrolling
  ) -> ColumnGoal {
    ColumnGoal(x: x, nestedOffset: layout.nestedDestination(of: path, nested))
  }
}

@MainActor
extension LayoutState {
  /// Returns the sum of the offsets that the nested containers around an item will have at rest.
  fileprivate func nestedDestination(of path: ElementPath, _ nested: borrowing NestedScrolling) -> Double {
    var offset = 0.0
    for container in containers(around: path) { offset += nested.destination(of: container, in: self) }
    return offset
  }

  /// Returns the distance that the nested containers around an item have left to scroll, along the cross axis in
  /// content coordinates.
  fileprivate func nestedDistance(of path: ElementPath, _ nested: borrowing NestedScrolling) -> Double {
    var offset = 0.0
    for container in containers(around: path) {
      offset += nested.destination(of: container, in: self) - solver.crossOffset(container)
    }
    return crossSign * offset
  }

  /// The sign of a movement towards the trailing ends of nested containers, in content coordinates: -1 in a vertical
  /// list of a right-to-left environment, else 1.
  fileprivate var crossSign: Double { axis == .vertical && solver.environment.isRightToLeft ? -1 : 1 }
}
