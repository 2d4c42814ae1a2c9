/// What changes between two short lists, of sections or of elements: a bit for each section and each element, on the
/// stack.
///
/// What is the same at the start of both lists is not counted; elements are numbered through all other sections.
@usableFromInline
struct ShortChanges: ~Copyable {
  /// As many bits as a word has.
  @inlinable static var mostElements: Int { 64 }
  @inlinable static var mostSections: Int { 16 }

  /// The first section that is counted; those before it are the same.
  @usableFromInline let firstSection: Int
  /// The first element of that section that is counted; those before it are the same.
  @usableFromInline let firstItem: Int
  /// The sections before, the elements of which have numbers.
  @usableFromInline var old: Numbering
  /// The sections after.
  @usableFromInline var new: Numbering
  /// For each section after, the section that it was, or -1.
  @usableFromInline let oldSections: UnsafeMutablePointer<Int32>
  /// For each element after, which one it was, or -1; of sections that have been paired.
  @usableFromInline let oldElements: UnsafeMutablePointer<Int32>

  /// Sections after.
  @usableFromInline var sectionInserted: UInt64 = 0
  @usableFromInline var sectionMoved: UInt64 = 0
  @usableFromInline var sectionUpdated: UInt64 = 0
  /// Sections before.
  @usableFromInline var sectionDeleted: UInt64 = 0

  /// Elements after, in sections that survive.
  @usableFromInline var inserted: UInt64 = 0
  /// Elements after, in sections that are new, and not from elsewhere.
  @usableFromInline var brought: UInt64 = 0
  /// Elements after that change places or cross.
  @usableFromInline var moved: UInt64 = 0
  /// Elements after whose content differs.
  @usableFromInline var updated: UInt64 = 0
  /// Elements before, in sections that survive.
  @usableFromInline var deleted: UInt64 = 0
  /// Elements before, in sections that are gone, which did not go elsewhere.
  @usableFromInline var taken: UInt64 = 0

  /// Lends one in which nothing changes.
  @inlinable
  @inline(__always)
  static func with<Result>(
    firstSection: Int, firstItem: Int = 0, _ body: (inout ShortChanges) -> Result
  ) -> Result {
    let capacity = 3 * mostSections + 2 + mostElements
    return withUnsafeTemporaryAllocation(of: Int32.self, capacity: capacity) { memory in
      // Not empty.
      guard let base = memory.baseAddress else { preconditionFailure("no memory of \(capacity) numbers") }
      var changes = ShortChanges(firstSection: firstSection, firstItem: firstItem, memory: base)
      return body(&changes)
    }
  }

  @inlinable
  @inline(__always)
  init(firstSection: Int, firstItem: Int, memory: UnsafeMutablePointer<Int32>) {
    self.firstSection = firstSection
    self.firstItem = firstItem
    old = Numbering(memory)
    new = Numbering(memory + (Self.mostSections + 1))
    oldSections = memory + 2 * (Self.mostSections + 1)
    oldElements = memory + (3 * Self.mostSections + 2)
  }

