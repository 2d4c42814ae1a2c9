import ScrollworkDiffing
import ScrollworkLayout

/// What a section that scrolls by itself holds in place while the layout starts anew: as `RelayoutHold`, across the list.
struct SectionHold {
  /// What led it before the first of several changes.
  let anchor: CollectionView.SectionAnchor
  /// Where the section came to stand. While it does, nobody has scrolled it since.
  var offset: Double
}

extension CollectionView {
  /// While a window is resized step by step the sections hold what led them before the first step: else one that got too
  /// wide to be scrolled so far would begin with something else from then on.
  func holdSections() -> [SectionAnchor] {
    let anchors = captureSectionAnchors()
    let isHeld = relayout != nil
    // Those that are out of sight are held as long as the list is: else they would become more and more.
    let inSight = Set(anchors.map(\.site))
    sectionHolds = sectionHolds.filter { site, hold in
      !isUnderWay(site) && hold.offset == solver.orthogonalOffset(site) && contains(hold.anchor.path)
        && (isHeld || inSight.contains(site))
    }
    let isNew = anchors.filter { sectionHolds[$0.site] == nil }
    for anchor in isNew where !isUnderWay(anchor.site) {
      sectionHolds[anchor.site] = SectionHold(anchor: anchor, offset: solver.orthogonalOffset(anchor.site))
    }
    let held = sectionHolds.values.map(\.anchor)
    return innermostFirst(held + isNew.filter { sectionHolds[$0.site] == nil })
  }

  /// An update of the same items in the same layouts leaves what sections hold.
  func mapSectionHolds(by mapping: ListMapping, from old: List) {
    guard mapping.isIdentity else { return dropSectionHolds() }
    sectionHolds = sectionHolds.filter { site, _ in
      let (before, now) = (old.sections[site.section], list.sections[site.section])
      return before.layout == now.layout && before.provider == now.provider
    }
  }

  func dropSectionHolds() {
    sectionHolds.removeAll()
    focusHeldAside = nil
  }

  /// A section stands elsewhere by itself, without anybody scrolling it there.
  /// - Returns: True if it stood elsewhere.
  func stand(_ site: ScrollSite, at offset: Double) -> Bool {
    let isHeld = sectionHolds[site].map { $0.offset == solver.orthogonalOffset(site) } ?? false
    defer { if isHeld { sectionHolds[site]?.offset = solver.orthogonalOffset(site) } }
    return solver.setOrthogonalOffset(offset, of: site)
  }
}
