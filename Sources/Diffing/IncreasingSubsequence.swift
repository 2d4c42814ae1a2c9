/// Which elements of a sequence keep their order.
enum IncreasingSubsequence {
  /// True if the values ascend; negative ones do not count.
  static func isIncreasing(_ values: [Int32]) -> Bool {
    var last: Int32 = -1
    for value in values where value >= 0 {
      if value < last { return false }
      last = value
    }
    return true
  }

  /// A longest increasing subsequence: for each value whether it belongs to it.
  /// - Parameter values: No value twice; negative ones do not count.
  /// - Complexity: O(*n* log *n*), by patience sorting; O(*n*) where little is out of order.
  static func longest(of values: [Int32]) -> [Bool] {
    var stays = [Bool](repeating: false, count: values.count)
    // For each length, the index of the smallest value that ends a subsequence of this length, and that value.
    var ends: [Int32] = []
    var endValues: [Int32] = []
    var previous = [Int32](repeating: -1, count: values.count)
    var length = -1
    for (index, value) in values.enumerated() where value >= 0 {
      // A value that was next to the one before it usually still is, and then comes after it here too.
      length += 1
      let fits =
        (length == 0 || endValues[length - 1] < value) && (length == endValues.count || endValues[length] >= value)
      if !fits { length = lowerBound(of: value, in: endValues) }
      if length > 0 { previous[index] = ends[length - 1] }
      if length == ends.count {
        ends.append(Int32(truncatingIfNeeded: index))
        endValues.append(value)
      } else {
        ends[length] = Int32(truncatingIfNeeded: index)
        endValues[length] = value
      }
    }
    var index = ends.last ?? -1
    while index >= 0 {
      stays[Int(index)] = true
      index = previous[Int(index)]
    }
    return stays
  }

  /// The first position in ascending values that is not below a value.
  private static func lowerBound(of value: Int32, in values: [Int32]) -> Int {
    values.withUnsafeBufferPointer { values in
      var base = 0
      var count = values.count
      while count > 1 {
        let half = count / 2
        // Compiles to a conditional move: the branch would be mispredicted half of the time.
        base = values[base + half - 1] < value ? base + half : base
        count -= half
      }
      return count == 1 && values[base] < value ? base + 1 : base
    }
  }

  /// An increasing subsequence with the greatest sum of weights: for each element whether it belongs to it.
  /// - Parameters:
  ///   - starts: No value twice.
  ///   - weights: One for each start, positive.
  /// - Complexity: O(*n* log *n*), by prefix maxima in a Fenwick tree.
  static func heaviest(ofStarts starts: [Int], weights: [Int]) -> [Bool] {
    let order = starts.indices.sorted { starts[$0] < starts[$1] }
    var rank = [Int](repeating: 0, count: starts.count)
    for (position, index) in order.enumerated() { rank[index] = position + 1 }
    var best = [Int](repeating: -1, count: starts.count + 1)
    var sums = [Int](repeating: 0, count: starts.count)
    var previous = [Int](repeating: -1, count: starts.count)
    var last = -1
    for index in starts.indices {
      var node = rank[index] - 1
      while node > 0 {
        if best[node] >= 0, previous[index] < 0 || sums[best[node]] > sums[previous[index]] {
          previous[index] = best[node]
        }
        node &= node - 1
      }
      sums[index] = weights[index] + (previous[index] < 0 ? 0 : sums[previous[index]])
      if last < 0 || sums[index] > sums[last] { last = index }
      node = rank[index]
      while node <= starts.count {
        if best[node] < 0 || sums[best[node]] < sums[index] { best[node] = index }
        node += node & -node
      }
    }
    var stays = [Bool](repeating: false, count: starts.count)
    while last >= 0 {
      stays[last] = true
      last = previous[last]
    }
    return stays
  }
}
