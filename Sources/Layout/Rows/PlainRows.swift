import ScrollworkGeometry

/// What decides how long a section is whose rows are all equally tall, or that scrolls by itself in one such row: enough
/// to know that without resolving its layout, so that a hundred thousand sections of which no two are alike take no longer
/// than their sums.
///
/// Cells in lines and in columns are asked about too; see ``PlainCells``. In all other layouts the length takes resolved
/// groups, or placed cells.
struct PlainRows: Sendable {
  /// What stands at the edges.
  private enum Edges {
    /// A header and a footer, as far as they are there, with room for each.
    case standard(header: LayoutDimension, footer: LayoutDimension)
    /// Whatever was declared.
    case declared(ContentInsetsReference)
  }

  private let row: PlainRow
  private var spacing: Int64
  private var insets: Insets
  private let edges: Edges
  private let reference: ContentInsetsReference
  /// The groups follow each other across the section.
  private let isAcross: Bool

  /// Nil for layouts that are anything else.
  init?(_ values: SectionLayout.Values) {
    isAcross = values.orthogonalScrolling != .none
    guard let row = isAcross ? PlainRow(across: values.content) : PlainRow(values.content) else { return nil }
    self.row = row
    spacing = Subpixels.nearest(values.interGroupSpacing)
    insets = values.contentInsets.sane
    reference = values.contentInsetsReference
    let aside = values.supplementaryContentInsetsReference
    if aside == .automatic, let (header, footer) = Self.heights(values.boundaryItems) {
      edges = .standard(header: header, footer: footer)
    } else {
      edges = .declared(aside)
    }
  }

  /// So many cells of one height next to each other, with nothing else said.
  init(cells: Int, height: LayoutDimension, interGroupSpacing: Double) {
    row = .cells(cells, height: height)
    spacing = Subpixels.nearest(interGroupSpacing)
    insets = .zero
    let (header, footer) = Self.standardHeights
    edges = .standard(header: header, footer: footer)
    (reference, isAcross) = (.automatic, false)
  }

  /// The same with another distance between the rows, in logical pixels.
  mutating func setSpacing(_ spacing: Double) { self.spacing = Subpixels.nearest(spacing) }

  /// The same in other insets.
  mutating func setInsets(_ insets: Insets) { self.insets = insets.sane }

  private static let standardHeights = (
    LayoutBoundaryItem.standardHeader.size.height, LayoutBoundaryItem.standardFooter.size.height
  )

  private static func heights(_ items: [LayoutBoundaryItem]) -> (header: LayoutDimension, footer: LayoutDimension)? {
    guard items.count == 2, let header = height(of: items[0], .header, edge: -1),
      let footer = height(of: items[1], .footer, edge: 1)
    else { return nil }
    return (header, footer)
  }

  private static func height(of item: LayoutBoundaryItem, _ kind: LayoutKind, edge: Int) -> LayoutDimension? {
    guard item.kind == kind, item.alignment.vertical == edge, item.extendsBoundary, item.absoluteOffset.y == 0
    else { return nil }
    return item.size.height
  }

  /// What finding out a length takes.
  enum Task: UInt8, Sendable {
    /// Some arithmetic.
    case sum
    /// A look through groups in groups, or at a layout that places cell by cell.
    case groups
    /// The size of each cell, as the program says.
    case sizes
    /// A call of a closure that places the cells of a group.
    case closure
  }

  /// What it takes, but for a look through groups.
  var task: Task {
    switch row {
    case .placed: .closure
    case .cellByCell(let asksSizes): asksSizes ? .sizes : .groups
    case .cells, .fitting, .tiles, .groups: .sum
    }
  }

  /// What is to be looked through, if it takes a look through groups in groups.
  func outline(of content: SectionLayout.Content) -> GroupOutline? {
    guard case .groups = row, case .group(let group) = content else { return nil }
    return GroupOutline(group)
  }

