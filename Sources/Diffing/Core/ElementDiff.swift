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

  /// Makes the changes that follow from the difference.
  /// - Parameter section: The section that stands in the paths.
  /// - Returns: Two new positions that have one identity, if some were met.
  @inlinable
  static func setChanges(
    _ changes: inout ChangePositions, from old: Elements, to new: Elements, section: Int
  ) -> PositionMapping.Repetition? {
    let inMemory = old.withContiguousStorageIfAvailable { old in
      new.withContiguousStorageIfAvailable { new in
        PositionDiff(old: ElementView(old), new: ElementView(new)).setChanges(&changes, section: section)
      }
    }
    if let inMemory, let inMemory { return inMemory }
    let difference = difference(from: old, to: new)
    changes = ChangePositions(difference, section: section)
    return difference.mapping.repetition
  }

  /// Rows that no edit touched stayed what they were; only the others are looked at.
  @inlinable
  static func difference(from old: Elements, to new: Elements, edits: [RowEdit]) -> PositionDifference {
    let edited = EditedRows(oldCount: old.count, newCount: new.count, edits: edits)
    guard edited.needsPairing else { return PositionDifference(mapping: edited.untouched) }
    let pairs = withIdentities(edited.deleted, of: old) { oldIDs in
      withIdentities(edited.inserted, of: new) { newIDs in LeftoverPairs.between(oldIDs, newIDs) }
    }
    let runs = edited.runs(pairs)
    let source = ElementCollection(old)
    let target = ElementCollection(new)
    var updates = ContentMarks(size: new.count)
    for run in runs where !target.isContentEqual(at: run.new, to: source, at: run.old) { updates.insert(run.new) }
    return PositionDifference(mapping: edited.mapping(adding: runs, pairs), updates: updates)
  }

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

/// Copies of identities, one after the other.
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

  @inlinable
  var view: IdentityView<ID> { IdentityView(base: memory.baseAddress, stride: MemoryLayout<ID>.stride, count: count) }

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

  /// - Parameter fill: Initialises the memory of so many.
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

  /// - Precondition: There is room for it.
  @inlinable
  mutating func append(_ id: ID) {
    memory.initializeElement(at: count, to: id)
    count += 1
  }
}
