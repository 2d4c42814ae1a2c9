/// Consecutive elements that stayed consecutive: the elements `old ..< old + count` are now `new ..< new + count`.
@usableFromInline package struct PositionRun: Hashable, Sendable {
  /// The old position of the first element.
  @usableFromInline package var old: Int
  /// The new position of the first element.
  @usableFromInline package var new: Int
  /// The number of elements, at least one.
  @usableFromInline package var count: Int

  /// Creates a run of `count` elements.
  @usableFromInline
  package init(old: Int, new: Int, count: Int) {
    self.old = old
    self.new = new
    self.count = count
  }

  /// The old positions of the elements.
  @usableFromInline var oldRange: Range<Int> { old..<old + count }
  /// The new positions of the elements.
  var newRange: Range<Int> { new..<new + count }
}

/// A collector of runs by ascending new position. It joins each run to the previous one if it continues that one.
struct RunCollector {
  private var runs: [PositionRun] = []
  private var last = PositionRun(old: 0, new: 0, count: 0)

  /// The number of collected runs.
  var count: Int { runs.count + (last.count > 0 ? 1 : 0) }

  /// Adds a run, unless it is empty.
  @inline(__always)
  mutating func add(old: Int, new: Int, count: Int = 1) {
    if last.old &+ last.count == old, last.new &+ last.count == new {
      last.count &+= count
    } else if count > 0 {
      if last.count > 0 { runs.append(last) }
      last = PositionRun(old: old, new: new, count: count)
    }
  }

  /// Returns all collected runs.
  func finished() -> [PositionRun] { last.count > 0 ? runs + CollectionOfOne(last) : runs }
}

extension RandomAccessCollection<PositionRun> where Index == Int {
  /// Calls the body for the ranges of `whole` that no run covers, ascending.
  /// - Parameter side: Returns the old or the new positions of a run. The runs must be sorted by these.
  @inline(__always)
  func forEachGap(in whole: Range<Int>, _ side: (PositionRun) -> Range<Int>, _ body: (Range<Int>) -> Void) {
    var next = whole.lowerBound
    for run in self {
      let covered = side(run)
      if covered.lowerBound > next { body(next..<covered.lowerBound) }
      next = covered.upperBound
    }
    if next < whole.upperBound { body(next..<whole.upperBound) }
  }

  /// Returns the last run that begins at or before a position; `nil` if there is none.
  /// - Parameter beginsLater: Whether a run begins after the position.
  /// - Precondition: The runs are sorted by their beginnings.
  /// - Complexity: O(log *n*).
  @inline(__always)
  func lastRun(unless beginsLater: (PositionRun) -> Bool) -> PositionRun? {
    let index = partitioningIndex(where: beginsLater)
    return index == startIndex ? nil : self[index - 1]
  }
}

extension RandomAccessCollection where Index == Int {
  /// Returns the index of the first element for which the predicate returns `true`, or the end index if there is none.
  /// - Precondition: All elements for which the predicate returns `false` come before those for which it returns
  ///   `true`.
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
