package import ScrollworkDiffing

/// The facts besides the layout and the scroll position on which anchors depend.
package struct AnchorInput {
  package let policy: AnchorPolicy
  /// The focused item, unless it has the focus only because the list got the keys.
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

  /// Whether the view at the very start shows items that are inserted there, because they are no pages of older items.
  func showsInsertionsAtStart(_ visibleFocus: ElementPath?) -> Bool {
    switch policy {
    case .start, .none: true
    case .item: visibleFocus == nil && list.handlers.reachStart == nil
    case .end: false
    }
  }
}
