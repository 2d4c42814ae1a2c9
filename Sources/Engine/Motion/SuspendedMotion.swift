import ScrollworkHostInterface

/// The saved motion of an item that was recycled in flight.
@MainActor
package struct SuspendedMotion {
  private let placement: Placement
  /// The time at which the item was recycled.
  private let start: Instant
  /// Whether the item's position can no longer be derived: its motion ends beyond the edge and not at its target frame,
  /// or the list was updated since.
  var isPositionUnknown: Bool

  init(of item: BoundItem, at now: Instant) {
    placement = item.placement
    start = now
    isPositionUnknown = placement.dx.target != 0 || placement.dy.target != 0
  }

  /// Advances the motion to `now` and continues it in a newly bound item.
  func resume(_ item: BoundItem, at now: Instant) {
    item.placement.continueMotion(of: placement)
    item.advance(by: max(0, now.seconds(since: start)))
  }
}