  /// The bit of a section or an element.
  @inlinable
  @inline(__always)
  static func bit(_ number: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: number) }

  /// The bits of some that follow each other.
  @inlinable
  @inline(__always)
  static func bits(_ range: Range<Int>) -> UInt64 {
    range.isEmpty ? 0 : (UInt64.max >> UInt64(truncatingIfNeeded: 64 &- range.count)) &<< UInt64(range.lowerBound)
  }

  /// Calls the body for each bit that is set, the lowest first.
  @inlinable
  @inline(__always)
  static func forEach(_ bits: UInt64, _ body: (Int) -> Void) {
    var rest = bits
    while rest != 0 {
      body(rest.trailingZeroBitCount)
      rest &= rest &- 1
    }
  }

  /// True if what left one section may have come into another one. A section that lost some and got others has been
  /// compared with itself already.
  @inlinable
  @inline(__always)
  var mayHaveCrossings: Bool {
    let (left, came) = (deleted | taken, inserted | brought)
    guard left != 0, came != 0 else { return false }
    let target = new.section(of: came.trailingZeroBitCount)
    return new.section(of: 63 &- came.leadingZeroBitCount) != target
      || old.section(of: left.trailingZeroBitCount) != Int(oldSections[target])
      || old.section(of: 63 &- left.leadingZeroBitCount) != Int(oldSections[target])
  }

  /// An element went to another section.
  @inlinable
  @inline(__always)
  mutating func cross(from old: Int, to new: Int) {
    oldElements[new] = Int32(truncatingIfNeeded: old)
    moved |= Self.bit(new)
    deleted &= ~Self.bit(old)
    taken &= ~Self.bit(old)
    inserted &= ~Self.bit(new)
    brought &= ~Self.bit(new)
  }

  /// Finds which sections that survive have to move.
  @usableFromInline
  mutating func noteMovedSections() {
    sectionMoved = Self.moves(in: 0..<new.sectionCount, of: oldSections)
  }

  /// Finds which elements of a section after, none of which crossed, have to move.
  @usableFromInline
  mutating func noteMoved(in range: Range<Int>) {
    moved |= Self.moves(in: range, of: oldElements)
  }

  private static func moves(in range: Range<Int>, of oldPositions: UnsafePointer<Int32>) -> UInt64 {
    if let moves = movesOfExchange(in: range, of: oldPositions) { return moves }
    let tables = LentTables(
      commonPrefix: range.lowerBound,
      oldOfNew: UnsafeBufferPointer(start: oldPositions + range.lowerBound, count: range.count),
      newOfOld: UnsafeBufferPointer(start: nil, count: 0))
    var moves: UInt64 = 0
    tables.forEachMove { _, new in moves |= bit(new) }
    return moves
  }

  /// What moves where a part at the start and a part at the end changed places, say because the first element became the
  /// last one: all of the shorter part. `nil` if something else happened, or if none is shorter.
  private static func movesOfExchange(in range: Range<Int>, of oldPositions: UnsafePointer<Int32>) -> UInt64? {
    var (first, second): (UInt64, UInt64) = (0, 0)
    var (least, last): (Int32, Int32) = (-1, -1)
    for position in range where oldPositions[position] >= 0 {
      let value = oldPositions[position]
      if least < 0 { least = value }
      if value < last, second != 0 { return nil }
      if value < last || second != 0 { second |= bit(position) } else { first |= bit(position) }
      last = value
    }
    let (firstCount, secondCount) = (first.nonzeroBitCount, second.nonzeroBitCount)
    guard second != 0, last < least, firstCount != secondCount else { return nil }
    return firstCount < secondCount ? first : second
  }
}

extension ShortChanges {
  /// How the elements of some sections are numbered, through all of them.
  @usableFromInline
  struct Numbering {
    @usableFromInline private(set) var sectionCount = 0
    /// The first number of each section, and the one behind the last.
    @usableFromInline let starts: UnsafeMutablePointer<Int32>

    /// - Parameter starts: Room for one more than there may be sections.
    @inlinable
    init(_ starts: UnsafeMutablePointer<Int32>) {
      self.starts = starts
      starts.initialize(to: 0)
    }

    /// - Returns: False if there are too many.
    @inlinable
    @inline(__always)
    mutating func append(_ elementCount: Int) -> Bool {
      let start = Int(starts[sectionCount])
      guard sectionCount < ShortChanges.mostSections, elementCount <= ShortChanges.mostElements &- start else {
        return false
      }
      sectionCount &+= 1
      (starts + sectionCount).initialize(to: Int32(truncatingIfNeeded: start &+ elementCount))
      return true
    }

    @inlinable
    @inline(__always)
    func start(of section: Int) -> Int { Int(starts[section]) }

    @inlinable
    @inline(__always)
    func elements(of section: Int) -> Range<Int> {
      Range(uncheckedBounds: (Int(starts[section]), Int(starts[section &+ 1])))
    }

    /// The section that an element is in.
    /// - Parameter first: It is in this one or in one behind it.
    @inlinable
    @inline(__always)
    func section(of element: Int, from first: Int = 0) -> Int {
      var section = first
      while starts[section &+ 1] <= element { section &+= 1 }
      return section
    }
  }

  /// Where an element is in the list.
  /// - Parameters:
  ///   - numbering: That of what there is before or after.
  ///   - section: The one it is in or one before that; becomes the one it is in.
  @inline(__always)
  func path(_ element: Int, _ numbering: Numbering, in section: inout Int) -> ElementPath {
    section = numbering.section(of: element, from: section)
    let item = element &- numbering.start(of: section)
    return ElementPath(section: firstSection &+ section, item: section == 0 ? firstItem &+ item : item)
  }

  /// Where an element before and one after are in the list.
  @usableFromInline
  func paths(old oldElement: Int, new newElement: Int) -> (old: ElementPath, new: ElementPath) {
    var (oldSection, newSection) = (0, 0)
    return (path(oldElement, old, in: &oldSection), path(newElement, new, in: &newSection))
  }
}
