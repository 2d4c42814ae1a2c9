import ScrollworkDiffing
import ScrollworkLayout

/// The anchors that changes keep in place.
struct AnchorKeeper: ~Copyable {
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
}
