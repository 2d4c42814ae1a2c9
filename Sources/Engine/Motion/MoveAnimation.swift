import ScrollworkGeometry
import ScrollworkLayout

/// The motion of one item from its old to its new frame. Positions are in the viewport's coordinates.
@MainActor
struct MoveAnimation {
  let item: BoundItem
  /// The frame where the item starts.
  var start: Rect
  /// The origin where the item ends: that of its target frame, or a position just beyond the edge if the target is far
  /// away.
  var end: Point

  /// Whether the item is a background. A background lies behind many items, so off-screen staging does not queue it
  /// with them.
  var isBackground: Bool { item.key.kind == .decoration }

  /// Whether the item enters: the view did not draw it before the update, so there is no position to continue from.
  var isEntering: Bool { item.placement.previous.drawnOrigin == nil }

  /// Whether the item moves by more than half a logical pixel along either axis.
  var isMove: Bool { abs(start.minY - end.y) > 0.5 || abs(start.minX - end.x) > 0.5 }

  /// Whether both width and height change, as when a row becomes a tile or a tile a row.
  var isReshaped: Bool {
    let (old, new) = (start.size, item.target.size)
    return item.highlight != .none && abs(old.width - new.width) >= 0.5 && abs(old.height - new.height) >= 0.5
  }

  /// Whether the item ends in the view.
  func endsVisible(in bounds: Rect) -> Bool { Rect(origin: end, size: item.target.size).intersects(bounds) }
}
