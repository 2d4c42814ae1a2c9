import ScrollworkHostInterface
import ScrollworkLayout

/// A section that scrolls by itself and is on its way, or held. One that rests has none of this: the layout knows where
/// it stands.
struct SectionMotion {
  /// Which one, in the list that is laid out.
  var site: ScrollSite
  var scroller: Scroller
  /// Where the gesture began.
  var start = 0.0
  /// When fractions of a trackpad have stopped for so long that the section goes where it may rest.
  var restsAt: Instant?
  /// Who goes on with its momentum when it comes to its end, the next one first.
  var around: [ScrollSite] = []

  /// Where it is or will be.
  var destination: Double { scroller.isMoving && !scroller.isHeld ? scroller.target : scroller.offset }
}
