package import ScrollworkContentViews
public import ScrollworkDiffing
public import ScrollworkGeometry
package import ScrollworkHostInterface
import ScrollworkLayout

/// The scroll position.
extension CollectionView {
  /// The distances from the edges of the view to the area in which its content is read, in logical pixels. The default
  /// is zero.
  ///
  /// Use them where another view covers a part of the list, such as a floating bar. The content scrolls on under that
  /// part. At its start and its end it comes to rest inside the insets: ``contentSize`` includes those on the main axis,
  /// and ``contentOffset`` counts from there. Scrolling to an item, pinned headers, the anchor, page loaders and the
  /// placeholder keep inside them. On the cross axis they narrow the sections whose ``ContentInsetsReference`` says so.
  ///
  /// A negative or infinite distance, and one that is not a number, count as zero. Setting the insets changes them in
  /// the next frame.
  public var contentInsets: Insets {
    get { engine.inbox.settings.contentInsets }
    set { setContentInsets(newValue, animated: false) }
  }

  /// Changes the content insets. The anchor stays in place; a view at the start shows the start, and a view that follows
  /// the end shows the end.
  /// - Parameter animated: Whether the insets change by a spring. If the user wants less motion, they change at once.
  public func setContentInsets(_ insets: Insets, animated: Bool = true) {
    engine.changeSettings { ($0.contentInsets, $0.animatesInsets) = (insets.sane, animated) }
  }

  /// Whether the scroll bar is drawn on an opaque lane that covers the content, because another view draws marks there.
  package var showsScrollBarLane: Bool {
    get { engine.chrome.scrollBar.hasLane }
    set {
      engine.chrome.scrollBar.setLane(newValue)
      engine.request { $0.placeScrollBar() }
    }
  }

  /// The distance of the viewport from the content's start, in logical pixels.
  public var contentOffset: Point { engine.contentOffset }

  /// The size of all content with the content insets, in logical pixels; items not yet measured count with their
  /// estimates.
  public var contentSize: Size { engine.contentSize }

  /// Whether the view is at the end of its content.
  public var isAtEnd: Bool { engine.isAtEnd }

  /// Whether a scroll to an item or to the end runs.
  package var isGoingToItem: Bool { engine.scroll.target != nil }

  /// Whether the view is at the start of its content.
  package var isAtStart: Bool { engine.isAtStart }

  /// Whether the view stays at the end as content grows: because of its anchor policy, or because the user holds the
  /// scroll bar's thumb there.
  package var followsEnd: Bool { engine.scroll.followsEnd(by: engine.settings.anchorPolicy) }

  /// The item that the next update keeps in place, with priority over any other anchor. An example is the item under
  /// the pointer during a zoom.
  package var preferredAnchor: ElementPath? {
    get { engine.anchors.preferred }
    set { engine.request { $0.prefer(newValue) } }
  }

  /// Announces that the view begins lower in its window in the next frame, because another view appears above it. The
  /// focused item then stays in place in the window.
  /// - Parameter distance: In logical pixels; negative if the view begins higher.
  package func startWillMove(by distance: Double) { engine.startWillMove(by: distance) }

  /// Announces that the next frame resizes the view because another view beside it appears or disappears. Items then
  /// move to their new frames by animation, while a resize by the user takes effect at once.
  package func willResize() { engine.willResize() }

  /// Scrolls to a target. The view arrives there exactly, even if the items in between are not measured yet.
  ///
  /// Paths and sections refer to the list that was applied last, whether a frame has shown it or not.
  /// - Parameters:
  ///   - alignment: The position of the target in the viewport.
  ///   - animated: Whether to scroll by a spring. From far away the view first jumps near the target.
  public func scroll(to target: ScrollTarget, at alignment: ScrollAlignment = .nearest, animated: Bool = true) {
    engine.requestScroll(to: ScrollRequest(target: target, alignment: alignment, animated: animated))
  }

