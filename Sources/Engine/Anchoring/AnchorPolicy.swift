/// The rule for the anchor, which stays in place on screen while content changes.
public enum AnchorPolicy: Hashable, Sendable {
  /// The focused item if it is visible, else the first visible one that survives. At the very start, with nothing focused,
  /// the start: items inserted there come into view.
  case item
  /// The start of the content if the view is there, else as `item`.
  case start
  /// The end of the content if the view is there, so that it follows added items; else as `item`, but at the very start
  /// too: older parts of a conversation come in above.
  case end
  /// The distance from the start, in pixels.
  case none
}
