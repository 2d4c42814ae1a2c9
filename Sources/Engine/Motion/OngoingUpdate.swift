import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// An update whose motion goes on. What comes in sight meanwhile takes its place in it, as if it had been seen from the
/// start.
struct OngoingUpdate {
  var transition: UpdateTransaction
  /// When everything set out.
  let start: Instant
  /// What the layout had come to when something else changed it; `nil` as long as it is the one that is shown.
  private(set) var end: End?

  /// What an update led to.
  struct End {
    let solver: LayoutSolver
    let list: List
    /// Where the viewport had its origin, if nobody had scrolled since the update.
    let origin: Point
  }

  init(_ transition: UpdateTransaction, at start: Instant) {
    self.transition = transition
    self.start = start
  }

  /// Something else changes the layout now.
  mutating func end(with solver: LayoutSolver, _ list: List, viewedFrom origin: Point) {
    if end == nil { end = End(solver: solver, list: list, origin: origin - transition.seenScrolling) }
  }
}

/// How far something is from where it belongs.
struct Displacement {
  var offset = Point.zero
  /// By how much it is wider and taller.
  var growth = Size.zero

  init(by offset: Point) { self.offset = offset }

  /// From one place to another, both in the viewport.
  init(of old: Rect, from new: Rect) {
    offset = old.origin - new.origin
    growth = Size(width: old.width - new.width, height: old.height - new.height)
  }
}
