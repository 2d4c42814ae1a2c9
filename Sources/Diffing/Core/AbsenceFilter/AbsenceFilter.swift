/// A small set of identities that can prove that an identity is not in it: step 4 of ``PositionDiff``.
///
/// The set is an array of bytes, one for each value of the lower bits of a *mark*, a number like a hash. Equal
/// identities have equal marks, so an empty byte proves absence; a full one proves nothing, and the identities have to
/// be compared.
@usableFromInline
struct AbsenceFilter {
  @usableFromInline let bytes: UnsafeMutablePointer<UInt8>
  /// The lower bits of a mark, which select a byte of the filter.
  @usableFromInline let mask: UInt64

  /// Creates a filter in given memory.
  /// - Parameters:
  ///   - bytes: Memory that outlives the filter, all zero.
  ///   - capacity: The number of bytes, a power of two.
  @inlinable
  init(_ bytes: UnsafeMutablePointer<UInt8>, capacity: Int) {
    self.bytes = bytes
    mask = UInt64(truncatingIfNeeded: capacity &- 1)
  }

  /// The number of bytes of a filter on the stack.
  @inlinable static var smallCapacity: Int { 4096 }

  /// The largest number of elements for a filter on the stack. With this number, about one query in a hundred meets a
  /// full byte although its identity is absent.
  @inlinable static var smallCount: Int { 32 }

  /// Calls the body with an empty filter.
  ///
  /// A small one is on the stack, because an allocation on the heap takes as long as comparing a hundred identities.
  /// - Parameters:
  ///   - count: The number of identities to be inserted.
  ///   - total: The number of elements of both lists, which bounds the memory.
  @inlinable
  static func with<Result>(count: Int, of total: Int, _ body: (AbsenceFilter) -> Result) -> Result {
    if count <= smallCount {
      var map = InlineArray<512, UInt64>(repeating: 0)
      return withUnsafeMutableBytes(of: &map) { map in
        let memory = map.assumingMemoryBound(to: UInt8.self)
        guard let bytes = memory.baseAddress else { preconditionFailure("no memory on the stack") }
        return body(AbsenceFilter(bytes, capacity: smallCapacity))
      }
    }
    // With 64 bytes for each identity one query in 64 is in vain, so most blocks of eight queries need no second look.
    // Two bytes for each element are always enough.
    let wanted = max(smallCapacity, min(64 * count, 2 * total))
    let capacity = 1 << (Int.bitWidth - (wanted - 1).leadingZeroBitCount)
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    defer { bytes.deallocate() }
    bytes.initialize(repeating: 0, count: capacity)
    return body(AbsenceFilter(bytes, capacity: capacity))
  }

  /// Adds the mark of an identity.
  @inlinable @inline(__always)
  func insert(_ mark: UInt64) { bytes[Int(truncatingIfNeeded: mark & mask)] = 1 }

  /// Returns the byte of a mark: zero if no identity with this mark was inserted.
  @inlinable @inline(__always)
  subscript(mark: UInt64) -> UInt8 { bytes[Int(truncatingIfNeeded: mark & mask)] }
}
