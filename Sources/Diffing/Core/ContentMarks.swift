/// The new positions of survivors with changed content, as a set of bits. It takes no memory before the first mark.
///
/// The functions that set bits are out of line, so that the loops that compare elements stay short. These loops rarely
/// have a bit to set.
@usableFromInline
struct ContentMarks: Sendable {
  /// The number of positions.
  private let size: Int
  /// One bit for each position; empty before the first mark. A spare word at the end allows 64 consecutive bits to be
  /// set at once from any position.
  private var words: [UInt64] = []

  /// Creates a set without marks.
  @usableFromInline
  init(size: Int) {
    self.size = size
  }

  /// Whether no position was ever marked.
  @usableFromInline
  var isEmpty: Bool { words.isEmpty }

  /// The number of marked positions.
  /// - Complexity: O(*n*), a word at a time.
  @usableFromInline
  var count: Int { words.isEmpty ? 0 : words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// Calls the body with the marked positions, ascending.
  @inline(__always)
  func forEachMarked(_ body: (Int) -> Void) {
    words.withUnsafeBufferPointer { words in
      for index in 0..<words.count {
        var rest = words[index]
        while rest != 0 {
          body(index &* 64 &+ rest.trailingZeroBitCount)
          rest &= rest &- 1
        }
      }
    }
  }

  /// Marks a position.
  @usableFromInline @inline(never)
  mutating func insert(_ position: Int) {
    insert(neighbours: 1, startingAt: position)
  }

  /// Marks the positions whose bits are set.
  /// - Parameter bits: One for each of 64 consecutive positions; the lowest is for `start`.
  @usableFromInline @inline(never)
  mutating func insert(neighbours bits: UInt64, startingAt start: Int) {
    // `init(repeating:count:)` looks its type up at run time, which takes as long as comparing a hundred identities.
    if words.isEmpty { words.append(contentsOf: repeatElement(0, count: size / 64 + 2)) }
    words.withUnsafeMutableBufferPointer { words in
      let (word, shift) = (start >> 6, UInt64(truncatingIfNeeded: start & 63))
      words[word] |= bits &<< shift
      // The bits beyond the end of the word.
      if shift > 0 { words[word &+ 1] |= bits &>> (64 &- shift) }
    }
  }

  /// Removes the mark of a position.
  @usableFromInline
  mutating func remove(_ position: Int) {
    guard !words.isEmpty else { return }
    words[position >> 6] &= ~(1 << UInt64(position & 63))
  }

  /// Removes the marks of all positions at or after `start`.
  @usableFromInline
  mutating func removeAll(from start: Int) {
    guard !words.isEmpty else { return }
    words[start >> 6] &= (1 << UInt64(start & 63)) - 1
    for word in (start >> 6) + 1..<words.count { words[word] = 0 }
  }
}
