/// The fewest survivors that have to move: all survivors outside of one longest increasing subsequence.
package struct MovedPositions: Hashable, Sendable {
  /// The number of elements that move.
  package let count: Int
  /// The new positions of the moved elements, as ascending ranges without overlaps.
  package let newRanges: [Range<Int>]

  init(newRanges: [Range<Int>]) {
    self.newRanges = newRanges
    count = newRanges.reduce(0) { $0 + $1.count }
  }

  /// Whether the element at a new position moves.
  /// - Complexity: O(log *n*).
  package func contains(new position: Int) -> Bool {
    let index = newRanges.partitioningIndex { $0.lowerBound > position }
    return index > 0 && newRanges[index - 1].contains(position)
  }
}

extension PositionMapping {
  /// Returns the survivors that have to move, as few as possible; all others keep their order.
  ///
  /// These are all survivors outside of one longest increasing subsequence: Fredman, "On computing the length of
  /// longest increasing subsequences", Discrete Mathematics 11 (1975).
  /// - Complexity: O(*m* log *m*) in the number of elements between the common ends, or O(*r* log *r*) if they are
  ///   stored as *r* runs.
  package func moves() -> MovedPositions {
    if hasTables || integers != nil { return movesOfTable() }
    if hasRunsInOrder { return MovedPositions(newRanges: []) }
    var ranges: [Range<Int>] = []
    IncreasingSubsequence.heaviest(of: runsByNew) { stays in
      for (run, stays) in zip(runsByNew, stays) where !stays { ranges.append(run.newRange) }
    }
    return MovedPositions(newRanges: ranges)
  }

  /// Returns the moves of a mapping that does not store its survivors as runs.
  private func movesOfTable() -> MovedPositions {
    var ranges: [Range<Int>] = []
    forEachMove { _, new in
      if let last = ranges.last, last.upperBound == new {
        ranges[ranges.count - 1] = last.lowerBound..<new + 1
      } else {
        ranges.append(new..<new + 1)
      }
    }
    return MovedPositions(newRanges: ranges)
  }

  /// Calls the body for each survivor that has to move, by ascending new position.
  /// - Parameter announce: Receives the number of moves before the first call of the body; not called if nothing moves.
  /// - Complexity: As `moves()`.
  func forEachMove(count announce: (Int) -> Void = { _ in }, _ body: (_ old: Int, _ new: Int) -> Void) {
    if hasRunsInOrder { return }
    if hasTables { return withTables { $0.forEachMove(count: announce, body) } }
    if let integers { return BorrowedTables.with(integers, of: self) { $0.forEachMove(count: announce, body) } }
    let moves = moves()
    if moves.count > 0 { announce(moves.count) }
    for range in moves.newRanges {
      for new in range { if let old = oldPosition(ofNew: new) { body(old, new) } }
    }
  }

  /// The number of survivors that have to move.
  /// - Complexity: O(*m* log *m*) in the number of elements between the common ends, or O(*r* log *r*) if they are
  ///   stored as *r* runs.
  package var moveCount: Int { moves().count }
}
