package import ScrollworkContentViews
package import ScrollworkGeometry
package import ScrollworkHostInterface
import ScrollworkLayout

/// The facts of a frame, or of an event between frames, that passes need.
///
/// One value holds everything that passes only read: passes need few parameters, and their inputs are listed in one
/// place.
@MainActor
package struct FrameInput {
  /// The object that calls components and content views.
  package let binder: Binder
  /// The list that is shown.
  package let list: List
  /// The animator of the update or the view, for items that get none from their content view, cell or section.
  package let animator: (any Animator)?
  /// The time of the frame.
  package var now: Instant
  /// The time of the previous frame; `nil` for the first frame in a window.
  package let lastFrame: Instant?
  /// The visible rectangle, in content coordinates.
  package let viewport: Rect
  /// Whether the anchor policy currently keeps the view at the end, so that items added there come into view.
  package let isTrackingEnd: Bool
  /// The item that stays in place while the frame measures; `nil` in a frame that shows an update.
  package let measuringAnchor: Anchor.Item?
  /// Whether items are animated when measured sizes correct their target frames; `false` in frames with an update, a
  /// new list or a new environment.
  package let animatesCorrections: Bool
  /// Whether the frame shows an update.
  package let isUpdating: Bool
  /// The motion that the user wants; `off` while the list is in no window.
  package let motion: MotionPolicy
  /// Whether changes are animated by motion; `false` if the user asked for less motion, or there is no window.
  package var animatesMotion: Bool { motion == .full }

  /// Collects the facts of a frame.
  package init(
    binder: Binder, list: List, animator: (any Animator)? = nil, now: Instant, lastFrame: Instant? = nil,
    viewport: Rect, isTrackingEnd: Bool = false, measuringAnchor: Anchor.Item? = nil,
    animatesCorrections: Bool = false, isUpdating: Bool = false, motion: MotionPolicy = .off
  ) {
    (self.binder, self.list, self.animator) = (binder, list, animator)
    (self.now, self.lastFrame, self.viewport) = (now, lastFrame, viewport)
    (self.isTrackingEnd, self.measuringAnchor) = (isTrackingEnd, measuringAnchor)
    (self.animatesCorrections, self.isUpdating, self.motion) = (animatesCorrections, isUpdating, motion)
  }

  /// Requests another frame.
  func requestFrame() { binder.host?.setNeedsFrame() }

  /// Returns the same facts with another time, to start an animation in the past.
  package func at(_ time: Instant) -> FrameInput {
    var input = self
    input.now = time
    return input
  }

  /// Returns the animator of an item: that of its content view, its cell, its section, the update or the view.
  package func animator(for item: BoundItem) -> (any Animator)? { item.animator(in: list, else: animator) }
}
