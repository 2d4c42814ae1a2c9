import ScrollworkDiffing

/// The sticky items of a layout with the modifier ``LayoutModifier/sticky(_:)``, found lazily: the closure is called
/// only for the items near the viewport, and backwards from there to the nearest sticky item.
struct StickyItems: Sendable {
  private let items: LayoutItems
  private let isSticky: @Sendable (LayoutItems, Int) -> Bool
  /// The positions for which the answer of the closure is recorded.
  private var known = RangeSet<Int>()
  /// The sticky positions among the recorded ones, ascending.
  private var found: [Int] = []

  init(_ items: LayoutItems, _ isSticky: @escaping @Sendable (LayoutItems, Int) -> Bool) {
    (self.items, self.isSticky) = (items, isSticky)
  }

  var count: Int { items.count }

  func contains(_ item: Int) -> Bool { isSticky(items, item) }

  /// Returns the last sticky item at or before a position.
  /// - Complexity: O(log *n*) in a known range; otherwise one call of the closure for each unknown item from the
  ///   position back to the result.
  func last(upTo position: Int) -> Int? {
    var item = min(position, count - 1)
    while item >= 0 {
      let stretch = known.ranges.partitioningIndex { $0.upperBound > item }
      guard stretch < known.ranges.count, known.ranges[stretch].contains(item) else {
        OperationCounter.step()
        if contains(item) { return item }
        item -= 1
        continue
      }
      let index = found.partitioningIndex { $0 > item } - 1
      if index >= 0, found[index] >= known.ranges[stretch].lowerBound { return found[index] }
      item = known.ranges[stretch].lowerBound - 1
    }
    return nil
  }

  /// Returns the first sticky item at or after a position.
  /// - Complexity: One call of the closure for each item from the position to the result.
  func first(from position: Int) -> Int? { (position..<max(position, count)).first { contains($0) } }

  /// Calls the closure for the unknown items of a range and records the sticky ones.
  mutating func record(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<count)
    for item in RangeSet(range).subtracting(known).ranges.joined() {
      OperationCounter.step()
      if contains(item) { found.insert(item, at: found.partitioningIndex { $0 > item }) }
    }
    known.insert(contentsOf: range)
  }
}
