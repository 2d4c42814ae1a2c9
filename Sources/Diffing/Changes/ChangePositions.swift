/// The positions of the changes of a ``Changeset``, in the order that it promises: all lists in one piece of memory, one
/// behind the other.
@usableFromInline
struct ChangePositions {
  /// The lists, in the order in which they lie in memory.
  @usableFromInline
  enum Kind: Int {
    case sectionDeleted, sectionInserted, sectionMoved, sectionUpdated
    case elementDeleted, elementInserted, elementMoved, elementUpdated
  }

  /// The first words of the memory: for each list where it ends.
  @inlinable static var headerSize: Int { 8 }

  /// `nil` if nothing changes.
  @usableFromInline var storage: ChangeStorage?

  /// Nothing changes.
  @inlinable
  init() {}

  @inlinable
  @inline(__always)
  func list<Change>(_ kind: Kind) -> ChangeList<Change> {
    guard let storage else { return ChangeList() }
    return storage.withWords { ends in
      let start = kind.rawValue == 0 ? Self.headerSize : ends[kind.rawValue &- 1]
      return ChangeList(
        storage: storage, start: start, count: (ends[kind.rawValue] &- start) / ChangeLayout<Change>.wordCount)
    }
  }

  @inlinable
  var hasChanges: Bool { storage != nil }

  @inlinable
  var sectionChangeCount: Int {
    guard let storage else { return 0 }
    return storage.withWords { ends in
      ends[Kind.sectionInserted.rawValue] &- Self.headerSize
        &+ (ends[Kind.sectionUpdated.rawValue] &- ends[Kind.sectionInserted.rawValue]) / 2
    }
  }

  @inlinable
  var elementChangeCount: Int {
    guard let storage else { return 0 }
    return storage.withWords { ends in
      (ends[Kind.elementInserted.rawValue] &- ends[Kind.sectionUpdated.rawValue]) / 2
        &+ (ends[Kind.elementUpdated.rawValue] &- ends[Kind.elementInserted.rawValue]) / 4
    }
  }
}

/// How much memory lists of changes take.
struct ChangeCounts {
  var sectionsOnce = 0
  /// Sections that have two positions.
  var sectionsTwice = 0
  var elementsOnce = 0
  /// Elements that have two paths.
  var elementsTwice = 0

  @inline(__always)
  var wordCount: Int {
    ChangePositions.headerSize &+ sectionsOnce &+ 2 &* (sectionsTwice &+ elementsOnce) &+ 4 &* elementsTwice
  }
}

extension ChangePositions {
  /// - Parameters:
  ///   - counts: How many changes there are at most.
  ///   - fill: Writes the lists in the order of their kinds, and ends each.
  @inline(__always)
  mutating func make(atMost counts: ChangeCounts, _ fill: (inout ChangeWriter) -> Void) {
    storage = ChangeStorage.make(capacity: counts.wordCount) { writer in
      writer.skip(Self.headerSize)
      fill(&writer)
    }
  }

  /// Each list as it is given.
  init(
    sectionDeleted: some Collection<Int> = [], sectionInserted: some Collection<Int> = [],
    sectionMoved: some Collection<PositionChange<Int>> = [], sectionUpdated: some Collection<PositionChange<Int>> = [],
    elementDeleted: some Collection<ElementPath> = [], elementInserted: some Collection<ElementPath> = [],
    elementMoved: some Collection<PositionChange<ElementPath>> = [],
    elementUpdated: some Collection<PositionChange<ElementPath>> = []
  ) {
    self.init()
    let counts = ChangeCounts(
      sectionsOnce: sectionDeleted.count + sectionInserted.count,
      sectionsTwice: sectionMoved.count + sectionUpdated.count,
      elementsOnce: elementDeleted.count + elementInserted.count,
      elementsTwice: elementMoved.count + elementUpdated.count)
    if counts.wordCount == Self.headerSize { return }
    make(atMost: counts) { writer in
      writer.add(sectionDeleted, as: .sectionDeleted)
      writer.add(sectionInserted, as: .sectionInserted)
      writer.add(sectionMoved, as: .sectionMoved)
      writer.add(sectionUpdated, as: .sectionUpdated)
      writer.add(elementDeleted, as: .elementDeleted)
      writer.add(elementInserted, as: .elementInserted)
      writer.add(elementMoved, as: .elementMoved)
      writer.add(elementUpdated, as: .elementUpdated)
    }
  }

