import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout

/// How far a section is scrolled belongs to its identity.
extension ListEngine {
  /// Remembers where the sections stand that the layout will not carry over.
  /// - Parameter newSite: What has become of one; nil if it is gone.
  func keepSectionOffsets(of list: List, _ newSite: (ScrollSite) -> ScrollSite?) {
    guard layout.solver.hasOwnOffsets else { return }
    for section in 0..<min(layout.solver.sectionCount, list.sections.count) {
      for (site, offset) in layout.solver.offsets(in: section) where newSite(site) == nil {
        guard let identity = list.identity(of: site) else { continue }
        nested.absentOffsets[identity] = offset
      }
    }
  }

  /// Sections that are new to the layout stand where they stood when they were last there.
  func restoreSectionOffsets(where isNew: (Int) -> Bool = { _ in true }) {
    guard !nested.absentOffsets.isEmpty else { return }
    defer { nested.absentOffsets.endUpdate() }
    let identities = Array(nested.absentOffsets.identities)
    let sections = Set(identities.map(\.section))
    for (section, declared) in document.list.sections.enumerated() where sections.contains(declared.id) {
      for identity in identities where identity.section == declared.id {
        guard let part = declared.number(ofPart: identity.inner), let offset = nested.absentOffsets[identity] else {
          continue
        }
        let site = ScrollSite(section: section, part: part)
        guard isNew(section) || part > 0 && !layout.solver.isScrolled(site) else { continue }
        nested.absentOffsets[identity] = nil
        _ = layout.solver.setOrthogonalOffset(offset, of: site)
      }
    }
  }

  /// What has become of something that scrolls by itself; nil if it is gone.
  func newSite(of site: ScrollSite, through mapping: ListMapping, from old: List) -> ScrollSite? {
    guard let section = mapping.sections.newPosition(ofOld: site.section),
      let part = document.list.sections[section].number(ofPart: site.part, from: old.sections[site.section])
    else { return nil }
    return ScrollSite(section: section, part: part)
  }

  /// What is under way goes where its section went.
  func mapSections(by mapping: ListMapping, from old: List) {
    restoreSectionOffsets { mapping.sections.oldPosition(ofNew: $0) == nil }
    mapSectionHolds(by: mapping, from: old)
    func map(_ sites: [ScrollSite]) -> [ScrollSite] {
      sites.compactMap { newSite(of: $0, through: mapping, from: old) }
    }
    for index in nested.motions.indices.reversed() {
      if let site = newSite(of: nested.motions[index].site, through: mapping, from: old) {
        nested.motions[index].site = site
        nested.motions[index].around = map(nested.motions[index].around)
      } else {
        nested.motions.remove(at: index)
      }
    }
    nested.dragged = map(nested.dragged)
    if nested.dragged.isEmpty { nested.isDragging = false }
  }

  // MARK: Another width

  /// What of a section is to stay where it is across the list.
  struct SectionAnchor {
    let site: ScrollSite
    let path: ElementPath
    /// Distance from the leading side; of the middle from the middle, where groups rest there.
    let distance: Double
    let isCentered: Bool
  }

  /// The cells that lead the sections in sight that scroll by themselves, those around others behind them.
  func captureSectionAnchors() -> [SectionAnchor] {
    guard layout.solver.hasOwnScrolling else { return [] }
    var leaders: [ScrollSite: Leader] = [:]
    var order: [ScrollSite] = []
    for item in items.bound {
      guard let path = item.key.path else { continue }
      layout.solver.forEachScrollSite(holding: path) { site in
        if leaders[site] == nil {
          guard let info = layout.solver.orthogonal(site), let frame = layout.solver.scrollFrame(of: site) else {
            return
          }
          leaders[site] = Leader(info: info, side: layout.side(frame))
          order.append(site)
        }
        leaders[site]?.consider(item, path, side: layout.side(item.target), width: item.target.size[layout.axis.cross])
      }
    }
    return innermostFirst(order.compactMap { site in leaders[site]?.anchor(of: site) })
  }

  func innermostFirst(_ anchors: [SectionAnchor]) -> [SectionAnchor] {
    anchors.sorted { ($0.site.section, -$0.site.part) < ($1.site.section, -$1.site.part) }
  }

  /// Who leads one of them.
  @MainActor
  private struct Leader {
    let info: LayoutSolver.Orthogonal
    /// Where its section begins across the list.
    let side: Double
    private var best: (path: ElementPath, distance: Double)?
    private var isSeen = false

    init(info: LayoutSolver.Orthogonal, side: Double) {
      (self.info, self.side) = (info, side)
    }

    private var isCentered: Bool { info.behavior == .groupPagingCentered }

    /// What is not measured yet may push away what it stands before: it is for who sees nothing else.
    mutating func consider(_ item: BoundItem, _ path: ElementPath, side start: Double, width: Double) {
      guard best == nil || !isSeen && !item.isEntering else { return }
      let start = start - side
      guard isCentered ? start + width > info.viewport / 2 : start > -1 else { return }
      isSeen = !item.isEntering
      best = (path, isCentered ? start + width / 2 - info.viewport / 2 : start)
    }

    func anchor(of site: ScrollSite) -> SectionAnchor? {
      best.map { SectionAnchor(site: site, path: $0.path, distance: $0.distance, isCentered: isCentered) }
    }
  }

  /// What has the focus and is seen between the sides of all that takes it aside; `nil` if there is none.
  func focusSeenAside() -> ElementPath? {
    guard layout.solver.hasOwnScrolling, let heldFocus, let width = layout.environment?.container[layout.axis.cross],
      let item = items.item(at: .item(heldFocus)), !item.isEntering
    else { return nil }
    let (lower, upper) = (item.target.lower(layout.axis.cross), item.target.upper(layout.axis.cross))
    let isWhole = lower > -1 && upper < width + 1 && item.seenTarget.size[layout.axis.cross] > upper - lower - 1
    return isWhole ? heldFocus : nil
  }

  /// The layout has changed: what has the focus comes back in sight of what takes it aside and is not on its way.
  func keepSeenAside(_ focus: ElementPath) {
    guard contains(focus) else { return }
    layout.solver.forEachScrollSite(holding: focus) { site in
      guard !isUnderWay(site), let place = layout.solver.offset(showing: focus, of: site) else { return }
      _ = stand(site, at: place)
    }
  }

  /// The layout has changed: the sections stand so that the same cells lead them. Those within others do so first.
  func adaptSections(to anchors: [SectionAnchor]) {
    for anchor in anchors {
      guard contains(anchor.path), let info = layout.solver.orthogonal(anchor.site),
        let place = layout.solver.scrollFrame(of: anchor.site)
      else { continue }
      let frame = layout.solver.frame(of: anchor.path)
      var distance = layout.side(frame) - layout.side(place)
      if anchor.isCentered { distance += (frame.size[layout.axis.cross] - info.viewport) / 2 }
      let shift = distance - anchor.distance
      guard shift != 0 else { continue }
      if let index = nested.motions.firstIndex(where: { $0.site == anchor.site }) {
        nested.motions[index].scroller.bound(by: info.limits)
        nested.motions[index].scroller.shift(by: shift)
      }
      _ = stand(anchor.site, at: info.offset + shift)
    }
  }
}
