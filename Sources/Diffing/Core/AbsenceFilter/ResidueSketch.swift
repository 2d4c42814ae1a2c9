/// A map of bytes that tells cheaply that an identity is not in the residue, before it is hashed and the table is asked;
/// only for identities that are words, whose places say enough.
@usableFromInline
struct ResidueSketch<Source: IdentitySource>: ~Copyable {
  @usableFromInline typealias Operations = IdentityOperations<Source.ID>

  @usableFromInline let bytes: UnsafeMutablePointer<UInt8>
  @usableFromInline let shift: UInt64
  @usableFromInline let key: IdentityPlaceKey

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
    for index in 0..<table.positions.count { note(Operations.place(of: table.id(at: index), key)) }
  }

  @inlinable
  deinit {
    bytes.deallocate()
  }

  @inlinable
  @inline(__always)
  func note(_ place: UInt64) {
    bytes[Int(truncatingIfNeeded: place >> shift)] = 1
  }

  /// Zero if no such identity is in the residue.
  @inlinable
  @inline(__always)
  func mark(_ place: UInt64) -> UInt8 { bytes[Int(truncatingIfNeeded: place >> shift)] }
}
