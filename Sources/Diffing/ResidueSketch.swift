/// A map of bytes that tells cheaply that an identity is not in the residue, before the table is asked.
@usableFromInline
struct ResidueSketch<Source: IdentitySource>: ~Copyable {
  @usableFromInline typealias Operations = IdentityOperations<Source.ID>

  @usableFromInline let bytes: UnsafeMutablePointer<UInt8>
  @usableFromInline let shift: UInt64
  @usableFromInline let key: IdentityPlaceKey

  /// True if the place follows from the words that an identity consists of, without its hash.
  @inlinable
  static var readsWords: Bool { Operations.areWords }

  /// At least eight bytes for each identity of the table, so that at most one in eight is asked for in vain, but no more
  /// than four for each element of the lists.
  @inlinable
  init(of table: borrowing ResidueTable<Source>) {
    let count = max(2048, min(8 * table.positions.count, 2 * (table.old.count + table.new.count)))
    let capacity = 1 << (Int.bitWidth - (count - 1).leadingZeroBitCount)
    shift = UInt64(64 - capacity.trailingZeroBitCount)
    key = table.key.ofPlaces
    bytes = .allocate(capacity: capacity)
    bytes.initialize(repeating: 0, count: capacity)
    if Self.readsWords {
      for index in 0..<table.positions.count {
        note(Operations.place(of: table.id(at: index), key))
      }
    } else {
      // A slot keeps the lower half of the hash, above its index.
      for entry in table.slots where entry != 0 { note(entry) }
    }
  }

  @inlinable
  deinit {
    bytes.deallocate()
  }

  @inlinable
  @inline(__always)
  func note(_ hash: UInt64) {
    bytes[Int(truncatingIfNeeded: hash >> shift)] = 1
  }

  /// Zero if no such identity is in the residue.
  /// - Parameter hash: The lower half of the hash above anything, or the place.
  @inlinable
  @inline(__always)
  func mark(_ hash: UInt64) -> UInt8 { bytes[Int(truncatingIfNeeded: hash >> shift)] }
}
