/// The new positions of survivors whose content differs: one bit for each position, and no memory until one is set.
///
/// Setting is kept out of the loops that compare: mostly there is nothing to set.
@usableFromInline
struct ContentMarks: Sendable {
  /// How many positions there are.
  private let size: Int
  /// Empty as long as nothing is marked; else one more than the positions take, so that neighbours can be set at once.
  private var words: [UInt64] = []

  /// Nothing is marked.
  @usableFromInline
  init(size: Int) {
    self.size = size
  }

  @usableFromInline
  var isEmpty: Bool { words.isEmpty }

  /// How many positions are marked.
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

  @inline(never)
  @usableFromInline
  mutating func insert(_ position: Int) {
    insert(neighbours: 1, startingAt: position)
  }

  /// Marks the positions whose bits are set.
  /// - Parameter bits: One for each of 64 neighbours, the lowest for the first.
  @inline(never)
  @usableFromInline
  mutating func insert(neighbours bits: UInt64, startingAt start: Int) {
    if words.isEmpty { words = [UInt64](filledWith: 0, count: size / 64 + 2) }
    words.withUnsafeMutableBufferPointer { words in
      let (word, shift) = (start >> 6, UInt64(truncatingIfNeeded: start & 63))
      words[word] |= bits &<< shift
      // What goes over the end of the word.
      if shift > 0 { words[word &+ 1] |= bits &>> (64 &- shift) }
    }
  }

  /// Marks the positions whose bits are set.
  /// - Parameter bits: One for each of 64 neighbours, and so on.
  @inline(never)
  @usableFromInline
  mutating func insert(_ bits: UnsafeBufferPointer<UInt64>, startingAt start: Int) {
    if words.isEmpty { words = [UInt64](filledWith: 0, count: size / 64 + 2) }
    words.withUnsafeMutableBufferPointer { words in
      let (word, shift) = (start >> 6, UInt64(truncatingIfNeeded: start & 63))
      // What goes over the end of the word before.
      var rest: UInt64 = 0
      for index in 0..<bits.count {
        words[word &+ index] |= bits[index] &<< shift | rest
        rest = (bits[index] &>> 1) &>> (63 &- shift)
      }
      words[word &+ bits.count] |= rest
    }
  }

  @usableFromInline
  mutating func remove(_ position: Int) {
    guard !words.isEmpty else { return }
    words[position >> 6] &= ~(1 << UInt64(position & 63))
  }

  /// Takes back the marks from a position on.
  @usableFromInline
  mutating func removeAll(from start: Int) {
    guard !words.isEmpty else { return }
    words[start >> 6] &= (1 << UInt64(start & 63)) - 1
    for word in (start >> 6) + 1..<words.count { words[word] = 0 }
  }
}

extension ContentMarks: Sequence {
  /// Gives the marked positions, ascending.
  @usableFromInline
  struct Iterator: IteratorProtocol {
    private let words: [UInt64]
    private var index = 0
    /// What is left of the word before the index.
    private var rest: UInt64 = 0

    init(_ words: [UInt64]) {
      self.words = words
    }

    @usableFromInline
    mutating func next() -> Int? {
      while rest == 0 {
        if index == words.count { return nil }
        rest = words[index]
        index += 1
      }
      defer { rest &= rest &- 1 }
      return (index - 1) * 64 + rest.trailingZeroBitCount
    }
  }

  @usableFromInline
  func makeIterator() -> Iterator { Iterator(words) }
}
