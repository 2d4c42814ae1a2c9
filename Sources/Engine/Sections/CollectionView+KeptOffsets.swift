import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout

/// How far a section is scrolled belongs to its identity.
extension CollectionView {
  /// Remembers where the sections stand that the layout will not carry over.
  func keepSectionOffsets(of list: List, _ survives: (Int) -> Bool) {
    guard solver.hasOrthogonalSections else { return }
    for section in 0..<min(solver.sectionCount, list.sections.count) where !survives(section) {
      guard solver.isScrolled(section) else { continue }
      absentOffsets[list.sections[section].id] = solver.orthogonalOffset(section)
    }
  }

  /// Sections that are new to the layout stand where they stood when they were last there.
  func restoreSectionOffsets(where isNew: (Int) -> Bool = { _ in true }) {
    guard !absentOffsets.isEmpty else { return }
    for (section, declared) in list.sections.enumerated() where isNew(section) {
      guard let offset = absentOffsets.removeValue(forKey: declared.id) else { continue }
      _ = solver.setOrthogonalOffset(offset, section: section)
    }
  }

  /// What is under way goes where its section went.
  func mapSections(by mapping: ListMapping) {
    restoreSectionOffsets { mapping.sections.oldPosition(ofNew: $0) == nil }
    for index in sectionMotions.indices.reversed() {
      if let section = mapping.sections.newPosition(ofOld: sectionMotions[index].section) {
        sectionMotions[index].section = section
      } else {
        sectionMotions.remove(at: index)
      }
    }
    if let section = draggedSection {
      draggedSection = mapping.sections.newPosition(ofOld: section)
      if draggedSection == nil { dragsSection = false }
    }
  }

  // MARK: Another width

  /// What of a section is to stay where it is across the list.
  struct SectionAnchor {
    let path: ElementPath
    /// Distance from the leading side; of the middle from the middle, where groups rest there.
    let distance: Double
    let isCentered: Bool
  }

  /// The cells that lead the sections in sight that scroll by themselves.
  func captureSectionAnchors() -> [SectionAnchor] {
    guard solver.hasOrthogonalSections else { return [] }
    var anchors: [SectionAnchor] = []
    // What is not measured yet may push away what it stands before.
    var isSeen = false
    for item in realised {
      guard let path = item.key.path, let info = solver.orthogonal(path.section) else { continue }
      let isOther = anchors.last?.path.section == path.section
      if isOther, isSeen || item.isEntering { continue }
      let isCentered = info.behavior == .groupPagingCentered
      let (start, width) = (side(item.target), item.target.size[axis.cross])
      guard isCentered ? start + width > info.viewport / 2 : start > -1 else { continue }
      isSeen = !item.isEntering
      if isOther { anchors.removeLast() }
      anchors.append(
        SectionAnchor(
          path: path, distance: isCentered ? start + width / 2 - info.viewport / 2 : start, isCentered: isCentered))
    }
    return anchors
  }

  /// The layout has changed: the sections stand so that the same cells lead them.
  func adaptSections(to anchors: [SectionAnchor]) {
    for anchor in anchors {
      guard contains(anchor.path), let info = solver.orthogonal(anchor.path.section) else { continue }
      let frame = solver.frame(of: anchor.path)
      var distance = side(frame)
      if anchor.isCentered { distance += (frame.size[axis.cross] - info.viewport) / 2 }
      let shift = distance - anchor.distance
      guard shift != 0 else { continue }
      if let index = sectionMotions.firstIndex(where: { $0.section == anchor.path.section }) {
        sectionMotions[index].scroller.bound(by: info.limits)
        sectionMotions[index].scroller.shift(by: shift)
      }
      _ = solver.setOrthogonalOffset(info.offset + shift, section: anchor.path.section)
    }
  }
}
