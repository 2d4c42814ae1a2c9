import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// An update whose animation still runs. Items that enter during the animation take part as if visible from the start.
package struct OngoingUpdate {
  var transition: UpdateTransaction
  /// The time at which the animations started.
  let start: Instant
  /// The layout to which the update leads, stored before another change replaces it; `nil` while it is the current
  /// layout.
  private(set) var end: End?

  /// The layout, list and position in which an update ends.
  struct End {
    let solver: LayoutSolver
    let list: List
    /// The viewport's origin in the layout of `solver`, minus the scrolling since the update.
    let origin: Point
  }

  init(_ transition: UpdateTransaction, at start: Instant) {
    self.transition = transition
    self.start = start
  }

  /// Stores the layout to which the update leads, before another change replaces it. Only the first call has an effect.
  mutating func end(with solver: LayoutSolver, _ list: List, viewedFrom origin: Point) {
    if end == nil { end = End(solver: solver, list: list, origin: origin - transition.scrolling.presented) }
  }
}

/// The difference between a presented frame and its target frame.
struct Displacement {
  var offset = Point.zero
  /// The presented width and height, each minus that of the target frame.
  var growth = Size.zero

  /// Makes a displacement without growth.
  init(by offset: Point) { self.offset = offset }

  /// Makes the displacement of an old frame from a new one, both in the viewport's coordinates.
  init(of old: Rect, from new: Rect) {
    offset = old.origin - new.origin
    growth = Size(width: old.width - new.width, height: old.height - new.height)
  }
}
