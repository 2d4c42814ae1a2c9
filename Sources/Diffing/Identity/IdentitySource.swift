/// The elements of one list as a diff reads them.
///
/// Every requirement is inlined into the loops of the diff, which are compiled where the caller's types are known. So
/// identities are read in place, and nothing is copied first.
@usableFromInline
protocol IdentitySource {
  associatedtype ID: Hashable

  var count: Int { get }

  /// Whether the content of elements is compared; if not, only identities are.
  static var comparesContent: Bool { get }

  /// Returns the identity of an element.
  /// - Precondition: The position is in bounds; only debug builds check it.
  func id(at position: Int) -> ID

  /// Whether an element has the content of an old one.
  func isContentEqual(at position: Int, to old: Self, at oldPosition: Int) -> Bool

  /// Whether both sources read the same memory.
  func isSameMemory(as other: Self) -> Bool

  /// Whether `count` consecutive elements have identical bytes in both sources; false if there are no bytes to compare.
  func isMemoryIdentical(at position: Int, to old: Self, at oldPosition: Int, count: Int) -> Bool
}

extension IdentitySource {
  /// Whether elements of identical bytes are equal. Only floating-point numbers may not be: NaN is not equal to itself.
  @inlinable @inline(__always)
  static var hasIdenticalMemory: Bool { ID.self != Double.self && ID.self != Float.self }

  /// Compares two strings and returns their last eight bytes, which the comparison reads anyway; `nil` if the strings
  /// differ.
  /// - Precondition: The identities are strings.
  @inlinable @inline(__always)
  func lastWord(at position: Int, ifEqualTo other: Self, at otherPosition: Int) -> UInt64? {
    var word: UInt64 = 0
    let answer = StringIdentity.compare(
      unsafeBitCast(id(at: position), to: String.self), unsafeBitCast(other.id(at: otherPosition), to: String.self),
      lastWord: &word)
    if answer == .equal { return word }
    guard answer == .unknown, isEqualBySlowPath(at: position, to: other, at: otherPosition) else { return nil }
    return StringIdentity.lastWord(of: unsafeBitCast(id(at: position), to: String.self))
  }

  /// Whether two identities are equal. A UUID is compared as two words, without a call. A string is compared by words
  /// where these decide.
  @inlinable @inline(__always)
  func isEqual(at position: Int, to other: Self, at otherPosition: Int) -> Bool {
    if IdentityOperations<ID>.isUUID {
      let a = unsafeBitCast(id(at: position), to: (UInt64, UInt64).self)
      let b = unsafeBitCast(other.id(at: otherPosition), to: (UInt64, UInt64).self)
      return a.0 == b.0 && a.1 == b.1
    }
    if ID.self == String.self {
      // The strings do not outlive this comparison, so the optimiser reads them without counting references.
      let answer = StringIdentity.compare(
        unsafeBitCast(id(at: position), to: String.self), unsafeBitCast(other.id(at: otherPosition), to: String.self))
      return answer == .unknown ? isEqualBySlowPath(at: position, to: other, at: otherPosition) : answer == .equal
    }
    return id(at: position) == other.id(at: otherPosition)
  }

  /// Whether four consecutive elements are equal to four in another source, for identities that are words.
  @inlinable @inline(__always)
  func areFourEqual(at position: Int, to other: Self, at otherPosition: Int) -> Bool {
    return isEqual(at: position, to: other, at: otherPosition)
      && isEqual(at: position &+ 1, to: other, at: otherPosition &+ 1)
      && isEqual(at: position &+ 2, to: other, at: otherPosition &+ 2)
      && isEqual(at: position &+ 3, to: other, at: otherPosition &+ 3)
  }

  /// Whether two identities are equal. Out of line, so that the fast paths above stay short.
  @inlinable @inline(never)
  func isEqualBySlowPath(at position: Int, to other: Self, at otherPosition: Int) -> Bool {
    id(at: position) == other.id(at: otherPosition)
  }
}

/// Elements in contiguous memory; valid only inside the scope that lent it.
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

  /// Returns the address of an element.
  @inlinable @inline(__always)
  func element(at position: Int) -> UnsafePointer<Element> {
    assert(position >= 0 && position < count, "element \(position) of \(count)")
    return first + position
  }

  @inlinable @inline(__always)
  func id(at position: Int) -> Element.DifferenceIdentifier { element(at: position).pointee.differenceIdentifier }

  @inlinable @inline(__always)
  func isContentEqual(at position: Int, to old: Self, at oldPosition: Int) -> Bool {
    element(at: position).pointee.isContentEqual(to: old.element(at: oldPosition).pointee)
  }

  @inlinable
  func isSameMemory(as other: Self) -> Bool {
    first == other.first && count == other.count
  }

  @inlinable
  func isMemoryIdentical(at position: Int, to old: Self, at oldPosition: Int, count: Int) -> Bool {
    Memory.isIdentical(
      element(at: position), old.element(at: oldPosition),
      count: (count &- 1) &* MemoryLayout<Element>.stride &+ MemoryLayout<Element>.size)
  }
}
