public import Synchronization

/// The identities of one column, with their type; made by code that is specialised for the caller's types.
@usableFromInline
final class Identities<ID: Hashable> {
  @usableFromInline typealias Body = (IdentityView<ID>) -> Void

  @usableFromInline let count: Int
  /// Calls a closure with the identities in place. Returns false, without a call, if they are not in memory at a fixed
  /// distance from each other.
  @usableFromInline let lend: (Body) -> Bool
  /// Writes copies of a range of identities into uninitialised memory.
  @usableFromInline let fill: (Range<Int>, UnsafeMutablePointer<ID>) -> Void
  /// The address of copies of all identities, 0 if there are none.
  ///
  /// Identities that cannot be lent are copied at their first use. The copies stay unchanged, so that several threads
  /// may compare one column. An integer instead of a pointer, because the compiler cannot build atomic pointers for the
  /// thread sanitizer.
  @usableFromInline let copies = Atomic<UInt>(0)

  @inlinable
  init(
    count: Int, lend: @escaping (Body) -> Bool, fill: @escaping (Range<Int>, UnsafeMutablePointer<ID>) -> Void
  ) {
    self.count = count
    self.lend = lend
    self.fill = fill
  }

  deinit {
    guard let copies = Self.pointer(copies.load(ordering: .acquiring)) else { return }
    copies.deinitialize(count: count)
    copies.deallocate()
  }

  /// Calls the body with all identities.
  /// - Complexity: O(1) if they can be lent or were copied before, else O(*n*).
  @inlinable
  func withIdentities(_ body: Body) {
    let made = Self.pointer(copies.load(ordering: .acquiring))
    if made == nil, lend(body) { return }
    body(IdentityView(base: made ?? copied(), stride: MemoryLayout<ID>.stride, count: count))
  }

  /// Copies all identities; if two threads do so at once, the copies of the first are kept.
  @inlinable
  func copied() -> UnsafeMutablePointer<ID> {
    let all = UnsafeMutablePointer<ID>.allocate(capacity: max(1, count))
    fill(0..<count, all)
    let (isFirst, kept) = copies.compareExchange(
      expected: 0, desired: UInt(bitPattern: all), ordering: .acquiringAndReleasing)
    guard !isFirst, let kept = Self.pointer(kept) else { return all }
    all.deinitialize(count: count)
    all.deallocate()
    return kept
  }

  /// Converts a stored address to a pointer; `nil` for 0.
  @inlinable
  static func pointer(_ address: UInt) -> UnsafeMutablePointer<ID>? { UnsafeMutablePointer(bitPattern: address) }
}
