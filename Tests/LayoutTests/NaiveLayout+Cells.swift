import ScrollworkGeometry
import ScrollworkLayout

extension NaiveLayout {
  /// Places the cells of a section.
  /// - Returns: The extent of the cells.
  mutating func placeCells(
    _ section: NaiveSection, _ index: Int, at origin: (cross: Double, main: Int64), in content: Size
  ) -> Int64 {
    let isOrthogonal = section.layout.orthogonalScrolling != .none
    guard let group = group(of: section, in: content) else {
      return placeArranged(section, index, at: origin, in: content)
    }
    let along = isOrthogonal ? axis.cross : axis
    var groups = NaiveGroups(axis: along, scale: environment.scale, count: section.cells.count) { item in
      guard item < section.cells.count, let measured = section.cells[item].measured else { return (section.guess, nil) }
      let (width, height) = (Double(measured.width) / 64, Double(measured.height) / 64)
      return along == .vertical ? (measured.height, width) : (measured.width, height)
    }
    let node: NaiveGroups.Node = (.group(group), nil)
    let box = groups.box(node, in: content)
    let leaves = groups.leafCount(node, in: content)
    guard leaves > 0, !section.cells.isEmpty else { return 0 }
    let breaksLines = !isOrthogonal && groups.isLine(group)
    let instances = instances(of: group, groups, leaves, breaksLines: breaksLines, in: content)
    func extent(_ range: Range<Int>) -> Int64 {
      groups.lineCount = breaksLines ? range.count : nil
      return groups.extent(node, in: content, first: range.lowerBound, limit: section.cells.count)
    }
    func isMeasured(_ range: Range<Int>) -> Bool { range.contains { section.cells[$0].measured != nil } }
    var unmeasured = NaiveGroups(axis: along, scale: environment.scale, count: leaves) { _ in (section.guess, nil) }
    unmeasured.lineCount = breaksLines ? leaves : nil
    // An instance of a uniform group is as tall as the tallest instance with a measured cell.
    let common =
      box.isUniform
      ? instances.filter(isMeasured).map(extent).max()
        ?? unmeasured.extent(node, in: content, first: 0, limit: leaves) : nil
    var (y, widest) = (Int64(0), Double?.none)
    for range in instances {
      y += range.lowerBound > 0 ? units(section.layout.interGroupSpacing) : 0
      let extent = common ?? extent(range)
      groups.lineCount = breaksLines ? range.count : nil
      let breadth = groups.breadth(node, in: content, first: range.lowerBound, limit: section.cells.count)
      groups.place(
        node, in: content,
        at: .init(cross: box.outside.cross, main: y + box.outside.main, breadth: breadth, extent: extent),
        first: range.lowerBound, badge: 0)
      y += box.outside.main + extent + box.outside.mainEnd
      if isMeasured(range) { widest = max(widest ?? 0, breadth + (box.outside.cross + box.outside.crossEnd)) }
    }
    for placed in groups.placed { add(placed, section, index, at: origin, isOrthogonal: isOrthogonal) }
    guard isOrthogonal else { return y }
    let declared =
      unmeasured.breadth(node, in: content, first: 0, limit: leaves) + (box.outside.cross + box.outside.crossEnd)
    return units(hasFreeBreadth(group, along) ? widest ?? declared : declared)
  }

  /// Returns the group that a section repeats; nil if a layout places the items one by one.
  private func group(of section: NaiveSection, in content: Size) -> LayoutGroup? {
    switch section.layout.content {
    case .group(let declared): declared
    case .adaptiveGrid(let grid): adaptive(grid, width: content[axis.cross])
    case .table(let table): self.table(table, width: content[axis.cross])
    case .layout: nil
    }
  }

  /// Returns the cells of each repetition of a group.
  private func instances(
    of group: LayoutGroup, _ groups: NaiveGroups, _ leaves: Int, breaksLines: Bool, in content: Size
  ) -> [Range<Int>] {
    var (result, first) = ([Range<Int>](), 0)
    while first < groups.count {
      let left = groups.count - first
      let count =
        breaksLines ? groups.cellCount(ofLine: group, from: first, of: left, in: content) : min(leaves, left)
      result.append(first..<first + count)
      first += count
    }
    return result
  }

  private func hasFreeBreadth(_ group: LayoutGroup, _ along: Axis) -> Bool {
    func isFree(_ size: LayoutSize) -> Bool { (along == .vertical ? size.width : size.height).isEstimated }
    if isFree(group.size) { return true }
    let forced: Bool
    if case .equally = group.arrangement { forced = group.axis != along } else { forced = false }
    return group.subnodes.contains { node in
      if !forced, isFree(node.parts.0) { return true }
      guard case .group(let inner) = node else { return false }
      return inner.subnodes.contains { hasFreeBreadth(inner, along) || isFree($0.parts.0) }
    }
  }

