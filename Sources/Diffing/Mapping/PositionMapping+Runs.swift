extension PositionMapping {
  /// Returns all survivors as runs of consecutive elements, sorted by new position, each run as long as possible.
  /// - Complexity: O(*m*) in the number of elements between the common ends, or O(*r*) if they are stored as *r* runs.
  package func runs() -> [PositionRun] {
    var runs: [PositionRun] = []
    forEachRun { runs.append($0) }
    return runs
  }

  /// Calls the body for all survivors as runs of consecutive elements, by new position, each run as long as possible.
  /// - Complexity: As `runs()`, without memory for the runs.
  package func forEachRun(_ body: (PositionRun) -> Void) {
    var last = PositionRun(old: 0, new: 0, count: 0)
    func add(old: Int, new: Int, count: Int) {
      if last.old + last.count == old, last.new + last.count == new {
        last.count += count
      } else if count > 0 {
        if last.count > 0 { body(last) }
        last = PositionRun(old: old, new: new, count: count)
      }
    }
    add(old: 0, new: 0, count: commonPrefix)
    for run in runsByNew { add(old: run.old, new: run.new, count: run.count) }
    for (offset, old) in oldOfNew.enumerated() where old >= 0 {
      add(old: Int(old), new: commonPrefix + offset, count: 1)
    }
    integers?.forEachSurvivor(in: newMiddle) { add(old: $0, new: $1, count: 1) }
    add(old: oldCount - commonSuffix, new: newCount - commonSuffix, count: commonSuffix)
    if last.count > 0 { body(last) }
  }

  /// Returns the old position of the first survivor at `old` or after it; `nil` if there is none.
  /// - Complexity: O(log *r*) if the elements between the common ends are stored as *r* runs, otherwise O(*m*) in their
  ///   number.
  package func firstSurvivor(from old: Int) -> Int? {
    let end = oldCount - commonSuffix
    if old < commonPrefix { return old }
    if hasTables || integers != nil {
      if let found = (old..<max(old, end)).first(where: { newPosition(ofOld: $0) != nil }) { return found }
    } else if old < end {
      let runs = runsByOld
      let next = runs.partitioningIndex { $0.old > old }
      if next > runs.startIndex, old < runs[next - 1].old + runs[next - 1].count { return old }
      if next < runs.endIndex { return runs[next].old }
    }
    return max(old, end) < oldCount ? max(old, end) : nil
  }

  /// Returns the old position of the last survivor at `old` or before it; `nil` if there is none.
  /// - Complexity: As ``firstSurvivor(from:)``.
  package func lastSurvivor(upTo old: Int) -> Int? {
    if old >= oldCount - commonSuffix { return old }
    if hasTables || integers != nil {
      let middle = commonPrefix..<max(commonPrefix, old + 1)
      if let found = middle.last(where: { newPosition(ofOld: $0) != nil }) { return found }
    } else if old >= commonPrefix, let run = runsByOld.lastRun(unless: { $0.old > old }) {
      return min(old, run.old + run.count - 1)
    }
    return min(old, commonPrefix - 1) >= 0 ? min(old, commonPrefix - 1) : nil
  }

  /// Returns the new positions of all inserted elements, as ascending ranges.
  /// - Complexity: O(*m*) in the number of elements between the common ends, or O(*r*) if they are stored as *r* runs.
  package func insertedRanges() -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    forEachInsertedRange { ranges.append($0) }
    return ranges
  }

  /// Returns the old positions of all deleted elements, as ascending ranges.
  /// - Complexity: O(*m*) in the number of elements between the common ends, or O(*r*) if they are stored as *r* runs.
  package func deletedRanges() -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    forEachDeletedRange { ranges.append($0) }
    return ranges
  }

  /// Calls the body for each range of new positions whose elements were inserted, ascending.
  @inline(__always)
  func forEachInsertedRange(_ body: (Range<Int>) -> Void) {
    guard insertCount > 0 else { return }
    if hasTables { return withTables { $0.forEachInsertedRange(body) } }
    if let integers { return integers.forEachInsertedRange(in: newMiddle, body) }
    runsByNew.forEachGap(in: newMiddle, \.newRange, body)
  }

  /// Calls the body for each range of old positions whose elements were deleted, ascending.
  @inline(__always)
  func forEachDeletedRange(_ body: (Range<Int>) -> Void) {
    guard deleteCount > 0 else { return }
    if hasTables { return withTables { $0.forEachDeletedRange(body) } }
    if let integers { return integers.forEachDeletedRange(in: oldMiddle, body) }
    runsByOld.forEachGap(in: oldMiddle, \.oldRange, body)
  }

  /// Calls the body for the new position of each inserted element, ascending.
  func forEachInsertion(_ body: (Int) -> Void) {
    forEachInsertedRange { for position in $0 { body(position) } }
  }

  /// Calls the body for the old position of each deleted element, ascending.
  func forEachDeletion(_ body: (Int) -> Void) {
    forEachDeletedRange { for position in $0 { body(position) } }
  }
}
