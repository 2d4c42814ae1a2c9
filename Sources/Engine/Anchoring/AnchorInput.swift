package import ScrollworkDiffing

/// The facts, besides the layout and the scroll position, on which the choice of an anchor depends.
package struct AnchorInput {
  package let policy: AnchorPolicy
  /// The focused item, if the user or the program focused it; `nil` if the list did so itself when it got the keyboard
  /// focus.
  package let focus: ElementPath?
  /// The newest list.
  package let list: List
  /// The distance scrolled in this frame since it applied an update, in logical pixels; `nil` in a frame without an
  /// update.
  package let scrolled: Double?

  package init(policy: AnchorPolicy, focus: ElementPath? = nil, list: List, scrolled: Double? = nil) {
    (self.policy, self.focus, self.list, self.scrolled) = (policy, focus, list, scrolled)
  }

  /// Whether this frame shows an update.
  var isUpdating: Bool { scrolled != nil }

  /// Whether a view at the very start stays there when items are inserted at the start, so that they come into view.
  ///
  /// With the policy `end`, the result is `false`. With the policy `item`, it is `false` if the focused item is
  /// visible, or if the list has an `onReachStart` handler: items inserted at the start of such a list are older pages.
  /// - Parameter visibleFocus: The focused item if it is visible; else `nil`.
  func showsInsertionsAtStart(_ visibleFocus: ElementPath?) -> Bool {
    switch policy {
    case .start, .none: true
    case .item: visibleFocus == nil && list.handlers.reachStart == nil
    case .end: false
    }
  }
}
