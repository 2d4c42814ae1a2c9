import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout

/// Layouts that come to scroll sideways, and what is looked at in them.
extension ListEngine {
  /// True if nothing that scrolls by itself has taken an item out of sight.
  func isSeenAside(_ path: ElementPath) -> Bool {
    guard layout.solver.hasOwnScrolling, innermostSite(holding: path) != nil else { return true }
    let frame = layout.solver.frame(of: path)
    let seen = layout.solver.clip(of: path).map { frame.intersection($0) } ?? frame
    var window = seen
    window.origin[layout.axis.cross] = scroll.presentedOrigin[layout.axis.cross]
    window.size[layout.axis.cross] = (layout.environment?.container ?? layout.size)[layout.axis.cross]
    return seen.intersects(window)
  }

  /// Sections that scroll by themselves since an update show what was looked at in them: what is held in place, else
  /// what comes first. Where they were scrolled to before, they stand there again if they show it.
  func revealOnCrossAxis(_ anchor: Anchor?, _ transition: UpdateTransaction) {
    guard layout.solver.hasOwnScrolling else { return }
    var shown: Set<ScrollSite> = []
    func show(_ path: ElementPath) {
      var sites: [ScrollSite] = []
      layout.solver.forEachScrollSite(holding: path) { sites.append($0) }
      for site in sites where shown.insert(site).inserted {
        if hasBegunToScroll(site, transition) { showLeading(path, in: site) }
      }
    }
    if let anchor { show(anchor.path) }
    for path in lookedAt(transition) { show(path) }
  }

  /// What is seen of the old list and is in the new one, what is seen from its start on first.
  private func lookedAt(_ transition: UpdateTransaction) -> [ElementPath] {
    let window = Rect(origin: transition.oldOrigin, size: layout.environment?.container ?? layout.size)
    let seen = items.bound.filter { $0.key.path != nil && $0.seenTarget.intersects(window) }
    let ordered =
      seen.filter { layout.lead($0.target) >= scroll.presentedOffset }
      + seen.filter { layout.lead($0.target) < scroll.presentedOffset }
    return ordered.compactMap { $0.key.path.flatMap(transition.mapping.newPath) }.filter(canChoose)
  }

  /// True if it was there before the update and did not scroll by itself. What is new stands where it begins, or stood.
  private func hasBegunToScroll(_ site: ScrollSite, _ transition: UpdateTransaction) -> Bool {
    guard let section = transition.mapping.sections.oldPosition(ofNew: site.section),
      let part = transition.oldList.sections[section].number(
        ofPart: site.part, from: document.list.sections[site.section])
    else { return false }
    return transition.oldSolver.orthogonal(ScrollSite(section: section, part: part)) == nil
  }

  private func showLeading(_ path: ElementPath, in site: ScrollSite) {
    guard !isUnderWay(site), let info = layout.solver.orthogonal(site) else { return }
    if layout.solver.isScrolled(site), layout.solver.offset(showing: path, of: site) == info.offset { return }
    // Who comes from the far end stops where it leads.
    guard let place = layout.solver.offset(showing: path, of: site, from: info.contentWidth) else { return }
    _ = layout.solver.setOrthogonalOffset(place, of: site)
  }
}
