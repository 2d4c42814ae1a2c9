import Glibc

/// Memory as bytes.
@usableFromInline
enum Memory {
  /// Stands for the address of what is empty and has none, so that nobody who reads elements asks for each whether there
  /// is any. Never read.
  // Shared by all threads without harm, because nobody reads or writes what is there.
  @usableFromInline nonisolated(unsafe) static let nowhere = UnsafeRawPointer(
    UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16))

  /// True if two places hold the same bytes.
  @usableFromInline
  static func isIdentical(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, count: Int) -> Bool { memcmp(a, b, count) == 0 }
}
