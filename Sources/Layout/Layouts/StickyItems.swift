import ScrollworkDiffing

/// The cells that a ``StickyLayout`` keeps in sight, found out where somebody looks: those that are seen, and before
/// these back to the nearest that stays.
struct StickyItems: Sendable {
  private let items: LayoutItems
  private let isSticky: @Sendable (LayoutItems, Int) -> Bool
  /// The stretches of cells of which it is known which stay, in order; no two touch each other.
  private var known: [Range<Int>] = []
  /// Those of them that stay, in order.
  private var found: [Int] = []

  init(_ items: LayoutItems, _ isSticky: @escaping @Sendable (LayoutItems, Int) -> Bool) {
    (self.items, self.isSticky) = (items, isSticky)
  }

  var count: Int { items.count }

  func contains(_ item: Int) -> Bool { isSticky(items, item) }

  /// The same for other cells.
  func of(_ items: LayoutItems) -> StickyItems { StickyItems(items, isSticky) }

  /// The last one at a position or before it.
  /// - Complexity: O(log *n*) where it was noted, else as many steps as it is cells away.
  func last(upTo position: Int) -> Int? {
    var item = min(position, count - 1)
    while item >= 0 {
      let stretch = known.partitioningIndex { $0.upperBound > item }
      guard stretch < known.count, known[stretch].contains(item) else {
        Effort.step()
        if isSticky(items, item) { return item }
        item -= 1
        continue
      }
      let index = found.partitioningIndex { $0 > item } - 1
      if index >= 0, found[index] >= known[stretch].lowerBound { return found[index] }
      item = known[stretch].lowerBound - 1
    }
    return nil
  }

  /// The first one at a position or after it.
  func first(from position: Int) -> Int? { (position..<max(position, count)).first { contains($0) } }

  /// Finds out which of some cells stay, and remembers it.
  mutating func note(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<count)
    let first = known.partitioningIndex { $0.upperBound >= range.lowerBound }
    let end = known.partitioningIndex { $0.lowerBound > range.upperBound }
    var (position, new) = (range.lowerBound, [Int]())
    for stretch in known[first..<max(first, end)] {
      new += sticky(in: position..<max(position, stretch.lowerBound))
      position = max(position, stretch.upperBound)
    }
    new += sticky(in: position..<max(position, range.upperBound))
    for item in new { found.insert(item, at: found.partitioningIndex { $0 > item }) }
    var whole = range
    if first < end {
      whole = min(range.lowerBound, known[first].lowerBound)..<max(range.upperBound, known[end - 1].upperBound)
    }
    known.replaceSubrange(first..<max(first, end), with: whole.isEmpty ? [] : [whole])
  }

  private func sticky(in range: Range<Int>) -> [Int] {
    range.filter { item in
      Effort.step()
      return isSticky(items, item)
    }
  }
}
