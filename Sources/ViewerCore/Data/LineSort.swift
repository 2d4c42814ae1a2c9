import Glibc

/// The bytewise order of lines that are sorted by text.
enum LineSort {
  /// Compares two ranges of bytes: negative if `a` comes first, positive if `b` does, 0 if they are equal.
  static func compare(_ bytes: UnsafeRawBufferPointer, _ a: Range<Int>, _ b: Range<Int>) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    let order = memcmp(base + a.lowerBound, base + b.lowerBound, min(a.count, b.count))
    return order != 0 ? Int(order) : a.count - b.count
  }
}
