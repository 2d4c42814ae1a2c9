/// Bits that tell cheaply that an identity is not in the residue, by its hash, before the table is asked.
///
/// Two bits of one word for each identity (a Bloom filter in blocks), with four identities or less for a word: of a
/// hundred that are not there, one is asked for in vain.
@usableFromInline
struct HashSketch {
  /// Empty if nobody asks.
  @usableFromInline let words: UnsafeMutableBufferPointer<UInt64>
  /// How many of the lower bits of a hash do not say which word it is.
  @usableFromInline let shift: UInt64

  /// Nobody asks.
  @inlinable
  init() {
    words = UnsafeMutableBufferPointer(start: nil, count: 0)
    shift = 0
  }

  /// - Parameter count: How many identities there are at most.
  @inlinable
  init(count: Int) {
    let capacity = 1 << (Int.bitWidth - (max(64, count / 4) - 1).leadingZeroBitCount)
    words = .allocate(capacity: capacity)
    words.initialize(repeating: 0)
    shift = UInt64(truncatingIfNeeded: 64 - capacity.trailingZeroBitCount)
  }

  @inlinable
  func deallocate() {
    words.deallocate()
  }

  @inlinable
  @inline(__always)
  func note(_ hash: UInt64) {
    if words.isEmpty { return }
    words[Int(truncatingIfNeeded: hash &>> shift)] |= 1 &<< hash | 1 &<< (hash &>> 6)
  }

  /// Zero if no identity with this hash was noted; else mostly one.
  /// - Precondition: There are words.
  @inlinable
  @inline(__always)
  func mark(_ hash: UInt64) -> UInt64 {
    let word = words[Int(truncatingIfNeeded: hash &>> shift)]
    return (word &>> hash) & (word &>> (hash &>> 6)) & 1
  }
}
