/// Lengths with their prefix sums, in blocks. A block in which no length was set takes no memory: each of its lengths
/// is the estimate that all such blocks share.
package struct BlockSums: Sendable {
  static let blockSize = 256

  package let count: Int
  /// The estimate: the value of each length in a block in which no length was set.
  private(set) var estimate: Int64
  /// The blocks; a block is empty until a length in it is set.
  private var blocks: [PrefixSums]
  private var totals: PrefixSums

  /// Creates `count` lengths that are all equal to the estimate.
  /// - Complexity: O(*n* / 256)
  init(count: Int, estimate: Int64) {
    self.count = count
    self.estimate = estimate
    blocks = Array(repeating: PrefixSums(), count: (count + Self.blockSize - 1) / Self.blockSize)
    totals = PrefixSums()
    sumUp()
  }

  /// Creates lengths that are all set.
  /// - Complexity: O(*n*)
  package init(_ values: [Int64] = []) {
    count = values.count
    estimate = 0
    blocks = stride(from: 0, to: values.count, by: Self.blockSize).map { start in
      PrefixSums(Array(values[start..<min(values.count, start + Self.blockSize)]))
    }
    totals = PrefixSums(blocks.map(\.total))
  }

  package var total: Int64 { totals.total }

  package subscript(index: Int) -> Int64 {
    let block = index / Self.blockSize
    return blocks[block].count == 0 ? estimate : blocks[block][index % Self.blockSize]
  }

  /// Returns the range of positions in the block that contains `index`.
  func block(of index: Int) -> Range<Int> {
    let start = index / Self.blockSize * Self.blockSize
    return start..<min(count, start + Self.blockSize)
  }

  /// Sets one length.
  /// - Complexity: O(log *n*); O(256) more if no other length in its block was set before.
  package mutating func set(_ index: Int, to value: Int64) {
    let (block, position) = index.quotientAndRemainder(dividingBy: Self.blockSize)
    open(block)
    let delta = value - blocks[block][position]
    guard delta != 0 else { return }
    blocks[block].set(position, to: value)
    totals.set(block, to: totals[block] + delta)
  }

  /// Changes several lengths of one block at once.
  /// - Parameters:
  ///   - range: The positions of the lengths, all in one block.
  ///   - change: Changes the length at a position.
  /// - Complexity: O(256 + log *n*)
  mutating func update(_ range: Range<Int>, _ change: (_ index: Int, _ value: inout Int64) -> Void) {
    guard !range.isEmpty else { return }
    let block = range.lowerBound / Self.blockSize
    open(block)
    blocks[block].update { values in
      for index in range { change(index, &values[index - block * Self.blockSize]) }
    }
    totals.set(block, to: blocks[block].total)
  }

  /// Changes the estimate, and with it all lengths in blocks in which no length was set.
  /// - Complexity: O(*n* / 256)
  mutating func setEstimate(_ estimate: Int64) {
    guard estimate != self.estimate else { return }
    self.estimate = estimate
    sumUp()
  }

  /// Returns the sum of the lengths before `index`.
  /// - Complexity: O(log *n*)
  package func sum(before index: Int) -> Int64 {
    let (block, position) = index.quotientAndRemainder(dividingBy: Self.blockSize)
    let start = totals.sum(before: block)
    guard position > 0 else { return start }
    return start + (blocks[block].count == 0 ? estimate * Int64(position) : blocks[block].sum(before: position))
  }

  /// Returns the first index at which the sum of the lengths up to and including that index exceeds `sum`, and the sum
  /// of the lengths before that index. If there is none, the index is `count`.
  /// - Precondition: No length is negative.
  /// - Complexity: O(log *n*)
  package func find(_ sum: Int64) -> (index: Int, start: Int64) {
    let (block, start) = totals.find(sum)
    guard block < blocks.count else { return (count, start) }
    let first = block * Self.blockSize
    guard blocks[block].count == 0 else {
      let (position, own) = blocks[block].find(sum - start)
      return (first + position, start + own)
    }
    // The estimate is not zero here, because a block whose lengths are all zero is never found.
    let position = max(0, sum - start) / estimate
    return (first + Int(position), start + position * estimate)
  }

  private func size(of block: Int) -> Int { min(Self.blockSize, count - block * Self.blockSize) }

  private mutating func open(_ block: Int) {
    guard blocks[block].count == 0 else { return }
    blocks[block] = PrefixSums(Array(repeating: estimate, count: size(of: block)))
  }

  private mutating func sumUp() {
    totals = PrefixSums(
      blocks.indices.map { blocks[$0].count == 0 ? estimate * Int64(size(of: $0)) : blocks[$0].total })
  }
}
