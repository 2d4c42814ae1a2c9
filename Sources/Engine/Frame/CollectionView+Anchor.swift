import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// What is to stay where it is on screen, and where that is.
struct Anchor {
  /// Candidates in the order of preference: the first that survives counts.
  var paths: [ElementPath]
  /// Distances of their tops from the viewport's top, in logical pixels.
  var positions: [Double]

  /// The same anchor in the new list: the first candidate that survives.
  func mapped(by mapping: ListMapping, solver: LayoutSolver) -> Anchor? {
    for (path, position) in zip(paths, positions) {
      if let new = mapping.newPath(ofOld: path) { return Anchor(paths: [new], positions: [position]) }
    }
    return nil
  }
}

extension CollectionView {
  /// True if the view stands at the end of its content.
  public var isAtEnd: Bool { scroller.offset >= scroller.maximum - 1 || isGoingToEnd }

  /// True if the view stands at the start of its content.
  public var isAtStart: Bool { scroller.offset <= 0 }

  private var isGoingToEnd: Bool {
    if case .end? = scrollGoal?.kind { return true }
    return false
  }

  /// What should stay in place during the change that follows; `nil` where the distance from the start is kept.
  func captureAnchor() -> Anchor? {
    guard anchorPolicy != .none, !list.sections.isEmpty else { return nil }
    let focusIsVisible = focusedPath.map { isVisible($0) } ?? false
    if isAtStart, !focusIsVisible, anchorPolicy != .end { return nil }
    var anchor = Anchor(paths: [], positions: [])
    if anchorPolicy == .item, let focusedPath, focusIsVisible { append(focusedPath, to: &anchor) }
    let viewport = self.viewport
    for fully in [true, false] {
      for item in realised where !item.isLeaving {
        guard let path = item.key.path, item.target.intersects(viewport) else { continue }
        if fully == (item.target.minY >= viewport.minY) { append(path, to: &anchor) }
      }
    }
    return anchor.paths.isEmpty ? nil : anchor
  }

  private func append(_ path: ElementPath, to anchor: inout Anchor) {
    anchor.paths.append(path)
    anchor.positions.append(solver.frame(of: path).minY - scroller.offset)
  }

  /// Puts the anchor where it was. A glide that is under way goes with it.
  func restore(_ anchor: Anchor, animated: Bool, at now: Instant) {
    guard let path = anchor.paths.first, let position = anchor.positions.first else { return }
    guard path.section < list.sections.count, path.item < list.sections[path.section].count else { return }
    let wanted = solver.frame(of: path).minY - position
    let delta = wanted - scroller.offset
    guard delta != 0 else { return }
    scroller.shift(by: delta)
    // Where an end leaves no room, the view stands at the bound.
    scroller.setMaximum(scroller.maximum)
    presentOffset()
    metrics.anchorError = max(metrics.anchorError, scrollerIsAtBound ? 0 : abs(wanted - scroller.offset))
  }

  private var scrollerIsAtBound: Bool { scroller.offset <= 0 || scroller.offset >= scroller.maximum }

  /// After an update: the end is followed by who was there, else the anchor stays.
  func followAnchor(_ anchor: Anchor?, wasAtEnd: Bool, animated: Bool, at now: Instant) {
    if anchorPolicy == .end, wasAtEnd, !scroller.isHeld {
      if animated, motionTravels {
        scrollGoal = ScrollGoal(kind: .end, spring: .key)
      } else {
        scroller.jump(to: scroller.maximum)
        presentOffset()
      }
    } else if let anchor {
      restore(anchor, animated: animated, at: now)
    }
  }

  /// What of the content is seen, in content coordinates.
  var viewport: Rect { Rect(x: 0, y: presentedOffset, width: bounds.width, height: bounds.height) }

  func isVisible(_ path: ElementPath) -> Bool { solver.frame(of: path).intersects(viewport) }
}
