/// What a log of edits says about rows: which ones nobody touched, which were taken out, which were put in.
@usableFromInline
struct EditedRows {
  @usableFromInline
  struct Touched {
    @usableFromInline let ranges: [Range<Int>]
    @usableFromInline let count: Int

    init(_ ranges: [Range<Int>]) {
      self.ranges = ranges
      count = ranges.reduce(0) { $0 + $1.count }
    }
  }

  /// The mapping by the edits alone.
  @usableFromInline let untouched: PositionMapping
  /// Old rows that were taken out.
  @usableFromInline let deleted: Touched
  /// New rows that were put in.
  @usableFromInline let inserted: Touched
  private let runs: [PositionRun]

  /// - Complexity: O(*e*²) in the number of edits, of which a thousand are remembered at most.
  @usableFromInline
  init(oldCount: Int, newCount: Int, edits: [RowEdit]) {
    var trail = EditTrail(count: oldCount)
    for edit in edits { trail.apply(edit) }
    runs = trail.runs()
    untouched = PositionMapping(oldCount: oldCount, newCount: newCount, runs: runs)
    deleted = Touched(untouched.deletedRanges())
    inserted = Touched(untouched.insertedRanges())
  }

  /// True if some of what was taken out may be among what was put in, or if that is so little that it is searched for what
  /// is there twice.
  @usableFromInline
  var needsPairing: Bool {
    if deleted.count == 0 { return inserted.count > 1 && inserted.count <= Self.mostSearched }
    return inserted.count > 0 && deleted.count < Int(Int32.max) && inserted.count < Int(Int32.max)
  }

  /// As ``PositionDiff/mostSearched``.
  private static var mostSearched: Int { PositionDiff<IdentityView<Int>>.mostSearched }

  /// The rows that came back, by ascending new position.
  /// - Parameter pairs: Which of the deleted and inserted rows belong together.
  @usableFromInline
  func runs(_ pairs: UnmatchedPairs) -> [PositionRun] {
    let oldPositions = Array(deleted.ranges.joined())
    var runs: [PositionRun] = []
    for (new, index) in zip(inserted.ranges.joined(), pairs.oldOfNew) where index >= 0 {
      runs.append(PositionRun(old: oldPositions[Int(index)], new: new, count: 1))
    }
    return runs
  }

  /// - Parameter pairs: Which of the deleted and inserted rows belong together.
  @usableFromInline
  func mapping(adding cameBack: [PositionRun], _ pairs: UnmatchedPairs) -> PositionMapping {
    if cameBack.isEmpty, pairs.repetition == nil { return untouched }
    let repetition = pairs.repetition.map {
      PositionMapping.Repetition(first: position(ofInserted: $0.first), second: position(ofInserted: $0.second))
    }
    return PositionMapping(
      oldCount: untouched.oldCount, newCount: untouched.newCount, runs: runs + cameBack, repetition: repetition)
  }

  /// - Complexity: O(*e*) in the number of edits.
  private func position(ofInserted index: Int) -> Int {
    var rest = index
    for range in inserted.ranges {
      if rest < range.count { return range.lowerBound + rest }
      rest -= range.count
    }
    return untouched.newCount
  }
}
