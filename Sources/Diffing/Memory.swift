import Glibc

/// Memory as bytes.
@usableFromInline
enum Memory {
  /// True if two places hold the same bytes.
  @usableFromInline
  static func isIdentical(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, count: Int) -> Bool { memcmp(a, b, count) == 0 }
}
