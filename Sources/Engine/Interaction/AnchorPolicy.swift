/// What stays where it is on screen while content changes.
public enum AnchorPolicy: Hashable, Sendable {
  /// The focused item if it is visible, else the first visible one that survives. At the very start, with nothing focused,
  /// the start: what comes in first is seen coming in.
  case item
  /// The start of the content if the view is there, else as `item`.
  case start
  /// The end of the content if the view is there, so that what is added is followed; else as `item`, but at the very
  /// start too: older parts of a conversation come in above what is read.
  case end
  /// The distance from the start, in pixels.
  case none
}