  /// Scrolls to the start, unless the program's ``List/shouldScrollToTop(_:)`` refuses.
  public func scrollToTop(animated: Bool = true) {
    engine.request { $0.scrollToTop(animated: animated) }
  }

  // MARK: Nested scroll containers

  /// Returns the offset of a section that is a nested scroll container, in logical pixels from its leading end; zero
  /// for any other section.
  /// - Precondition: The section is in the list that is shown.
  package func sectionOffset(_ section: Int) -> Double { engine.sectionOffset(section) }

  /// Returns the offset of the innermost scroll container around a cell, in logical pixels; zero without one.
  /// - Precondition: The path is in the list that is shown.
  package func sectionOffset(holding path: ElementPath) -> Double { engine.sectionOffset(holding: path) }

  /// Scrolls a section that is a nested scroll container to its snap point nearest to an offset. Does nothing for any
  /// other section.
  /// - Parameters:
  ///   - section: The position of the section in the list that was applied last, whether a frame has shown it or not.
  ///   - offset: The distance from the section's leading end, in logical pixels.
  ///   - animated: Whether to scroll by a spring.
  package func scrollSection(_ section: Int, to offset: Double, animated: Bool = true) {
    engine.request { $0.scroll({ $0.site(ofSection: section) }, to: offset, animated: animated) }
  }

  /// Scrolls the innermost scroll container around a cell to its snap point nearest to an offset.
  /// - Parameters:
  ///   - path: A path in the list that was applied last, whether a frame has shown it or not.
  ///   - offset: The distance from the container's leading end, in logical pixels.
  ///   - animated: Whether to scroll by a spring.
  package func scrollSection(holding path: ElementPath, to offset: Double, animated: Bool = true) {
    engine.request { $0.scroll({ $0.site(ofItem: path) }, to: offset, animated: animated) }
  }

  // MARK: Scroll restoration

  /// The scroll position of the view, to save and restore later. It names identities of items instead of pixels.
  ///
  /// A position at the start of the list names no item. So if items are inserted there before the position is restored,
  /// the view shows them.
  public var scrollPosition: ScrollPosition { engine.scrollPosition }

  /// Returns to a saved position in the list that was applied last.
  ///
  /// The first item of the saved position that is still in the list is scrolled to its saved position in the viewport.
  /// Nested scroll containers get their saved offsets.
  /// - Returns: Whether any of the saved items is in the list. Also `true` for a position at the start of the list, and
  ///   with the policy ``AnchorPolicy/end`` for a position at its end. If `false`, the view scrolls to the item that is
  ///   now at the path of the first saved item.
  /// - Complexity: O(1) if the items are at their saved paths, else O(*n*).
  @discardableResult
  public func restore(_ position: ScrollPosition) -> Bool { engine.restore(position) }

  // MARK: Hit testing

  /// Returns the path of the item at a point; `nil` between items, at a header or footer and outside of the view.
  ///
  /// A moving item is found at its target frame. Where items overlap, the topmost counts.
  /// - Parameter point: In logical pixels from the top left of the view, like the location of a pointer event.
  /// - Complexity: O(*v*) in the number of visible items.
  public func path(at point: Point) -> ElementPath? { bounds.contains(point) ? engine.path(at: point) : nil }

  /// Returns the item whose target frame contains a point of the view, or else the nearest visible item; `nil` if no
  /// item is visible.
  /// - Complexity: O(*n*) in the number of visible items.
  package func itemPath(nearest point: Point) -> ElementPath? { engine.path(nearest: point) }

  /// Returns the target frame of an item in logical pixels from the content's start inside of the insets, estimated if
  /// the item was not measured yet; `nil` for an item that is not in the list that is shown.
  package func contentFrame(of path: ElementPath) -> Rect? { engine.contentFrame(of: path) }

  /// Returns the tool tip of a row's action, or else of the content, at a point; `nil` if there is none.
  package func cellToolTip(at point: Point, environment: Environment) -> ToolTip? {
    engine.toolTip(at: point, environment)
  }
}
