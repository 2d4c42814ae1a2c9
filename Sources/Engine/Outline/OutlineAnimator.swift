import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout

/// The animator of outlines: children slide out of their parent, and back under it, while they fade.
///
/// They move with the spring of the rows below them, so the gap that those leave is always filled.
struct OutlineAnimator: Animator {
  private let timing: MotionTiming

  nonisolated init(_ spring: Spring) { timing = MotionTiming(spring) }

  func insert(_ context: AnimationContext) -> Entrance {
    guard let offset = offset(context) else { return StandardAnimator().insert(context) }
    return Entrance(CellAppearance(alpha: 0, offset: offset), timing: timing, fade: .timed(0.16))
  }

  func delete(_ context: AnimationContext) -> Entrance {
    guard let offset = offset(context) else { return StandardAnimator().delete(context) }
    return Entrance(CellAppearance(alpha: 0, offset: offset), timing: timing, fade: .timed(0.16))
  }

  /// Returns the distance from a row to the ancestor that shows or hides it; `nil` if there is none.
  private func offset(_ context: AnimationContext) -> Point? {
    guard let parent = context.parent else { return nil }
    let length = context.viewport.height
    return Point(x: 0, y: min(max(parent.minY - context.frame.minY, -length), length))
  }
}

extension UpdateTransaction {
  /// Returns the frame in the viewport, before the update, of the ancestor under which a removed row of an outline
  /// goes; `nil` if the row belongs to no outline or all its ancestors go too.
  func collapsedParent(of key: ElementPath, in viewport: Size) -> Rect? {
    guard let place = oldList.outlinePlace(of: key) else { return nil }
    var row = place.rows.shape.parent(of: place.row)
    while let parent = row {
      let path = place.path(of: parent)
      if mapping.newPath(ofOld: path) != nil {
        let window = Rect(origin: oldOrigin, size: viewport)
        return oldSolver.frame(for: .item(path), pinnedIn: window)?.offset(by: -oldOrigin)
      }
      row = place.rows.shape.parent(of: parent)
    }
    return nil
  }

  /// Returns the path of the ancestor from which an inserted row of an outline comes; `nil` if the row belongs to no
  /// outline or all its ancestors are new too.
  func expandedParent(of path: ElementPath, in list: List) -> ElementPath? {
    guard let place = list.outlinePlace(of: path) else { return nil }
    var row = place.rows.shape.parent(of: place.row)
    while let parent = row {
      let path = place.path(of: parent)
      if mapping.oldPath(ofNew: path) != nil { return path }
      row = place.rows.shape.parent(of: parent)
    }
    return nil
  }
}
