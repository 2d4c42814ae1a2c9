import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout

/// What the frame that applies an update knows of the state before.
struct Transition {
  var mapping: ListMapping
  var oldList: List
  var oldSolver: LayoutSolver
  /// Where the view stood, with what the person scrolled until then.
  var oldOffset: Double
  var isAnimated: Bool
  var reason = UpdateReason.program
  /// How this update is shown where nothing else says how.
  var animator: (any Animator)?
  /// How many came and went so far, for those who follow each other.
  var arrivals = 0
  var departures = 0
  /// What stays in place in this frame, also while it is measured.
  var anchor: Anchor?
  /// How far the view scrolled in this frame.
  var scrolled = 0.0
  /// The same, as far as it is seen: in whole device pixels.
  var seenScrolling = 0.0
  /// How far the coordinates of the content moved since, other than by scrolling.
  var shift = 0.0

  /// Where the view would stand if nobody scrolled in this frame.
  var offset: Double { oldOffset + shift }
}

extension Transition {
  var spring: Spring { reason == .program ? .move : .filter }

  /// Where something was before the update, in the old content; `nil` if it is new.
  func oldFrame(of key: LayoutElement.Key, in list: List) -> Rect? {
    if let path = key.path { return mapping.oldPath(ofNew: path).map { oldSolver.frame(of: $0) } }
    guard let section = mapping.sections.oldPosition(ofNew: key.section) else { return nil }
    return key.kind == .header ? oldSolver.headerFrame(section) : oldSolver.footerFrame(section)
  }
}
