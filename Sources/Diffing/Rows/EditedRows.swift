/// The untouched, the deleted and the inserted rows according to a log of edits.
@usableFromInline
struct EditedRows {
  /// The mapping that follows from the edits alone.
  private let untouched: PositionMapping
  /// The old rows that were deleted.
  @usableFromInline let deleted: [Range<Int>]
  /// The new rows that were inserted.
  @usableFromInline let inserted: [Range<Int>]
  private let runs: [PositionRun]

  /// Finds the rows that a log of edits touched.
  /// - Complexity: O(*e*²) in the number of edits, a thousand at most.
  @usableFromInline
  init(oldCount: Int, newCount: Int, edits: [RowEdit]) {
    var trail = EditTrail(count: oldCount)
    for edit in edits { trail.apply(edit) }
    runs = trail.runs()
    untouched = PositionMapping(oldCount: oldCount, newCount: newCount, runs: runs)
    deleted = untouched.deletedRanges()
    inserted = untouched.insertedRanges()
  }

  /// Returns the mapping of the rows that no edit touched and of those that were deleted and inserted again.
  /// - Parameter pairs: Pairs the deleted with the inserted rows; called only if there may be pairs, or if the inserted
  ///   rows are few enough to be searched for a repeated identity.
  /// - Returns: The mapping, and the rows that were deleted and inserted again, by ascending new position.
  @usableFromInline
  func mapping(_ pairs: () -> UnmatchedPairs) -> (mapping: PositionMapping, returned: [PositionRun]) {
    let (deleteCount, insertCount) = (untouched.deleteCount, untouched.insertCount)
    let areFew = insertCount > 1 && insertCount <= AbsenceFilter.smallCount
    guard deleteCount == 0 ? areFew : insertCount > 0 && max(deleteCount, insertCount) < Int(Int32.max) else {
      return (untouched, [])
    }
    let pairs = pairs()
    let oldPositions = Array(deleted.joined())
    var returned: [PositionRun] = []
    for (new, index) in zip(inserted.joined(), pairs.oldOfNew) where index >= 0 {
      returned.append(PositionRun(old: oldPositions[Int(index)], new: new, count: 1))
    }
    if returned.isEmpty, pairs.repetition == nil { return (untouched, []) }
    let repetition = pairs.repetition.map {
      PositionMapping.Repetition(first: position(ofInserted: $0.first), second: position(ofInserted: $0.second))
    }
    let mapping = PositionMapping(
      oldCount: untouched.oldCount, newCount: untouched.newCount, runs: runs + returned, repetition: repetition)
    return (mapping, returned)
  }

  /// Returns the new position of an inserted row, given its number among the inserted rows.
  /// - Complexity: O(*e*) in the number of edits.
  private func position(ofInserted index: Int) -> Int {
    var rest = index
    for range in inserted {
      if rest < range.count { return range.lowerBound + rest }
      rest -= range.count
    }
    return untouched.newCount
  }
}
