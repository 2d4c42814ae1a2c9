import Glibc

/// How lines are compared that are sorted by what they say: by their bytes.
enum LineSort {
  /// Less than zero if the first range of bytes comes before the second.
  static func compare(_ bytes: UnsafeRawBufferPointer, _ a: Range<Int>, _ b: Range<Int>) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    let order = memcmp(base + a.lowerBound, base + b.lowerBound, min(a.count, b.count))
    return order != 0 ? Int(order) : a.count - b.count
  }
}
