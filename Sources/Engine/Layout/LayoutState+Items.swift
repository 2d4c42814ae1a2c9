package import ScrollworkDiffing
import ScrollworkGeometry
package import ScrollworkLayout

/// Lookups of items in the layout.
extension LayoutState {
  /// Returns an anchor that keeps an item at its current distance from the viewport's start during a change.
  /// - Parameters:
  ///   - path: The item's path before the change.
  ///   - new: The item's path after the change.
  func anchor(at path: ElementPath, as new: ElementPath, from scroll: borrowing ScrollState) -> Anchor.Item {
    Anchor.Item(path: new, position: lead(solver.frame(of: path)) - scroll.scroller.offset)
  }

  /// Whether any part of an item is in the viewport and not clipped by a nested scroll container.
  func isVisible(_ path: ElementPath, in viewport: Rect) -> Bool {
    let frame = solver.frame(of: path)
    return (solver.clip(of: .item(path)).map { frame.intersection($0) } ?? frame).intersects(viewport)
  }

  /// Whether an item is visible along the cross axis: no nested scroll container has scrolled it out of view.
  /// - Parameter origin: The viewport's origin, in content coordinates.
  func isVisibleOnCrossAxis(_ path: ElementPath, from origin: Point) -> Bool {
    guard solver.hasOwnScrolling, innermostContainer(around: path) != nil else { return true }
    let frame = solver.frame(of: path)
    let seen = solver.clip(of: .item(path)).map { frame.intersection($0) } ?? frame
    var window = seen
    window.origin[axis.cross] = origin[axis.cross]
    window.size[axis.cross] = (environment?.container ?? size)[axis.cross]
    return seen.intersects(window)
  }

  /// Returns the nested scroll containers around an item, the outermost first, even if the layout of the item's section
  /// is not resolved yet.
  package func containers(around path: ElementPath) -> [ScrollContainerID] {
    var containers: [ScrollContainerID] = []
    solver.forEachScrollContainer(takingAlong: .item(path)) { containers.append($0) }
    return containers
  }

  /// Returns the offset of a section that is a nested scroll container, in logical pixels from its leading end; zero
  /// for any other section.
  func sectionOffset(_ section: Int) -> Double { solver.crossScroll(section)?.offset ?? 0 }

  /// Returns the offset of the innermost scroll container around an item, in logical pixels; zero without one.
  func sectionOffset(holding path: ElementPath) -> Double {
    innermostContainer(around: path).map { solver.crossOffset($0) } ?? 0
  }

  /// Returns the innermost nested scroll container around an item; `nil` without one.
  func innermostContainer(around path: ElementPath) -> ScrollContainerID? {
    var innermost: ScrollContainerID?
    solver.forEachScrollContainer(takingAlong: .item(path)) { innermost = $0 }
    return innermost
  }

  /// Returns the first item that the layout places and the user can select; `nil` if there is none.
  /// - Parameter accepts: Returns whether an item may be the result; the search skips all others.
  func firstPath(in list: List, where accepts: (ElementPath) -> Bool = { _ in true }) -> ElementPath? {
    firstPath(in: list.sections.indices, of: list, from: { _ in 0 }, by: 1, where: accepts)
  }

  /// Returns the last item that the layout places and the user can select; `nil` if there is none.
  /// - Parameter accepts: Returns whether an item may be the result; the search skips all others.
  func lastPath(in list: List, where accepts: (ElementPath) -> Bool = { _ in true }) -> ElementPath? {
    firstPath(in: list.sections.indices.reversed(), of: list, from: { $0.count - 1 }, by: -1, where: accepts)
  }

  /// Searches `sections` in their order for an item that the layout places and the user can select.
  /// - Parameters:
  ///   - start: Returns the position in a section at which the search begins.
  ///   - step: 1 to search each section forwards, -1 to search it backwards.
  ///   - accepts: Returns whether an item may be the result; the search skips all others.
  private func firstPath(
    in sections: some Sequence<Int>, of list: List, from start: (Section) -> Int, by step: Int,
    where accepts: (ElementPath) -> Bool
  ) -> ElementPath? {
    for index in sections {
      let section = list.sections[index]
      // A layout may place no cell at all, or leave out the last ones.
      let end = solver.placeCount(inSection: index)
      var next = min(start(section), end - 1)
      while next >= 0, next < end, let item = section.item(from: next, by: step), item < end {
        let path = ElementPath(section: index, item: item)
        if accepts(path) { return path }
        next = item + step
      }
    }
    return nil
  }
}

extension List {
  /// Whether the list has an item at `path`.
  package func contains(_ path: ElementPath) -> Bool {
    path.section >= 0 && path.section < sections.count && path.item >= 0 && path.item < sections[path.section].count
  }

  /// Whether an item can be selected and focused. Headers and footers of subsections, which are cells only for the
  /// layout, cannot.
  func canChoose(_ path: ElementPath) -> Bool { !sections[path.section].isHeaderOrFooter(path.item) }
}
