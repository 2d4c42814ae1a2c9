import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout

/// The animator of outlines: children fade in and out in place, while the rows below make room and close up again. See
/// `MotionPass.veilBranches(_:_:)`.
struct OutlineAnimator: Animator {
  private let timing = MotionTiming(Spring.move)

  func insert(_ context: AnimationContext) -> Entrance {
    Entrance(CellAppearance(alpha: 0), timing: timing, fade: .timed(0.16))
  }

  /// The fade waits until the rows below have begun to cover the children, so that hardly any empty space is seen.
  func delete(_ context: AnimationContext) -> Entrance {
    Entrance(CellAppearance(alpha: 0), timing: timing, fade: .timed(0.2, delay: 0.06))
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

  /// Returns the frame of the ancestor below which a removed outline row disappears, in the viewport before the update;
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

  /// Returns the path, in the new list, of the ancestor below which an inserted outline row appears; `nil` if the
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
