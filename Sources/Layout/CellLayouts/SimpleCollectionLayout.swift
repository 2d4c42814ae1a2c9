import ScrollworkDiffing
public import ScrollworkGeometry

/// A layout that computes all frames at once: the simplest way to write a layout of your own.
///
/// It suits a few thousand items. The *k* visible items of *n* are found in O((*k* + 1) log *n*), whatever the
/// arrangement; a very tall item does not slow down the search for others.
public protocol SimpleCollectionLayout: CollectionLayout {
  /// Returns one frame per item, in logical pixels from the top leading corner of the section's content.
  func frames(of items: LayoutItems) -> [Rect]
  /// The axis along which the frames are spread most widely; the search for visible items uses it.
  var searchAxis: Axis { get }
}

extension SimpleCollectionLayout {
  /// The vertical axis.
  public var searchAxis: Axis { .vertical }

  /// Returns the arrangement of the items, with all frames.
  public func arrange(_ items: LayoutItems) -> any LayoutArrangement {
    ListedArrangement(layout: self, items: items)
  }
}

/// The arrangement of a ``SimpleCollectionLayout``: all frames, and an index that finds the visible ones.
struct ListedArrangement<Layout: SimpleCollectionLayout>: LayoutArrangement {
  let layout: Layout
  private var items: LayoutItems
  private var frames: [Rect]
  private var index: IntervalIndex
  private(set) var contentSize: Size
  private(set) var overflow = 0.0

  init(layout: Layout, items: LayoutItems) {
    self.layout = layout
    self.items = items
    frames = []
    index = IntervalIndex([], axis: layout.searchAxis)
    contentSize = .zero
    rearrange()
  }

  private mutating func rearrange() {
    let answer = layout.frames(of: items)
    frames = (0..<items.count).map { $0 < answer.count ? Self.sane(answer[$0]) : .zero }
    index = IntervalIndex(frames, axis: layout.searchAxis)
    contentSize = frames.reduce(.zero) {
      Size(width: max($0.width, $1.maxX), height: max($0.height, $1.maxY))
    }
    // The content size covers all frames below and to the right. Overflow to the left counts too, because it becomes
    // overflow above if the axes are swapped.
    overflow = frames.reduce(0) { max($0, -$1.minX, -$1.minY) }
  }

  /// Returns the frame with finite numbers, and with its origin and height in whole subpixels.
  private static func sane(_ frame: Rect) -> Rect {
    func edge(_ value: Double) -> Double { Subpixels.pixels(Subpixels.nearestPosition(value)) }
    let (minX, minY) = (edge(frame.minX), edge(frame.minY))
    return Rect(
      x: minX, y: minY, width: Subpixels.sane(frame.width), height: Subpixels.pixels(Subpixels.nearest(frame.height)))
  }

  func frame(of item: Int) -> Rect { frames[item] }

  func forEachItem(in rect: Rect, _ body: (Int, Rect) -> Void) {
    index.forEach(from: rect.lower(layout.searchAxis), to: rect.upper(layout.searchAxis)) { item in
      if frames[item].intersects(rect) { body(item, frames[item]) }
    }
  }

  func intrinsicAxes(of item: Int) -> (width: Bool, height: Bool) {
    items.sizes.intrinsicAxes(of: item, in: items.container)
  }
  func isMeasured(_ item: Int) -> Bool { items.isMeasured(item) }

  mutating func setMeasured(_ size: Size?, of item: Int) -> Bool {
    guard items.setMeasured(size, of: item) else { return false }
    rearrange()
    return true
  }

  mutating func update(to items: LayoutItems, _ mapping: PositionMapping) -> Bool {
    let old = self.items
    self.items = items
    if old.container.width == items.container.width { self.items.takeMeasured(from: old, mapping) }
    rearrange()
    return true
  }
}

/// An index that finds the intervals that intersect a given one: an interval tree stored in arrays.
///
/// The intervals are sorted by their start. A binary tree contains the largest end of the whole sequence, of each half,
/// of each quarter and so on.
struct IntervalIndex: Sendable {
  private var order: [Int32]
  private var starts: [Double]
  /// The largest ends, as a binary tree in an array: node *i* holds the largest end in a range of `order`, and nodes
  /// 2*i* and 2*i* + 1 hold those of its halves. The leaves start at index `leafCount`.
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

  /// Visits the indices of the frames that intersect the interval from `lower` to `upper`.
  /// - Complexity: O((*k* + 1) log *n*), where *k* is the number of frames visited.
  func forEach(from lower: Double, to upper: Double, _ body: (Int) -> Void) {
    guard !order.isEmpty else { return }
    visit(1, first: 0, width: leafCount, lower, upper, body)
  }

  private func visit(_ node: Int, first: Int, width: Int, _ lower: Double, _ upper: Double, _ body: (Int) -> Void) {
    OperationCounter.step()
    guard first < order.count, starts[first] < upper, ends[node] > lower else { return }
    if width == 1 { return body(Int(order[first])) }
    visit(2 * node, first: first, width: width / 2, lower, upper, body)
    visit(2 * node + 1, first: first + width / 2, width: width / 2, lower, upper, body)
  }
}
