/// A small set that proves that an identity is not among some others: step 4.
///
/// It is a map of bytes, one for each value that the lower bits of a *mark* can have. Equal identities have equal marks,
/// so an empty byte proves absence; a full one proves nothing, and the identity itself has to be compared.
@usableFromInline
struct AbsenceFilter {
  @usableFromInline let bytes: UnsafeMutablePointer<UInt8>
  /// The bits of a mark that select a byte.
  @usableFromInline let mask: UInt64

  /// - Parameter bytes: Memory that outlives the filter: a power of two, all zero.
  @inlinable
  init(_ bytes: UnsafeMutablePointer<UInt8>, capacity: Int) {
    self.bytes = bytes
    mask = UInt64(truncatingIfNeeded: capacity &- 1)
  }

  /// The number of bytes that are lent without asking the heap.
  @inlinable static var smallCapacity: Int { 4096 }

  /// The number of elements for which the small filter is large enough: one look in a hundred is then in vain.
  @inlinable static var smallCount: Int { 32 }

  /// Calls the body with an empty filter.
  ///
  /// A small one lies on the stack: to ask the heap takes as long as to compare a hundred identities.
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
    // Eight bytes for each identity keep nine of ten looks from being in vain; two for each element are enough in any case.
    let wanted = max(smallCapacity, min(8 * count, 2 * total))
    let capacity = 1 << (Int.bitWidth - (wanted - 1).leadingZeroBitCount)
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    defer { bytes.deallocate() }
    bytes.initialize(repeating: 0, count: capacity)
    return body(AbsenceFilter(bytes, capacity: capacity))
  }

  /// Adds the mark of an identity.
  @inlinable @inline(__always)
  func insert(_ mark: UInt64) { bytes[Int(truncatingIfNeeded: mark & mask)] = 1 }

  /// Zero if no identity with this mark was inserted.
  @inlinable @inline(__always)
  subscript(mark: UInt64) -> UInt8 { bytes[Int(truncatingIfNeeded: mark & mask)] }
}
