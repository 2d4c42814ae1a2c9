import Glibc

/// Comparison of memory as bytes.
@usableFromInline
enum Memory {
  /// An address that replaces that of an empty collection, so that loops need no optional pointers. It is never read.
  // Safe to share between threads, because its bytes are neither read nor written.
  @usableFromInline nonisolated(unsafe) static let nowhere = UnsafeRawPointer(
    UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16))

  /// Whether two addresses hold the same bytes.
  @usableFromInline
  static func isIdentical(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, count: Int) -> Bool { memcmp(a, b, count) == 0 }
}
