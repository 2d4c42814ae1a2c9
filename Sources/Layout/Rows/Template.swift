import ScrollworkGeometry

/// A section's layout resolved for one environment: what all sections alike have in common.
///
/// Immutable and shared, so that a hundred thousand sections of one layout cost one of these. It speaks of a list that
/// scrolls vertically, left to right; for others the declaration was transposed before.
final class Template: Sendable {
  /// No group has places for more cells than this.
  static let mostLeaves = 10_000

  /// Where the cells get their places from.
  enum Body: Sendable {
    /// Groups down the section.
    case rows(RowsTemplate)
    /// Groups across the section; the rows are those of the plane with its axes swapped.
    case orthogonal(RowsTemplate)
    /// Cell by cell.
    case arranged(AnyCollectionLayout, LayoutItemSizes)
  }

  /// As it was declared.
  let layout: SectionLayout
  let body: Body
  /// The groups, where the cells stand in groups.
  let rows: RowsTemplate?
  /// What there is for the groups.
  let content: Size
  let scale: Double
  let leading: Double
  let trailing: Double
  let top: Int64
  let bottom: Int64
  let boundaries: [ResolvedBoundary]
  let decorations: [LayoutDecoration]
  let visibleItemsHandler: VisibleItemsHandler?
  let scrolling: OrthogonalScrolling
  /// The badges that places refer to.
  let badges: [LayoutSupplementary]
  /// How far cells and badges of groups across the section stick out of it, in subpixels.
  let acrossReach: Int64
  /// How tall a group across the section is when nothing is measured, in subpixels.
  let acrossExtent: Int64
  #if DEBUG
    /// What cannot be meant in what was declared.
    let problems: Set<LayoutProblem>
  #endif
  /// All else is drawn above a background.
  var lowestZIndex: Int { decorations.isEmpty ? .min : 1 }

  /// - Parameters:
  ///   - layout: As it was declared.
  ///   - environment: Must be sane, and transposed if the list scrolls horizontally.
  init(layout: SectionLayout, environment: LayoutEnvironment, configuration: LayoutConfiguration) {
    self.layout = layout
    let values = (configuration.scrollDirection == .horizontal ? layout.transposed : layout).values
    let insets = values.contentInsets.sane
    let automatic = configuration.contentInsetsReference
    let reference = values.contentInsetsReference.insets(in: environment, automatic: automatic)
    let container = environment.container.inset(by: reference)
    content = container.inset(by: insets)
    scale = environment.scale
    leading = reference.leading + insets.leading
    trailing = reference.trailing + insets.trailing
    top = Subpixels.nearest(insets.top)
    bottom = Subpixels.nearest(insets.bottom)
    decorations = values.decorations
    visibleItemsHandler = values.visibleItemsHandler
    scrolling = values.orthogonalScrolling
    var (start, width) = (leading, content.width)
    if values.supplementaryContentInsetsReference != .automatic {
      let around = values.supplementaryContentInsetsReference.insets(in: environment, automatic: automatic)
      (start, width) = (around.leading, environment.container.inset(by: around).width)
    }
    boundaries = ResolvedBoundary.resolve(
      values.boundaryItems, from: start, in: Size(width: width, height: container.height))
    body = Self.body(values, in: content, environment)
    switch body {
    case .rows(let rows):
      self.rows = rows
      (badges, acrossReach, acrossExtent) = (rows.badges, 0, 0)
    case .orthogonal(let rows):
      self.rows = rows
      let badges = rows.badges.map(\.transposed)
      let slots = (rows.slotsWithGroups.isEmpty ? rows.slots : rows.slotsWithGroups).lazy.map(\.transposed)
      self.badges = badges
      acrossExtent = Subpixels.nearest(rows.root.outerWidth)
      acrossReach = RowsTemplate.reach(of: slots, extent: acrossExtent, badges: badges)
    case .arranged:
      rows = nil
      (badges, acrossReach, acrossExtent) = ([], 0, 0)
    }
    #if DEBUG
      problems = DeclarationCheck.problems(in: layout, rows)
    #endif
  }

  var isOrthogonal: Bool { scrolling != .none }

  private static func body(_ values: SectionLayout.Values, in content: Size, _ environment: LayoutEnvironment) -> Body {
    let group: LayoutGroup
    switch values.content {
    case .layout(let layout, let sizes):
      return .arranged(values.orthogonalScrolling == .none ? layout : layout.spreadAcross, sizes)
    case .group(let declared): group = declared
    case .table(let table): group = table.group(width: content.width)
    case .adaptiveGrid(let grid): group = grid.group(width: content.width, scale: environment.scale)
    }
    guard values.orthogonalScrolling == .none else {
      return .orthogonal(
        RowsTemplate(
          group: group.transposed, in: content.transposed, spacing: values.interGroupSpacing,
          scale: environment.scale))
    }
    return .rows(
      RowsTemplate(
        group: group, in: content, spacing: values.interGroupSpacing, scale: environment.scale, breaksLines: true))
  }
}

/// A boundary item resolved in its section's width.
struct ResolvedBoundary: Sendable {
  let kind: LayoutKind
  /// Where the room starts across that it is placed in, how wide that is, and how far the item is moved, in logical pixels.
  let room: (minX: Double, width: Double, shift: Double)
  /// In logical pixels, or the guess.
  let width: Double
  /// The height in subpixels, or the guess.
  let extent: Int64
  let isEstimated: Bool
  let isFreeWidth: Bool
  /// How much of the room that it leaves is before it.
  let alignment: Double
  let isPinned: Bool
  let extendsBoundary: Bool
  /// -1: at the start of the section, 1: at its end, 0: at a side.
  let edge: Int
  /// How far the finished frame is moved down, in subpixels. What moves it across is in `room`.
  let offset: Int64
  let zIndex: Int

  var reservesStart: Bool { extendsBoundary && edge < 0 }
  var reservesEnd: Bool { extendsBoundary && edge > 0 }

  /// - Parameters:
  ///   - start: Where the section's boundary items start, in logical pixels.
  ///   - room: What their sizes are resolved in.
  static func resolve(_ items: [LayoutBoundaryItem], from start: Double, in room: Size) -> [ResolvedBoundary] {
    var result: [ResolvedBoundary] = []
    for item in items where !result.contains(where: { $0.kind == item.kind }) {
      let width = item.size.width.resolved(in: room)
      result.append(
        ResolvedBoundary(
          kind: item.kind, room: (start, room.width, Subpixels.bounded(item.absoluteOffset.x)), width: width,
          extent: Subpixels.nearest(item.size.height.resolved(in: room)),
          isEstimated: item.size.height.isEstimated, isFreeWidth: item.size.width.isEstimated,
          alignment: item.alignment.horizontal, isPinned: item.pinToVisibleBounds,
          extendsBoundary: item.extendsBoundary, edge: item.alignment.vertical,
          offset: Subpixels.nearestSigned(item.absoluteOffset.y), zIndex: item.zIndex))
    }
    return result
  }
}
