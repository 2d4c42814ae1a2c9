/// The survivors that have to move, the fewest possible: all that are not in a longest increasing subsequence.
public struct MovedPositions: Hashable, Sendable {
  /// How many elements move.
  public let count: Int
  /// Their new positions, ascending, without overlaps.
  public let newRanges: [Range<Int>]

  init(newRanges: [Range<Int>]) {
    self.newRanges = newRanges
    count = newRanges.reduce(0) { $0 + $1.count }
  }

  /// True if the element at a new position moves.
  /// - Complexity: O(log *n*).
  public func contains(new position: Int) -> Bool {
    let index = newRanges.partitioningIndex { $0.lowerBound > position }
    return index > 0 && newRanges[index - 1].contains(position)
  }
}

extension PositionMapping {
  /// The fewest survivors that have to move so that the others keep their order.
  /// - Complexity: O(*m* log *m*) in the length of the middle, or O(*e* log *e*) if the mapping comes from a log of
  ///   edits.
  /// - Note: All that is outside of one longest increasing subsequence: Fredman, "On computing the length of longest
  ///   increasing subsequences", Discrete Mathematics 11 (1975).
  public func moves() -> MovedPositions {
    if hasTables { return movesOfTable() }
    if hasRunsInOrder { return MovedPositions(newRanges: []) }
    var ranges: [Range<Int>] = []
    IncreasingSubsequence.heaviest(of: runsByNew) { stays in
      for (run, stays) in zip(runsByNew, stays) where !stays { ranges.append(run.newRange) }
    }
    return MovedPositions(newRanges: ranges)
  }

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
  /// - Parameter announce: Told first how many there are, if there are some.
  /// - Complexity: as ``moves()``.
  func forEachMove(count announce: (Int) -> Void = { _ in }, _ body: (_ old: Int, _ new: Int) -> Void) {
    if hasRunsInOrder { return }
    if hasTables { return withTables { $0.forEachMove(count: announce, body) } }
    let moves = moves()
    if moves.count > 0 { announce(moves.count) }
    for range in moves.newRanges {
      for new in range { if let old = oldPosition(ofNew: new) { body(old, new) } }
    }
  }

  /// How many survivors have to move.
  /// - Complexity: as ``moves()``, which is the one to call if the positions are of interest too.
  public var moveCount: Int { moves().count }
}
