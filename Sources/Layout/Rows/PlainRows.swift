import ScrollworkGeometry

/// The declared properties from which the extent of a section can be computed without resolving its layout. Summing up
/// a hundred thousand different sections thus takes little more time than the additions.
///
/// This requires that all rows of the section are equally tall, or that the section scrolls on the cross axis in one
/// such row. Layouts that place items one by one are supported if ``PlainCells`` knows them. In all other layouts,
/// groups must be resolved or items placed to find the extent.
struct PlainRows: Sendable {
  /// The boundary supplementaries of the section.
  private enum Edges {
    /// At most a header and a footer, which reserve room if the section has them.
    case standard(header: LayoutDimension, footer: LayoutDimension)
    /// Any other boundary supplementaries, to be read from the declaration, and the area from which they are inset.
    case declared(ContentInsetsReference)
  }

  private let row: PlainRow
  private var spacing: Int64
  private var insets: Insets
  private let edges: Edges
  private let reference: ContentInsetsReference
  /// Whether the groups follow each other on the cross axis.
  private let isAcross: Bool

  /// Creates the summary of a layout; nil if groups must be resolved or items placed to find the extent.
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

  /// Creates the summary of rows with `cells` cells of one height each, without insets or supplementaries other than
  /// the standard ones.
  init(cells: Int, height: LayoutDimension, interGroupSpacing: Double) {
    row = .cells(cells, height: height)
    spacing = Subpixels.nearest(interGroupSpacing)
    insets = .zero
    let (header, footer) = Self.standardHeights
    edges = .standard(header: header, footer: footer)
    (reference, isAcross) = (.automatic, false)
  }

  /// Changes the gap between the rows, in logical pixels.
  mutating func setSpacing(_ spacing: Double) { self.spacing = Subpixels.nearest(spacing) }

  /// Changes the insets around the rows, in logical pixels.
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

  /// The kind of work that it takes to compute an extent.
  enum Task: UInt8, Sendable {
    /// A few arithmetic operations.
    case sum
    /// A walk through nested groups, or the computation of a layout that places items one by one.
    case groups
    /// One call of the program for the size of each item.
    case sizes
    /// A call of a closure that places the cells of a group.
    case closure
  }

  /// The work that it takes to compute the extent; a walk through nested groups counts separately.
  var task: Task {
    switch row {
    case .placed: .closure
    case .cellByCell(let asksSizes): asksSizes ? .sizes : .groups
    case .cells, .fitting, .tiles, .groups: .sum
    }
  }

  /// Returns the outline of the repeated group; nil if the extent can be computed without a walk through nested groups.
  func outline(of content: SectionLayout.Content) -> GroupOutline? {
    guard case .groups = row, case .group(let group) = content else { return nil }
    return GroupOutline(group)
  }

  /// Returns the extent and the overflow of a section; see ``SectionLayout/length(_:hasHeader:hasFooter:in:)``.
  /// - Parameters:
  ///   - outline: The outline of the repeated group, if `outline(of:)` returned one.
  ///   - declared: The other declared properties, for the few cases that need them.
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

  /// Returns the extent of the groups, and the overflow of cells and badges beyond it, in subpixels.
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

  /// The largest difference that rounding makes where axes are swapped, in subpixels.
  private static let turned = Int64(2 * Subpixels.perPixel)
}

/// The rule for a row that is as tall as every other row of its section. A last row with fewer cells may be less tall.
private enum PlainRow: Sendable {
  /// A fixed number of cells, whatever the width.
  case cells(Int, height: LayoutDimension)
  /// Cells of one width, as many as fit in a group of the given size.
  case fitting(LayoutDimension, gap: Double, in: LayoutSize)
  case tiles(AdaptiveGrid)
  /// A group of any content, including nested groups, that a ``GroupOutline`` measures.
  case groups
  /// Cells placed by a closure of the program.
  case placed
  /// Items that a layout places one by one.
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

  /// Creates the row of a table; nil if cells may be taller than their row, or if the table has no columns.
  private init?(_ table: LayoutTable) {
    if case .fractionalHeight(let part) = table.rowHeight, part > 1 { return nil }
    guard !table.columns.isEmpty else { return nil }
    self = .cells(min(table.columns.count, Template.mostLeaves), height: table.rowHeight)
  }

  /// Creates the row of a group whose cells a closure places. Nil for any other group, and if the group declares
  /// insets, edges or badges.
  private init?(placed group: LayoutGroup) {
    guard case .custom = group.arrangement, group.contentInsets == .zero, group.edgeSpacing.isNone,
      group.supplementaries.isEmpty
    else { return nil }
    self = .placed
  }

  /// Creates the row of groups that follow each other on the cross axis. Nil if there is no group, if the content
  /// decides its height, or if there is room outside it.
  init?(across content: SectionLayout.Content) {
    guard case .group(let group) = content, !group.size.height.isEstimated, group.edgeSpacing.isNone else { return nil }
    self = .groups
  }

  /// Creates the row of a group of cells side by side, or of a single cell. Nil if the cells are not all of one height,
  /// or if they are taller than the group.
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

  /// Returns the size and the number of copies of a group's only item; the number is nil if as many copies as fit are
  /// placed. Nil for a group of any other content.
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

  /// Returns the height of a row: that of the group, or that of the cells if the group's height is estimated. Nil if
  /// the cells may be taller than the group.
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

  /// Returns the height of a row, declared or estimated, the number of its cells, and their largest overflow above or
  /// below it; lengths are in subpixels. Nil if the row must be resolved.
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

  /// Returns the height of a last row that has only `count` cells, in subpixels; nil if it is as tall as the others.
  func height(ofFirst count: Int, _ outline: GroupOutline?, in content: Size, scale: Double) -> Int64? {
    guard count > 0, case .groups = self, let outline, outline.followsCells else { return nil }
    return FixedNode(outline, in: content, scale: scale, limit: count)?.outerHeight
  }

  /// Returns the number of elements of one width that fit in the room. The result is at least one, and one for elements
  /// without width. The widths are added one by one as in a group, because sums of fractions may differ from products.
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
