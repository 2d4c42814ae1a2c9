import ScrollworkDiffing
import ScrollworkLayout

/// Sections and subsections that an update turned into scroll containers.
extension NestedScrolling {
  /// Scrolls sections and subsections that an update turned into scroll containers. Each then begins with the first
  /// item of `paths` that it contains, so that items which were visible before stay visible.
  ///
  /// A container that has an offset from an earlier time keeps that offset if the item is visible there.
  /// - Parameter paths: Items of the new list, the most important first.
  func reveal(
    _ paths: [ElementPath], in layout: inout LayoutState, _ update: UpdateTransaction, _ list: List
  ) {
    var shown: Set<ScrollContainerID> = []
    for path in paths {
      for container in layout.containers(around: path) where shown.insert(container).inserted {
        guard update.beganToScroll(container, in: list) else { continue }
        showLeading(path, in: container, &layout)
      }
    }
  }

  private func showLeading(_ path: ElementPath, in container: ScrollContainerID, _ layout: inout LayoutState) {
    guard !isMoving(container), let info = layout.solver.crossScroll(container) else { return }
    if layout.solver.isScrolled(container), layout.solver.offset(showing: path, of: container) == info.offset { return }
    // As if scrolled back from its far end, the container stops as soon as the item is the first visible one.
    guard let place = layout.solver.offset(showing: path, of: container, from: info.contentWidth) else { return }
    layout.scroll(container, to: place)
  }
}

extension UpdateTransaction {
  /// Returns the nested scroll container of the new list that matches `container`; `nil` if the update removed it.
  func newContainer(of container: ScrollContainerID, in list: List) -> ScrollContainerID? {
    guard let section = mapping.sections.newPosition(ofOld: container.section),
      let subsection = list.sections[section].number(
        ofSubsection: container.subsection, from: oldList.sections[container.section])
    else { return nil }
    return ScrollContainerID(section: section, subsection: subsection)
  }

  /// Whether the update made a section or subsection a scroll container: the old list has it, but it did not scroll
  /// there.
  fileprivate func beganToScroll(_ container: ScrollContainerID, in list: List) -> Bool {
    guard let section = mapping.sections.oldPosition(ofNew: container.section),
      let subsection = oldList.sections[section].number(
        ofSubsection: container.subsection, from: list.sections[container.section])
    else { return false }
    return oldSolver.crossScroll(ScrollContainerID(section: section, subsection: subsection)) == nil
  }
}
