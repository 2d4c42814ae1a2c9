import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// Animates items whose measured target frames differ from the estimated ones, once everything is measured.
///
/// - Reads: the layout, bound items, the item that stays in place while the frame measures.
/// - Writes: the corrections of the motion; the displacements of bound items.
/// - Returns: nothing.
@MainActor
package enum CorrectionPass {
  /// Records the target frames of items that a correction may move visibly. Call before anything is measured.
  package static func begin(_ motion: inout UpdateMotion, _ items: borrowing ItemStore, _ input: FrameInput) {
    motion.beginCorrections()
    guard motion.isRunning || input.animatesCorrections else { return }
    let now = input.lastFrame ?? .zero
    for item in items.bound {
      // Pinned items follow an edge, and badges their host. An item with a departure starts a move from that frame
      // anyway.
      let isFree = !item.isPinned && item.hostItem == nil && item.placement.previous.frame == nil
      item.placement.previous.target =
        isFree && (input.animatesCorrections || !item.isAtRest(at: now)) ? item.target : nil
    }
  }

  /// Makes corrections of target frames visible as motion. Call when everything visible is measured.
  ///
  /// An item already moving to a target outside the viewport does not jump: its motion continues from where it is
  /// drawn. Any other corrected item, for example one in another column than the anchor, starts to move from its old
  /// position to the new one. If the anchor itself moved, or if corrections are not animated, such an item goes to its
  /// new frame at once.
  package static func run(
    _ motion: inout UpdateMotion, _ items: borrowing ItemStore, _ layout: borrowing LayoutState, _ input: FrameInput
  ) {
    let (axis, shift, last) = (layout.axis, motion.corrections.shift, input.lastFrame ?? .zero)
    func staysInPlace(_ item: BoundItem) -> Bool {
      item.correction(after: shift, along: axis).map { !Corrections.isVisible($0, along: axis) } ?? false
    }
    let anchor = input.measuringAnchor.flatMap { items.item(at: .item($0.path)) }
    // If even the anchor moved, nothing is at rest, and motion relative to other items would not be visible.
    let isHeld = input.animatesCorrections && anchor.map(staysInPlace) == true
    var hasMoved = false
    for item in items.bound {
      guard let distance = item.correction(after: shift, along: axis), distance != .zero else { continue }
      if !item.isAtRest(at: last), !item.target.intersects(input.viewport) {
        item.placement.shiftDisplacement(by: distance)
      } else if isHeld, Corrections.isVisible(distance, along: axis) {
        item.placement.addDisplacement(Displacement(by: distance), MotionTiming(.move))
        hasMoved = true
      }
    }
    motion.endCorrections(hasMoved: hasMoved)
    // An item that enters between items in flight must not be at rest among them.
    if motion.corrections.areInFlight, input.animatesCorrections { alignEntering(items, axis, last) }
    for item in items.bound { item.placement.previous.target = nil }
  }

  /// Gives entering items the motion of the nearest item in the same column.
  private static func alignEntering(_ items: borrowing ItemStore, _ axis: Axis, _ last: Instant) {
    for item in items.bound where item.isEntering && item.isInLine && item.isAtRest(at: last) {
      var nearest: BoundItem?
      for other in items.bound where !other.isEntering && other.isInLine && other.overlaps(item, across: axis.cross) {
        guard let best = nearest else {
          nearest = other
          continue
        }
        if other.distance(to: item, along: axis) < best.distance(to: item, along: axis) { nearest = other }
      }
      if let nearest { item.placement.followMotion(of: nearest.placement) }
    }
  }
}

extension BoundItem {
  /// Returns the distance, relative to the viewport, from the target frame back to the frame that `begin(_:_:_:)`
  /// recorded; `nil` for an item that has no recorded frame or is pinned.
  ///
  /// Also `nil` for a background whose length changed: the edge that moved is mostly outside the viewport.
  /// - Parameter shift: The change of the viewport's origin in content coordinates since the old frame was recorded.
  func correction(after shift: Point, along axis: Axis) -> Point? {
    guard let before = placement.previous.target, !isPinned else { return nil }
    let growth = target.size[axis] - before.size[axis]
    guard key.kind != .decoration || abs(growth) < 0.01 else { return nil }
    return before.origin + shift - target.origin
  }

  /// Whether the layout places the item in line with its neighbours: it is no background, not pinned, and no badge.
  var isInLine: Bool { !isPinned && hostItem == nil && key.kind != .decoration && key.kind != .badge }

  /// Whether the target frames of two items overlap along the cross axis, so that the items are in one column.
  fileprivate func overlaps(_ other: BoundItem, across axis: Axis) -> Bool {
    target.lower(axis) < other.target.upper(axis) && other.target.lower(axis) < target.upper(axis)
  }

  /// Returns the distance between the centres of two target frames along an axis.
  fileprivate func distance(to other: BoundItem, along axis: Axis) -> Double {
    abs(target.center[axis] - other.target.center[axis])
  }
}
