import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkLayout

/// The reach-end and reach-start events.
///
/// Items before an end may be larger or smaller than estimated, so the end may be farther or nearer than it seems. If
/// an end may be near, each frame measures some of the items before it. The program is asked for more when they are
/// measured, or at the latest after a few frames.
extension ListEngine {
  /// The number of items to measure ahead in a frame: few enough to take only a fraction of the frame's time.
  private static let measuredAhead = 16
  /// The distance up to which items are measured ahead, in lengths of the viewport. Farther items keep their estimates.
  private static let maximumAhead = 4.0

  /// Asks the program for more items if the view is near an end, or will be when it comes to rest.
  func checkReach() {
    guard document.hasApplied, !layout.bounds.isEmpty else { return }
    check(document.list.handlers.reachEnd, chrome.paging.end, .end)
    check(document.list.handlers.reachStart, chrome.paging.start, .start)
  }

  private func check(_ handler: ReachHandler?, _ loader: PageLoader, _ edge: PageEdge) {
    guard let handler else { return loader.reset() }
    let (distance, reach) = (distance(to: edge), handler.distance.pixels(container: layout.length))
    loader.check(
      isNear: distance <= reach, isAlmostNear: distance <= reach + layout.length, count: itemCount,
      hasMore: handler.hasMore
    ) {
      guard !unmeasured(before: edge).isEmpty else { return true }
      chrome.paging.addUnsure(edge)
      host?.setNeedsFrame()
      return false
    } load: { [weak self] in
      guard let view = self?.view else { return }
      try await handler.load(view)
    }
  }

  /// Returns the distance of the viewport from an end, now or when its motion ends, whichever is smaller, in logical
  /// pixels.
  private func distance(to edge: PageEdge) -> Double {
    let scroller = scroll.scroller
    let goal = scroller.isMoving && !scroller.isHeld ? scroller.destination : scroll.presentedOffset
    return edge == .end
      ? layout.contentLength - layout.length - max(scroll.presentedOffset, goal) : min(scroll.presentedOffset, goal)
  }

  /// Returns the elements between the viewport and an end that are not measured yet, the nearest to the viewport first.
  private func unmeasured(before edge: PageEdge) -> [(element: LayoutElement, row: Row)] {
    let distance = distance(to: edge)
    guard distance > 0 else { return [] }
    let seen = min(distance, layout.length * Self.maximumAhead)
    let start = edge == .end ? layout.contentLength - distance : distance - seen
    var found: [LayoutElement] = []
    let rect = layout.viewRect(from: start, length: seen, at: scroll.presentedOffset).offset(by: scroll.presentedOrigin)
    layout.solver.elements(in: rect, pinnedIn: viewport, into: &found)
    let unmeasured = found.compactMap { element -> (element: LayoutElement, row: Row)? in
      guard layout.solver.isEstimated(element.key), let row = row(for: element.key),
        layout.asksForSize(element.key, row)
      else {
        return nil
      }
      return (element, row)
    }
    return edge == .end ? unmeasured : unmeasured.reversed()
  }

  /// Makes some items before each end that may be near, for the first round of the measuring loop to measure.
  func makeItemsAhead(_ context: FrameContext) {
    guard !chrome.paging.unsureEdges.isEmpty else { return }
    for edge in chrome.paging.takeUnsureEdges() {
      for (element, row) in unmeasured(before: edge).prefix(Self.measuredAhead) {
        let item = items.make(element.key, row, frameInput(at: context.now))
        item.placement.target = element.frame
        items.insertAhead(item)
      }
    }
  }
}
