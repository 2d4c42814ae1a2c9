import ScrollworkDiffing
import ScrollworkLayout

/// Nested containers in updates. The offset of a container belongs to the container's identity, so it survives updates.
extension NestedScrolling {
  /// Remembers the offsets of containers that the new layout does not take over.
  /// - Parameter newContainer: Returns the container in the new list; `nil` if the update removed it.
  mutating func rememberOffsets(
    of list: List, in layout: borrowing LayoutState, _ newContainer: (ScrollSite) -> ScrollSite?
  ) {
    guard layout.solver.hasOwnOffsets else { return }
    for section in 0..<min(layout.solver.sectionCount, list.sections.count) {
      for (container, offset) in layout.solver.offsets(in: section) where newContainer(container) == nil {
        guard let identity = list.identity(of: container) else { continue }
        absentOffsets[identity] = offset
      }
    }
  }

  /// Gives containers that return to the list the offsets that they had when they were last in it.
  /// - Parameter isNew: Returns whether a section is new to the layout.
  mutating func restoreOffsets(of list: List, in layout: inout LayoutState, where isNew: (Int) -> Bool) {
    guard !absentOffsets.isEmpty else { return }
    defer { absentOffsets.endUpdate() }
    let identities = Array(absentOffsets.identities)
    let sections = Set(identities.map(\.section))
    for (section, declared) in list.sections.enumerated() where sections.contains(declared.id) {
      for identity in identities where identity.section == declared.id {
        guard let part = declared.number(ofPart: identity.inner), let offset = absentOffsets[identity] else { continue }
        let container = ScrollSite(section: section, part: part)
        guard isNew(section) || part > 0 && !layout.solver.isScrolled(container) else { continue }
        absentOffsets[identity] = nil
        _ = layout.solver.setOrthogonalOffset(offset, of: container)
      }
    }
  }

  /// Maps running motions and drags to their containers in the new list. Motions of removed containers end.
  mutating func follow(_ update: UpdateTransaction, to list: List) {
    for index in motions.indices.reversed() {
      if let container = update.newContainer(of: motions[index].site, in: list) {
        motions[index].site = container
        motions[index].around = motions[index].around.compactMap { update.newContainer(of: $0, in: list) }
      } else {
        motions.remove(at: index)
      }
    }
    dragged = dragged.compactMap { update.newContainer(of: $0, in: list) }
    if dragged.isEmpty { isDragging = false }
  }

  /// Scrolls sections and subsections that an update turned into scroll containers, so that they show the items that
  /// were visible before.
  ///
  /// A container that still has an offset from earlier keeps that offset if it shows the item.
  /// - Parameter paths: Items of the new list, the most important first.
  func reveal(
    _ paths: [ElementPath], in layout: inout LayoutState, _ update: UpdateTransaction, _ list: List
  ) {
    var shown: Set<ScrollSite> = []
    for path in paths {
      for container in layout.containers(around: path) where shown.insert(container).inserted {
        guard update.beganToScroll(container, in: list) else { continue }
        showLeading(path, in: container, &layout)
      }
    }
  }

  private func showLeading(_ path: ElementPath, in container: ScrollSite, _ layout: inout LayoutState) {
    guard !isMoving(container), let info = layout.solver.orthogonal(container) else { return }
    if layout.solver.isScrolled(container), layout.solver.offset(showing: path, of: container) == info.offset { return }
    // As if scrolled back from its far end, the container stops as soon as the item is the first visible one.
    guard let place = layout.solver.offset(showing: path, of: container, from: info.contentWidth) else { return }
    _ = layout.solver.setOrthogonalOffset(place, of: container)
  }
}

extension UpdateTransaction {
  /// Returns the nested scroll container of the new list that matches `container`; `nil` if the update removed it.
  func newContainer(of container: ScrollSite, in list: List) -> ScrollSite? {
    guard let section = mapping.sections.newPosition(ofOld: container.section),
      let part = list.sections[section].number(ofPart: container.part, from: oldList.sections[container.section])
    else { return nil }
    return ScrollSite(section: section, part: part)
  }

  /// Whether the update made a section or subsection a scroll container: the old list has it, but it did not scroll
  /// there.
  fileprivate func beganToScroll(_ container: ScrollSite, in list: List) -> Bool {
    guard let section = mapping.sections.oldPosition(ofNew: container.section),
      let part = oldList.sections[section].number(ofPart: container.part, from: list.sections[container.section])
    else { return false }
    return oldSolver.orthogonal(ScrollSite(section: section, part: part)) == nil
  }
}
