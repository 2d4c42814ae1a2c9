import ScrollworkGeometry

/// What decides how long a section is whose rows are all equally tall: enough to know that without resolving its layout,
/// so that a hundred thousand sections of which no two are alike take no longer than their sums.
///
/// In all other layouts the length takes resolved groups.
struct PlainRows: Sendable {
  private let row: PlainRow
  private var spacing: Int64
  private var insets: Insets
  private let header: LayoutDimension
  private let footer: LayoutDimension

  /// Nil for layouts that are anything else.
  init?(_ values: SectionLayout.Values) {
    guard values.orthogonalScrolling == .none,
      values.supplementaryContentInsetsReference == .automatic,
      values.contentInsetsReference == .automatic, let row = PlainRow(values.content),
      let (header, footer) = Self.heights(values.boundaryItems)
    else { return nil }
    self.row = row
    spacing = Subpixels.nearest(values.interGroupSpacing)
    insets = values.contentInsets.sane
    (self.header, self.footer) = (header, footer)
  }

  /// So many cells of one height next to each other, with nothing else said.
  init(cells: Int, height: LayoutDimension, interGroupSpacing: Double) {
    row = .cells(cells, height: height)
    spacing = Subpixels.nearest(interGroupSpacing)
    insets = .zero
    (header, footer) = Self.standardHeights
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

  /// What is to be looked through, if it takes a look through groups in groups.
  func outline(of content: SectionLayout.Content) -> GroupOutline? {
    guard case .groups = row, case .group(let group) = content else { return nil }
    return GroupOutline(group)
  }

  /// As ``SectionLayout/length(_:hasHeader:hasFooter:in:scale:)``.
  /// - Parameter outline: Of the group, where it takes a look through groups in groups.
  func length(
    _ itemCount: Int, _ hasHeader: Bool, _ hasFooter: Bool, _ outline: GroupOutline?, in container: Size, scale: Double
  ) -> (extent: Int64, reach: Int64)? {
    let content = container.inset(by: insets)
    var result = (extent: Subpixels.nearest(insets.top) + Subpixels.nearest(insets.bottom), reach: Int64(0))
    if itemCount > 0 {
      guard let (height, cells, reach) = row.resolved(outline, in: content, scale: scale) else { return nil }
      let most = SectionState.mostRows(ofPitch: max(1, height + spacing))
      let count = min(itemCount, most * cells)
      let rows = Int64((count - 1) / cells + 1)
      let last = row.height(ofFirst: count % cells, outline, in: content, scale: scale) ?? height
      result.extent += (rows - 1) * (height + spacing) + last
      result.reach = reach + max(0, height - last)
    }
    guard hasHeader || hasFooter else { return result }
    let room = Size(width: content.width, height: container.height)
    if hasHeader { result.extent += Subpixels.nearest(header.resolved(in: room)) }
    if hasFooter { result.extent += Subpixels.nearest(footer.resolved(in: room)) }
    return result
  }
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

  init?(_ content: SectionLayout.Content) {
    switch content {
    case .adaptiveGrid(let grid): self = .tiles(grid)
    case .group(let group):
      self = PlainRow(group) ?? .groups
    case .table, .layout: return nil
    }
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
    _ outline: GroupOutline?, in content: Size, scale: Double
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
    }
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
