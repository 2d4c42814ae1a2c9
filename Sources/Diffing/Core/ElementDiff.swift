/// The difference of two collections of elements of any kind.
@usableFromInline
enum ElementDiff<Elements: RandomAccessCollection> where Elements.Element: Differentiable {
  /// Finds the difference.
  ///
  /// Elements in contiguous memory are read in place, those of a ``RowStore`` that knows its edits mostly not at all, others
  /// one by one.
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
    // Types are compared, because a failed cast to a protocol searches all conformances of the program.
    if Elements.self == RowStore<Elements.Element>.self {
      let oldRows = unsafeBitCast(old, to: RowStore<Elements.Element>.self)
      let newRows = unsafeBitCast(new, to: RowStore<Elements.Element>.self)
      if let edits = newRows.edits(since: oldRows) { return difference(from: old, to: new, edits: edits) }
    }
    return PositionDiff(old: ElementCollection(old), new: ElementCollection(new), hashing: hashing).difference()
  }

  /// The difference by a log of edits: rows that no edit touched stay themselves, and only the others are compared.
  @inlinable
  static func difference(from old: Elements, to new: Elements, edits: [RowEdit]) -> PositionDifference {
    let edited = EditedRows(oldCount: old.count, newCount: new.count, edits: edits)
    guard edited.needsPairing else { return PositionDifference(mapping: edited.untouched) }
    let pairs = withIdentities(edited.deleted, of: old) { oldIDs in
      withIdentities(edited.inserted, of: new) { newIDs in UnmatchedPairs.between(oldIDs, newIDs) }
    }
    let runs = edited.runs(pairs)
    let source = ElementCollection(old)
    let target = ElementCollection(new)
    var updates = ContentMarks(size: new.count)
    for run in runs where !target.isContentEqual(at: run.new, to: source, at: run.old) { updates.insert(run.new) }
    return PositionDifference(mapping: edited.mapping(adding: runs, pairs), updates: updates)
  }

  /// Calls the body with copies of the identities of touched rows.
  @inlinable
  static func withIdentities<Result>(
    _ touched: EditedRows.Touched, of elements: Elements,
    _ body: (IdentityView<Elements.Element.DifferenceIdentifier>) -> Result
  ) -> Result {
    IdentityBuffer<Elements.Element.DifferenceIdentifier>.with(capacity: touched.count) {
      identities in
      for range in touched.ranges { identities.append(range, of: elements) }
      return body(identities.view)
    }
  }
}

/// A buffer of copied identities.
@usableFromInline
struct IdentityBuffer<ID: Hashable>: ~Copyable {
  @usableFromInline let memory: UnsafeMutableBufferPointer<ID>
  @usableFromInline var count = 0

  @inlinable
  init(_ memory: UnsafeMutableBufferPointer<ID>) {
    self.memory = memory
  }

  @inlinable
  deinit {
    UnsafeMutableBufferPointer(rebasing: memory[..<count]).deinitialize()
  }

  /// Lends an empty buffer, which is on the stack if it is small.
  @inlinable
  static func with<Result>(capacity: Int, _ body: (inout IdentityBuffer) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: ID.self, capacity: capacity) { memory in
      var buffer = IdentityBuffer(memory)
      return body(&buffer)
    }
  }

  /// The identities, valid until the buffer changes.
  @inlinable
  var view: IdentityView<ID> { IdentityView(base: memory.baseAddress, stride: MemoryLayout<ID>.stride, count: count) }

  /// Appends the identities of some elements.
  /// - Precondition: There is room for them.
  @inlinable
  mutating func append<Elements: RandomAccessCollection>(_ range: Range<Int>, of elements: Elements)
  where Elements.Element: Differentiable, Elements.Element.DifferenceIdentifier == ID {
    precondition(
      range.count <= memory.count - count, "\(range.count) identities where \(memory.count - count) have room")
    var index = elements.index(elements.startIndex, offsetBy: range.lowerBound)
    for _ in 0..<range.count {
      memory.initializeElement(at: count, to: elements[index].differenceIdentifier)
      count += 1
      elements.formIndex(after: &index)
    }
  }

  /// Appends a number of identities.
  /// - Parameter fill: Initialises their memory.
  /// - Precondition: There is room for them.
  @inlinable
  mutating func append(_ number: Int, _ fill: (UnsafeMutablePointer<ID>) -> Void) {
    precondition(
      number <= memory.count - count, "\(number) identities where \(memory.count - count) have room"
    )
    guard let start = memory.baseAddress, number > 0 else { return }
    fill(start + count)
    count += number
  }
}
