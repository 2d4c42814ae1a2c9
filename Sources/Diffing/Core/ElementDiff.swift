/// The difference of two collections of elements of any kind.
@usableFromInline
enum ElementDiff<Elements: RandomAccessCollection> where Elements.Element: Differentiable {
  /// Finds the difference of two collections.
  ///
  /// Elements in contiguous memory are read in place. Elements of a ``RowStore`` that knows its edits are mostly not
  /// read at all. Other elements are copied into arrays first.
  /// - Complexity: O(*n*) on average; for rows with *e* known edits O(*e*²), with *e* a thousand at most.
  @inlinable
  static func difference(from old: Elements, to new: Elements, hashing: IdentityHashing? = nil) -> PositionDifference {
    let inMemory = old.withContiguousStorageIfAvailable { old in
      new.withContiguousStorageIfAvailable { new in
        PositionDiff(old: ElementView(old), new: ElementView(new), hashing: hashing).difference()
      }
    }
    if let inMemory, let inMemory { return inMemory }
    // Types are compared, because a failed cast to a protocol searches all conformances of the program.
    if Elements.self == RowStore<Elements.Element>.self {
      let oldRows = unsafeBitCast(old, to: RowStore<Elements.Element>.self)
      let newRows = unsafeBitCast(new, to: RowStore<Elements.Element>.self)
      if let edits = newRows.edits(since: oldRows) { return difference(from: old, to: new, edits: edits) }
    }
    return ElementDiff<[Elements.Element]>.difference(from: Array(old), to: Array(new), hashing: hashing)
  }

  /// Returns the difference for a known log of edits. Rows that no edit touched pair with themselves; only the other
  /// rows are compared.
  @inlinable
  static func difference(from old: Elements, to new: Elements, edits: [RowEdit]) -> PositionDifference {
    let edited = EditedRows(oldCount: old.count, newCount: new.count, edits: edits)
    guard edited.needsPairing else { return PositionDifference(mapping: edited.untouched) }
    let pairs = identities(edited.deleted, of: old).withUnsafeBufferPointer { oldIDs in
      identities(edited.inserted, of: new).withUnsafeBufferPointer { newIDs in
        UnmatchedPairs.between(IdentityView(oldIDs), IdentityView(newIDs))
      }
    }
    let runs = edited.runs(pairs)
    var updates = ContentMarks(size: new.count)
    for run in runs {
      let source = old[old.index(old.startIndex, offsetBy: run.old)]
      let target = new[new.index(new.startIndex, offsetBy: run.new)]
      if !target.isContentEqual(to: source) { updates.insert(run.new) }
    }
    return PositionDifference(mapping: edited.mapping(adding: runs, pairs), updates: updates)
  }

  /// Returns copies of the identities of touched rows.
  @inlinable
  static func identities(
    _ touched: [Range<Int>], of elements: Elements
  ) -> [Elements.Element.DifferenceIdentifier] {
    touched.flatMap { elements.elements(at: $0).map(\.differenceIdentifier) }
  }
}
