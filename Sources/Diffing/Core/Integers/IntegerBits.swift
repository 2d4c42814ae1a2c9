import Glibc

/// A set of integers between two bounds, with one bit for each integer between them.
///
/// The memory is zero from the start, so pages without a member are never touched.
package final class IntegerBits: @unchecked Sendable {
  // Safe to share between threads: members are added by the code that creates the set, before it hands the set on.
  /// The integer of the first bit, a multiple of 64.
  private let start: Int
  private let wordCount: Int
  private let words: UnsafeMutablePointer<UInt64>
  /// The number of members before each word of bits; empty before ``countRanks()``.
  private var ranks: [UInt32] = []

  /// Creates an empty set.
  /// - Parameter bounds: The integers that may be added.
  package init(_ bounds: Range<Int>) {
    start = bounds.lowerBound & ~63
    wordCount = max(1, (bounds.upperBound - start + 63) >> 6)
    guard let memory = calloc(wordCount, MemoryLayout<UInt64>.stride) else {
      preconditionFailure("no memory for \(wordCount) words")
    }
    words = memory.bindMemory(to: UInt64.self, capacity: wordCount)
  }

  deinit { free(words) }

  /// Adds an integer.
  /// - Precondition: It lies between the bounds; only debug builds check it.
  /// - Returns: Whether the integer was not yet a member.
  @inline(__always)
  @discardableResult
  package func insert(_ value: Int) -> Bool {
    let (word, bit) = ((value &- start) &>> 6, UInt64(1) &<< UInt64(truncatingIfNeeded: value & 63))
    assert(word >= 0 && word < wordCount, "\(value) from \(start) on")
    let isNew = words[word] & bit == 0
    words[word] |= bit
    return isNew
  }

  /// Prepares ``rank(of:)``. Call once, after the last member was added.
  package func countRanks() {
    var sum: UInt32 = 0
    ranks = (0..<wordCount).map { word in
      defer { sum &+= UInt32(truncatingIfNeeded: words[word].nonzeroBitCount) }
      return sum
    }
  }

  /// Whether an integer is a member.
  @inline(__always)
  package func contains(_ value: Int) -> Bool {
    guard value >= start, (value &- start) &>> 6 < wordCount else { return false }
    return words[(value &- start) &>> 6] &>> UInt64(truncatingIfNeeded: value & 63) & 1 == 1
  }

  /// Returns the number of smaller members.
  /// - Precondition: The integer lies between the bounds, and ``countRanks()`` was called.
  @inline(__always)
  package func rank(of value: Int) -> Int {
    let word = (value &- start) &>> 6
    let smaller = words[word] & ((1 &<< UInt64(truncatingIfNeeded: value & 63)) &- 1)
    return Int(ranks[word]) &+ smaller.nonzeroBitCount
  }

  /// Returns the number of members in a range.
  /// - Complexity: O(*n* / 64) in the length of the range.
  func count(in range: Range<Int>) -> Int {
    let range = range.clamped(to: start..<start + wordCount * 64)
    var (next, sum) = (range.lowerBound, 0)
    while next < range.upperBound {
      let last = min(next | 63, range.upperBound - 1)
      let bits = (words[(next - start) >> 6] >> UInt64(next & 63)) << UInt64(63 - (last - next))
      sum += bits.nonzeroBitCount
      next = last + 1
    }
    return sum
  }

  /// Returns the number of common members.
  /// - Complexity: O(*n* / 64) in the number of integers between the bounds of both.
  func commonCount(_ other: IntegerBits) -> Int {
    let first = max(start, other.start)
    let end = min(start + wordCount * 64, other.start + other.wordCount * 64)
    return stride(from: first, to: end, by: 64).reduce(0) { sum, value in
      sum + (words[(value - start) >> 6] & other.words[(value - other.start) >> 6]).nonzeroBitCount
    }
  }
}
