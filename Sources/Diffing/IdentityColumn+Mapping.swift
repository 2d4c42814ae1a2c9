extension IdentityColumn {
  /// Which element of this column became which of another.
  ///
  /// The k-th occurrence of an identity pairs with the k-th.
  /// - Complexity: O(1) if both show the same storage or are ranges of integers; O(*e*) for rows of a ``RowStore`` that
  ///   know the *e* edits between the two; else O(*n*) on average.
  public func mapping(to new: IdentityColumn) -> PositionMapping {
    if self === new { return .identity(count: count) }
    guard type == new.type, count > 0, new.count > 0 else {
      return .disjoint(oldCount: count, newCount: new.count)
    }
    switch (shape, new.shape) {
    case (.integers(let old), .integers(let new)):
      return Self.mapping(from: old, to: new)
    case (.rows(let oldHistory, let oldRule), .rows(let newHistory, let newRule)) where oldRule == newRule:
      if let edits = newHistory.edits(since: oldHistory) { return mapping(to: new, edits: edits) }
    case (.integers, _), (_, .integers):
      if let mapping = integerMapping(to: new) { return mapping }
    default: break
    }
    return operations.compare(identities, new.identities)
  }

  private static func mapping(from old: Range<Int>, to new: Range<Int>) -> PositionMapping {
    let common = old.clamped(to: new)
    if common.isEmpty { return .disjoint(oldCount: old.count, newCount: new.count) }
    let run = PositionRun(
      old: common.lowerBound - old.lowerBound, new: common.lowerBound - new.lowerBound, count: common.count)
    return PositionMapping(oldCount: old.count, newCount: new.count, runs: [run])
  }

  /// Rows that no edit touched stayed what they were; of those that were taken out and put in the identities are asked.
  private func mapping(to new: IdentityColumn, edits: [RowEdit]) -> PositionMapping {
    var trail = EditTrail(count: count)
    for edit in edits { trail.apply(edit) }
    let runs = trail.runs()
    let untouched = PositionMapping(oldCount: count, newCount: new.count, runs: runs)
    guard untouched.insertCount > 0, untouched.deleteCount > 0 else { return untouched }
    let deleted = Leftover(identities: identities, ranges: untouched.deletedRanges())
    let inserted = Leftover(identities: new.identities, ranges: untouched.insertedRanges())
    guard deleted.count < Int(Int32.max), inserted.count < Int(Int32.max) else { return untouched }
    let pairs = operations.join([deleted], [inserted])
    return PositionMapping(
      oldCount: count, newCount: new.count, runs: runs + pairs.runs(old: deleted.ranges, new: inserted.ranges))
  }
}

extension LeftoverPairs {
  /// The pairs of one column as runs.
  fileprivate func runs(old: [Range<Int>], new: [Range<Int>]) -> [PositionRun] {
    let oldPositions = Array(old.joined())
    var runs: [PositionRun] = []
    for (new, index) in zip(new.joined(), oldOfNew) where index >= 0 {
      runs.append(PositionRun(old: oldPositions[Int(index)], new: new, count: 1))
    }
    return runs
  }
}
