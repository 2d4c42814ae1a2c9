/// Neighbours that stayed neighbours: elements `old ..< old + count` are now `new ..< new + count`.
public struct PositionRun: Hashable, Sendable {
  /// First old position.
  public var old: Int
  /// First new position.
  public var new: Int
  /// Number of elements, at least one.
  public var count: Int

  public init(old: Int, new: Int, count: Int) {
    self.old = old
    self.new = new
    self.count = count
  }

  @usableFromInline var oldRange: Range<Int> { old..<old + count }
  var newRange: Range<Int> { new..<new + count }
}

extension ArraySlice where Element == PositionRun {
  /// The last run that begins at or before a new position; the runs are sorted by new position.
  /// - Complexity: O(log *n*).
  func last(startingAtOrBeforeNew position: Int) -> PositionRun? {
    let index = partitioningIndex { $0.new > position }
    return index == startIndex ? nil : self[index - 1]
  }

  /// The last run that begins at or before an old position; the runs are sorted by old position.
  /// - Complexity: O(log *n*).
  func last(startingAtOrBeforeOld position: Int) -> PositionRun? {
    let index = partitioningIndex { $0.old > position }
    return index == startIndex ? nil : self[index - 1]
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first index whose element belongs to the second part; all elements of the first part come first.
  /// - Complexity: O(log *n*).
  package func partitioningIndex(where belongsToSecondPart: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if belongsToSecondPart(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
