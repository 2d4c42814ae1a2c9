/// Identities in memory at a fixed distance from each other; valid only inside the scope that lent the memory.
///
/// So the identities in an array of values are read in place, without a copy.
@usableFromInline
struct IdentityView<ID: Hashable>: IdentitySource {
  @usableFromInline let base: UnsafeRawPointer
  @usableFromInline let stride: Int
  @usableFromInline let count: Int

  @inlinable
  init(base: UnsafeRawPointer?, stride: Int, count: Int) {
    self.base = base ?? Memory.nowhere
    self.stride = stride
    self.count = base == nil ? 0 : count
  }

  /// Creates a view of identities that lie in memory without gaps.
  @inlinable
  init(_ ids: UnsafeBufferPointer<ID>) {
    self.init(base: ids.baseAddress, stride: MemoryLayout<ID>.stride, count: ids.count)
  }

  @inlinable static var comparesContent: Bool { false }

  @inlinable @inline(__always)
  func id(at position: Int) -> ID {
    assert(position >= 0 && position < count, "identity \(position) of \(count)")
    return (base + position &* stride).assumingMemoryBound(to: ID.self).pointee
  }

  @inlinable
  func isContentEqual(at position: Int, to old: Self, at oldPosition: Int) -> Bool { true }

  @inlinable
  func isSameMemory(as other: Self) -> Bool {
    base == other.base && stride == other.stride && count == other.count
  }

  /// Whether `count` consecutive identities have identical bytes in both views. The bytes between the identities are
  /// compared too, because these are nearly always unchanged as well.
  @inlinable
  func isMemoryIdentical(at position: Int, to old: Self, at oldPosition: Int, count: Int) -> Bool {
    guard stride == old.stride else { return false }
    return Memory.isIdentical(
      base + position &* stride, old.base + oldPosition &* stride,
      count: (count &- 1) &* stride &+ MemoryLayout<ID>.size)
  }
}