  private mutating func add(
    _ placed: NaiveGroups.Placed, _ section: NaiveSection, _ index: Int, at origin: (cross: Double, main: Int64),
    isOrthogonal: Bool
  ) {
    var (cross, main) = (placed.cross, placed.main)
    if isOrthogonal {
      let units = { (length: Double) in Int64((length * 64).rounded()) }
      (cross, main) = (
        Double(placed.main.lowerBound) / 64...Double(placed.main.upperBound) / 64,
        units(placed.cross.lowerBound)...units(placed.cross.upperBound)
      )
    }
    let low = (cross: origin.cross + cross.lowerBound, main: origin.main + main.lowerBound)
    let high = (cross: origin.cross + cross.upperBound, main: origin.main + main.upperBound)
    let offset = isOrthogonal ? section.offset : 0
    if !placed.isGroup {
      add(
        Placed(
          key: .init(kind: .item, section: index, item: placed.item), cross: low.cross...high.cross,
          main: low.main...high.main, z: placed.z, offset: offset))
    }
    for (number, badge) in placed.badges.enumerated() {
      var host = Size(width: high.cross - low.cross, height: Double(high.main - low.main) / 64)
      if axis == .horizontal { host = Size(width: host.height, height: host.width) }
      let slot = Int32(placed.firstBadge + number)
      let frame = frame(of: badge, on: host, measured: section.cells[placed.item].badges[slot])
      let insets = badge.contentInsets
      let (before, after) =
        axis == .vertical
        ? ((insets.top, insets.leading), (insets.bottom, insets.trailing))
        : ((insets.leading, insets.top), (insets.trailing, insets.bottom))
      let outer = low.main + Int64((frame.lower(axis) * 64).rounded())
      let main = outer + units(before.0)
      let cross = low.cross + frame.lower(axis.cross) + before.1
      add(
        Placed(
          key: .init(
            kind: .badge, section: index, item: placed.item, slot: slot),
          cross: cross...max(cross, low.cross + frame.upper(axis.cross) - after.1),
          main: main...max(main, outer + units(frame.size[axis]) - units(after.0)),
          z: badge.zIndex, offset: offset))
    }
  }

  /// Returns the frame of a badge, relative to its host.
  private func frame(
    of badge: LayoutSupplementary, on host: Size, measured: (width: Int64, height: Int64)?
  ) -> Rect {
    var own = Size(width: value(badge.size.width, in: host), height: value(badge.size.height, in: host))
    if let measured, badge.size.width.isEstimated { own.width = Double(measured.width) / 64 }
    if let measured, badge.size.height.isEstimated { own.height = Double(measured.height) / 64 }
    func fraction(_ anchor: LayoutAnchor, _ low: LayoutEdges, _ high: LayoutEdges) -> Double {
      anchor.edges.contains(low) == anchor.edges.contains(high) ? 0.5 : anchor.edges.contains(low) ? 0 : 1
    }
    func offset(_ anchor: LayoutAnchor?) -> Point {
      guard let anchor else { return .zero }
      return anchor.isFractional
        ? Point(x: anchor.offset.x * own.width, y: anchor.offset.y * own.height) : anchor.offset
    }
    let item = badge.itemAnchor ?? badge.containerAnchor
    let (a, b) = (offset(badge.containerAnchor), offset(badge.itemAnchor))
    return Rect(
      x: fraction(badge.containerAnchor, .leading, .trailing) * host.width
        - fraction(item, .leading, .trailing) * own.width + a.x + b.x,
      y: fraction(badge.containerAnchor, .top, .bottom) * host.height
        - fraction(item, .top, .bottom) * own.height + a.y + b.y,
      width: own.width, height: own.height)
  }

  private func adaptive(_ grid: AdaptiveGrid, width: Double) -> LayoutGroup {
    // A thousandth of a device pixel may be missing.
    let slack = 0.001
    let room = width + slack / environment.scale
    var columns = 1
    while Double(columns + 1) * (grid.minimumItemWidth + grid.spacing) <= room + grid.spacing { columns += 1 }
    let share = (room - Double(columns - 1) * grid.spacing) / Double(columns)
    let tile = (max(0, share) * environment.scale).rounded(.down) / environment.scale
    let height: Double =
      switch grid.height {
      case .absolute(let height): height
      case .ratio(let ratio, let extra):
        ((tile / ratio + extra) * environment.scale - slack).rounded(.up) / environment.scale
      }
    guard axis == .vertical else {
      return .vertical(
        LayoutSize(width: .absolute(height), height: .fractionalHeight(1)),
        repeating: LayoutItem(width: .fractionalWidth(1), height: .absolute(tile)), count: columns,
        interItemSpacing: .fixed(grid.spacing))
    }
    return .horizontal(
      LayoutSize(width: .fractionalWidth(1), height: .absolute(height)),
      repeating: LayoutItem(width: .absolute(tile), height: .fractionalHeight(1)), count: columns,
      interItemSpacing: .fixed(grid.spacing))
  }
  private func table(_ table: LayoutTable, width: Double) -> LayoutGroup {
    var (left, weights) = (width - table.spacing * Double(table.columns.count - 1), 0.0)
    for column in table.columns {
      switch column {
      case .fixed(let width): left -= width
      case .flexible(let minimum, let weight): (left, weights) = (left - minimum, weights + weight)
      }
    }
    let widths = table.columns.map { column in
      switch column {
      case .fixed(let width): width
      case .flexible(let minimum, let weight): minimum + max(0, left) * weight / weights
      }
    }
    guard axis == .vertical else {
      return .vertical(
        LayoutSize(width: table.rowHeight, height: .fractionalHeight(1)),
        once: widths.map { LayoutItem(width: table.rowHeight, height: .absolute($0)) },
        interItemSpacing: .fixed(table.spacing))
    }
    return .horizontal(
      LayoutSize(width: .fractionalWidth(1), height: table.rowHeight),
      once: widths.map { LayoutItem(width: .absolute($0), height: table.rowHeight) },
      interItemSpacing: .fixed(table.spacing))
  }
}
