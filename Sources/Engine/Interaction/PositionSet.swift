import ScrollworkDiffing

/// A set of positions as sorted ranges that neither touch nor overlap: a million in a row take no more than one.
struct PositionSet: Hashable, Sendable {
  private(set) var ranges: [Range<Int>] = []

  init() {}

  init(_ range: Range<Int>) {
    if !range.isEmpty { ranges = [range] }
  }

  var isEmpty: Bool { ranges.isEmpty }

  /// - Complexity: O(*r*) in the number of ranges.
  var count: Int { ranges.reduce(0) { $0 + $1.count } }

  /// - Complexity: O(log *r*).
  func contains(_ position: Int) -> Bool {
    let index = firstRange(endingAfter: position)
    return index < ranges.count && ranges[index].lowerBound <= position
  }

  /// - Complexity: O(*r*).
  mutating func insert(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    var (lower, upper) = (range.lowerBound, range.upperBound)
    // What touches the new range from either side becomes one with it.
    let first = ranges.partitioningIndex { $0.upperBound >= lower }
    var last = first
    while last < ranges.count, ranges[last].lowerBound <= upper {
      lower = min(lower, ranges[last].lowerBound)
      upper = max(upper, ranges[last].upperBound)
      last += 1
    }
    ranges.replaceSubrange(first..<last, with: CollectionOfOne(lower..<upper))
  }

  /// - Complexity: O(*r*).
  mutating func remove(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let first = firstRange(endingAfter: range.lowerBound)
    var last = first
    var rest: [Range<Int>] = []
    while last < ranges.count, ranges[last].lowerBound < range.upperBound {
      let old = ranges[last]
      if old.lowerBound < range.lowerBound { rest.append(old.lowerBound..<range.lowerBound) }
      if old.upperBound > range.upperBound { rest.append(range.upperBound..<old.upperBound) }
      last += 1
    }
    ranges.replaceSubrange(first..<last, with: rest)
  }

  /// Where the same elements are after a change.
  /// - Complexity: O(*r* + *m*), where *m* counts the members in the middle of the mapping.
  func mapped(by mapping: PositionMapping) -> PositionSet {
    guard !mapping.isIdentity else { return self }
    var result = PositionSet()
    let suffixStart = mapping.oldCount - mapping.commonSuffix
    for range in ranges {
      let range = range.clamped(to: 0..<mapping.oldCount)
      result.insert(range.clamped(to: 0..<mapping.commonPrefix))
      for old in range.clamped(to: mapping.commonPrefix..<suffixStart) {
        if let new = mapping.newPosition(ofOld: old) { result.insert(new..<(new + 1)) }
      }
      let tail = range.clamped(to: suffixStart..<mapping.oldCount)
      let shift = mapping.newCount - mapping.oldCount
      result.insert((tail.lowerBound + shift)..<(tail.upperBound + shift))
    }
    return result
  }

  private func firstRange(endingAfter position: Int) -> Int {
    ranges.partitioningIndex { $0.upperBound > position }
  }
}

extension Array {
  /// The first index from which on `predicate` holds, for an array in which it holds for none, then for all.
  /// - Complexity: O(log *n*).
  func partitioningIndex(where predicate: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if predicate(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
