/// Finds lines by item, index or distance.
extension LineTree {
  /// The location of a line. The location after the last line has a line without items.
  struct Place: Sendable, Equatable {
    /// The position of the line's first item.
    var first = 0
    var line = Line(cells: 0, height: nil)
    /// The sums over all lines before this one.
    var before = LineSums()

    var index: Int { before.lines }
    var cells: Range<Int> { first..<first + Int(line.cells) }
  }

  /// The target of a search. The result of a search is the last line that starts at or before its target.
  enum Goal {
    case cell(Int)
    case index(Int)
    /// A distance from the start of the first line, in subpixels. The line in which it lies depends on `gap`, the
    /// spacing after each line.
    case distance(Int64, gap: Int64)

    /// Returns whether a line starts at or before the target.
    /// - Parameters:
    ///   - before: The sums over the lines before it.
    ///   - first: The position of its first item.
    @inline(__always)
    func isReached(by before: LineSums, first: Int) -> Bool {
      switch self {
      case .cell(let cell): first <= cell
      case .index(let index): before.lines <= index
      case .distance(let distance, let gap): before.length(gap: gap) <= distance
      }
    }

    /// Returns the number of lines to skip from `place` to the last line that starts at or before the target, if all
    /// lines in between are equal to the one at `place`.
    func steps(from place: Place) -> Int {
      switch self {
      case .cell(let cell): return (cell - place.first) / Int(place.line.cells)
      case .index(let index): return index - place.index
      case .distance(let distance, let gap):
        let pitch = Int64(place.line.height) + gap
        return pitch > 0 ? Int((distance - place.before.length(gap: gap)) / pitch) : .max
      }
    }
  }

  /// Returns the location of the last line that starts at or before a target, or the one after the last line. If
  /// several lines without height start at the same distance, it is that of the last of them.
  /// - Complexity: O(log *n*)
  func place(of goal: Goal, _ breaker: some LineBreaker) -> Place {
    var (place, node, nodeStart, breaker) = (Place(), root, 0, breaker)
    guard root != Self.none else { return place }
    while !isLeaf(node) {
      OperationCounter.step()
      let (left, right) = (nodes[Int(node)].left, nodes[Int(node)].right)
      let sums = exactSums(left, first: nodeStart, from: place.first - nodeStart, &breaker)
      var before = place.before
      before.add(sums)
      let (rightStart, first) = (nodeStart + count(left), nodeStart + count(left) + Int(sums.exit))
      if goal.isReached(by: before, first: first) {
        (place.before, place.first, nodeStart, node) = (before, first, rightStart, right)
      } else {
        node = left
      }
    }
    var offset = place.first - nodeStart
    _ = forEachLine(of: node, first: nodeStart, from: &offset, &breaker) { number, line in
      place.line = line
      let steps = max(0, min(goal.steps(from: place), number))
      place.before.add(line, number: steps)
      place.first += steps * Int(line.cells)
      guard steps == number else { return false }
      place.line = Line(cells: 0, height: nil)
      return true
    }
    return place
  }

  /// Visits lines in order, starting with the one at `place`, until `body` returns false. Consecutive equal lines may
  /// be visited in one call.
  /// - Parameter body: Receives the first item of the visited lines, their number, and one of them.
  /// - Complexity: O(log *n* + *k*), where *k* is the number of visits.
  func forEachLine(
    from place: Place, _ breaker: some LineBreaker, _ body: (_ first: Int, _ number: Int, _ line: Line) -> Bool
  ) {
    guard root != Self.none else { return }
    var (first, breaker) = (place.first, breaker)
    _ = visit(root, from: 0, &first, &breaker, body)
  }

  /// Visits the lines that start in a subtree.
  /// - Parameter first: The first item of the first line to visit. Changed to the first item of the next line to visit.
  /// - Returns: False if `body` returned false.
  private func visit(
    _ node: Int32, from nodeStart: Int, _ first: inout Int, _ breaker: inout some LineBreaker,
    _ body: (Int, Int, Line) -> Bool
  ) -> Bool {
    let end = nodeStart + count(node)
    guard first < end else { return true }
    OperationCounter.step()
    guard isLeaf(node) else {
      let (left, right) = (nodes[Int(node)].left, nodes[Int(node)].right)
      return visit(left, from: nodeStart, &first, &breaker, body)
        && visit(right, from: nodeStart + count(left), &first, &breaker, body)
    }
    var offset = first - nodeStart
    return forEachLine(of: node, first: nodeStart, from: &offset, &breaker) { number, line in
      guard body(first, number, line) else { return false }
      first += number * Int(line.cells)
      return true
    }
  }
}
