import ScrollworkDiffing
import ScrollworkGeometry
import ScrollworkLayout

/// Places one instance of a group after the other, each from scratch.
struct NaiveInstance {
  let section: NaiveSection
  let scale: Double
  /// The next cell to be placed.
  var next = 0
  var placed: [(item: Int, minX: Double, maxX: Double, minY: Int64, maxY: Int64)] = []
  /// Of each placed cell.
  var leaves: [Leaf] = []

  /// What decides whether a height measured in one place is right in another.
  struct Leaf: Equatable {
    var width: Double
    var isEstimated: Bool
    var guess: Double
  }

  typealias Forced = (axis: Axis, extent: Double)

  init(section: NaiveSection, scale: Double) {
    self.section = section
    self.scale = scale
  }

  func group(of layout: SectionLayout, width: Double) -> LayoutGroup {
    switch layout.content {
    case .group(let group): return group
    case .adaptiveGrid(let grid):
      var columns = 1
      while Double(columns + 1) * (grid.minimumItemWidth + grid.spacing) <= width + grid.spacing { columns += 1 }
      let share = (width - Double(columns - 1) * grid.spacing) / Double(columns)
      let tile = (max(0, share) * scale).rounded(.down) / scale
      let height: Double =
        switch grid.height {
        case .absolute(let height): height
        case .ratio(let ratio, let extra): ((tile / ratio + extra) * scale).rounded(.up) / scale
        }
      return .horizontal(
        LayoutSize(width: .fractionalWidth(1), height: .absolute(height)),
        repeating: LayoutItem(width: .absolute(tile), height: .fractionalHeight(1)), count: columns,
        interItemSpacing: .fixed(grid.spacing))
    }
  }

  /// Places a node and all that is in it.
  /// - Returns: Its height in 1/64 pixel.
  mutating func place(
    _ node: LayoutNode, in content: Size, forced: Forced?, at origin: (x: Double, y: Int64)
  ) -> Int64 {
    let (size, isEstimated, insets) = measure(node, in: content, forced)
    let top = isEstimated ? 0 : units(insets.top)
    let bottom = isEstimated ? 0 : units(insets.bottom)
    guard case .group(let group) = node else {
      let measured = section.cells[next].measured ?? section.guess
      let height = isEstimated ? measured ?? units(size.height) : units(size.height)
      let (minX, minY) = (origin.x + insets.leading, origin.y + top)
      placed.append((next, minX, origin.x + size.width - insets.trailing, minY, origin.y + height - bottom))
      leaves.append(
        Leaf(width: max(0, size.width - insets.leading - insets.trailing), isEstimated: isEstimated, guess: size.height)
      )
      next += 1
      return height
    }
    let inner = Size(
      width: max(0, size.width - insets.horizontal),
      height: max(0, size.height - Double(top) / 64 - Double(bottom) / 64))
    let children = specs(group, in: inner)
    let gap = gap(group, children, in: inner, isEstimated: isEstimated)
    var (x, y, tallest) = (0.0, Int64(0), Int64(0))
    for (index, child) in children.enumerated() where next < section.cells.count {
      if index > 0, group.axis == .vertical { y += gap.vertical }
      let height = place(
        child.node, in: inner, forced: child.forced,
        at: (origin.x + insets.leading + x, origin.y + top + y))
      tallest = max(tallest, height)
      if group.axis == .horizontal {
        x += measure(child.node, in: inner, child.forced).size.width + gap.horizontal
      } else {
        y += height
      }
    }
    guard isEstimated else { return units(size.height) }
    return group.axis == .horizontal ? tallest : y
  }

  private func units(_ length: Double) -> Int64 { Int64((max(0, length) * 64).rounded()) }

  private func measure(
    _ node: LayoutNode, in content: Size, _ forced: Forced?
  ) -> (size: Size, isEstimated: Bool, insets: Insets) {
    let (declared, insets): (LayoutSize, Insets) =
      switch node {
      case .item(let item): (item.size, item.contentInsets)
      case .group(let group): (group.size, group.contentInsets)
      }
    var size = Size(width: value(declared.width, in: content), height: value(declared.height, in: content))
    if let forced { size[forced.axis] = forced.extent }
    let hasFreeWidth = declared.width.isEstimated && forced?.axis != .horizontal
    let hasFreeHeight = declared.height.isEstimated && forced?.axis != .vertical
    return (
      size, hasFreeHeight,
      Insets(
        top: insets.top, leading: hasFreeWidth ? 0 : insets.leading, bottom: insets.bottom,
        trailing: hasFreeWidth ? 0 : insets.trailing)
    )
  }

  /// The children of a group by its declared sizes.
  private func specs(_ group: LayoutGroup, in content: Size) -> [(node: LayoutNode, forced: Forced?)] {
    switch group.arrangement {
    case .equally(let node, let count):
      let share = (content[group.axis] - minimum(group) * Double(count - 1)) / Double(count)
      return Array(repeating: (node, (group.axis, max(0, share))), count: count)
    case .repeating(let node, let count): return Array(repeating: (node, nil), count: count)
    case .fitting(let nodes):
      var (specs, used) = ([(node: LayoutNode, forced: Forced?)](), 0.0)
      while true {
        let node = nodes[specs.count % nodes.count]
        var extent = measure(node, in: content, nil).size[group.axis]
        if group.axis == .vertical { extent = Double(units(extent)) / 64 }
        let end = used + (specs.isEmpty ? 0 : minimum(group)) + extent
        if !specs.isEmpty, end > content[group.axis] + 0.5 / scale { return specs }
        specs.append((node, nil))
        used = end
      }
    }
  }

  private func minimum(_ group: LayoutGroup) -> Double {
    switch group.interItemSpacing {
    case .fixed(let gap), .flexible(let gap): gap
    }
  }

  private func gap(
    _ group: LayoutGroup, _ children: [(node: LayoutNode, forced: Forced?)], in content: Size,
    isEstimated: Bool
  ) -> (horizontal: Double, vertical: Int64) {
    let least = minimum(group)
    guard case .flexible = group.interItemSpacing, children.count > 1 else { return (least, units(least)) }
    let widths = children.map { measure($0.node, in: content, $0.forced).size.width }
    let horizontal = max(least, (content.width - widths.reduce(0, +)) / Double(children.count - 1))
    if isEstimated || group.axis == .horizontal { return (horizontal, units(least)) }
    // As if every place were taken, by what is measured where there are cells.
    var probe = self
    var used: Int64 = 0
    for child in children {
      used += probe.placeFull(child.node, in: content, forced: child.forced)
    }
    let free = (units(content.height) - used) / Int64(children.count - 1)
    return (horizontal, max(units(least), free))
  }

  /// The height of a node all of whose places are taken, by guesses where the cells have run out.
  private mutating func placeFull(_ node: LayoutNode, in content: Size, forced: Forced?) -> Int64 {
    var padded = NaiveInstance(section: section.padded(by: 500), scale: scale)
    padded.next = next
    let height = padded.place(node, in: content, forced: forced, at: (0, 0))
    next = padded.next
    return height
  }
}

extension NaiveSection {
  /// With so many more cells about which nothing is known.
  fileprivate func padded(by count: Int) -> NaiveSection {
    var copy = self
    copy.cells.append(contentsOf: repeatElement(Cell(id: -1, measured: nil), count: count))
    return copy
  }
}
