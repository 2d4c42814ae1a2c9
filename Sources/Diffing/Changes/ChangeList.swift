/// Changes of one kind, in the order that the property of a ``Changeset`` promises: numbers of sections, paths of
/// elements, or pairs of either.
///
/// To be read and edited as an array is. All lists of a changeset are one piece of memory, so that a small update costs
/// little; an edit makes a list of its own.
public struct ChangeList<Change: Hashable & Sendable & BitwiseCopyable> {
  /// `nil` if there is no change.
  @usableFromInline let storage: ChangeStorage?
  /// The first word of the memory.
  @usableFromInline let start: Int
  public let count: Int

  @inlinable
  init(storage: ChangeStorage?, start: Int, count: Int) {
    self.storage = storage
    self.start = start
    self.count = count
  }

  /// - Complexity: O(*n*).
  public init(_ changes: some Sequence<Change>) {
    let changes = Array(changes)
    guard !changes.isEmpty else {
      self.init()
      return
    }
    let storage = ChangeStorage.make(capacity: changes.count * ChangeLayout<Change>.wordCount) { writer in
      for change in changes { writer.add(change) }
    }
    self.init(storage: storage, start: 0, count: changes.count)
  }
}

extension ChangeList: RandomAccessCollection {
  @inlinable
  public var startIndex: Int { 0 }

  @inlinable
  public var endIndex: Int { count }

  @inlinable
  public subscript(position: Int) -> Change {
    guard let storage, position >= 0, position < count else {
      preconditionFailure("change \(position) of \(count)")
    }
    return storage.withWords { words in
      UnsafeRawPointer(words + start).loadUnaligned(
        fromByteOffset: position &* ChangeLayout<Change>.wordCount &* 8, as: Change.self)
    }
  }
}

extension ChangeList: RangeReplaceableCollection, ExpressibleByArrayLiteral {
  @inlinable
  public init() {
    self.init(storage: nil, start: 0, count: 0)
  }

  public init(arrayLiteral changes: Change...) {
    self.init(changes)
  }

  /// - Complexity: O(*n*) in the number of changes before and after.
  public mutating func replaceSubrange(_ range: Range<Int>, with changes: some Collection<Change>) {
    var all = Array(self)
    all.replaceSubrange(range, with: changes)
    self = ChangeList(all)
  }

  /// - Complexity: O(*n*) in the number of changes afterwards.
  public mutating func append(contentsOf changes: some Sequence<Change>) {
    self = ChangeList(Array(self) + changes)
  }
}

extension ChangeList: Hashable {
  public static func == (a: ChangeList, b: ChangeList) -> Bool { a.elementsEqual(b) }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for change in self { hasher.combine(change) }
  }
}

// What it shows is never written again.
extension ChangeList: @unchecked Sendable {}

extension ChangeList: CustomStringConvertible {
  /// As that of an array: `[0.3, 0.4]`.
  public var description: String { "\(Array(self))" }
}
