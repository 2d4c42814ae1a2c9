package import ScrollworkDiffing

/// The facts on which the choice of an anchor depends, besides the layout and the scroll position.
package struct AnchorInput {
  package let policy: AnchorPolicy
  /// The item that the user focused; `nil` if the list itself focused an item when it got the keyboard focus.
  package let focus: ElementPath?
  /// The newest list.
  package let list: List
  /// The distance scrolled since the update that this frame shows, in logical pixels; `nil` without an update.
  package let scrolled: Double?

  package init(policy: AnchorPolicy, focus: ElementPath? = nil, list: List, scrolled: Double? = nil) {
    (self.policy, self.focus, self.list, self.scrolled) = (policy, focus, list, scrolled)
  }

  /// Whether this frame shows an update.
  var isUpdating: Bool { scrolled != nil }

  /// Whether a view at the very start shows items that are inserted there. With the policy `item`, a list with an
  /// `onReachStart` handler does not: items inserted there are older pages.
  /// - Parameter visibleFocus: The focused item if it is visible. With the policy `item`, it stays in place instead.
  func showsInsertionsAtStart(_ visibleFocus: ElementPath?) -> Bool {
    switch policy {
    case .start, .none: true
    case .item: visibleFocus == nil && list.handlers.reachStart == nil
    case .end: false
    }
  }
}
