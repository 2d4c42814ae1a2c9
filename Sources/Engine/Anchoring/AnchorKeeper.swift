import ScrollworkDiffing
import ScrollworkLayout

/// The anchors that changes keep in place.
package struct AnchorKeeper: ~Copyable {
  package init() {}

  /// The anchor kept across a change of the layout's environment or across updates of the same items.
  var relayout: RelayoutHold?
  /// The position to return to when items come back that were visible when all visible items became absent.
  var lostPosition: LostPosition?
  /// The anchor for sizes measured in a frame without an update.
  var measuring: Anchor?
  /// The item that the next update keeps in place instead of its own choice: the one under the pointer during a zoom.
  var preferred: ElementPath?
  /// The anchors of nested scroll containers across a change of the layout's environment.
  var nested: [ScrollSite: NestedAnchorHold] = [:]
  /// The focused item, if it was wholly visible when the environment last changed.
  var nestedFocus: ElementPath?

  /// Moves a nested container without the user's doing: an anchor kept for it stays valid.
  /// - Returns: Whether the container was elsewhere.
  mutating func move(_ container: ScrollSite, to offset: Double, in layout: inout LayoutState) -> Bool {
    let isHeld = nested[container].map { $0.offset == layout.solver.orthogonalOffset(container) } ?? false
    let moved = layout.solver.setOrthogonalOffset(offset, of: container)
    if isHeld { nested[container]?.offset = layout.solver.orthogonalOffset(container) }
    return moved
  }
}
