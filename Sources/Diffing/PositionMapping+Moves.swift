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
    let stays = IncreasingSubsequence.heaviest(of: runsByNew)
    return MovedPositions(newRanges: zip(runsByNew, stays).compactMap { $1 ? nil : $0.newRange })
  }

  private func movesOfTable() -> MovedPositions {
    var ranges: [Range<Int>] = []
    forEachMoveOfTable { _, new in
      if let last = ranges.last, last.upperBound == new {
        ranges[ranges.count - 1] = last.lowerBound..<new + 1
      } else {
        ranges.append(new..<new + 1)
      }
    }
    return MovedPositions(newRanges: ranges)
  }

  private func forEachMoveOfTable(
    count announce: (Int) -> Void = { _ in }, _ body: (_ old: Int, _ new: Int) -> Void
  ) {
    if withTables({ oldOfNew, _ in IncreasingSubsequence.increases(oldOfNew) }) { return }
    let oldOfNew = oldOfNew
    let disorder = IncreasingSubsequence.disorder(of: oldOfNew)
    if disorder.isEmpty { return }
    if let runs = runs(in: disorder, atMost: disorder.count / 16) {
      let stays = IncreasingSubsequence.heaviest(of: runs)
      announce(zip(runs, stays).reduce(0) { $0 + ($1.1 ? 0 : $1.0.count) })
      for (run, stays) in zip(runs, stays) where !stays {
        forEachSurvivor(of: run, body)
      }
      return
    }
    IncreasingSubsequence.longest(of: oldOfNew[disorder]) { stays in
      announce(zip(stays, disorder).reduce(0) { $0 + (!$1.0 && oldOfNew[$1.1] >= 0 ? 1 : 0) })
      for (stays, offset) in zip(stays, disorder) where !stays && oldOfNew[offset] >= 0 {
        body(Int(oldOfNew[offset]), commonPrefix + offset)
      }
    }
  }

  /// Survivors that follow each other with consecutive old positions, whatever was inserted between them: they move
  /// together or not at all.
  /// - Parameter limit: More than so many are not worth it.
  /// - Returns: `nil` if there are more. `new` is the offset in the table, `count` that of the survivors.
  private func runs(in offsets: Range<Int>, atMost limit: Int) -> [PositionRun]? {
    var runs: [PositionRun] = []
    let oldOfNew = oldOfNew
    // None yet: what comes first begins one.
    var run = PositionRun(old: -1, new: -1, count: 0)
    for offset in offsets {
      let old = Int(oldOfNew[offset])
      if old < 0 { continue }
      if old == run.old + run.count, run.count > 0 {
        run.count += 1
        continue
      }
      if runs.count >= limit { return nil }
      if run.count > 0 { runs.append(run) }
      run = PositionRun(old: old, new: offset, count: 1)
    }
    if run.count > 0 { runs.append(run) }
    return runs
  }

  private func forEachSurvivor(of run: PositionRun, _ body: (_ old: Int, _ new: Int) -> Void) {
    let oldOfNew = oldOfNew
    var left = run.count
    var offset = run.new
    while left > 0 {
      if oldOfNew[offset] >= 0 {
        body(Int(oldOfNew[offset]), commonPrefix + offset)
        left -= 1
      }
      offset += 1
    }
  }

  /// Calls the body for each survivor that has to move, by ascending new position.
  /// - Parameter announce: Told first how many there are, if there are some.
  /// - Complexity: as ``moves()``.
  func forEachMove(count announce: (Int) -> Void = { _ in }, _ body: (_ old: Int, _ new: Int) -> Void) {
    if hasRunsInOrder { return }
    if hasTables { return forEachMoveOfTable(count: announce, body) }
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
