/// Fast comparison and hashes of strings by their bytes, as long as these are ASCII.
///
/// Equality is always that of `String`, canonical equivalence: the standard library decides wherever bytes do not.
@usableFromInline
enum StringIdentity {
  /// The result of a comparison by bytes.
  @usableFromInline
  enum Answer {
    case equal
    case different
    /// The standard library has to decide.
    case unknown
  }

  /// Compares strings of sixteen bytes and more by words, which is faster than a call of `==`; the answer for other
  /// strings is unknown.
  @inlinable @inline(__always)
  static func compare(_ a: String, _ b: String) -> Answer {
    var lastWord: UInt64 = 0
    return compare(a, b, lastWord: &lastWord)
  }

  /// Compares two strings.
  /// - Parameter lastWord: Receives the last eight bytes of `a`, unless the answer is unknown.
  @inlinable @inline(__always)
  static func compare(_ a: String, _ b: String, lastWord: inout UInt64) -> Answer {
    let answer = a.utf8.withContiguousStorageIfAvailable { bytesA in
      b.utf8.withContiguousStorageIfAvailable { bytesB in
        guard bytesA.count == bytesB.count, bytesA.count >= 16, let baseA = bytesA.baseAddress,
          let baseB = bytesB.baseAddress
        else { return Answer.unknown }
        lastWord = word(UnsafeRawPointer(baseA), bytesA.count &- 8)
        return compare(UnsafeRawPointer(baseA), UnsafeRawPointer(baseB), bytesA.count)
      } ?? .unknown
    }
    return answer ?? .unknown
  }

  /// Compares two strings of equal length, at least sixteen bytes.
  @inlinable @inline(__always)
  static func compare(_ baseA: UnsafeRawPointer, _ baseB: UnsafeRawPointer, _ end: Int) -> Answer {
    // The last words may overlap with earlier ones, so that no shorter rest is left.
    var difference = (pair(baseA, 0) ^ pair(baseB, 0)) | (pair(baseA, end &- 16) ^ pair(baseB, end &- 16))
    if end > 32 {
      difference |= pair(baseA, 16) ^ pair(baseB, 16)
      var offset = 32
      while offset < end &- 16 {
        difference |= pair(baseA, offset) ^ pair(baseB, offset)
        offset &+= 16
      }
    }
    return difference[0] | difference[1] == 0 ? .equal : differs(baseA, baseB, end)
  }

  /// Returns the answer for strings whose bytes differ.
  ///
  /// If the first difference is between ASCII bytes the strings differ, because no ASCII character decomposes or is
  /// reordered. The standard library decides all other cases.
  @inlinable
  static func differs(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ count: Int) -> Answer {
    var offset = 0
    while offset &+ 8 <= count {
      let (wordA, wordB) = (word(a, offset), word(b, offset))
      if wordA != wordB { return (wordA | wordB) & 0x8080_8080_8080_8080 == 0 ? .different : .unknown }
      offset &+= 8
    }
    return .unknown
  }

  /// Returns the sixteen bytes at an offset.
  @inlinable @inline(__always)
  static func pair(_ base: UnsafeRawPointer, _ offset: Int) -> SIMD2<UInt64> {
    base.loadUnaligned(fromByteOffset: offset, as: SIMD2<UInt64>.self)
  }

