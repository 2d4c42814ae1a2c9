extension IdentityColumn {
  /// Which element of this column became which of another.
  ///
  /// The k-th occurrence of an identity pairs with the k-th. Where a ``RowStore`` knows its edits, a row that none of them
  /// touched stays itself, also if others have its identity.
  /// - Complexity: O(1) if both show the same storage or are ranges of integers; O(*e*²) for rows of a ``RowStore`` that
  ///   know the *e* edits between the two, a thousand at most; else O(*n*) on average.
  public func mapping(to new: IdentityColumn) -> PositionMapping {
    if self === new { return .identity(count: count) }
    // Of a few that come into an empty section it is asked whether one is there twice.
    guard type == new.type, new.count > 0,
      count > 0 || new.count <= PositionDiff<IdentityView<Int>>.mostSearched
    else {
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

  /// True if the mapping to another column costs only what has changed: no identity need be compared.
  public func isRelated(to new: IdentityColumn) -> Bool {
    if self === new || type != new.type { return true }
    switch (shape, new.shape) {
    case (.integers, .integers): return true
    case (.rows(let oldHistory, let oldRule), .rows(let newHistory, let newRule)):
      return oldRule == newRule && newHistory.edits(since: oldHistory) != nil
    default: return false
    }
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
    let edited = EditedRows(oldCount: count, newCount: new.count, edits: edits)
    guard edited.needsPairing else { return edited.untouched }
    let deleted = ColumnLeftovers(of: self, edited.deleted.ranges)
    let inserted = ColumnLeftovers(of: new, edited.inserted.ranges)
    let pairs = operations.join(deleted, inserted)
    return edited.mapping(adding: edited.runs(pairs), pairs)
  }
}

/// Leftovers of columns of one type.
@usableFromInline
struct ColumnLeftovers {
  @usableFromInline private(set) var positions = Leftovers()
  /// For each part the identities of its column.
  @usableFromInline private(set) var identities: [AnyObject] = []
  /// What pairing them may take, in bytes.
  @usableFromInline var room = Int.max

  init() {}

  init(of column: IdentityColumn, _ ranges: [Range<Int>]) {
    for range in ranges { add(range, of: column, section: 0) }
  }

  mutating func add(_ range: Range<Int>, of column: IdentityColumn, section: Int) {
    positions.add(range, section: section)
    while identities.count < positions.parts.count { identities.append(column.identities) }
  }
}
