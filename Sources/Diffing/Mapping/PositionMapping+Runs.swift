extension PositionMapping {
  /// Returns all survivors as runs of neighbours, sorted by new position, each as long as possible.
  /// - Complexity: O(*m*) in the number of elements between the common ends, or O(*r*) if they are stored as *r* runs.
  package func runs() -> [PositionRun] {
    var runs = RunCollector()
    runs.add(old: 0, new: 0, count: commonPrefix)
    for run in runsByNew { runs.add(old: run.old, new: run.new, count: run.count) }
    for (offset, old) in oldOfNew.enumerated() where old >= 0 { runs.add(old: Int(old), new: commonPrefix + offset) }
    runs.add(old: oldCount - commonSuffix, new: newCount - commonSuffix, count: commonSuffix)
    return runs.finished()
  }

  /// Returns the new positions without an old one as ascending ranges.
  /// - Complexity: O(*m*) in the number of elements between the common ends, or O(*r*) if they are stored as *r* runs.
  package func insertedRanges() -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    forEachInsertedRange { ranges.append($0) }
    return ranges
  }

  /// Returns the old positions without a new one as ascending ranges.
  /// - Complexity: O(*m*) in the number of elements between the common ends, or O(*r*) if they are stored as *r* runs.
  package func deletedRanges() -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    forEachDeletedRange { ranges.append($0) }
    return ranges
  }

  /// Calls the body for each of the inserted ranges, ascending.
  @inline(__always)
  func forEachInsertedRange(_ body: (Range<Int>) -> Void) {
    guard insertCount > 0 else { return }
    if hasTables { return withTables { $0.forEachInsertedRange(body) } }
    runsByNew.forEachGap(in: commonPrefix..<newCount - commonSuffix, \.newRange, body)
  }

  /// Calls the body for each of the deleted ranges, ascending.
  @inline(__always)
  func forEachDeletedRange(_ body: (Range<Int>) -> Void) {
    guard deleteCount > 0 else { return }
    if hasTables { return withTables { $0.forEachDeletedRange(body) } }
    runsByOld.forEachGap(in: commonPrefix..<oldCount - commonSuffix, \.oldRange, body)
  }

  /// Calls the body for each new position that has no old one, ascending.
  func forEachInsertion(_ body: (Int) -> Void) {
    forEachInsertedRange { for position in $0 { body(position) } }
  }

  /// Calls the body for each old position that has no new one, ascending.
  func forEachDeletion(_ body: (Int) -> Void) {
    forEachDeletedRange { for position in $0 { body(position) } }
  }
}