  /// As ``SectionLayout/length(_:hasHeader:hasFooter:in:)``.
  /// - Parameters:
  ///   - outline: Of the group, where it takes a look through groups in groups.
  ///   - declared: What else was said, for the few who have to know.
  func length(
    _ itemCount: Int, _ hasHeader: Bool, _ hasFooter: Bool, _ outline: GroupOutline?, in room: SectionRoom,
    _ declared: SectionLayout.Box
  ) -> (extent: Int64, reach: Int64)? {
    let container = room.container(reference)
    let content = container.inset(by: insets)
    var result = (extent: Int64(0), reach: Int64(0))
    if itemCount > 0 {
      guard let found = groups(itemCount, outline, declared, in: content, scale: room.scale) else { return nil }
      result = found
    }
    result.extent += Subpixels.nearest(insets.top) + Subpixels.nearest(insets.bottom)
    switch edges {
    case .standard(let header, let footer):
      guard hasHeader || hasFooter else { return result }
      let space = Size(width: content.width, height: container.height)
      if hasHeader { result.extent += Subpixels.nearest(header.resolved(in: space)) }
      if hasFooter { result.extent += Subpixels.nearest(footer.resolved(in: space)) }
    case .declared(let aside):
      let width = aside == .automatic ? content.width : room.container(aside).width
      let reserved = ReservedExtents(declared.values.boundaryItems, in: Size(width: width, height: container.height)) {
        kind in
        switch kind {
        case .header: hasHeader
        case .footer: hasFooter
        default: true
        }
      }
      result = (result.extent + reserved.start + reserved.end, max(result.reach, reserved.reach))
    }
    return result
  }

  /// How far the groups reach, and what sticks out of that.
  private func groups(
    _ itemCount: Int, _ outline: GroupOutline?, _ declared: SectionLayout.Box, in content: Size, scale: Double
  ) -> (extent: Int64, reach: Int64)? {
    if case .cellByCell = row {
      return PlainCells.extent(
        of: min(itemCount, Int(Int32.max)), in: declared.values.content, room: content, scale: scale
      ).map { ($0, 0) }
    }
    guard let (height, cells, reach) = row.resolved(outline, declared, in: content, scale: scale) else { return nil }
    guard !isAcross else { return (height, reach + Self.turned) }
    let most = SectionState.mostRows(ofPitch: max(1, height + spacing))
    let count = min(itemCount, most * cells)
    let rows = Int64((count - 1) / cells + 1)
    let last = row.height(ofFirst: count % cells, outline, in: content, scale: scale) ?? height
    return ((rows - 1) * (height + spacing) + last, reach + max(0, height - last))
  }

  /// So much is rounded otherwise in a plane whose axes are swapped, at most; in subpixels.
  private static let turned = Int64(2 * Subpixels.perPixel)
}

/// A row that is as tall as every other of its section; the last with fewer cells may be less tall.
private enum PlainRow: Sendable {
  /// So many cells whatever there is room for.
  case cells(Int, height: LayoutDimension)
  /// As many cells of one width as fit in a group.
  case fitting(LayoutDimension, gap: Double, in: LayoutSize)
  case tiles(AdaptiveGrid)
  /// A group with whatever in it, maybe groups again, of which there is an outline.
  case groups
  /// Cells that a closure places.
  case placed
  /// Cells that a layout places one by one.
  case cellByCell(asksSizes: Bool)

  init?(_ content: SectionLayout.Content) {
    switch content {
    case .adaptiveGrid(let grid): self = .tiles(grid)
    case .group(let group):
      self = PlainRow(group) ?? (PlainRow(placed: group) ?? .groups)
    case .table(let table):
      guard let row = PlainRow(table) else { return nil }
      self = row
    case .layout(let layout, let sizes):
      guard PlainCells.knows(layout.base) else { return nil }
      self = .cellByCell(asksSizes: sizes.isProvided)
    }
  }

  /// Nil where cells may be taller than their row, or there are none.
  private init?(_ table: LayoutTable) {
    if case .fractionalHeight(let part) = table.rowHeight, part > 1 { return nil }
    guard !table.columns.isEmpty else { return nil }
    self = .cells(min(table.columns.count, Template.mostLeaves), height: table.rowHeight)
  }

  /// Nil unless a closure places the cells, and nothing else is said.
  private init?(placed group: LayoutGroup) {
    guard case .custom = group.arrangement, group.contentInsets == .zero, group.edgeSpacing.isNone,
      group.supplementaries.isEmpty
    else { return nil }
    self = .placed
  }

  /// A row that is as tall as its groups are declared to be.
  init?(across content: SectionLayout.Content) {
    guard case .group(let group) = content, !group.size.height.isEstimated, group.edgeSpacing.isNone else { return nil }
    self = .groups
  }

  /// Nil unless the group is cells next to each other, or a single one, of one height, and none is taller than the group.
  private init?(_ group: LayoutGroup) {
    guard !group.size.width.isEstimated, group.contentInsets == .zero, group.edgeSpacing.isNone,
      group.supplementaries.isEmpty, let (item, count) = Self.item(of: group),
      let height = Self.height(of: item, in: group)
    else { return nil }
    if let count {
      self = .cells(min(max(1, count), Template.mostLeaves), height: height)
    } else {
      guard !item.width.isEstimated else { return nil }
      self = .fitting(
        item.width, gap: group.interItemSpacing.minimum, in: LayoutSize(width: group.size.width, height: height))
    }
  }

