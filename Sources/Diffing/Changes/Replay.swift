/// Reads the elements that changes copy.
@usableFromInline
enum Replay {
  /// Returns the elements in a range of positions that count from zero.
  @inlinable
  static func elements<Elements: RandomAccessCollection>(
    _ range: Range<Int>, of elements: Elements
  ) -> Elements.SubSequence {
    let start = elements.index(elements.startIndex, offsetBy: range.lowerBound)
    return elements[start..<elements.index(start, offsetBy: range.count)]
  }
}
