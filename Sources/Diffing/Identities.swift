/// The identities of one column by type; made by the caller's specialised code.
@usableFromInline
final class Identities<ID: Hashable> {
  @usableFromInline typealias Body = (IdentityView<ID>) -> Void

  @usableFromInline let count: Int
  /// Lends the identities where they are in memory; false if they are not in memory one by one.
  @usableFromInline let lend: (Body) -> Bool
  /// Writes copies of a range of identities into uninitialised memory.
  @usableFromInline let fill: (Range<Int>, UnsafeMutablePointer<ID>) -> Void
  /// Copies of all identities, made when they are asked for and not in memory.
  @usableFromInline var copies: UnsafeMutablePointer<ID>?

  @inlinable
  init(
    count: Int, lend: @escaping (Body) -> Bool, fill: @escaping (Range<Int>, UnsafeMutablePointer<ID>) -> Void
  ) {
    self.count = count
    self.lend = lend
    self.fill = fill
  }

  deinit {
    guard let copies else { return }
    copies.deinitialize(count: count)
    copies.deallocate()
  }

  /// Calls the body with all identities.
  /// - Complexity: O(1) if they are in memory or were asked for before, else O(*n*).
  @inlinable
  func withIdentities(_ body: Body) {
    if copies == nil, lend(body) { return }
    let all =
      copies
      ?? {
        let all = UnsafeMutablePointer<ID>.allocate(capacity: max(1, count))
        fill(0..<count, all)
        return all
      }()
    copies = all
    body(IdentityView(base: all, stride: MemoryLayout<ID>.stride, count: count))
  }
}
