import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout

/// The animator of outlines: children slide out of their parent, and back under it, while they fade.
///
/// They move with the same spring as the rows below them, so no gap opens between the two.
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

  /// Returns the offset from a row to the ancestor out of or under which it slides; `nil` if there is none.
  private func offset(_ context: AnimationContext) -> Point? {
    guard let parent = context.parent else { return nil }
    let length = context.viewport.height
    return Point(x: 0, y: min(max(parent.minY - context.frame.minY, -length), length))
  }
}

extension UpdateTransaction {
  /// Returns the old path of the nearest ancestor of an old outline row that the new list still has; `nil` if the item
  /// belongs to no outline or no ancestor is left.
  private func survivingAncestor(of path: ElementPath) -> ElementPath? {
    guard let place = oldList.outlinePlace(of: path) else { return nil }
    var row = place.rows.shape.parent(of: place.row)
    while let parent = row, mapping.newPath(ofOld: place.path(of: parent)) == nil {
      row = place.rows.shape.parent(of: parent)
    }
    return row.map(place.path)
  }

  /// Returns the frame of the ancestor under which a removed outline row slides, in the viewport before the update;
  /// `nil` if the item belongs to no outline or all its ancestors were removed too.
  func collapsedParent(of path: ElementPath, in viewport: Size) -> Rect? {
    survivingAncestor(of: path).flatMap {
      oldSolver.frame(for: .item($0), pinnedIn: Rect(origin: oldOrigin, size: viewport))?.offset(by: -oldOrigin)
    }
  }

  /// Returns the new path of the collapsed ancestor that hides an old row after an update; `nil` if there is none.
  func collapsedAncestor(of path: ElementPath, in list: List) -> ElementPath? {
    guard let ancestor = survivingAncestor(of: path).flatMap(mapping.newPath),
      list.outlinePlace(of: ancestor)?.mark.isExpanded == false
    else { return nil }
    return ancestor
  }

  /// Returns the path, in the new list, of the ancestor from which an inserted outline row slides out; `nil` if the
  /// item belongs to no outline or all its ancestors are new too.
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
