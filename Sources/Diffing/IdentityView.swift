/// Identities in memory, each a fixed number of bytes after the one before; valid only inside the scope that lent it.
///
/// So the identities of an array of values are read where they are, without a copy.
@usableFromInline
struct IdentityView<ID: Hashable> {
  @usableFromInline let base: UnsafeRawPointer?
  @usableFromInline let stride: Int
  @usableFromInline let count: Int

  @inlinable
  init(base: UnsafeRawPointer?, stride: Int, count: Int) {
    self.base = base
    self.stride = stride
    self.count = base == nil ? 0 : count
  }

  /// - Precondition: `index` is in bounds; only debug builds check.
  @inlinable
  subscript(index: Int) -> UnsafePointer<ID> {
    assert(index >= 0 && index < count, "identity \(index) of \(count)")
    return (base.unsafelyUnwrapped + index &* stride).assumingMemoryBound(to: ID.self)
  }

  /// True if both are one and the same memory.
  @inlinable
  func isSameMemory(as other: IdentityView<ID>) -> Bool {
    base == other.base && stride == other.stride && count == other.count
  }
}
