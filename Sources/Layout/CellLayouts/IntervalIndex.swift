import ScrollworkGeometry

/// An index that finds the intervals that intersect a given one: an interval tree stored in arrays.
///
/// The intervals are sorted by their start. A heap contains the largest end of the whole sequence, of each half, of
/// each quarter and so on.
struct IntervalIndex: Sendable {
  private var order: [Int32]
  private var starts: [Double]
  /// A heap of the largest ends: node *i* covers a range of `order`, and nodes 2*i* and 2*i* + 1 cover its halves.
  private var ends: [Double]
  private var leafCount: Int

  /// Creates an index of the extents of frames along an axis.
  /// - Complexity: O(*n* log *n*), or O(*n*) if the frames are already sorted by their start.
  init(_ frames: [Rect], axis: Axis) {
    order = frames.indices.map { Int32($0) }
    let isSorted = zip(frames, frames.dropFirst()).allSatisfy { $0.lower(axis) <= $1.lower(axis) }
    if !isSorted {
      order.sort { (frames[Int($0)].lower(axis), $0) < (frames[Int($1)].lower(axis), $1) }
    }
    starts = order.map { frames[Int($0)].lower(axis) }
    leafCount = 1
    while leafCount < frames.count { leafCount *= 2 }
    ends = Array(repeating: -.infinity, count: 2 * leafCount)
    for (position, item) in order.enumerated() { ends[leafCount + position] = frames[Int(item)].upper(axis) }
    for node in stride(from: leafCount - 1, to: 0, by: -1) { ends[node] = max(ends[2 * node], ends[2 * node + 1]) }
  }

  /// Visits the positions of the frames that intersect the interval from `lower` to `upper`.
  /// - Complexity: O(*k* log *n*), where *k* is the number of frames visited.
  func forEach(from lower: Double, to upper: Double, _ body: (Int) -> Void) {
    guard !order.isEmpty else { return }
    visit(1, first: 0, width: leafCount, lower, upper, body)
  }

  private func visit(_ node: Int, first: Int, width: Int, _ lower: Double, _ upper: Double, _ body: (Int) -> Void) {
    Effort.step()
    guard first < order.count, starts[first] < upper, ends[node] > lower else { return }
    if width == 1 { return body(Int(order[first])) }
    visit(2 * node, first: first, width: width / 2, lower, upper, body)
    visit(2 * node + 1, first: first + width / 2, width: width / 2, lower, upper, body)
  }
}
