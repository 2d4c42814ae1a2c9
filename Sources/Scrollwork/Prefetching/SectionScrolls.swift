import ScrollworkDiffing
import ScrollworkEngine
import ScrollworkLayout

/// Which way those sections went last that scroll by themselves, across the list, and sections in sections that do.
@MainActor
struct SectionScrolls {
  private struct Scroll {
    /// Which it was in the list at that time.
    var site: ScrollSite
    var offset: Double
    /// 1 towards the section's end, -1 towards its start.
    var direction = 1.0
  }

  private var scrolls: [SiteIdentity: Scroll] = [:]
  /// The same by position.
  private var directions: [ScrollSite: Double] = [:]

  /// True if a section near the viewport has moved so far since it was noted.
  /// - Parameter view: One that shows the same list as then.
  func haveMoved(by distance: Double, in view: CollectionView) -> Bool {
    scrolls.values.contains { scroll in
      view.ownOffset(of: scroll.site).map { abs($0 - scroll.offset) >= distance } ?? false
    }
  }

  /// Notes where the sections of these items are; sections of which there are none are forgotten.
  mutating func note(_ neighbours: [Neighbour], in view: CollectionView) {
    let former = scrolls
    scrolls.removeAll(keepingCapacity: true)
    directions.removeAll(keepingCapacity: true)
    var last: ScrollSite?
    for neighbour in neighbours {
      guard let site = view.ownSite(of: neighbour), site != last else { continue }
      last = site
      guard directions[site] == nil, let offset = view.ownOffset(of: site), let id = view.identity(of: site) else {
        continue
      }
      var scroll = Scroll(site: site, offset: offset)
      if let old = former[id] {
        scroll.direction = offset == old.offset ? old.direction : offset > old.offset ? 1 : -1
      }
      scrolls[id] = scroll
      directions[site] = scroll.direction
    }
  }

  /// 1 for what does not scroll by itself.
  func direction(of neighbour: Neighbour, in view: CollectionView) -> Double {
    guard !directions.isEmpty, let site = view.ownSite(of: neighbour) else { return 1 }
    return directions[site] ?? 1
  }
}
