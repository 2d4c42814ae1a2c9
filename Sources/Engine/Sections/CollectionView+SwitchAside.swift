import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout

/// Layouts that come to scroll sideways, and what is looked at in them.
extension CollectionView {
  /// True if nothing that scrolls by itself has taken an item out of sight.
  func isSeenAside(_ path: ElementPath) -> Bool {
    guard solver.hasOwnScrolling, innermostSite(holding: path) != nil else { return true }
    let frame = solver.frame(of: path)
    let seen = solver.clip(of: path).map { frame.intersection($0) } ?? frame
    var window = seen
    window.origin[axis.cross] = presentedOrigin[axis.cross]
    window.size[axis.cross] = (layoutEnvironment?.container ?? bounds.size)[axis.cross]
    return seen.intersects(window)
  }

  /// Sections that scroll by themselves since an update show what was looked at in them: what is held in place, else
  /// what comes first. Where they were scrolled to before, they stand there again if they show it.
  func showAside(_ anchor: Anchor?, _ transition: Transition) {
    guard solver.hasOwnScrolling else { return }
    var shown: Set<ScrollSite> = []
    func show(_ path: ElementPath) {
      var sites: [ScrollSite] = []
      solver.forEachScrollSite(holding: path) { sites.append($0) }
      for site in sites where shown.insert(site).inserted {
        if hasBegunToScroll(site, transition) { showLeading(path, in: site) }
      }
    }
    if let anchor { show(anchor.path) }
    for path in lookedAt(transition) { show(path) }
  }

  /// What is seen of the old list and is in the new one, what is seen from its start on first.
  private func lookedAt(_ transition: Transition) -> [ElementPath] {
    let window = Rect(origin: transition.oldOrigin, size: layoutEnvironment?.container ?? bounds.size)
    let seen = realised.filter { $0.key.path != nil && $0.seenTarget.intersects(window) }
    let ordered =
      seen.filter { lead($0.target) >= presentedOffset } + seen.filter { lead($0.target) < presentedOffset }
    return ordered.compactMap { $0.key.path.flatMap(transition.mapping.newPath) }.filter(canChoose)
  }

  /// True if it was there before the update and did not scroll by itself. What is new stands where it begins, or stood.
  private func hasBegunToScroll(_ site: ScrollSite, _ transition: Transition) -> Bool {
    guard let section = transition.mapping.sections.oldPosition(ofNew: site.section),
      let part = transition.oldList.sections[section].number(ofPart: site.part, from: list.sections[site.section])
    else { return false }
    return transition.oldSolver.orthogonal(ScrollSite(section: section, part: part)) == nil
  }

  private func showLeading(_ path: ElementPath, in site: ScrollSite) {
    guard !isUnderWay(site), let info = solver.orthogonal(site) else { return }
    if solver.isScrolled(site), solver.offset(showing: path, of: site) == info.offset { return }
    // Who comes from the far end stops where it leads.
    guard let place = solver.offset(showing: path, of: site, from: info.contentWidth) else { return }
    _ = solver.setOrthogonalOffset(place, of: site)
  }
}
