package import ScrollworkDiffing

/// A set of positions as sorted ranges that neither touch nor overlap. A million positions in a row take no more memory
/// than one.
package struct PositionSet: Hashable, Sendable {
  package private(set) var ranges: [Range<Int>] = []

  package init() {}

  package init(_ range: Range<Int>) {
    if !range.isEmpty { ranges = [range] }
  }

  /// Makes a set of ascending ranges that neither are empty nor touch.
  package init(ascending ranges: [Range<Int>]) { self.ranges = ranges }

  package var isEmpty: Bool { ranges.isEmpty }

  /// The number of positions.
  /// - Complexity: O(*r*) in the number of ranges.
  package var count: Int { ranges.reduce(0) { $0 + $1.count } }

  /// Returns whether a position is in the set.
  /// - Complexity: O(log *r*).
  package func contains(_ position: Int) -> Bool {
    let index = firstRange(endingAfter: position)
    return index < ranges.count && ranges[index].lowerBound <= position
  }

  /// Traps if the ranges are not sorted, touch or overlap.
  /// - Complexity: O(1): only the first ranges are examined.
  package func checkInvariants() {
    let first = ranges.prefix(16)
    precondition(first.allSatisfy { !$0.isEmpty && $0.lowerBound >= 0 }, "an empty range, or one before the start")
    precondition(zip(first, first.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound }, "\(first) touch")
  }

  /// Adds a range of positions.
  /// - Complexity: O(*r*).
  package mutating func insert(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    var (lower, upper) = (range.lowerBound, range.upperBound)
    // Ranges that touch the new one from either side merge with it.
    let first = ranges.partitioningIndex { $0.upperBound >= lower }
    var last = first
    while last < ranges.count, ranges[last].lowerBound <= upper {
      lower = min(lower, ranges[last].lowerBound)
      upper = max(upper, ranges[last].upperBound)
      last += 1
    }
    ranges.replaceSubrange(first..<last, with: CollectionOfOne(lower..<upper))
  }

  /// Removes a range of positions.
  /// - Complexity: O(*r*).
  package mutating func remove(_ range: Range<Int>) {
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

  /// Returns the positions that are also in `others`.
  /// - Parameter others: Ranges in ascending order, without overlaps.
  /// - Complexity: O(*r*) in the number of ranges of both.
  package func intersection(_ others: [Range<Int>]) -> PositionSet {
    var result = PositionSet()
    var (a, b) = (0, 0)
    while a < ranges.count, b < others.count {
      let common = ranges[a].clamped(to: others[b])
      if !common.isEmpty { result.append(common) }
      if ranges[a].upperBound < others[b].upperBound { a += 1 } else { b += 1 }
    }
    return result
  }

  /// Returns the positions that are not in `other`.
  /// - Complexity: O(*r*) in the number of ranges of both.
  package func subtracting(_ other: PositionSet) -> PositionSet {
    guard let end = ranges.last?.upperBound else { return self }
    var (gaps, start) = ([Range<Int>](), 0)
    for range in other.ranges where range.lowerBound < end {
      gaps.append(start..<range.lowerBound)
      start = range.upperBound
    }
    if start < end { gaps.append(start..<end) }
    return intersection(gaps)
  }

  /// Adds all positions of another set.
  /// - Complexity: O(*r*) in the number of ranges of both.
  package mutating func formUnion(_ other: PositionSet) {
    if other.isEmpty { return }
    if isEmpty {
      self = other
      return
    }
    var result = PositionSet()
    var (a, b) = (0, 0)
    while a < ranges.count || b < other.ranges.count {
      let takesOwn = b == other.ranges.count || a < ranges.count && ranges[a].lowerBound <= other.ranges[b].lowerBound
      let next = takesOwn ? ranges[a] : other.ranges[b]
      if takesOwn { a += 1 } else { b += 1 }
      guard let last = result.ranges.last, next.lowerBound <= last.upperBound else {
        result.ranges.append(next)
        continue
      }
      result.ranges[result.ranges.count - 1] = last.lowerBound..<max(last.upperBound, next.upperBound)
    }
    self = result
  }

  /// Returns the positions that are in this set or in another one, but not in both.
  /// - Complexity: O(*r* log *r*) in the number of ranges of both.
  package func symmetricDifference(_ other: PositionSet) -> PositionSet {
    // Each bound begins or ends a range of the result. A bound of both sets does neither.
    let bounds = (ranges + other.ranges).flatMap { [$0.lowerBound, $0.upperBound] }.sorted()
    var (result, open, index) = (PositionSet(), Int?.none, 0)
    while index < bounds.count {
      let bound = bounds[index]
      index += 1
      if index < bounds.count, bounds[index] == bound {
        index += 1
      } else if let lower = open {
        result.ranges.append(lower..<bound)
        open = nil
      } else {
        open = bound
      }
    }
    return result
  }

  /// Returns the positions that the elements of the set have after a change. Removed elements are left out.
  /// - Complexity: O(*r* + *m* log *r*), where *m* is the number of positions between the common ends of the mapping;
  ///   O(*k* log *k*) for a set of *k* positions, if *k* is less than *m* / 8.
  package func mapped(by mapping: PositionMapping) -> PositionSet {
    guard !mapping.isIdentity else { return self }
    let middle = mapping.oldCount - mapping.commonPrefix - mapping.commonSuffix
    return count < middle / 8 ? mappedOneByOne(mapping) : mappedByRuns(mapping)
  }

  private func mappedOneByOne(_ mapping: PositionMapping) -> PositionSet {
    var result = PositionSet()
    let old = ranges.joined().filter { $0 < mapping.oldCount }
    for new in old.compactMap({ mapping.newPosition(ofOld: $0) }).sorted() { result.append(new..<(new + 1)) }
    return result
  }

  private func mappedByRuns(_ mapping: PositionMapping) -> PositionSet {
    var result = PositionSet()
    // Runs come in the order of their new positions, so nothing has to be sorted.
    mapping.forEachRun { run in
      var index = firstRange(endingAfter: run.old)
      while index < ranges.count, ranges[index].lowerBound < run.old + run.count {
        let common = ranges[index].clamped(to: run.old..<(run.old + run.count))
        let shift = run.new - run.old
        result.append((common.lowerBound + shift)..<(common.upperBound + shift))
        index += 1
      }
    }
    return result
  }

  /// Adds a range after all others; it may touch the last one.
  private mutating func append(_ range: Range<Int>) {
    if let last = ranges.last, last.upperBound == range.lowerBound {
      ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
    } else {
      ranges.append(range)
    }
  }

  private func firstRange(endingAfter position: Int) -> Int {
    ranges.partitioningIndex { $0.upperBound > position }
  }
}
