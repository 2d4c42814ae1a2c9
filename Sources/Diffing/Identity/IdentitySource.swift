/// Where a diff reads identities, and what it may ask about the elements they belong to.
///
/// Every requirement is inlined into the loops of the diff: a source is compiled together with them, where the types
/// of the caller are known. So identities are read where they are; nothing is copied first.
@usableFromInline
protocol IdentitySource {
  associatedtype ID: Hashable

  var count: Int { get }

  /// True if content is compared at all.
  static var comparesContent: Bool { get }

  /// - Precondition: The position is in bounds; only debug builds check.
  func id(at position: Int) -> ID

  /// True if an element shows the same as the one that it was before.
  func isContentEqual(at position: Int, to old: Self, at oldPosition: Int) -> Bool

  /// True if both read one and the same memory.
  func isSameMemory(as other: Self) -> Bool

  /// True if elements are in memory, so that ``isMemoryIdentical(at:to:at:count:)`` can say more than no.
  static var isInMemory: Bool { get }

  /// True if some neighbours are the same bytes; false also where there are no bytes to be compared.
  func isMemoryIdentical(at position: Int, to old: Self, at oldPosition: Int, count: Int) -> Bool

  /// True if ``byteDifferences(at:to:at:)`` can be asked.
  func hasByteDifferences(to old: Self) -> Bool

  /// A bit for each of 64 neighbours that are not the same bytes, the lowest for the first.
  func byteDifferences(at position: Int, to old: Self, at oldPosition: Int) -> UInt64
}

extension IdentitySource {
  /// True if elements that are the same bytes are the same: a value is equal to itself. Only a number that is none is
  /// not.
  @inlinable
  @inline(__always)
  static var hasIdenticalMemory: Bool { isInMemory && ID.self != Double.self && ID.self != Float.self }

  @inlinable
  @inline(__always)
  func hasByteDifferences(to old: Self) -> Bool { false }

  @inlinable
  func byteDifferences(at position: Int, to old: Self, at oldPosition: Int) -> UInt64 { ~0 }

  /// Equality as `==` has it; for a UUID two words instead of a call, for a string by words where that is enough.
  @inlinable
  @inline(__always)
  func isEqual(at position: Int, to other: Self, at otherPosition: Int) -> Bool {
    if IdentityOperations<ID>.isUUID {
      let a = unsafeBitCast(id(at: position), to: (UInt64, UInt64).self)
      let b = unsafeBitCast(other.id(at: otherPosition), to: (UInt64, UInt64).self)
      return a.0 == b.0 && a.1 == b.1
    }
    if ID.self == String.self {
      // The strings must not outlive this comparison: then the optimiser reads them without counting references.
      let answer = StringIdentity.compare(
        unsafeBitCast(id(at: position), to: String.self), unsafeBitCast(other.id(at: otherPosition), to: String.self))
      return answer == .unknown ? isEqualBySlowPath(at: position, to: other, at: otherPosition) : answer == .equal
    }
    return id(at: position) == other.id(at: otherPosition)
  }

  /// The last word of a string if it is equal to another one, which is compared with it.
  /// - Precondition: The identity is a string.
  @inlinable
  @inline(__always)
  func lastWord(at position: Int, ifEqualTo other: Self, at otherPosition: Int) -> UInt64? {
    var word: UInt64 = 0
    let answer = StringIdentity.compare(
      unsafeBitCast(id(at: position), to: String.self), unsafeBitCast(other.id(at: otherPosition), to: String.self),
      lastWord: &word)
    if answer == .equal { return word }
    guard answer == .unknown, isEqualBySlowPath(at: position, to: other, at: otherPosition) else { return nil }
    return StringIdentity.lastWord(of: unsafeBitCast(id(at: position), to: String.self))
  }

