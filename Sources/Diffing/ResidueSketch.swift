/// A bitmap that tells cheaply that an identity is not in the residue, before the table is asked.
@usableFromInline
struct ResidueSketch<Source: IdentitySource>: ~Copyable {
  @usableFromInline typealias Operations = IdentityOperations<Source.ID>

  @usableFromInline let words: UnsafeMutableBufferPointer<UInt64>
  @usableFromInline let mask: UInt64
  @usableFromInline let key: IdentityHashKey
  @usableFromInline let hashing: IdentityHashing

  /// True if the bit follows from the words that an identity consists of, without its hash.
  @inlinable
  static var readsWords: Bool { Operations.isOneWord || Operations.isUUID }

  /// At least sixteen bits for each identity of the table.
  @inlinable
  init(of table: borrowing ResidueTable<Source>) {
    let bitCount = max(4096, table.positions.count * 16)
    let wordCount = 1 << (Int.bitWidth - (bitCount / 64 - 1).leadingZeroBitCount)
    mask = UInt64(wordCount * 64 - 1)
    key = table.key
    hashing = table.hashing
    words = .allocate(capacity: wordCount)
    words.initialize(repeating: 0)
    if Self.readsWords {
      for index in 0..<table.positions.count {
        let position = Int(table.positions[index])
        note(Self.bit(of: index < table.oldCount ? table.old.id(at: position) : table.new.id(at: position), key))
      }
    } else {
      // A slot keeps the lower half of the hash.
      for entry in table.slots where entry != 0 { note(entry >> 32) }
    }
  }

  @inlinable
  deinit {
    words.deallocate()
  }

  @inlinable
  @inline(__always)
  func note(_ hash: UInt64) {
    let bit = hash & mask
    words[Int(truncatingIfNeeded: bit >> 6)] |= 1 << (bit & 63)
  }

  /// The words of an identity, multiplied: the upper half depends on all of them.
  @inlinable
  @inline(__always)
  static func bit(of id: Source.ID, _ key: IdentityHashKey) -> UInt64 {
    let word: UInt64
    if Operations.isUUID {
      let words = unsafeBitCast(id, to: (UInt64, UInt64).self)
      word = words.0 ^ words.1
    } else {
      word = unsafeBitCast(id, to: UInt64.self)
    }
    return (word &* key.second) >> 32
  }

  /// False if no such identity is in the residue; `nil` if the hash could not be used.
  @inlinable
  @inline(__always)
  func mayContain(_ hash: UInt64) -> Bool {
    let bit = hash & mask
    return words[Int(truncatingIfNeeded: bit >> 6)] & (1 << (bit & 63)) != 0
  }
}
