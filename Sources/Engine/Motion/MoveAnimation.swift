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

  /// Whether the item is a background. A background spans the items above it, so it takes no place in the queue of
  /// off-screen staging.
  var isBackground: Bool { item.key.kind == .decoration }

  /// Whether the item moves by more than half a logical pixel.
  var isMove: Bool { abs(start.minY - end.y) > 0.5 || abs(start.minX - end.x) > 0.5 }

  /// Whether the item ends in the view.
  func endsVisible(in bounds: Rect) -> Bool { Rect(origin: end, size: item.target.size).intersects(bounds) }

  /// Whether the item starts or ends in the view.
  func isVisible(in bounds: Rect) -> Bool { start.intersects(bounds) || endsVisible(in: bounds) }

  /// Moves the start of an item that becomes shorter, so that its visible end stays visible.
  ///
  /// Such an item loses its end at once, which could leave all of it outside the view.
  mutating func keepVisibleEnd(along axis: Axis) {
    // An item is drawn at its target size, so a surplus of its presented size was not visible and is not lost now.
    let stretch = axis == .vertical ? item.dh.value : item.dw.value
    let lost = start.size[axis] - max(0, stretch) - item.target.size[axis]
    let distance = min(lost, -start.lower(axis))
    guard distance > 0, start.upper(axis) > 0, start.lower(axis) + item.target.size[axis] <= 0 else { return }
    start.origin[axis] += distance
    start.size[axis] -= distance
    // The visible part does not move, so this is no step that `FrameMetrics` should report.
    item.seenBefore?[axis] += distance
  }
}
