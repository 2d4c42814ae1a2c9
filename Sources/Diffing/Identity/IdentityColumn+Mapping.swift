extension IdentityColumn {
  /// Returns the mapping of this column to a newer one.
  ///
  /// Pairs the *k*-th occurrence of each identity with its *k*-th occurrence in `new`. If both columns are values of
  /// one ``RowStore`` that remembers the edits between them, a row that no edit touched pairs with itself, even if
  /// other rows have the same identity.
  /// - Complexity: O(1) for the same storage and for ranges of integers; O(*e*²) for values of one ``RowStore`` with
  ///   *e* edits between them, a thousand at most; else O(*n*) on average.
  /// - Parameter indexedCount: The number of elements of both columns from which integers may be paired by indexes; for
  ///   tests.
  package func mapping(
    to new: IdentityColumn, indexedFrom indexedCount: Int = IdentityColumn.indexedCount
  ) -> PositionMapping {
    if self === new { return .identity(count: count) }
    // A few elements inserted into an empty section are still searched for a repeated identity.
    guard type == new.type, new.count > 0,
      count > 0 || new.count <= PositionDiff<IdentityView<Int>>.searchLimit
    else {
      return .disjoint(oldCount: count, newCount: new.count)
    }
    switch (shape, new.shape) {
    case (.integers(let old), .integers(let new)):
      return Self.mapping(from: old, to: new)
    case (.rows(let oldHistory, let oldRule), .rows(let newHistory, let newRule)) where oldRule == newRule:
      if let edits = newHistory.edits(since: oldHistory) { return mapping(to: new, edits: edits) }
    case (.integers, _), (_, .integers):
      if count + new.count < indexedCount, let mapping = integerMapping(to: new) { return mapping }
    default: break
    }
    guard type == ObjectIdentifier(Int.self), count + new.count >= indexedCount else {
      return operations.compare(identities, new.identities) { nil }
    }
    // Integers that are not in memory would be copied to be compared.
    let areInMemory = [identities, new.identities].allSatisfy { TypedColumns<Int>.typed($0).areInMemory }
    if !areInMemory, let mapping = indexedMapping(to: new) ?? integerMapping(to: new) { return mapping }
    return operations.compare(identities, new.identities) { areInMemory ? indexedMapping(to: new) : nil }
  }

  /// Whether the mapping to another column is found without comparing the elements that did not change. That is so for
  /// the same column, for identities of different types, for two ranges of integers, and for two values of a
  /// ``RowStore`` that remembers the edits between them.
  /// - Complexity: O(*e*) in the number of remembered edits of a ``RowStore``.
  package func isRelated(to new: IdentityColumn) -> Bool {
    if self === new || type != new.type { return true }
    switch (shape, new.shape) {
    case (.integers, .integers): return true
    case (.rows(let oldHistory, let oldRule), .rows(let newHistory, let newRule)):
      return oldRule == newRule && newHistory.edits(since: oldHistory) != nil
    default: return false
    }
  }

  /// Maps two ranges of integers by their bounds.
  private static func mapping(from old: Range<Int>, to new: Range<Int>) -> PositionMapping {
    let common = old.clamped(to: new)
    if common.isEmpty { return .disjoint(oldCount: old.count, newCount: new.count) }
    let run = PositionRun(
      old: common.lowerBound - old.lowerBound, new: common.lowerBound - new.lowerBound, count: common.count)
    return PositionMapping(oldCount: old.count, newCount: new.count, runs: [run])
  }

  /// Maps two versions of a store by the edits between them. Rows that no edit touched pair with themselves; only the
  /// identities of deleted and inserted rows are compared.
  private func mapping(to new: IdentityColumn, edits: [RowEdit]) -> PositionMapping {
    let edited = EditedRows(oldCount: count, newCount: new.count, edits: edits)
    guard edited.needsPairing else { return edited.untouched }
    let pairs = operations.pair(
      UnmatchedElements(edited.deleted, of: self), UnmatchedElements(edited.inserted, of: new))
    return edited.mapping(adding: edited.runs(pairs), pairs)
  }
}
