/// A state machine that tells whether the end of the content is in view and whether the view must stay there.
///
/// A value without a clock: each mutating method is one event. The other methods also take the current facts about the
/// view, because content and offset change without an event.
package struct EndTracking {
  /// The relation of the viewport to the end of the content.
  package enum State {
    /// The end is not in view.
    case free
    /// The user or the program went to the end: with the policy ``AnchorPolicy/end`` the view follows it.
    case atEnd
    /// The end came into view because content was removed, or because the program placed the view there without asking
    /// for the end. The view does not follow it.
    case atEndByShrinking
    /// A scroll to the end runs.
    case goingToEnd

    /// Whether the end is in view, or will be when the scroll to it ends.
    package var isAtEnd: Bool { self != .free }
  }

  /// The current facts about the view on which its relation to the end depends.
  package struct Facts {
    /// Whether the end is in view.
    var isEndVisible: Bool
    /// Whether a scroll to the end runs.
    var isGoingToEnd: Bool
    /// Whether the user holds the content, by a finger or the scroll bar's thumb.
    var isHeld: Bool

    package init(isEndVisible: Bool, isGoingToEnd: Bool = false, isHeld: Bool = false) {
      (self.isEndVisible, self.isGoingToEnd, self.isHeld) = (isEndVisible, isGoingToEnd, isHeld)
    }
  }

  /// Whether the view must not follow an end that is in view, because neither the user nor the program scrolled to it.
  private var isByShrinking = false
  /// Whether the user holds the scroll bar's thumb at the end of its track. Then the end stays in view as content
  /// grows.
  private var isThumbAtEnd = false

  package init() {}

  // MARK: Events

  /// Records that the content scrolled, or that the user or the program asked for the end.
  package mutating func userMoved() { isByShrinking = false }

  /// Records that the anchor policy became `.end`: a view that is at the end follows it from now on.
  package mutating func policyBecameEnd() { isByShrinking = false }

  /// Records that an update was applied. If the end is in view now, but the view did not follow it through the update,
  /// the view does not follow it later either. This lasts until the content scrolls, the program asks for the end, a
  /// later update leaves the end out of view, or the policy becomes `.end`.
  /// - Parameters:
  ///   - followed: Whether the view followed the end through the update.
  ///   - isAtEnd: Whether the end is in view now.
  package mutating func updated(followed: Bool, isAtEnd: Bool) { isByShrinking = !followed && isAtEnd }

  /// Records that the program replaced the list without a diff. If the end is in view afterwards, the view does not
  /// follow it. This lasts until one of the events that `updated(followed:isAtEnd:)` lists.
  package mutating func placedByProgram() { isByShrinking = true }

  /// Records that the user moved the scroll bar's thumb.
  /// - Parameter isAtEnd: Whether the thumb is at the end of its track.
  package mutating func thumbMoved(isAtEnd: Bool) { isThumbAtEnd = isAtEnd }

  /// Records that the user let go of the scroll bar's thumb.
  package mutating func thumbReleased() { isThumbAtEnd = false }

  // MARK: Questions

  /// Returns the relation of the viewport to the end of the content.
  package func state(_ facts: Facts) -> State {
    guard facts.isGoingToEnd || facts.isEndVisible else { return .free }
    if isByShrinking { return .atEndByShrinking }
    return facts.isGoingToEnd ? .goingToEnd : .atEnd
  }

  /// Whether the anchor policy currently keeps the view at the end, so that items added there come into view.
  package func isTracking(by policy: AnchorPolicy, _ facts: Facts) -> Bool {
    switch state(facts) {
    case .atEnd, .goingToEnd: policy == .end
    case .free, .atEndByShrinking: false
    }
  }

  /// Whether the view stays at the end as content grows: because the user holds the scroll bar's thumb there, or
  /// because of its anchor policy while the user does not hold the content.
  package func stays(by policy: AnchorPolicy, _ facts: Facts) -> Bool {
    isThumbAtEnd || isTracking(by: policy, facts) && !facts.isHeld
  }
}
