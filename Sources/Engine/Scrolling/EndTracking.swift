/// The relation of the viewport to the end of the content.
package enum EndTracking {
  /// The end is not in view.
  case free
  /// The user or the program went to the end: with the policy ``AnchorPolicy/end`` the view follows it.
  case atEnd
  /// The end came into view because content was removed, or because the program placed the view there without asking
  /// for the end. The view does not follow it.
  case atEndByShrinking
  /// An animated scroll to the end runs.
  case goingToEnd

  /// Whether the end is in view, or will be when the animated scroll ends.
  package var isAtEnd: Bool { self != .free }

  /// Whether the view stays at the end as content grows, provided that its anchor policy asks for this.
  var follows: Bool { self == .atEnd || self == .goingToEnd }
}

/// The event that last brought the end into view. It decides between `atEnd` and `atEndByShrinking`; the other cases
/// follow from the offset.
///
/// A value without a clock: each method is one event.
struct EndArrival {
  private(set) var isByShrinking = false

  /// Records that the user scrolled or asked for the end.
  mutating func userMoved() { isByShrinking = false }

  /// Records that the anchor policy became `.end`: a view that is at the end follows it from now on.
  mutating func policyBecameEnd() { isByShrinking = false }

  /// Records that an update was applied.
  /// - Parameters:
  ///   - followed: Whether the view followed the end through the update.
  ///   - isAtEnd: Whether the end is in view now.
  mutating func updated(followed: Bool, isAtEnd: Bool) { isByShrinking = !followed && isAtEnd }

  /// Records that the program replaced the list without a diff. If the end is in view afterwards, the view does not
  /// follow it until the user or the program scrolls to the end.
  mutating func placedByProgram() { isByShrinking = true }
}
