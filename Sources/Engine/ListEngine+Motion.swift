import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// The facts of a frame for passes.
extension ListEngine {
  func frameInput(at now: Instant) -> FrameInput {
    FrameInput(
      binder: binder, list: document.list, animator: motion.update?.animator ?? settings.animator, now: now,
      lastFrame: lastFrame, viewport: viewport, followsEnd: isFollowingEnd, measuringAnchor: anchors.measuring,
      animatesCorrections: motion.update == nil && !layout.hasNewEnvironment && !document.isUnpresented
        && motionTravels && lastFrame != nil)
  }

  /// Records that the viewport moved over the content.
  func recordScrolling(by distance: Point) { motion.recordScrolling(by: distance, in: layout) }
}
