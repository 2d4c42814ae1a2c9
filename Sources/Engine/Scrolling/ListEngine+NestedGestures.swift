import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// Gestures of the user over nested scroll containers.
extension ListEngine {
  /// Returns the nested containers at a point of the view that have more content than is visible, the innermost first.
  func scrollableContainers(at point: Point) -> [ScrollSite] {
    guard layout.solver.hasOwnScrolling, let section = section(at: point) else { return [] }
    return layout.solver.scrollSites(inSection: section, at: point + scroll.presentedOrigin)
      .filter { layout.solver.orthogonal($0)?.canScroll ?? false }
  }

  /// Returns the section at a point of the view, even if the point is between its cells.
  private func section(at point: Point) -> Int? {
    let place = point + scroll.presentedOrigin
    return items.bound.first { item in
      item.key.section >= 0 && item.key.kind != .decoration
        && layout.solver.sectionFrame(item.key.section).contains(place)
    }?.key.section
  }

  /// Scrolls nested containers by wheel notches.
  /// - Parameters:
  ///   - containers: The innermost first. Each gets the notches that the containers before it in the array cannot use.
  ///   - notches: Positive toward the containers' trailing ends.
  /// - Returns: Whether any container used the notches; false if all are at their end in the direction of the wheel.
  func scrollByWheel(_ containers: [ScrollSite], by notches: Double, isPrecise: Bool, at now: Instant) -> Bool {
    let wheel = NestedScrolling.Wheel(notch: settings.wheelNotch, isPrecise: isPrecise, time: now)
    var left = notches
    for container in containers where left != 0 {
      let used = nested.scrollByWheel(container, by: left, wheel, in: layout, eventInput)
      left = abs(left - used) < 1e-9 ? 0 : left - used
    }
    guard left != notches else { return false }
    scroll.dropTarget()
    hover(at: nil)
    host?.setNeedsFrame()
    return true
  }
}
