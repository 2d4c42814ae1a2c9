/// The rows of two versions that a log of edits deleted, inserted or left untouched.
@usableFromInline
struct EditedRows {
  /// The mapping that follows from the edits alone.
  @usableFromInline let untouched: PositionMapping
  /// The old positions of the deleted rows, as ascending ranges.
  @usableFromInline let deleted: [Range<Int>]
  /// The new positions of the inserted rows, as ascending ranges.
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

  /// Whether the identities of inserted rows have to be compared: with those of deleted rows or, if the inserted rows
  /// are few, with each other.
  @usableFromInline
  var needsPairing: Bool {
    let (deleteCount, insertCount) = (untouched.deleteCount, untouched.insertCount)
    if deleteCount == 0 { return insertCount > 1 && insertCount <= PositionDiff<IdentityView<Int>>.searchLimit }
    return insertCount > 0 && deleteCount < Int(Int32.max) && insertCount < Int(Int32.max)
  }

  /// Returns the runs of rows that were deleted and inserted again, by ascending new position.
  /// - Parameter pairs: The pairs of deleted and inserted rows.
  @usableFromInline
  func runs(_ pairs: UnmatchedPairs) -> [PositionRun] {
    let oldPositions = Array(deleted.joined())
    var runs: [PositionRun] = []
    for (new, index) in zip(inserted.joined(), pairs.oldOfNew) where index >= 0 {
      runs.append(PositionRun(old: oldPositions[Int(index)], new: new, count: 1))
    }
    return runs
  }

  /// Returns the mapping of the rows that no edit touched and of those that were deleted and inserted again.
  /// - Parameters:
  ///   - returned: The rows that were deleted and inserted again, by ascending new position.
  ///   - pairs: The pairs of deleted and inserted rows.
  @usableFromInline
  func mapping(adding returned: [PositionRun], _ pairs: UnmatchedPairs) -> PositionMapping {
    if returned.isEmpty, pairs.repetition == nil { return untouched }
    let repetition = pairs.repetition.map {
      PositionMapping.Repetition(first: position(ofInserted: $0.first), second: position(ofInserted: $0.second))
    }
    return PositionMapping(
      oldCount: untouched.oldCount, newCount: untouched.newCount, runs: runs + returned, repetition: repetition)
  }

  /// Returns the new position of an inserted row, given its index among the inserted rows.
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
