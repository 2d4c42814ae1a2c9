import ScrollworkGeometry

/// A section's layout resolved for one environment: the properties that all sections with this layout share.
///
/// The object is immutable and shared, so that a hundred thousand sections of one layout need only one template. It
/// describes a list that scrolls vertically and reads from left to right. For a list that scrolls horizontally, the
/// declaration is transposed first. Mirroring is applied later, to the frames.
final class Template: Sendable {
  /// The largest number of cells in a group.
  static let maxLeafCount = 10_000

  /// The way in which the items are arranged.
  enum Body: Sendable {
    /// Groups that follow each other on the main axis.
    case rows(RowsTemplate)
    /// Groups that follow each other on the cross axis, resolved with swapped axes.
    case orthogonal(RowsTemplate)
    /// A layout that places items one by one, and their sizes.
    case arranged(AnyCollectionLayout, LayoutItemSizes)
  }

  /// The declared layout.
  let layout: SectionLayout
  let body: Body
  /// The groups; nil if a layout places the items one by one.
  let rows: RowsTemplate?
  /// The size of the section's content inside its insets, in logical pixels.
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
  /// The badges, to which slots refer by index.
  let badges: [LayoutSupplementary]
  /// The overflow of cells and badges above or below their groups, in subpixels, if nothing is measured and the groups
  /// follow each other on the cross axis. Zero for any other section.
  let acrossOverflow: Int64
  /// The height of a group, in subpixels, if nothing is measured and the groups follow each other on the cross axis.
  /// Zero for any other section.
  let acrossExtent: Int64
  /// The mistakes in the declaration; empty unless `Checks.areOn`.
  let problems: Set<LayoutProblem>
  /// The lowest drawing order of any element other than a background.
  var lowestZIndex: Int { decorations.isEmpty ? .min : 1 }

  /// Resolves a layout.
  /// - Parameters:
  ///   - layout: The declared layout.
  ///   - environment: The environment, with valid numbers, and transposed if the list scrolls horizontally.
  ///   - configuration: The configuration of the list.
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
      (badges, acrossOverflow, acrossExtent) = (rows.badges, 0, 0)
    case .orthogonal(let rows):
      self.rows = rows
      let badges = rows.badges.map(\.transposed)
      let slots = (rows.slotsWithGroups.isEmpty ? rows.slots : rows.slotsWithGroups).lazy.map(\.transposed)
      self.badges = badges
      acrossExtent = Subpixels.nearest(rows.root.outerWidth)
      acrossOverflow = RowsTemplate.overflow(of: slots, extent: acrossExtent, badges: badges)
    case .arranged:
      rows = nil
      (badges, acrossOverflow, acrossExtent) = ([], 0, 0)
    }
    problems = Checks.areOn ? DeclarationCheck.problems(in: layout, rows) : []
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

/// A boundary supplementary resolved in its section's width.
struct ResolvedBoundary: Sendable {
  let kind: LayoutKind
  /// The leading edge and width of the available area, and the cross-axis offset, in logical pixels.
  let room: (minX: Double, width: Double, shift: Double)
  /// The width in logical pixels, which is an estimate if the content decides it.
  let width: Double
  /// The height in subpixels, which is an estimate if the content decides it.
  let extent: Int64
  let isEstimated: Bool
  let hasIntrinsicWidth: Bool
  /// The fraction of the remaining width that is on the leading side of the supplementary.
  let alignment: Double
  let isPinned: Bool
  let extendsBoundary: Bool
  /// The edge to which the supplementary is attached: -1 for the start of the section, 1 for its end, 0 for a side.
  let edge: Int
  /// The vertical offset from the aligned position, in subpixels. The horizontal offset is in `room`.
  let offset: Int64
  let zIndex: Int

  var reservesStart: Bool { extendsBoundary && edge < 0 }
  var reservesEnd: Bool { extendsBoundary && edge > 0 }

  /// Resolves the declared supplementaries. If a kind occurs twice, the later one is ignored.
  /// - Parameters:
  ///   - start: The leading edge of the section's boundary supplementaries, in logical pixels.
  ///   - room: The size to which the fractions in their sizes refer, in logical pixels.
  static func resolve(_ items: [LayoutBoundaryItem], from start: Double, in room: Size) -> [ResolvedBoundary] {
    var result: [ResolvedBoundary] = []
    for item in items where !result.contains(where: { $0.kind == item.kind }) {
      let width = item.size.width.resolved(in: room)
      result.append(
        ResolvedBoundary(
          kind: item.kind, room: (start, room.width, Subpixels.bounded(item.absoluteOffset.x)), width: width,
          extent: Subpixels.nearest(item.size.height.resolved(in: room)),
          isEstimated: item.size.height.isEstimated, hasIntrinsicWidth: item.size.width.isEstimated,
          alignment: item.alignment.horizontal, isPinned: item.pinToVisibleBounds,
          extendsBoundary: item.extendsBoundary, edge: item.alignment.vertical,
          offset: Subpixels.nearestSigned(item.absoluteOffset.y), zIndex: item.zIndex))
    }
    return result
  }
}

/// The templates of one environment and configuration, by declared layout.
///
/// It holds few templates: a list of a hundred thousand equal sections needs one, and where all layouts differ, keeping
/// them would take memory and save nothing.
struct TemplateStore: Sendable {
  private static let capacity = 64

  private let environment: LayoutEnvironment
  private let configuration: LayoutConfiguration
  private var templates: [SectionLayout: Template] = [:]
  /// The template found or added last. Adjacent sections often have equal layouts; comparing is faster than hashing.
  private var last: Template?

  /// Creates an empty store.
  /// - Parameter environment: The environment, with valid numbers, and transposed if the list scrolls horizontally.
  init(
    environment: LayoutEnvironment = LayoutEnvironment(container: .zero), configuration: LayoutConfiguration = .init()
  ) {
    (self.environment, self.configuration) = (environment, configuration)
  }

  /// Resolves a layout without storing the template.
  func make(_ layout: SectionLayout) -> Template {
    Template(layout: layout, environment: environment, configuration: configuration)
  }

  /// Returns the template of a layout; nil if the layout has to be resolved.
  mutating func find(_ layout: SectionLayout) -> Template? {
    if let last, last.layout == layout { return last }
    guard let known = templates[layout] else { return nil }
    last = known
    return known
  }

  /// Returns the template of a layout, which equal layouts share. A full store discards the earlier ones.
  mutating func template(for layout: SectionLayout) -> Template {
    if let known = find(layout) { return known }
    let template = make(layout)
    if templates.count == Self.capacity { templates.removeAll(keepingCapacity: true) }
    templates[layout] = template
    last = template
    return template
  }
}
