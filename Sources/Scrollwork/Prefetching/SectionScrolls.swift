import ScrollworkDiffing
import ScrollworkEngine

/// Which way those sections went last that scroll by themselves, across the list.
@MainActor
struct SectionScrolls {
  private struct Scroll {
    /// Any item of the section.
    var witness: Neighbour
    var offset: Double
    /// 1 towards the section's end, -1 towards its start.
    var direction = 1.0
  }

  private var scrolls: [ElementID: Scroll] = [:]

  /// True if a section near the viewport has moved so far since it was noted.
  /// - Parameter view: One that shows the same list as then.
  func haveMoved(by distance: Double, in view: CollectionView) -> Bool {
    scrolls.values.contains { scroll in
      view.ownOffset(ofSectionOf: scroll.witness).map { abs($0 - scroll.offset) >= distance } ?? false
    }
  }

  /// Notes where the sections of these items are; sections of which there are none are forgotten.
  mutating func note(_ neighbours: [Neighbour], in view: CollectionView) {
    let former = scrolls
    scrolls.removeAll(keepingCapacity: true)
    var last: ElementID?
    for neighbour in neighbours where neighbour.section != last {
      last = neighbour.section
      guard scrolls[neighbour.section] == nil, let offset = view.ownOffset(ofSectionOf: neighbour) else { continue }
      var scroll = Scroll(witness: neighbour, offset: offset)
      if let old = former[neighbour.section] {
        scroll.direction = offset == old.offset ? old.direction : offset > old.offset ? 1 : -1
      }
      scrolls[neighbour.section] = scroll
    }
  }

  func direction(ofSectionOf neighbour: Neighbour) -> Double { scrolls[neighbour.section]?.direction ?? 1 }
}