  /// The size of what is repeated, and how often; nil for as often as there is room for it.
  private static func item(of group: LayoutGroup) -> (size: LayoutSize, count: Int?)? {
    let isRow = group.axis == .horizontal
    switch group.arrangement {
    case .repeating(.item(let item), let count):
      return isRow || count == 1 ? size(of: item, count) : nil
    case .equally(.item(let item), let count): return isRow ? size(of: item, count) : nil
    case .fitting(let nodes):
      guard isRow, nodes.count == 1, case .item(let item) = nodes[0] else { return nil }
      return size(of: item, nil)
    case .repeating, .equally, .once, .custom: return nil
    }
  }

  private static func size(of item: LayoutItem, _ count: Int?) -> (size: LayoutSize, count: Int?)? {
    item.edgeSpacing.isNone && item.supplementaries.isEmpty ? (item.size, count) : nil
  }

  /// How tall a row is: as the group says, or where that leaves it to the cells, as these say.
  private static func height(of item: LayoutSize, in group: LayoutGroup) -> LayoutDimension? {
    switch (group.size.height, item.height) {
    case (.estimated, .estimated), (.estimated, .absolute): return item.height
    case (.absolute(let height), .absolute(let own)):
      return Subpixels.sane(own) <= Subpixels.sane(height) ? group.size.height : nil
    case (.absolute, .fractionalHeight(let part)), (.fractionalWidth, .fractionalHeight(let part)),
      (.fractionalHeight, .fractionalHeight(let part)):
      return part <= 1 ? group.size.height : nil
    default: return nil
    }
  }

  /// The height in subpixels, or the guess, the number of cells, and how far they may stick out below; nil where that is
  /// not so easily said.
  func resolved(
    _ outline: GroupOutline?, _ declared: SectionLayout.Box, in content: Size, scale: Double
  ) -> (height: Int64, cells: Int, reach: Int64)? {
    switch self {
    case .cells(let count, let height):
      return (Subpixels.nearest(height.resolved(in: content)), count, 0)
    case .fitting(let width, let gap, let group):
      let size = Size(width: group.width.resolved(in: content), height: group.height.resolved(in: content))
      let count = Self.count(of: width.resolved(in: size), gap: gap, in: size.width + 0.5 / scale)
      return (Subpixels.nearest(size.height), count, 0)
    case .tiles(let grid):
      let tiles = grid.tiles(width: content.width, scale: scale)
      return (Subpixels.nearest(tiles.height), tiles.columns, 0)
    case .groups:
      return outline.flatMap { FixedNode($0, in: content, scale: scale) }.map {
        ($0.outerHeight, $0.leafCount, $0.reach)
      }
    case .placed: return Self.placed(declared.values.content, in: content)
    case .cellByCell: return nil
    }
  }

  private static func placed(
    _ content: SectionLayout.Content, in room: Size
  ) -> (height: Int64, cells: Int, reach: Int64)? {
    guard case .group(let group) = content, case .custom(let arrangement) = group.arrangement else { return nil }
    let size = Size(width: group.size.width.resolved(in: room), height: group.size.height.resolved(in: room))
    let (height, places) = (Subpixels.nearest(size.height), arrangement.places(in: size))
    guard (1...Template.mostLeaves).contains(places.count) else { return nil }
    let reach = places.reduce(Int64(0)) { reach, place in
      let y = Subpixels.nearestSigned(place.frame.minY)
      return max(reach, -y, y + Subpixels.nearest(place.frame.height) - height)
    }
    return (height, places.count, reach)
  }

  /// The height of a last row with fewer cells; nil where it is as tall as the others.
  func height(ofFirst count: Int, _ outline: GroupOutline?, in content: Size, scale: Double) -> Int64? {
    guard count > 0, case .groups = self, let outline, outline.followsCells else { return nil }
    return FixedNode(outline, in: content, scale: scale, limit: count)?.outerHeight
  }

  /// How many things of one width there is room for: at least one, and one only where they have no width. Added up one
  /// by one, as a group does, because sums of fractions are not products.
  private static func count(of width: Double, gap: Double, in room: Double) -> Int {
    var (count, used) = (1, width)
    guard used > 0 else { return 1 }
    while count < Template.mostLeaves {
      let end = used + gap + width
      guard end <= room else { break }
      (used, count) = (end, count + 1)
    }
    return count
  }
}
