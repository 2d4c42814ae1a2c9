import ScrollworkDiffing
import ScrollworkEngine

/// Which way those sections went last that scroll by themselves, across the list.
@MainActor
struct SectionScrolls {
  private struct Scroll {
    /// Its position in the list at that time.
    var section: Int
    var offset: Double
    /// 1 towards the section's end, -1 towards its start.
    var direction = 1.0
  }

  private var scrolls: [ElementID: Scroll] = [:]
  /// The same by position.
  private var directions: [Int: Double] = [:]

  /// True if a section near the viewport has moved so far since it was noted.
  /// - Parameter view: One that shows the same list as then.
  func haveMoved(by distance: Double, in view: CollectionView) -> Bool {
    scrolls.values.contains { scroll in
      view.ownOffset(ofSection: scroll.section).map { abs($0 - scroll.offset) >= distance } ?? false
    }
  }

  /// Notes where the sections of these items are; sections of which there are none are forgotten.
  mutating func note(_ neighbours: [Neighbour], in view: CollectionView) {
    let former = scrolls
    scrolls.removeAll(keepingCapacity: true)
    directions.removeAll(keepingCapacity: true)
    var last: Int?
    for neighbour in neighbours where neighbour.section != last {
      last = neighbour.section
      guard directions[neighbour.section] == nil, let offset = view.ownOffset(ofSection: neighbour.section) else {
        continue
      }
      var scroll = Scroll(section: neighbour.section, offset: offset)
      let id = view.identity(ofSection: neighbour.section)
      if let old = former[id] {
        scroll.direction = offset == old.offset ? old.direction : offset > old.offset ? 1 : -1
      }
      scrolls[id] = scroll
      directions[neighbour.section] = scroll.direction
    }
  }

  /// 1 for a section that does not scroll by itself.
  func direction(ofSection section: Int) -> Double { directions.isEmpty ? 1 : directions[section] ?? 1 }
}
