public import Synchronization

/// The identities of one column by type; made by the caller's specialised code.
@usableFromInline
final class Identities<ID: Hashable> {
  @usableFromInline typealias Body = (IdentityView<ID>) -> Void

  @usableFromInline let count: Int
  /// Lends the identities where they are in memory; false if they are not in memory one by one.
  @usableFromInline let lend: (Body) -> Bool
  /// Writes copies of a range of identities into uninitialised memory.
  @usableFromInline let fill: (Range<Int>, UnsafeMutablePointer<ID>) -> Void
  /// Copies of all identities, made when they are asked for and not in memory; from then on they stay as they are, so
  /// that several threads may compare one column.
  ///
  /// As an address, 0 if there are none: the compiler cannot build atomic pointers for the thread sanitizer.
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
  /// - Complexity: O(1) if they are in memory or were asked for before, else O(*n*).
  @inlinable
  func withIdentities(_ body: Body) {
    let made = Self.pointer(copies.load(ordering: .acquiring))
    if made == nil, lend(body) { return }
    body(IdentityView(base: made ?? copied(), stride: MemoryLayout<ID>.stride, count: count))
  }

  /// Copies all identities; of two threads that do so at once the first one's copies are kept.
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

  @inlinable
  static func pointer(_ address: UInt) -> UnsafeMutablePointer<ID>? { UnsafeMutablePointer(bitPattern: address) }
}