  /// Exchanges one list for another.
  /// - Complexity: O(*n*) in the number of all changes.
  @usableFromInline
  mutating func replace<Change>(_ kind: Kind, with changes: ChangeList<Change>) {
    func list<Own>(_ own: Kind) -> ChangeList<Own> {
      own == kind ? (changes as? ChangeList<Own>) ?? ChangeList() : self.list(own)
    }
    self = ChangePositions(
      sectionDeleted: list(.sectionDeleted) as ChangeList<Int>,
      sectionInserted: list(.sectionInserted) as ChangeList<Int>,
      sectionMoved: list(.sectionMoved) as ChangeList<PositionChange<Int>>,
      sectionUpdated: list(.sectionUpdated) as ChangeList<PositionChange<Int>>,
      elementDeleted: list(.elementDeleted) as ChangeList<ElementPath>,
      elementInserted: list(.elementInserted) as ChangeList<ElementPath>,
      elementMoved: list(.elementMoved) as ChangeList<PositionChange<ElementPath>>,
      elementUpdated: list(.elementUpdated) as ChangeList<PositionChange<ElementPath>>)
  }
}

/// The lists, each with its type.
extension ChangePositions {
  @inlinable
  var sectionDeleted: ChangeList<Int> {
    get { list(.sectionDeleted) }
    set { replace(.sectionDeleted, with: newValue) }
  }

  @inlinable
  var sectionInserted: ChangeList<Int> {
    get { list(.sectionInserted) }
    set { replace(.sectionInserted, with: newValue) }
  }

  @inlinable
  var sectionMoved: ChangeList<PositionChange<Int>> {
    get { list(.sectionMoved) }
    set { replace(.sectionMoved, with: newValue) }
  }

  @inlinable
  var sectionUpdated: ChangeList<PositionChange<Int>> {
    get { list(.sectionUpdated) }
    set { replace(.sectionUpdated, with: newValue) }
  }

  @inlinable
  var elementDeleted: ChangeList<ElementPath> {
    get { list(.elementDeleted) }
    set { replace(.elementDeleted, with: newValue) }
  }

  @inlinable
  var elementInserted: ChangeList<ElementPath> {
    get { list(.elementInserted) }
    set { replace(.elementInserted, with: newValue) }
  }

  @inlinable
  var elementMoved: ChangeList<PositionChange<ElementPath>> {
    get { list(.elementMoved) }
    set { replace(.elementMoved, with: newValue) }
  }

  @inlinable
  var elementUpdated: ChangeList<PositionChange<ElementPath>> {
    get { list(.elementUpdated) }
    set { replace(.elementUpdated, with: newValue) }
  }
}

extension ChangeWriter {
  /// Ends a list; what is written from here on is the next one.
  @inline(__always)
  func end(_ kind: ChangePositions.Kind) { set(kind.rawValue, next) }

  mutating func add(_ changes: some Collection<some BitwiseCopyable>, as kind: ChangePositions.Kind) {
    for change in changes { add(change) }
    end(kind)
  }
}

extension ChangePositions: Hashable {
  /// Equal changes are equal words: the lists lie one behind the other, without a gap.
  @usableFromInline
  static func == (a: ChangePositions, b: ChangePositions) -> Bool {
    a.storage === b.storage || a.withWords { a in b.withWords { b in a.elementsEqual(b) } }
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) {
    withWords { words in for word in words { hasher.combine(word) } }
  }

  private func withWords<Result>(_ body: (UnsafeBufferPointer<Int>) -> Result) -> Result {
    guard let storage else { return body(UnsafeBufferPointer(start: nil, count: 0)) }
    return storage.withWords { words in
      body(UnsafeBufferPointer(start: words, count: words[Kind.elementUpdated.rawValue]))
    }
  }
}

// What it points to is never written again.
extension ChangePositions: @unchecked Sendable {}

extension ChangePositions: CustomStringConvertible {
  @usableFromInline
  var description: String {
    let sections = Self.text(sectionDeleted.count, sectionInserted.count, sectionMoved.count, sectionUpdated.count)
    let elements = Self.text(elementDeleted.count, elementInserted.count, elementMoved.count, elementUpdated.count)
    let parts = [sections.isEmpty ? "" : "sections " + sections, elements].filter { !$0.isEmpty }
    return parts.isEmpty ? "no changes" : parts.joined(separator: "; ")
  }

  private static func text(_ deleted: Int, _ inserted: Int, _ moved: Int, _ updated: Int) -> String {
    let counts = [
      (deleted, "deleted"), (inserted, "inserted"), (moved, "moved"), (updated, "updated"),
    ]
    return counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }
}
