extension PositionMapping {
  /// All survivors as runs of neighbours, sorted by new position, each as long as it can be.
  /// - Complexity: O(*m*) in the length of the middle, O(*e*) if the mapping comes from a log of *e* edits.
  public func runs() -> [PositionRun] {
    var runs: [PositionRun] = []
    func add(old: Int, new: Int, count: Int) {
      guard count > 0 else { return }
      if let last = runs.last, last.old + last.count == old, last.new + last.count == new {
        runs[runs.count - 1].count += count
      } else {
        runs.append(PositionRun(old: old, new: new, count: count))
      }
    }
    add(old: 0, new: 0, count: commonPrefix)
    for run in runsByNew { add(old: run.old, new: run.new, count: run.count) }
    for (offset, old) in oldOfNew.enumerated() where old >= 0 {
      add(old: Int(old), new: commonPrefix + offset, count: 1)
    }
    add(old: oldCount - commonSuffix, new: newCount - commonSuffix, count: commonSuffix)
    return runs
  }

  /// New positions that have no old one, as ranges in ascending order.
  /// - Complexity: O(*m*) in the length of the middle, O(*e*) if the mapping comes from a log of *e* edits.
  public func insertedRanges() -> [Range<Int>] {
    let middle = commonPrefix..<newCount - commonSuffix
    guard insertCount > 0 else { return [] }
    return !hasTables
      ? Self.gaps(in: middle, between: runsByNew.lazy.map(\.newRange))
      : Self.unmatched(in: oldOfNew, startingAt: commonPrefix)
  }

  /// Old positions that have no new one, as ranges in ascending order.
  /// - Complexity: O(*m*) in the length of the middle, O(*e*) if the mapping comes from a log of *e* edits.
  public func deletedRanges() -> [Range<Int>] {
    let middle = commonPrefix..<oldCount - commonSuffix
    guard deleteCount > 0 else { return [] }
    return !hasTables
      ? Self.gaps(in: middle, between: runsByOld.lazy.map(\.oldRange))
      : Self.unmatched(in: newOfOld, startingAt: commonPrefix)
  }

  /// Calls the body for each new position that has no old one, ascending.
  func forEachInsertion(_ body: (Int) -> Void) {
    if keepsOrder {
      for position in commonPrefix..<newCount - commonSuffix { body(position) }
      return
    }
    if !hasTables {
      for position in insertedRanges().joined() { body(position) }
      return
    }
    for (offset, old) in oldOfNew.enumerated() where old < 0 { body(commonPrefix + offset) }
  }

  /// Calls the body for each old position that has no new one, ascending.
  func forEachDeletion(_ body: (Int) -> Void) {
    if keepsOrder {
      for position in commonPrefix..<oldCount - commonSuffix { body(position) }
      return
    }
    if !hasTables {
      for position in deletedRanges().joined() { body(position) }
      return
    }
    for (offset, new) in newOfOld.enumerated() where new < 0 { body(commonPrefix + offset) }
  }

  private static func gaps(in whole: Range<Int>, between parts: some Sequence<Range<Int>>) -> [Range<Int>] {
    var gaps: [Range<Int>] = []
    var next = whole.lowerBound
    for part in parts {
      if part.lowerBound > next { gaps.append(next..<part.lowerBound) }
      next = part.upperBound
    }
    if next < whole.upperBound { gaps.append(next..<whole.upperBound) }
    return gaps
  }

  private static func unmatched(in table: ArraySlice<Int32>, startingAt start: Int) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    let shift = start - table.startIndex
    var index = table.startIndex
    while index < table.endIndex {
      guard table[index] < 0 else {
        index += 1
        continue
      }
      let first = index
      while index < table.endIndex, table[index] < 0 { index += 1 }
      ranges.append(shift + first..<shift + index)
    }
    return ranges
  }
}
