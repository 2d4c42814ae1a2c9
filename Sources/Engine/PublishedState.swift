import ScrollworkGeometry
import ScrollworkLayout

/// The answers to questions that the program asks while passes run: the state before the frame bound or measured
/// anything.
///
/// The engine's own state cannot answer: passes have exclusive access to it, and parts of it may still be those of the
/// previous frame.
@MainActor
struct PublishedState {
  /// The distance of the viewport from the content's start, in logical pixels.
  private(set) var contentOffset = Point.zero
  /// The size of all content, in logical pixels.
  private(set) var contentSize = Size.zero
  private(set) var isAtStart = true
  private(set) var isAtEnd = true
  /// The bound items. The array keeps its storage between frames, so that recording them allocates nothing.
  private(set) var boundItems: [BoundItem] = []

  /// Records the answers.
  /// - Complexity: O(*v*) in the number of bound items.
  mutating func record(_ scroll: borrowing ScrollState, offset: Point, size: Size, _ bound: [BoundItem]) {
    (contentOffset, contentSize) = (offset, size)
    isAtStart = scroll.isAtStart
    isAtEnd = scroll.endTracking.isAtEnd
    boundItems.removeAll(keepingCapacity: true)
    boundItems.append(contentsOf: bound)
  }
}

extension ListEngine {
  /// The distance of the viewport from the content's start, in logical pixels.
  var contentOffset: Point { activity == .runningPasses ? published.contentOffset : currentContentOffset }

  /// The size of all content, in logical pixels; items not yet measured count with their estimates.
  var contentSize: Size { activity == .runningPasses ? published.contentSize : currentContentSize }

  /// Whether the view is at the start of its content.
  var isAtStart: Bool { activity == .runningPasses ? published.isAtStart : scroll.isAtStart }

  /// Whether the view is at the end of its content.
  var isAtEnd: Bool { activity == .runningPasses ? published.isAtEnd : scroll.endTracking.isAtEnd }

  /// The bound items, in reading order.
  var boundItems: [BoundItem] { activity == .runningPasses ? published.boundItems : items.bound }

  /// The distance of the viewport from the content's start as passes see it, in logical pixels.
  var currentContentOffset: Point {
    var offset = Point.zero
    offset[layout.axis] = scroll.presentedOffset
    return offset
  }

  /// The size of all content as passes see it, in logical pixels.
  var currentContentSize: Size {
    var size = layout.solver.contentSize
    size[layout.axis] = layout.contentLength
    return size
  }
}
