import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// Lifts the item that the user drags: it is drawn under the pointer, above all others. Dims the items that a drop moves
/// along.
///
/// - Reads: the drag, the list, the viewport.
/// - Writes: the hold, the motion, the draw order and the fade of bound and exiting items.
/// - Returns: nothing.
@MainActor
package enum ReorderPass {
  /// The opacity of items that a drop moves along.
  private static let dimmed = 0.4
  /// The time in which items that a drop moves along fade, in seconds.
  private static let fade = 0.16

  /// Places the dragged item, and releases an item whose drag has ended. Call before animations start, because the
  /// release begins one.
  /// - Complexity: O(*v* log *k*) for *v* bound items and *k* items that a drop moves along.
  package static func run(_ items: borrowing ItemStore, _ reordering: borrowing Reordering, _ input: FrameInput) {
    let drag = reordering.drag
    let shown = drag.flatMap { $0.shown.isAway ? nil : $0.shown.target }
    if let landing = reordering.landing { land(landing, items, input) }
    // Mostly nothing is dragged, and two tests of each item are all that the pass does.
    for item in items.bound where drag != nil || item.isLifted || item.isMovedAlong {
      guard item.key.kind == .item else { continue }
      let isDragged = shown != nil && item.key.path == shown
      if isDragged, let drag {
        // An item that comes from another list, or returns from there, was visible before.
        if !item.isLifted { item.settle() }
        (item.isLifted, item.isJoining) = (true, false)
        item.placement.hold(in: drag.frame(item.target.size).offset(by: input.viewport.origin))
      } else if item.isLifted {
        item.placement.release(inViewAt: input.viewport.origin)
        if item.isAtRest(at: input.now), item.placement.previous.frame == nil { item.isLifted = false }
      }
      item.drawOrder = item.drawOrder(at: item.zIndex)
      dim(item, drag.map { !isDragged && $0.moves(item.key.path) } ?? false, at: input.now)
    }
    for item in items.exiting where item.isLifted {
      item.isLifted = false
      item.placement.releaseInPlace()
      // Another list of the group shows the item.
      if reordering.layer != nil { item.alpha = Fade(0) }
    }
  }

  /// Lifts an item that returned from another list at the position where it was drawn there, so that it moves from
  /// there to its target frame.
  private static func land(_ landing: Reordering.Landing, _ items: borrowing ItemStore, _ input: FrameInput) {
    guard let path = input.list.path(of: landing.id, in: landing.section), let item = items.item(at: .item(path)),
      !item.isLifted
    else { return }
    item.settle()
    (item.isLifted, item.isJoining) = (true, false)
    item.placement.hold(in: landing.frame.offset(by: input.viewport.origin))
  }

  private static func dim(_ item: BoundItem, _ isMovedAlong: Bool, at now: Instant) {
    guard isMovedAlong != item.isMovedAlong else { return }
    item.isMovedAlong = isMovedAlong
    item.alpha.go(to: isMovedAlong ? dimmed : 1, at: now, for: fade)
  }
}

extension ReorderDrag {
  /// Whether a drop moves an item of the shown list along with the dragged one.
  fileprivate func moves(_ path: ElementPath?) -> Bool {
    guard !others.isEmpty, let original = path.map(shown.original) else { return false }
    let index = others.partitioningIndex { $0 >= original }
    return index < others.count && others[index] == original
  }
}
