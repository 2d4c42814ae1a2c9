import ScrollworkGeometry

/// What decides how long a section is whose rows are all equally tall: enough to know that without resolving its layout,
/// so that a hundred thousand sections of which no two are alike take no longer than their sums.
///
/// In all other layouts the length takes resolved groups.
struct PlainRows: Sendable {
  private let row: PlainRow
  private let spacing: Int64
  private let insets: Insets
  private let header: LayoutDimension
  private let footer: LayoutDimension

  /// Nil for layouts that are anything else.
  init?(_ values: SectionLayout.Values) {
    guard values.orthogonalScrolling == .none, values.supplementaryContentInsetsReference == .automatic,
      values.contentInsetsReference == .automatic, let row = PlainRow(values.content), values.boundaryItems.count == 2,
      let header = Self.height(of: values.boundaryItems[0], .header, edge: -1),
      let footer = Self.height(of: values.boundaryItems[1], .footer, edge: 1)
    else { return nil }
    self.row = row
    spacing = Subpixels.nearest(values.interGroupSpacing)
    insets = values.contentInsets.sane
    (self.header, self.footer) = (header, footer)
  }

  private static func height(of item: LayoutBoundaryItem, _ kind: LayoutKind, edge: Int) -> LayoutDimension? {
    guard item.kind == kind, item.alignment.vertical == edge, item.extendsBoundary, item.absoluteOffset.y == 0 else {
      return nil
    }
    return item.size.height
  }

  /// Whether it takes a look through groups in groups.
  var hasGroups: Bool {
    if case .groups = row { return true }
    return false
  }

  /// The length of a section in which nothing was measured, and how far its cells may stick out of it at most; in
  /// subpixels. Nil where it takes resolved groups after all.
  /// - Parameters:
  ///   - layout: Whose rows these are.
  ///   - container: What there is for sections, without their own insets.
  func length(
    of input: LayoutSolver.SectionInput, _ layout: SectionLayout, in container: Size, scale: Double
  ) -> (extent: Int64, reach: Int64)? {
    let content = container.inset(by: insets)
    var result = (extent: Subpixels.nearest(insets.top) + Subpixels.nearest(insets.bottom), reach: Int64(0))
    if input.itemCount > 0 {
      guard let (height, cells, reach) = row.resolved(layout, in: content, scale: scale) else {
        return nil
      }
      let most = SectionState.mostRows(ofPitch: max(1, height + spacing))
      let count = min(input.itemCount, most * cells)
      let rows = Int64((count - 1) / cells + 1)
      let last = row.height(ofFirst: count % cells, layout, in: content, scale: scale) ?? height
      result.extent += (rows - 1) * (height + spacing) + last
      result.reach = reach + max(0, height - last)
    }
    guard input.hasHeader || input.hasFooter else { return result }
    let room = Size(width: content.width, height: container.height)
    if input.hasHeader { result.extent += Subpixels.nearest(header.resolved(in: room)) }
    if input.hasFooter { result.extent += Subpixels.nearest(footer.resolved(in: room)) }
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
  /// A group with whatever in it, maybe groups again.
  case groups

  init?(_ content: SectionLayout.Content) {
    switch content {
    case .adaptiveGrid(let grid): self = .tiles(grid)
    case .group(let group):
      if let row = PlainRow(group) {
        self = row
      } else {
        guard !group.size.height.isUniform, group.supplementaries.isEmpty else { return nil }
        self = .groups
      }
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
    case .repeating(.item(let item), let count): return isRow || count == 1 ? size(of: item, count) : nil
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
    _ layout: SectionLayout, in content: Size, scale: Double
  ) -> (height: Int64, cells: Int, reach: Int64)? {
    switch self {
    case .cells(let count, let height): return (Subpixels.nearest(height.resolved(in: content)), count, 0)
    case .fitting(let width, let gap, let group):
      let size = Size(width: group.width.resolved(in: content), height: group.height.resolved(in: content))
      let count = Self.count(of: width.resolved(in: size), gap: gap, in: size.width + 0.5 / scale)
      return (Subpixels.nearest(size.height), count, 0)
    case .tiles(let grid):
      let tiles = grid.tiles(width: content.width, scale: scale)
      return (Subpixels.nearest(tiles.height), tiles.columns, 0)
    case .groups:
      guard case .group(let group) = layout.content, let node = FixedNode(group, in: content, scale: scale) else {
        return nil
      }
      return (node.height, node.leafCount, node.overhang)
    }
  }

  /// The height of a last row with fewer cells; nil where it is as tall as the others.
  func height(ofFirst count: Int, _ layout: SectionLayout, in content: Size, scale: Double) -> Int64? {
    guard count > 0, case .groups = self, case .group(let group) = layout.content, group.size.height.isEstimated else {
      return nil
    }
    return FixedNode(group, in: content, scale: scale, limit: count)?.height
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
