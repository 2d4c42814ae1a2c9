import ScrollworkGeometry

/// The scroll position along the main axis, and how it changes.
struct ScrollState: ~Copyable {
  var scroller = Scroller()
  /// The target of a running scroll. Each frame resolves it again, because sizes may still change.
  var target: ActiveScrollTarget?
  /// The offset that is drawn: on a whole device pixel, in logical pixels.
  var presentedOffset = 0.0
  /// The viewport's origin in content coordinates for `presentedOffset`.
  var presentedOrigin = Point.zero
  /// Whether the view is at the end only because the content became shorter, or because the program put it there.
  var isAtEndByShrinking = false
  var gesture = ScrollGesture.none
  /// Whether a scroll to the start by `scrollToTop(animated:)` runs.
  var goesToTop = false
  /// The offset at which a finger began to drag, in logical pixels.
  var dragStartOffset = 0.0
  /// Whether the current touch stopped a motion; such a touch does not tap.
  var touchStopsMotion = false
}
