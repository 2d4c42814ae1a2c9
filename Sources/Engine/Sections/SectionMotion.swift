import ScrollworkHostInterface

/// A section that scrolls by itself and is on its way, or held. One that rests has none of this: the layout knows where
/// it stands.
struct SectionMotion {
  /// Position of the section in the list that is laid out.
  var section: Int
  var scroller: Scroller
  /// Where the gesture began.
  var start = 0.0
  /// When fractions of a trackpad have stopped for so long that the section goes where it may rest.
  var restsAt: Instant?

  /// Where it is or will be.
  var destination: Double { scroller.isMoving && !scroller.isHeld ? scroller.target : scroller.offset }
}
