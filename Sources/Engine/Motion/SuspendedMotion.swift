import ScrollworkHostInterface

/// How something went out of sight on its way.
@MainActor
struct SuspendedMotion {
  private let (dx, dy, dw, dh): (SpringValue, SpringValue, SpringValue, SpringValue)
  private let start: Instant
  /// True if it is not known where it is by now: what goes far ends its way just beyond the edge.
  var isLost: Bool

  init(of item: BoundItem, at now: Instant) {
    (dx, dy, dw, dh) = (item.dx, item.dy, item.dw, item.dh)
    start = now
    isLost = dx.target != 0 || dy.target != 0
  }

  /// Something is where it would be if it had been in sight all the time.
  func resume(_ item: BoundItem, at now: Instant) {
    (item.dx, item.dy, item.dw, item.dh) = (dx, dy, dw, dh)
    item.advance(by: max(0, now.seconds(since: start)))
  }
}
