/// The difference of two collections of elements, whatever they are kept in.
@usableFromInline
enum ElementDiff<Elements: RandomAccessCollection> where Elements.Element: Differentiable {
  /// Elements in contiguous memory are read where they are, those of a ``RowStore`` that knows its edits mostly not at
  /// all, and others are asked for one by one.
  /// - Complexity: O(*n*) on average; O(*e*²) in the number of edits for rows that know them, a thousand
  ///   at most.
  @inlinable
  static func difference(from old: Elements, to new: Elements, hashing: IdentityHashing? = nil) -> PositionDifference {
    let inMemory = old.withContiguousStorageIfAvailable { old in
      new.withContiguousStorageIfAvailable { new in
        PositionDiff(old: ElementView(old), new: ElementView(new), hashing: hashing).difference()
      }
    }
    if let inMemory, let inMemory { return inMemory }
    // Types are compared because a failed cast to a protocol searches all conformances of the program.
    if Elements.self == RowStore<Elements.Element>.self {
      let oldRows = unsafeBitCast(old, to: RowStore<Elements.Element>.self)
      let newRows = unsafeBitCast(new, to: RowStore<Elements.Element>.self)
      if let edits = newRows.edits(since: oldRows) { return difference(from: old, to: new, edits: edits) }
    }
    return PositionDiff(old: ElementCollection(old), new: ElementCollection(new), hashing: hashing).difference()
  }

  /// Rows that no edit touched stayed what they were; only the others are looked at.
  @inlinable
  static func difference(from old: Elements, to new: Elements, edits: [RowEdit]) -> PositionDifference {
    let edited = EditedRows(oldCount: old.count, newCount: new.count, edits: edits)
    guard edited.needsPairing else { return PositionDifference(mapping: edited.untouched) }
    let oldIDs = IdentityBuffer<Elements.Element.DifferenceIdentifier>(capacity: edited.deleted.count)
    let newIDs = IdentityBuffer<Elements.Element.DifferenceIdentifier>(capacity: edited.inserted.count)
    for range in edited.deleted.ranges { oldIDs.append(range, of: old) }
    for range in edited.inserted.ranges { newIDs.append(range, of: new) }
    let pairs = LeftoverPairs.between(oldIDs, newIDs)
    let runs = edited.runs(pairs)
    let source = ElementCollection(old)
    let target = ElementCollection(new)
    var updates = ContentMarks(size: new.count)
    for run in runs where !target.isContentEqual(at: run.new, to: source, at: run.old) { updates.insert(run.new) }
    return PositionDifference(mapping: edited.mapping(adding: runs, pairs), updates: updates)
  }
}

/// Copies of identities, one after the other.
@usableFromInline
final class IdentityBuffer<ID: Hashable> {
  @usableFromInline let base: UnsafeMutablePointer<ID>
  @usableFromInline let capacity: Int
  @usableFromInline var count = 0

  @inlinable
  init(capacity: Int) {
    self.capacity = capacity
    base = .allocate(capacity: max(1, capacity))
  }

  @inlinable
  deinit {
    base.deinitialize(count: count)
    base.deallocate()
  }

  @inlinable
  var view: IdentityView<ID> { IdentityView(base: base, stride: MemoryLayout<ID>.stride, count: count) }

  /// - Precondition: There is room for them.
  @inlinable
  func append<Elements: RandomAccessCollection>(_ range: Range<Int>, of elements: Elements)
  where Elements.Element: Differentiable, Elements.Element.DifferenceIdentifier == ID {
    precondition(range.count <= capacity - count, "\(range.count) identities where \(capacity - count) have room")
    var index = elements.index(elements.startIndex, offsetBy: range.lowerBound)
    for _ in 0..<range.count {
      (base + count).initialize(to: elements[index].differenceIdentifier)
      count += 1
      elements.formIndex(after: &index)
    }
  }
}
