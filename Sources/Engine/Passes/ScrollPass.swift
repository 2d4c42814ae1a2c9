import ScrollworkContentViews
package import ScrollworkGeometry
package import ScrollworkHostInterface
import ScrollworkLayout

/// A movement of the viewport over the content by the user or toward a target.
package struct ScrollDelta {
  /// The change of the offset, in logical pixels.
  package var offset = 0.0
  /// The movement of the presented viewport, in logical pixels; always a whole number of device pixels.
  package var presented = Point.zero
  /// Whether the offset changed.
  package var hasMoved = false

  package init(offset: Double = 0, presented: Point = .zero, hasMoved: Bool = false) {
    (self.offset, self.presented, self.hasMoved) = (offset, presented, hasMoved)
  }
}

/// Moves the scroll position and nested scroll containers.
///
/// - Reads: the layout.
/// - Writes: the scroll state and nested scrolling; offsets of nested containers, which the layout holds; in items, the
///   displacements of those that lag behind the scrolling content.
/// - Returns: the movement of the viewport; `nested.scrolled` holds that of nested containers.
@MainActor
package enum ScrollPass {
  /// Advances the list's scroll position to the current time: by momentum or a spring. A target is resolved again in
  /// each frame, because sizes may have changed.
  package static func run(
    _ scroll: inout ScrollState, _ nested: inout NestedScrolling, _ layout: borrowing LayoutState, _ input: FrameInput
  ) -> ScrollDelta {
    if scroll.scroller.isHeld { scroll.dropTarget() }
    let (offset, origin) = (scroll.scroller.offset, scroll.presentedOrigin)
    aim(&scroll, &nested, layout, input)
    scroll.advance(to: input.now)
    let delta = present(&scroll, layout, movedFrom: offset, origin)
    if delta.hasMoved, !input.isUpdating { scroll.recordUserMovement() }
    return delta
  }

  /// Moves the scroll position after a layout shift, so that the anchor stays in place; re-aims a running scroll at its
  /// target.
  package static func keepThroughShift(
    _ anchor: Anchor, _ scroll: inout ScrollState, _ nested: inout NestedScrolling, _ layout: borrowing LayoutState,
    _ input: FrameInput
  ) -> ScrollDelta {
    scroll.keepThroughShift(anchor, in: layout)
    guard scroll.target != nil else { return ScrollDelta() }
    let (offset, origin) = (scroll.scroller.offset, scroll.presentedOrigin)
    aim(&scroll, &nested, layout, input)
    return present(&scroll, layout, movedFrom: offset, origin)
  }

  /// Moves the scroll position after an update, so that the anchor stays in place. A view that follows the end goes to
  /// the new end.
  /// - Parameter scrolls: Whether a view that follows the end scrolls there; `false` to jump there.
  package static func keepThroughUpdate(
    _ anchor: Anchor, scrolls: Bool, _ scroll: inout ScrollState, _ layout: borrowing LayoutState
  ) {
    scroll.keepThroughUpdate(anchor, scrolls: scrolls, in: layout)
  }

  /// Moves the scroll position to the offset that the program chose for an update.
  package static func choose(_ offset: Double, _ scroll: inout ScrollState, _ layout: borrowing LayoutState) {
    scroll.dropTarget()
    scroll.jump(to: offset, in: layout)
    scroll.setAnchored()
  }

  /// Advances nested scroll containers to the current time.
  /// - Returns: The time of the next frame that their motion needs; `nil` if it needs none.
  package static func runNested(
    _ nested: inout NestedScrolling, _ layout: inout LayoutState, _ input: FrameInput
  ) -> Instant? {
    nested.advance(in: &layout, input)
  }

  /// Updates the presented offset by the scrolling since the previous frame. Called before an update, so that this
  /// scrolling does not count as part of the update.
  /// - Returns: The movement of the presented viewport.
  package static func present(_ scroll: inout ScrollState, _ layout: borrowing LayoutState) -> ScrollDelta {
    present(&scroll, layout, movedFrom: scroll.scroller.offset, scroll.presentedOrigin)
  }

  /// Drops the target of the scroll if no fling or animated scroll runs any more and everything visible is measured.
  /// - Returns: Whether a fling or animated scroll still runs, which needs another frame.
  package static func finish(_ scroll: inout ScrollState, isMeasured: Bool) -> Bool {
    if scroll.scroller.isMoving, !scroll.scroller.isHeld { return true }
    if isMeasured { scroll.dropTarget() }
    return false
  }

  /// Displaces items that lag behind the scrolling content by the distances that their animators return.
  package static func holdBack(_ items: borrowing ItemStore, _ delta: ScrollDelta, _ input: FrameInput) {
    guard delta.presented != .zero, input.animatesMotion else { return }
    for item in items.bound {
      guard let animator = item.animator else { continue }
      let context = item.animationContext(at: item.presented(inViewAt: input.viewport.origin), in: input.viewport.size)
      let lag = animator.shift(context, by: delta.presented)
      guard lag != .zero, lag.x.isFinite, lag.y.isFinite else { continue }
      item.placement.displace(by: lag)
      if let timing = animator.move(context) { item.placement.follow(timing) }
    }
  }

  private static func aim(
    _ scroll: inout ScrollState, _ nested: inout NestedScrolling, _ layout: borrowing LayoutState, _ input: FrameInput
  ) {
    guard let target = scroll.target else { return }
    if case .item(let path, _) = target.kind, input.list.contains(path) {
      nested.reveal(path, animated: target.animated, isTarget: true, in: layout, input)
    }
    scroll.aim(at: target, in: layout, input)
  }

  private static func present(
    _ scroll: inout ScrollState, _ layout: borrowing LayoutState, movedFrom offset: Double, _ origin: Point
  ) -> ScrollDelta {
    scroll.present(in: layout)
    return ScrollDelta(
      offset: scroll.scroller.offset - offset, presented: scroll.presentedOrigin - origin,
      hasMoved: scroll.scroller.offset != offset)
  }
}
