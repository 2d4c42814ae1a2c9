import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkLayout

/// The one path by which a change of the layout reaches the scroll position.
extension ListEngine {
  /// The position that a change of the layout must not alter.
  struct HeldPosition {
    var anchor: Anchor?
    var followsEnd: Bool
  }

  /// The position to hold while sizes or extents turn out different from their estimates.
  var heldPosition: HeldPosition { HeldPosition(anchor: anchorForMeasuring(), followsEnd: holdsTheEnd) }

  var holdsTheEnd: Bool {
    guard let relayout = anchors.relayout, relayout.offset == scroll.scroller.offset,
      motion.update != nil || layout.hasNewEnvironment
    else { return followsEnd }
    return relayout.showsEnd || (layout.hasNewEnvironment ? relayout.followsEnd : followsEnd)
  }

  /// The anchor of the update or of the new environment; in other frames the one captured when measuring began.
  func anchorForMeasuring() -> Anchor? {
    // Before it is measured there may not be the room for what is held to stand where it stood.
    if layout.hasNewEnvironment, let relayout = anchors.relayout {
      if relayout.anchor == nil || relayout.offset == scroll.scroller.offset { return fitted(relayout) }
    }
    guard let transition = motion.update else {
      if anchors.measuring == nil, !showsStart { anchors.measuring = captureAnchor(isMeasuring: true) }
      return anchors.measuring
    }
    guard let anchor = transition.anchor else { return showsStart ? nil : captureAnchor() }
    return Anchor(path: anchor.path, position: anchor.position - transition.scrolled)
  }

  /// Changes the layout and keeps what the user looks at in place.
  /// - Parameter change: Returns whether any element moved.
  /// - Returns: Whether any element moved.
  @discardableResult
  func keepingPosition(_ context: FrameContext, _ change: () -> Bool) -> Bool {
    let held = heldPosition
    guard change() else { return false }
    layoutMoved(held, context)
    return true
  }

  /// Restores the held position after a change of the layout, and re-aims a running scroll at its target.
  func layoutMoved(_ held: HeldPosition, _ context: FrameContext) {
    layout.isRearranged = true
    let goesToStart = scroll.scroller.goesToStart
    keep(held.anchor, followingEnd: held.followsEnd && scroll.target == nil)
    if goesToStart { scroll.scroller.aim(at: scroll.scroller.minimum) }
    guard let target = scroll.target else { return }
    // The next change of this frame finds the view where the scroll took it.
    anchors.measuring = nil
    let (before, presentedBefore) = (scroll.scroller.offset, scroll.presentedOrigin)
    pursue(target, at: context.now)
    motion.update?.scrolled += scroll.scroller.offset - before
    scroll.present(in: layout)
    recordScrolling(by: scroll.presentedOrigin - presentedBefore)
  }

  /// Follows a change of the layout with the scroll position.
  /// - Parameters:
  ///   - anchor: `nil` to keep the distance from the content's start.
  ///   - followingEnd: Whether the view goes to the end, wherever that is now.
  func keep(_ anchor: Anchor?, followingEnd: Bool = false) {
    absorb(scroll.keep(anchor, maximum: endOffset, in: layout))
    if followingEnd { jump(to: scroll.scroller.maximum) }
  }

  /// Moves the view to an offset without the user's doing.
  func jump(to offset: Double) {
    guard scroll.scroller.offset != offset else { return }
    absorb(scroll.jump(to: offset, in: layout))
  }

  /// Tells everything that is positioned by the viewport that the content's coordinates moved under it.
  private func absorb(_ shift: ContentShift) {
    if anchors.relayout?.offset == shift.from { anchors.relayout?.offset = shift.to }
    outbox.metrics.anchorError = max(outbox.metrics.anchorError, shift.error)
    guard shift.distance != .zero else { return }
    motion.update?.shift += shift.distance
    motion.corrections.shift += shift.distance
    for item in items.exiting { item.target.origin += shift.distance }
  }
}
