import ScrollworkGeometry

/// An index that finds the intervals that intersect a given one: an interval tree without pointers.
///
/// The intervals are sorted by their start, and a heap has the furthest end of each half of the sequence, of each
/// quarter and so on.
struct IntervalIndex: Sendable {
  private var order: [Int32]
  private var starts: [Double]
  /// A heap of the furthest ends: node *i* covers a stretch of `order`, whose halves are nodes 2*i* and 2*i* + 1.
  private var ends: [Double]
  private var leafCount: Int

  /// Creates an index of the frames' extents along an axis.
  /// - Complexity: O(*n* log *n*), O(*n*) if the starts are in order.
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

  /// Visits the positions of the intervals that intersect the one from `lower` to `upper`.
  /// - Complexity: O(*k* log *n*), where *k* is the number of intervals visited.
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