  /// True if four neighbours are each equal; only for identities that are words.
  ///
  /// One branch for all four: with one for each, to compare takes twice as long.
  @inlinable
  @inline(__always)
  func areFourEqual(at position: Int, to other: Self, at otherPosition: Int) -> Bool {
    return isEqual(at: position, to: other, at: otherPosition)
      && isEqual(at: position &+ 1, to: other, at: otherPosition &+ 1)
      && isEqual(at: position &+ 2, to: other, at: otherPosition &+ 2)
      && isEqual(at: position &+ 3, to: other, at: otherPosition &+ 3)
  }

  @inlinable
  @inline(never)
  func isEqualBySlowPath(at position: Int, to other: Self, at otherPosition: Int) -> Bool {
    id(at: position) == other.id(at: otherPosition)
  }
}

/// Elements in memory, one after the other; valid only inside the scope that lent it.
@usableFromInline
struct ElementView<Element: Differentiable>: IdentitySource {
  @usableFromInline let first: UnsafePointer<Element>
  @usableFromInline let count: Int

  @inlinable
  init(_ elements: UnsafeBufferPointer<Element>) {
    first = elements.baseAddress ?? Memory.nowhere.assumingMemoryBound(to: Element.self)
    count = elements.count
  }

  @inlinable static var comparesContent: Bool { true }

  @inlinable
  @inline(__always)
  func element(at position: Int) -> UnsafePointer<Element> {
    assert(position >= 0 && position < count, "element \(position) of \(count)")
    return first + position
  }

  @inlinable
  @inline(__always)
  func id(at position: Int) -> Element.DifferenceIdentifier { element(at: position).pointee.differenceIdentifier }

  @inlinable
  @inline(__always)
  func isContentEqual(at position: Int, to old: Self, at oldPosition: Int) -> Bool {
    element(at: position).pointee.isContentEqual(to: old.element(at: oldPosition).pointee)
  }

  @inlinable
  func isSameMemory(as other: Self) -> Bool {
    first == other.first && count == other.count
  }

  @inlinable static var isInMemory: Bool { true }

  @inlinable
  func isMemoryIdentical(at position: Int, to old: Self, at oldPosition: Int, count: Int) -> Bool {
    Memory.isIdentical(
      element(at: position), old.element(at: oldPosition),
      count: (count &- 1) &* MemoryLayout<Element>.stride &+ MemoryLayout<Element>.size)
  }

  /// Where an element is an identity of one word and as much content.
  @inlinable
  @inline(__always)
  func hasByteDifferences(to old: Self) -> Bool {
    guard IdentityOperations<ID>.isOneWord, MemoryLayout<Element>.size == 16 else { return false }
    return (UInt(bitPattern: first) | UInt(bitPattern: old.first)) & 15 == 0
  }

  @inlinable
  @inline(__always)
  func byteDifferences(at position: Int, to old: Self, at oldPosition: Int) -> UInt64 {
    Memory.differences(element(at: position), old.element(at: oldPosition))
  }
}

/// Elements of a collection that keeps them anywhere, asked for one by one.
@usableFromInline
struct ElementCollection<Elements: RandomAccessCollection>: IdentitySource where Elements.Element: Differentiable {
  @usableFromInline let elements: Elements
  @usableFromInline let start: Elements.Index
  @usableFromInline let count: Int

  @inlinable
  init(_ elements: Elements) {
    self.elements = elements
    start = elements.startIndex
    count = elements.count
  }

  @inlinable static var comparesContent: Bool { true }

  @inlinable
  func element(at position: Int) -> Elements.Element { elements[elements.index(start, offsetBy: position)] }

  @inlinable
  func id(at position: Int) -> Elements.Element.DifferenceIdentifier { element(at: position).differenceIdentifier }

  @inlinable
  func isContentEqual(at position: Int, to old: Self, at oldPosition: Int) -> Bool {
    element(at: position).isContentEqual(to: old.element(at: oldPosition))
  }

  @inlinable
  func isSameMemory(as other: Self) -> Bool { false }

  @inlinable static var isInMemory: Bool { false }

  @inlinable
  func isMemoryIdentical(at position: Int, to old: Self, at oldPosition: Int, count: Int) -> Bool { false }
}