  /// Returns the eight bytes at an offset.
  @inlinable @inline(__always)
  static func word(_ base: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    base.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  /// Returns the fast hash of a string; `nil` if it is not ASCII.
  @inlinable @inline(__always)
  static func hash(_ string: String, _ key: IdentityHashKey) -> UInt64? {
    string.utf8.withContiguousStorageIfAvailable { hash(UnsafeRawBufferPointer($0), key) } ?? nil
  }

  /// Returns the fast hash of an identity of any type; `nil` for a string that is not ASCII.
  @usableFromInline
  static func hash(_ id: ElementID, _ key: IdentityHashKey) -> UInt64? {
    switch id.storage {
    case .int(let value): return IdentityHashKey.mix(UInt64(bitPattern: Int64(value)) ^ key.first, key.second)
    case .string(let value): return hash(value, key)
    case .other(let box):
      var hasher = Hasher()
      box.hash(into: &hasher)
      return UInt64(bitPattern: Int64(hasher.finalize()))
    }
  }

  /// Returns the hash of bytes, with one multiplication for each sixteen bytes; `nil` if a byte is not ASCII.
  @inlinable
  static func hash(_ bytes: UnsafeRawBufferPointer, _ key: IdentityHashKey) -> UInt64? {
    guard let base = bytes.baseAddress, !bytes.isEmpty else { return key.first }
    let count = bytes.count
    var hash = key.first ^ UInt64(truncatingIfNeeded: count)
    var seen: UInt64 = 0
    if count >= 16 {
      var offset = 0
      while offset < count {
        // Only the last sixteen bytes may overlap with earlier ones.
        let at = min(offset, count - 16)
        let low = base.loadUnaligned(fromByteOffset: at, as: UInt64.self)
        let high = base.loadUnaligned(fromByteOffset: at + 8, as: UInt64.self)
        seen |= low | high
        hash = IdentityHashKey.mix(low ^ hash, high ^ key.second)
        offset += 16
      }
    } else {
      let (low, high) = shortWords(base, count)
      seen = low | high
      hash = IdentityHashKey.mix(low ^ hash, high ^ key.second)
    }
    return seen & 0x8080_8080_8080_8080 == 0 ? hash : nil
  }

  /// Returns the one to fifteen bytes at an address as two words, without reading past their end.
  @inlinable
  static func shortWords(_ base: UnsafeRawPointer, _ count: Int) -> (UInt64, UInt64) {
    if count >= 8 {
      return (base.loadUnaligned(as: UInt64.self), base.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self))
    }
    if count >= 4 {
      let low = UInt64(base.loadUnaligned(as: UInt32.self))
      let high = UInt64(base.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
      return (low | high << 32, 0)
    }
    let first = UInt64(base.load(as: UInt8.self))
    let middle = UInt64(base.load(fromByteOffset: count / 2, as: UInt8.self))
    let last = UInt64(base.load(fromByteOffset: count - 1, as: UInt8.self))
    return (first | middle << 8 | last << 16, 0)
  }

  /// Returns the place of a string, computed from its length, its first and its last bytes; see
  /// ``IdentityOperations/place(of:_:)``.
  @inlinable @inline(__always)
  static func place(of string: String, _ key: IdentityHashKey) -> UInt64 {
    string.utf8.withContiguousStorageIfAvailable { bytes in
      guard bytes.count > 0, let first = bytes.baseAddress else { return 0 }
      let base = UnsafeRawPointer(first)
      let words = bytes.count >= 8 ? (word(base, 0), word(base, bytes.count &- 8)) : shortWords(base, bytes.count)
      // In short strings both words are the same.
      return (((words.0 &* 9) ^ words.1 ^ UInt64(truncatingIfNeeded: bytes.count)) &* key.second) &>> 24
    } ?? 0
  }

  /// Returns the mark of a string for an ``AbsenceFilter``, computed from its last eight bytes.
  @inlinable @inline(__always)
  static func mark(ofLastWord word: UInt64, _ multiplier: UInt64) -> UInt64 { (word &* multiplier) &>> 24 }

  /// Returns the last eight bytes of a string, or a word made of all bytes of a shorter string.
  @inlinable @inline(__always)
  static func lastWord(of string: String) -> UInt64 {
    string.utf8.withContiguousStorageIfAvailable { bytes in
      guard bytes.count > 0, let first = bytes.baseAddress else { return 0 }
      let base = UnsafeRawPointer(first)
      return bytes.count >= 8 ? word(base, bytes.count &- 8) : shortWords(base, bytes.count).0
    } ?? 0
  }

  /// Whether a string is ASCII and has none of the three characters that are equal to one beyond ASCII: the semicolon
  /// (Greek question mark), K (Kelvin sign) and the grave accent (Greek varia).
  @inlinable
  static func isPlain(_ string: String) -> Bool {
    string.utf8.withContiguousStorageIfAvailable { bytes in
      guard let base = UnsafeRawPointer(bytes.baseAddress), bytes.count > 0 else { return false }
      if bytes.count < 8 {
        let words = shortWords(base, bytes.count)
        return isPlain(words.0)
      }
      var offset = 0
      while offset &+ 8 < bytes.count {
        guard isPlain(word(base, offset)) else { return false }
        offset &+= 8
      }
      return isPlain(word(base, bytes.count &- 8))
    } ?? false
  }

  /// Whether eight bytes are ASCII without a semicolon, K or grave accent.
  @inlinable
  static func isPlain(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // A byte that the exclusive or makes zero borrows from its highest bit.
    let (a, b, c) = (word ^ ones &* 0x3B, word ^ ones &* 0x4B, word ^ ones &* 0x60)
    let found = ((a &- ones) & ~a) | ((b &- ones) & ~b) | ((c &- ones) & ~c)
    return (word | found) & 0x8080_8080_8080_8080 == 0
  }
}
