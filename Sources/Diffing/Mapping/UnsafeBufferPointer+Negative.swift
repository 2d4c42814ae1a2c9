extension UnsafeBufferPointer<Int32> {
  /// Returns the first index at or after `start` whose value is negative; the count if there is none.
  ///
  /// Tests four values at a time, because in a table of pairs most values are not negative.
  @inlinable @inline(__always)
  func firstNegative(from start: Int) -> Int {
    var index = start
    while index &+ 4 <= count, self[index] | self[index &+ 1] | self[index &+ 2] | self[index &+ 3] >= 0 { index &+= 4 }
    while index < count, self[index] >= 0 { index &+= 1 }
    return index
  }
}
