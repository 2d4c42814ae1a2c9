import ScrollworkDiffing
import ScrollworkEngine
import ScrollworkLayout

/// The last scroll direction of each nested scroll container around the viewport.
@MainActor
struct SectionScrolls {
  private struct Scroll {
    /// The container, in the list that was shown when its offset was recorded.
    var site: ScrollContainerID
    var offset: Double
    /// The last direction: 1 towards the end of the container, -1 towards its start.
    var direction = 1.0
  }

  private var scrolls: [ScrollContainerIdentity: Scroll] = [:]
  /// The last directions of the containers in `scrolls`.
  private var directions: [ScrollContainerID: Double] = [:]

  /// Whether a container has scrolled by at least `distance` logical pixels since it was recorded.
  /// - Parameter view: A view that still shows the same list.
  func haveMoved(by distance: Double, in view: CollectionView) -> Bool {
    scrolls.values.contains { scroll in
      view.offset(of: scroll.site).map { abs($0 - scroll.offset) >= distance } ?? false
    }
  }

  /// Records the offsets and directions of the scroll containers around `neighbours`, and forgets all others.
  mutating func note(_ neighbours: [Neighbour], in view: CollectionView) {
    let former = scrolls
    scrolls.removeAll(keepingCapacity: true)
    directions.removeAll(keepingCapacity: true)
    var last: ScrollContainerID?
    for neighbour in neighbours {
      guard let site = view.container(of: neighbour), site != last else { continue }
      last = site
      guard directions[site] == nil, let offset = view.offset(of: site), let id = view.identity(of: site) else {
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

  /// Returns the last direction of the scroll container around an item; 1 if there is none.
  func direction(of neighbour: Neighbour, in view: CollectionView) -> Double {
    guard !directions.isEmpty, let site = view.container(of: neighbour) else { return 1 }
    return directions[site] ?? 1
  }
}
