import ScrollworkDiffing
import ScrollworkLayout

/// What a section that scrolls by itself holds in place while the layout starts anew: as `RelayoutHold`, across the list.
struct NestedAnchorHold {
  /// What led it before the first of several changes.
  let anchor: ListEngine.SectionAnchor
  /// Where the section came to stand. While it does, nobody has scrolled it since.
  var offset: Double
}

extension ListEngine {
  /// While a window is resized step by step the sections hold what led them before the first step: else one that got too
  /// wide to be scrolled so far would begin with something else from then on.
  func holdSections() -> [SectionAnchor] {
    let leaders = captureSectionAnchors()
    let isHeld = anchors.relayout != nil
    // Those that are out of sight are held as long as the list is: else they would become more and more.
    let inSight = Set(leaders.map(\.site))
    anchors.nested = anchors.nested.filter { site, hold in
      !isUnderWay(site) && hold.offset == layout.solver.orthogonalOffset(site) && contains(hold.anchor.path)
        && (isHeld || inSight.contains(site))
    }
    let isNew = leaders.filter { anchors.nested[$0.site] == nil }
    for anchor in isNew where !isUnderWay(anchor.site) {
      anchors.nested[anchor.site] = NestedAnchorHold(
        anchor: anchor, offset: layout.solver.orthogonalOffset(anchor.site))
    }
    let held = anchors.nested.values.map(\.anchor)
    return innermostFirst(held + isNew.filter { anchors.nested[$0.site] == nil })
  }

  /// An update of the same items in the same layouts leaves what sections hold.
  func mapSectionHolds(by mapping: ListMapping, from old: List) {
    guard mapping.isIdentity else { return dropSectionHolds() }
    anchors.nested = anchors.nested.filter { site, _ in
      let (before, now) = (old.sections[site.section], document.list.sections[site.section])
      return before.layout == now.layout && before.provider == now.provider
    }
  }

  func dropSectionHolds() {
    anchors.nested.removeAll()
    anchors.nestedFocus = nil
  }

  /// Moves a nested container without the user's doing.
  /// - Returns: Whether the container was elsewhere.
  func stand(_ site: ScrollSite, at offset: Double) -> Bool { anchors.move(site, to: offset, in: &layout) }
}
