import ScrollworkContentViews
import ScrollworkGeometry
package import ScrollworkLayout

/// Makes items near the ends of the list only to measure them, so that the reach-end and reach-start events come at the
/// right distance.
///
/// Items before an end may be larger or smaller than estimated, so the end may be farther or nearer than it seems. If
/// an end may be near, each frame measures some of the items before it. The program is asked for more when they are
/// measured, or at the latest after a few frames.
///
/// - Reads: the layout, the scroll position.
/// - Writes: `ahead` of the item store, for which components render; the unsure edges of the chrome.
/// - Returns: nothing.
@MainActor
package enum ReachPass {
  /// The number of items to measure ahead in a frame: few enough to take only a fraction of the frame's time.
  private static let measuredAhead = 16
  /// The distance up to which items are measured ahead, in lengths of the viewport. Farther items keep their estimates.
  private static let maximumAhead = 4.0

  /// Makes some items before each end that may be near, for the first round of the measuring loop to measure.
  package static func run(
    _ items: inout ItemStore, _ chrome: Chrome, _ layout: borrowing LayoutState, _ scroll: borrowing ScrollState,
    _ input: FrameInput
  ) {
    guard !chrome.paging.unsureEdges.isEmpty else { return }
    for edge in chrome.paging.takeUnsureEdges() {
      for (element, row) in unmeasured(before: edge, layout, scroll, input.list).prefix(measuredAhead) {
        let item = items.make(element.key, row, input)
        item.placement.target = element.frame
        items.insertAhead(item)
      }
    }
  }

  /// Returns the distance of the viewport from an end, now or when its motion ends, whichever is smaller, in logical
  /// pixels.
  package static func distance(
    to edge: PageEdge, _ layout: borrowing LayoutState, _ scroll: borrowing ScrollState
  ) -> Double {
    let scroller = scroll.scroller
    let goal = scroller.isMoving && !scroller.isHeld ? scroller.destination : scroll.presentedOffset
    return edge == .end
      ? layout.contentLength - layout.length - max(scroll.presentedOffset, goal) : min(scroll.presentedOffset, goal)
  }

  /// Returns the elements between the viewport and an end that are not measured yet, the nearest to the viewport first.
  package static func unmeasured(
    before edge: PageEdge, _ layout: borrowing LayoutState, _ scroll: borrowing ScrollState, _ list: List
  ) -> [(element: LayoutElement, row: Row)] {
    let distance = distance(to: edge, layout, scroll)
    guard distance > 0 else { return [] }
    let seen = min(distance, layout.length * maximumAhead)
    let start = edge == .end ? layout.contentLength - distance : distance - seen
    let rect = layout.viewRect(from: start, length: seen, at: scroll.presentedOffset).offset(by: scroll.presentedOrigin)
    var elements: [LayoutElement] = []
    layout.solver.elements(
      in: rect, pinnedIn: Rect(origin: scroll.presentedOrigin, size: layout.size), into: &elements)
    var unmeasured: [(element: LayoutElement, row: Row)] = []
    for element in elements where layout.solver.isEstimated(element.key) {
      guard let row = list.row(for: element.key, in: layout.solver), layout.asksForSize(element.key, row) else {
        continue
      }
      unmeasured.append((element, row))
    }
    return edge == .end ? unmeasured : unmeasured.reversed()
  }
}
