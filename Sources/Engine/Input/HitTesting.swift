import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkLayout

/// The search for the item at a point, in content coordinates. Items are hit at their target frames, even while they
/// move there.
extension [BoundItem] {
  /// Returns the topmost item at a point.
  @MainActor
  func topmost(at place: Point) -> BoundItem? {
    var top: BoundItem?
    for item in self where item.isHit(at: place) && item.drawOrder >= top?.drawOrder ?? .min { top = item }
    return top
  }

  /// Returns the path of the topmost item at a point; `nil` if there is none, or if it is a header or footer. A badge
  /// counts as its host item.
  @MainActor
  func path(at place: Point, in list: List) -> ElementPath? {
    topmost(at: place)?.key.host.flatMap { list.canChoose($0) ? $0 : nil }
  }

  /// Returns the path of the topmost item at a point, or else of the visible item nearest to it.
  /// - Complexity: O(*v*) in the number of items.
  @MainActor
  func path(nearest place: Point, in viewport: Rect, _ list: List) -> ElementPath? {
    if let path = path(at: place, in: list) { return path }
    func squaredDistance(_ frame: Rect) -> Double {
      let x = Swift.max(frame.minX - place.x, place.x - frame.maxX, 0)
      let y = Swift.max(frame.minY - place.y, place.y - frame.maxY, 0)
      return x * x + y * y
    }
    return lazy.filter { $0.key.host.map(list.canChoose) == true && $0.placement.visibleTarget.intersects(viewport) }
      .min { squaredDistance($0.placement.visibleTarget) < squaredDistance($1.placement.visibleTarget) }?.key.host
  }

  /// Returns the interactive view at a point, which handles a press itself; `nil` if a press there belongs to the list.
  /// - Parameters:
  ///   - place: The point in content coordinates.
  ///   - point: The same point in the coordinates of the collection view.
  @MainActor
  func interactiveView(at place: Point, _ point: Point) -> View? {
    guard let content = topmost(at: place)?.content,
      var view = content.hitTest(point - content.frame.origin)
    else { return nil }
    while !view.isInteractive, view !== content, let parent = view.parent { view = parent }
    return view.isInteractive ? view : nil
  }

  /// Returns the tool tip of the content view at a point. The tip's position is in the coordinates of the collection
  /// view.
  /// - Parameters:
  ///   - place: The point in content coordinates.
  ///   - point: The same point in the coordinates of the collection view.
  @MainActor
  func toolTip(at place: Point, _ point: Point, environment: Environment) -> ToolTip? {
    guard let content = topmost(at: place)?.content,
      var tip = content.findToolTip(at: point - content.frame.origin, environment: environment)
    else { return nil }
    tip.place = tip.place.offset(by: content.frame.origin)
    return tip
  }

  /// Returns the first item that begins at or after an offset and can get the focus, if neither the view nor a nested
  /// container cuts off its start along the cross axis.
  @MainActor
  func firstPath(from start: Double, in layout: borrowing LayoutState, _ questions: FocusQuestions) -> ElementPath? {
    for item in self where layout.lead(item.target) >= start {
      guard let path = item.key.path,
        layout.side(item.target) >= Swift.max(0, layout.side(item.placement.visibleTarget) - 0.01)
      else { continue }
      if questions.canFocus(path) { return path }
    }
    return nil
  }
}

extension BoundItem {
  /// Whether the user can select and focus the item.
  func isChoosable(in list: List) -> Bool { key.path.map(list.canChoose) == true }
}

extension LayoutState {
  /// Returns the nested containers at a point that have more content than is visible, the innermost first.
  /// - Parameter place: The point, in content coordinates.
  @MainActor
  func scrollableContainers(at place: Point, _ bound: [BoundItem]) -> [ScrollContainerID] {
    guard solver.hasOwnScrolling else { return [] }
    // The point may be between the cells of a section.
    for item in bound where item.key.section >= 0 && item.key.kind != .decoration {
      guard solver.sectionFrame(item.key.section).contains(place) else { continue }
      return solver.scrollContainers(inSection: item.key.section, at: place)
        .filter { solver.crossScroll($0)?.canScroll ?? false }
    }
    return []
  }
}
