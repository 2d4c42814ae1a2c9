/// The rule that chooses the anchor: the item or position that stays in place on screen while content changes.
///
/// ``CollectionView/anchorItem`` lets the program choose the item itself.
public enum AnchorPolicy: Hashable, Sendable {
  /// The focused item if it is visible, else the first visible item that survives the change.
  ///
  /// At the very start, the anchor is the start itself, so that items inserted there come into view. Exceptions are a
  /// visible focused item and a list with an `onReachStart` handler.
  case item
  /// The start of the content if the view is at the start; else the item that ``item`` would choose.
  case start
  /// The end of the content if the view is at the end, so that added items come into view. Else the focused item if it
  /// is visible, or the first visible item that survives the change.
  ///
  /// If the view is at the very start, the anchor is also an item and not the start: older messages that are inserted
  /// above do not move the visible ones.
  case end
  /// The distance from the content's start, in logical pixels.
  case none
}
