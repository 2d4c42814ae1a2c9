import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// Plain facts of a frame that binding and motion need.
@MainActor
struct FrameInput {
  let binder: Binder
  /// The list that is shown.
  let list: List
  /// The animator of the update or the view, for items without a nearer one.
  let animator: (any Animator)?
  var now: Instant
  /// The time of the frame before; `nil` if this is the first one in its window.
  let lastFrame: Instant?
  /// The visible rectangle, in content coordinates.
  let viewport: Rect
  /// Whether the anchor policy lets items added at the end come into view.
  let followsEnd: Bool
  /// The item that stays in place while the frame measures; `nil` in a frame that shows an update.
  let measuringAnchor: Anchor?
  /// Whether a corrected target frame is visible as motion. Updates and new environments decide for themselves.
  let animatesCorrections: Bool

  /// The same facts at another time.
  func at(_ time: Instant) -> FrameInput {
    var input = self
    input.now = time
    return input
  }

  /// Returns the animator of an item: that of its content view, its cell, its section, the update or the view.
  func animator(for item: BoundItem) -> (any Animator)? { item.animator(in: list, else: animator) }
}
