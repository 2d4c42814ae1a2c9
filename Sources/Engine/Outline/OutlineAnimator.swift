import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout

/// The animator of outlines: children slide out of their parent, and back under it, while they fade.
///
/// They move with the spring of the rows below them, so the gap that those leave is always filled.
struct OutlineAnimator: Animator {
  private let timing = MotionTiming(Spring.move)

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
  /// Returns the nearest ancestor of an old row of an outline that the new list has too, by its old path; `nil` if the
  /// row belongs to no outline or all its ancestors are gone.
  private func survivingAncestor(of path: ElementPath) -> ElementPath? {
    guard let place = oldList.outlinePlace(of: path) else { return nil }
    var row = place.rows.shape.parent(of: place.row)
    while let parent = row, mapping.newPath(ofOld: place.path(of: parent)) == nil {
      row = place.rows.shape.parent(of: parent)
    }
    return row.map(place.path)
  }

  /// Returns the frame in the viewport, before the update, of the ancestor under which a removed row of an outline
  /// goes; `nil` if the row belongs to no outline or all its ancestors go too.
  func collapsedParent(of path: ElementPath, in viewport: Size) -> Rect? {
    survivingAncestor(of: path).flatMap {
      oldSolver.frame(for: .item($0), pinnedIn: Rect(origin: oldOrigin, size: viewport))?.offset(by: -oldOrigin)
    }
  }

  /// Returns the new path of the ancestor that an update collapses over a row of an outline; `nil` if there is none.
  func collapsedAncestor(of path: ElementPath, in list: List) -> ElementPath? {
    guard let ancestor = survivingAncestor(of: path).flatMap(mapping.newPath),
      list.outlinePlace(of: ancestor)?.mark.isExpanded == false
    else { return nil }
    return ancestor
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
