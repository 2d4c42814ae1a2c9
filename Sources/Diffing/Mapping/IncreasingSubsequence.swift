/// A search for the elements of a sequence that can keep their order while all others move.
enum IncreasingSubsequence {
  /// Returns the part of a sequence that is out of order: all values before that part ascend and are smaller, and all
  /// values after it ascend and are greater. The result is empty if all values ascend.
  /// - Parameter values: Negative values are ignored.
  /// - Complexity: O(*n*).
  static func disorder(of values: UnsafeBufferPointer<Int32>) -> Range<Int> {
    var start = 0
    var last: Int32 = -1
    while start < values.count {
      let value = values[start]
      if value >= 0, value < last { break }
      last = max(last, value)
      start += 1
    }
    if start == values.count { return start..<start }
    var end = values.count
    var next = Int32.max
    while values[end - 1] < 0 || values[end - 1] < next {
      if values[end - 1] >= 0 { next = values[end - 1] }
      end -= 1
    }
    // Values of the ordered ends that overlap with those inside belong inside as well.
    var (smallest, greatest) = (next, last)
    for value in values[min(start, end)..<end] where value >= 0 {
      smallest = min(smallest, value)
      greatest = max(greatest, value)
    }
    start = min(start, end)
    while start > 0, values[start - 1] < 0 || values[start - 1] > smallest { start -= 1 }
    while end < values.count, values[end] < 0 || values[end] < greatest { end += 1 }
    return start..<end
  }

  /// Finds a longest increasing subsequence.
  /// - Parameters:
  ///   - values: No value occurs twice, apart from negative ones, which are ignored.
  ///   - body: Receives for each value whether it belongs to the subsequence.
  /// - Complexity: O(*n* log *n*), by patience sorting; O(*n*) where little is out of order.
  static func longest(of values: UnsafeBufferPointer<Int32>, _ body: (UnsafeMutableBufferPointer<Bool>) -> Void) {
    // For short lists the memory lies on the stack.
    withUnsafeTemporaryAllocation(of: Bool.self, capacity: values.count) { stays in
      stays.initialize(repeating: false)
      markLongest(of: values, in: stays)
      body(stays)
    }
  }

  /// Sets the flags of the values that belong to a longest increasing subsequence.
  private static func markLongest(of values: UnsafeBufferPointer<Int32>, in stays: UnsafeMutableBufferPointer<Bool>) {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 3 * values.count) { scratch in
      guard let scratch = scratch.baseAddress else { return }
      var piles = Piles(values: scratch, indices: scratch + values.count)
      let previous = scratch + 2 * values.count
      for (index, value) in values.enumerated() where value >= 0 {
        let length = piles.put(value, index: Int32(truncatingIfNeeded: index))
        previous[index] = length == 0 ? -1 : piles.indices[length - 1]
      }
      var index = piles.count == 0 ? -1 : piles.indices[piles.count - 1]
      while index >= 0 {
        stays[Int(index)] = true
        index = previous[Int(index)]
      }
    }
  }

  /// The piles of patience sorting: for each length the smallest value that ends an increasing subsequence of this
  /// length, with the index of the value.
  private struct Piles {
    let values: UnsafeMutablePointer<Int32>
    let indices: UnsafeMutablePointer<Int32>
    var count = 0
    private var next = 0

    init(values: UnsafeMutablePointer<Int32>, indices: UnsafeMutablePointer<Int32>) {
      self.values = values
      self.indices = indices
    }

    /// Puts a value on its pile.
    /// - Returns: The length of the longest increasing subsequence that ends with the value, less one.
    mutating func put(_ value: Int32, index: Int32) -> Int {
      // Neighbours usually stay neighbours, so the next pile is tried before a search.
      let fits = (next == 0 || values[next - 1] < value) && (next == count || values[next] >= value)
      let length = fits ? next : lowerBound(of: value)
      values[length] = value
      indices[length] = index
      count = max(count, length + 1)
      next = length + 1
      return length
    }

    /// Returns the first pile whose value is at least `value`.
    private func lowerBound(of value: Int32) -> Int {
      var base = 0
      var size = count
      while size > 1 {
        let half = size / 2
        // A conditional move: a branch would be mispredicted half of the time.
        base = values[base + half - 1] < value ? base + half : base
        size -= half
      }
      return size == 1 && values[base] < value ? base + 1 : base
    }
  }

  /// Finds runs whose old positions increase and that have the most elements in total.
  /// - Parameters:
  ///   - runs: All runs, sorted by new position.
  ///   - body: Receives for each run whether it belongs to the result.
  /// - Complexity: O(*n* log *n*), by prefix maxima in a Fenwick tree.
  static func heaviest(
    of runs: some RandomAccessCollection<PositionRun>, _ body: (UnsafeMutableBufferPointer<Bool>) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: Bool.self, capacity: runs.count) { stays in
      stays.initialize(repeating: false)
      markHeaviest(ofStarts: runs.map(\.old), weights: runs.map(\.count), in: stays)
      body(stays)
    }
  }

  /// Sets the flags of the runs that belong to a heaviest increasing subsequence: the one with the most elements.
  private static func markHeaviest(
    ofStarts starts: [Int], weights: [Int], in stays: UnsafeMutableBufferPointer<Bool>
  ) {
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
    while last >= 0 {
      stays[last] = true
      last = previous[last]
    }
  }
}
