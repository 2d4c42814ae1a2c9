/// Numbers with their prefix sums, in a binary indexed tree (Fenwick, 1994).
struct PrefixSums: Sendable {
  private var values: [Int64]
  /// The tree: element *i* is the sum of the last `i & -i` values before index *i*.
  private var tree: [Int64]
  private let topBit: Int

  /// Creates the sums of some values.
  /// - Complexity: O(*n*)
  init(_ values: [Int64] = []) {
    self.values = values
    tree = Array(repeating: 0, count: values.count + 1)
    topBit = values.isEmpty ? 0 : 1 << (Int.bitWidth - 1 - values.count.leadingZeroBitCount)
    sumUp()
  }

  /// Changes any number of values at once. Their number must stay the same.
  /// - Complexity: O(*n*)
  mutating func update(_ change: (inout [Int64]) -> Void) {
    let count = values.count
    change(&values)
    precondition(values.count == count, "\(count) values became \(values.count)")
    sumUp()
  }

  private mutating func sumUp() {
    for index in values.indices { tree[index + 1] = values[index] }
    for index in 1..<max(1, tree.count) {
      let parent = index + (index & -index)
      if parent < tree.count { tree[parent] += tree[index] }
    }
  }

  var count: Int { values.count }
  var total: Int64 { sum(before: values.count) }

  subscript(index: Int) -> Int64 { values[index] }

  /// Sets one value.
  /// - Complexity: O(log *n*)
  mutating func set(_ index: Int, to value: Int64) {
    let delta = value - values[index]
    guard delta != 0 else { return }
    values[index] = value
    var position = index + 1
    while position < tree.count {
      OperationCounter.step()
      tree[position] += delta
      position += position & -position
    }
  }

  /// Returns the sum of the values before `index`.
  /// - Complexity: O(log *n*)
  func sum(before index: Int) -> Int64 {
    var (result, position) = (Int64(0), index)
    while position > 0 {
      OperationCounter.step()
      result += tree[position]
      position &= position - 1
    }
    return result
  }

  /// Returns the first index at which the sum of the values up to and including that index exceeds `sum`, and the sum
  /// of the values before that index. If there is none, the index is `count`.
  /// - Precondition: No value is negative.
  /// - Complexity: O(log *n*)
  func find(_ sum: Int64) -> (index: Int, start: Int64) {
    var (position, start, step) = (0, Int64(0), topBit)
    while step > 0 {
      OperationCounter.step()
      let next = position + step
      if next < tree.count, start + tree[next] <= sum {
        position = next
        start += tree[next]
      }
      step >>= 1
    }
    return (position, start)
  }
}
