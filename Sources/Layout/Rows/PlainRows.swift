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
      guard let (height, cells, reach) = row.resolved(layout.values.content, in: content, scale: scale) else {
        return nil
      }
      let most = SectionState.mostRows(ofPitch: max(1, height + spacing))
      let rows = Int64(min((input.itemCount - 1) / cells + 1, most))
      result.extent += rows * height + (rows - 1) * spacing
      result.reach = reach
    }
    guard input.hasHeader || input.hasFooter else { return result }
    let room = Size(width: content.width, height: container.height)
    if input.hasHeader { result.extent += Subpixels.nearest(header.resolved(in: room)) }
    if input.hasFooter { result.extent += Subpixels.nearest(footer.resolved(in: room)) }
    return result
  }
}

/// A row that is as tall as every other of its section, also the last with fewer cells.
private enum PlainRow: Sendable {
  /// So many cells whatever there is room for.
  case cells(Int, height: LayoutDimension)
  /// As many cells of one width as fit in a group.
  case fitting(LayoutDimension, gap: Double, in: LayoutSize)
  case tiles(AdaptiveGrid)
  /// A group of a height of its own with whatever in it, maybe groups again.
  case groups

  init?(_ content: SectionLayout.Content) {
    switch content {
    case .adaptiveGrid(let grid): self = .tiles(grid)
    case .group(let group):
      if let row = PlainRow(group) {
        self = row
      } else {
        guard !group.size.height.isEstimated, group.supplementaries.isEmpty else { return nil }
        self = .groups
      }
    case .table, .layout: return nil
    }
  }

  /// Nil unless the group is cells next to each other, or a single one, of one height, and none is taller than the group.
  private init?(_ group: LayoutGroup) {
    guard !group.size.width.isEstimated, group.contentInsets == .zero, group.edgeSpacing == .none,
      group.supplementaries.isEmpty, let (item, count) = Self.item(of: group),
      let height = Self.height(of: item, in: group)
    else { return nil }
    if let count {
      self = .cells(min(max(1, count), Template.mostLeaves), height: height)
    } else {
      guard !item.size.width.isEstimated else { return nil }
      self = .fitting(
        item.size.width, gap: group.interItemSpacing.minimum, in: LayoutSize(width: group.size.width, height: height))
    }
  }

  /// What is repeated, and how often; nil for as often as there is room for it.
  private static func item(of group: LayoutGroup) -> (LayoutItem, count: Int?)? {
    switch (group.axis, group.arrangement) {
    case (.vertical, .repeating(.item(let item), 1)): (item, 1)
    case (.horizontal, .repeating(.item(let item), let count)): (item, count)
    case (.horizontal, .equally(.item(let item), let count)): (item, count)
    case (.horizontal, .fitting(let nodes)) where nodes.count == 1:
      if case .item(let item) = nodes[0] { (item, nil) } else { nil }
    default: nil
    }
  }

  /// How tall a row is: as the group says, or where that leaves it to the cells, as these say.
  private static func height(of item: LayoutItem, in group: LayoutGroup) -> LayoutDimension? {
    guard item.edgeSpacing == .none, item.supplementaries.isEmpty else { return nil }
    switch (group.size.height, item.size.height) {
    case (.estimated, .estimated), (.estimated, .absolute): return item.size.height
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
    _ declared: SectionLayout.Content, in content: Size, scale: Double
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
      guard case .group(let group) = declared, let node = FixedNode(group, in: content, scale: scale) else {
        return nil
      }
      return (node.extent, node.leafCount, node.overhang)
    }
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
