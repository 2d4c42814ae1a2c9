/// A bitmap that tells cheaply that an identity is not in the residue; for types whose equality is that of one or two
/// words in memory.
@usableFromInline
struct ResidueSketch<ID: Hashable>: ~Copyable {
  @usableFromInline let words: UnsafeMutableBufferPointer<UInt64>
  @usableFromInline let shift: UInt64
  @usableFromInline let multiplier: UInt64

  /// True if there are sketches for the type.
  @inlinable
  static var isAvailable: Bool { IdentityOperations<ID>.isOneWord || IdentityOperations<ID>.isUUID }

  /// At least sixteen bits for each identity of the table.
  @inlinable
  init(of table: borrowing ResidueTable<ID>) {
    let bitCount = UInt64(max(4096, table.positions.count * 16))
    shift = UInt64(bitCount.leadingZeroBitCount)
    multiplier = table.key.second
    words = .allocate(capacity: 1 << (64 - Int(shift) - 6))
    words.initialize(repeating: 0)
    for index in 0..<table.positions.count {
      let bit = bit(of: table.id(at: index))
      words[Int(truncatingIfNeeded: bit >> 6)] |= 1 << (bit & 63)
    }
  }

  @inlinable
  deinit {
    words.deallocate()
  }

  @inlinable
  func bit(of id: UnsafePointer<ID>) -> UInt64 {
    let raw = UnsafeRawPointer(id)
    var word = raw.loadUnaligned(as: UInt64.self)
    if IdentityOperations<ID>.isUUID { word ^= raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self) }
    return (word &* multiplier) >> shift
  }

  /// False if no such identity is in the residue.
  @inlinable
  func mayContain(_ id: UnsafePointer<ID>) -> Bool {
    let bit = bit(of: id)
    return words[Int(truncatingIfNeeded: bit >> 6)] & (1 << (bit & 63)) != 0
  }
}
