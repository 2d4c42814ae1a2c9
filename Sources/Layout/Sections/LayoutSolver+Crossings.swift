import ScrollworkDiffing
import ScrollworkGeometry

/// Transfers the measured sizes of items that move to another section or subsection.
extension LayoutSolver {
  /// The measured size of an item that moves to another section.
  struct Crossing {
    var new: ElementPath
    /// The height in logical pixels; the receiving section rounds it like any measured size.
    var height: Double
    var width: Double
  }

  /// Returns the width of an item in logical pixels. Nil unless the content decides only the height of the item, and
  /// all rows of its section are equally wide.
  func rowWidth(of path: ElementPath) -> Double? {
    let state = states[path.section]
    guard path.item < state.itemCount, let template = state.measuredIn else { return nil }
    switch template.body {
    case .rows(let rows):
      let isEstimated = !rows.hasFreeWidths && rows.isEstimated(leaf: path.item % rows.leafCount)
      return isEstimated ? rows.commonWidth : nil
    case .arranged: return arrangement(of: path.section)?.rowWidth(of: path.item)
    case .orthogonal: return nil
    }
  }

  /// Returns the measured sizes of the items that change their section.
  /// - Complexity: O(log *n*) for each item that changes its section.
  func measuredCrossings(_ mapping: ListMapping) -> [Crossing] {
    mapping.crossings.compactMap { crossing in
      guard let height = measuredHeight(of: crossing.old), let width = rowWidth(of: crossing.old) else { return nil }
      return Crossing(new: crossing.new, height: height, width: width)
    }
  }

  private func measuredHeight(of path: ElementPath) -> Double? {
    let state = states[path.section]
    guard state.store >= 0, path.item < state.itemCount, let store = stores[Int(state.store)] else { return nil }
    if let arranged = store.arranged { return arranged.measuredSize(of: path.item)?.height }
    // Rounded, because a whole number of device pixels may not be a whole number of subpixels.
    return store.rows?.items.extent(at: path.item).map {
      (Subpixels.pixels($0) * environment.scale).rounded() / environment.scale
    }
  }

  /// Records the heights of items that arrived from other sections whose rows have the same width.
  /// - Parameter crossings: The items in ascending order of their new path.
  mutating func receive(_ crossings: [Crossing]) {
    var rest = crossings[...]
    while let section = rest.first?.new.section {
      let own = rest.prefix { $0.new.section == section }
      rest = rest.dropFirst(own.count)
      receive(Array(own), in: section)
    }
  }

  private mutating func receive(_ crossings: [Crossing], in section: Int) {
    let state = states[section]
    guard let template = state.measuredIn, state.template != nil || state.store >= 0 else { return }
    switch template.body {
    case .rows(let rows):
      for crossing in crossings where rowWidth(of: crossing.new) == crossing.width {
        let (index, size) = (openStore(section), LeafSize(extent: measured(crossing.height)))
        _ = stores[index]?.changeRows { $0.set(size, ofItem: crossing.new.item, template: rows) }
      }
    case .arranged: stores[openStore(section)]?.arranged?.receive(crossings)
    case .orthogonal: return
    }
  }
}
