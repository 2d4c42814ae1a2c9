import ScrollworkDiffing
import ScrollworkEngine
import ScrollworkLayout

/// The last scroll direction of each section and subsection that scrolls by itself, across the list.
@MainActor
struct SectionScrolls {
  private struct Scroll {
    /// The scroll container's position in the list at that time.
    var site: ScrollSite
    var offset: Double
    /// The direction: 1 towards the section's end, -1 towards its start.
    var direction = 1.0
  }

  private var scrolls: [SiteIdentity: Scroll] = [:]
  /// The directions by the position of the container.
  private var directions: [ScrollSite: Double] = [:]

  /// Whether a section near the viewport has moved by `distance`, in logical pixels, since it was recorded.
  /// - Parameter view: A view that still shows the same list.
  func haveMoved(by distance: Double, in view: CollectionView) -> Bool {
    scrolls.values.contains { scroll in
      view.ownOffset(of: scroll.site).map { abs($0 - scroll.offset) >= distance } ?? false
    }
  }

  /// Records the offsets of the sections of these items, and removes all others.
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

  /// Returns the direction of an item's section; 1 if the item is not in a section that scrolls by itself.
  func direction(of neighbour: Neighbour, in view: CollectionView) -> Double {
    guard !directions.isEmpty, let site = view.ownSite(of: neighbour) else { return 1 }
    return directions[site] ?? 1
  }
}
