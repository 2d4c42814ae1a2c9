import ScrollworkDiffing
import ScrollworkGeometry

/// What was measured of cells that go to other sections, of the list or of a section.
extension LayoutSolver {
  /// A measured height that goes to another section with its cell.
  struct Crossing {
    var new: ElementPath
    /// In logical pixels, to be rounded as what a content says.
    var height: Double
    var width: Double
  }

  /// The width of a cell if all it decides is how tall it is in the rows of its section, all of which are as wide.
  func rowWidth(of path: ElementPath) -> Double? {
    let state = states[path.section]
    guard path.item < state.itemCount, let template = state.measuredIn else { return nil }
    switch template.body {
    case .rows(let rows):
      let isEstimated = !rows.hasFreeWidths && rows.isEstimated(leaf: path.item % rows.leafCount)
      return isEstimated ? rows.commonWidth : nil
    case .arranged: return nested(path.section)?.rowWidth(of: path.item)
    case .orthogonal: return nil
    }
  }

  /// Where a section has put the sections in it.
  private func nested(_ section: Int) -> NestedArrangement? {
    let store = states.store(of: section)
    return store < 0 ? nil : stores[Int(store)]?.arranged as? NestedArrangement
  }

  /// - Complexity: O(log *n*) for each cell that changed its section.
  func measuredCrossings(_ mapping: ListMapping) -> [Crossing] {
    mapping.crossings.compactMap { crossing in
      guard let height = measuredHeight(of: crossing.old), let width = rowWidth(of: crossing.old) else { return nil }
      return Crossing(new: crossing.new, height: height, width: width)
    }
  }

  private func measuredHeight(of path: ElementPath) -> Double? {
    let state = states[path.section]
    guard state.store >= 0, path.item < state.itemCount, let store = stores[Int(state.store)] else { return nil }
    if let nested = store.arranged as? NestedArrangement { return nested.measured[path.item]?.height }
    // A whole number of device pixels need not be one of subpixels.
    return store.rows?.items.extent(at: path.item).map {
      (Subpixels.pixels($0) * environment.scale).rounded() / environment.scale
    }
  }

  /// Takes over what fits.
  /// - Parameter crossings: By ascending new path.
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
    case .arranged(let layout, _):
      guard layout.base is NestedLayout else { return }
      let index = openStore(section)
      guard var nested = stores[index]?.arranged as? NestedArrangement else { return }
      // Nobody else is to hold what changes: it would be copied.
      stores[index]?.arranged = nil
      nested.receive(crossings)
      stores[index]?.arranged = nested
    case .orthogonal: return
    }
  }
}

/// The same in the sections of a section.
extension NestedArrangement {
  /// See `LayoutSolver.rowWidth(of:)`.
  func rowWidth(of item: Int) -> Double? {
    guard let part = parts.part(of: item) else { return nil }
    return (parts[part] as? SectionPartArrangement)?.rowWidth(of: item - parts.starts[part])
  }
}

extension LayoutArrangement {
  /// Takes over what was measured of a cell elsewhere, if it is the cell of a section that it fits into.
  /// - Returns: What was taken over.
  mutating func receive(_ crossing: LayoutSolver.Crossing, as item: Int) -> Size? {
    guard (self as? SectionPartArrangement)?.rowWidth(of: item) == crossing.width else { return nil }
    let size = Size(width: crossing.width, height: crossing.height)
    _ = setMeasured(size, of: item)
    return size
  }
}
