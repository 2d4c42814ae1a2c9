public import ScrollworkGeometry

/// The layout of one section, from top to bottom: header, insets, groups, insets, footer.
///
/// A header or footer takes space only in a section that has one.
public struct SectionLayout: Hashable, Sendable {
  /// The rule that decides the frames of the cells.
  package enum Content: Hashable, Sendable {
    /// One group, repeated until all cells are placed.
    case group(LayoutGroup)
    /// Tiles of equal size; their number in a row follows from the width.
    case adaptiveGrid(AdaptiveGrid)
    /// Rows of cells that form columns.
    case table(LayoutTable)
    /// A layout that places the cells one by one, and their sizes.
    case layout(AnyCollectionLayout, sizes: LayoutItemSizes)
  }

  /// The properties of a layout, stored behind one reference: layouts are copied by the hundred thousand and mostly
  /// share their storage.
  struct Values: Hashable, Sendable {
    var content: Content
    var contentInsets: Insets
    var contentInsetsReference = ContentInsetsReference.automatic
    var interGroupSpacing: Double
    var boundaryItems: [LayoutBoundaryItem]
    var supplementaryContentInsetsReference = ContentInsetsReference.automatic
    var decorations: [LayoutDecoration] = []
    var orthogonalScrolling = OrthogonalScrolling.none
    var visibleItemsHandler: VisibleItemsHandler?
  }

  /// The immutable storage that copies of a layout share.
  private final class Box: Sendable {
    let values: Values

    init(_ values: Values) { self.values = values }

    /// Returns whether both boxes have equal values. As a method of the box, it compares the values without copying
    /// them.
    func isEqual(to other: Box) -> Bool { self === other || values == other.values }
  }

  private var box: Box

  /// Creates a layout that repeats one group until all cells have a place.
  /// - Parameters:
  ///   - group: The repeated group.
  ///   - contentInsets: The insets around the groups, in logical pixels.
  ///   - interGroupSpacing: The gap between two groups, in logical pixels.
  ///   - header: The boundary supplementary for the section's header, which only sections with a header show. By
  ///     default it is as wide as the content and as tall as its own content, with an estimate of 36 logical pixels.
  ///   - footer: The boundary supplementary for the section's footer, which only sections with a footer show.
  public init(
    group: LayoutGroup, contentInsets: Insets = .zero, interGroupSpacing: Double = 0,
    header: LayoutBoundaryItem? = nil, footer: LayoutBoundaryItem? = nil
  ) {
    self.init(
      content: .group(group), contentInsets: contentInsets, interGroupSpacing: interGroupSpacing,
      header: header ?? .standardHeader, footer: footer ?? .standardFooter)
  }

  /// Creates a layout that places the cells one by one.
  /// - Parameters:
  ///   - layout: Places the cells.
  ///   - sizes: The sizes of the cells.
  ///   - contentInsets: The insets around the cells, in logical pixels.
  public init(
    _ layout: some CollectionLayout, sizes: LayoutItemSizes, contentInsets: Insets = .zero
  ) {
    self.init(standard: .layout(AnyCollectionLayout(layout), sizes: sizes), contentInsets: contentInsets)
  }

  /// Creates a layout from any kind of content. The spacing, in logical pixels, is the gap between two groups, or
  /// between two rows of a grid or a table.
  package init(
    content: Content, contentInsets: Insets = .zero, interGroupSpacing: Double = 0,
    header: LayoutBoundaryItem = .standardHeader, footer: LayoutBoundaryItem = .standardFooter
  ) {
    self.init(content, contentInsets, interGroupSpacing, [header, footer])
  }

  /// Creates a layout with the standard header and footer. Such layouts share their boundary items, so that they are
  /// compared quickly.
  init(standard content: Content, contentInsets: Insets = .zero, interGroupSpacing: Double = 0) {
    self.init(content, contentInsets, interGroupSpacing, Self.standardBoundaryItems)
  }

  private init(_ content: Content, _ insets: Insets, _ spacing: Double, _ boundaryItems: [LayoutBoundaryItem]) {
    box = Box(
      Values(
        content: content, contentInsets: insets, interGroupSpacing: spacing, boundaryItems: boundaryItems))
  }

  private static let standardBoundaryItems = [LayoutBoundaryItem.standardHeader, .standardFooter]

  var values: Values {
    _read { yield box.values }
    set { box = Box(newValue) }
  }

  /// Returns whether both layouts share their storage, which makes them equal. Layouts that do not share it may be
  /// equal too.
  func isCopy(of other: SectionLayout) -> Bool { box === other.box }

  /// Returns whether two layouts are equal; fast if one is a copy of the other.
  public static func == (a: SectionLayout, b: SectionLayout) -> Bool { a.box.isEqual(to: b.box) }

  /// Hashes only the properties in which layouts usually differ: hashing all would take longer than a comparison.
  public func hash(into hasher: inout Hasher) {
    switch box.values.content {
    case .group(let group): group.hashOutline(into: &hasher)
    case .adaptiveGrid(let grid): hasher.combine(grid)
    case .table(let table): hasher.combine(table)
    case .layout(let layout, let sizes):
      hasher.combine(layout)
      hasher.combine(sizes)
    }
    hasher.combine(box.values.contentInsets.leading)
    hasher.combine(box.values.interGroupSpacing)
  }

  /// Whether a ``CollectionLayout`` places the cells one by one, in which case it may ask for their identifiers.
  package var placesCellByCell: Bool {
    if case .layout = box.values.content { return true }
    return false
  }

  var transposed: SectionLayout {
    var copy = values
    switch copy.content {
    case .group(let group): copy.content = .group(group.transposed)
    case .adaptiveGrid, .table: break
    case .layout(let layout, let sizes): copy.content = .layout(layout.inTransposedPlane, sizes: sizes.transposed)
    }
    copy.contentInsets = copy.contentInsets.transposed
    copy.boundaryItems = copy.boundaryItems.map(\.transposed)
    copy.decorations = copy.decorations.map(\.transposed)
    var result = self
    result.values = copy
    return result
  }
}

extension SectionLayout {
  /// The rule that decides the frames of the cells.
  package var content: Content {
    get { values.content }
    set { values.content = newValue }
  }

  /// The insets around the groups, in logical pixels. The leading and trailing insets apply to the header and the
  /// footer too. The top inset lies below the header, and the bottom inset above the footer.
  package var contentInsets: Insets {
    get { values.contentInsets }
    set { values.contentInsets = newValue }
  }

  /// The area from which the insets are measured, on the cross axis.
  package var contentInsetsReference: ContentInsetsReference {
    get { values.contentInsetsReference }
    set { values.contentInsetsReference = newValue }
  }

  /// The gap between one group and the next, in logical pixels.
  package var interGroupSpacing: Double {
    get { values.interGroupSpacing }
    set { values.interGroupSpacing = newValue }
  }

  /// The supplementaries at the section's edges. If a kind occurs twice, the later one is ignored.
  package var boundaryItems: [LayoutBoundaryItem] {
    get { values.boundaryItems }
    set { values.boundaryItems = newValue }
  }

  /// The area from which boundary supplementaries are inset.
  ///
  /// With ``ContentInsetsReference/automatic`` they are inset like the content, including the section's own insets.
  /// With any other value they are inset by the reference alone; with ``ContentInsetsReference/none``, headers reach
  /// from edge to edge.
  package var supplementaryContentInsetsReference: ContentInsetsReference {
    get { values.supplementaryContentInsetsReference }
    set { values.supplementaryContentInsetsReference = newValue }
  }

  /// The decorations behind the section.
  package var decorations: [LayoutDecoration] {
    get { values.decorations }
    set { values.decorations = newValue }
  }

  /// The scrolling behaviour of the section on the cross axis of the list; `none` if it does not scroll.
  package var orthogonalScrolling: OrthogonalScrolling {
    get { values.orthogonalScrolling }
    set { values.orthogonalScrolling = newValue }
  }

  /// The handler that may change how the section's visible elements are drawn. It is called whenever they move.
  package var visibleItemsHandler: VisibleItemsHandler? {
    get { values.visibleItemsHandler }
    set { values.visibleItemsHandler = newValue }
  }

  /// The boundary supplementary of kind ``LayoutKind/header``; ``LayoutBoundaryItem/standardHeader`` if there is none.
  package var header: LayoutBoundaryItem {
    get { boundaryItems.first { $0.kind == .header } ?? .standardHeader }
    set { setBoundaryItem(newValue) }
  }

  /// The boundary supplementary of kind ``LayoutKind/footer``; ``LayoutBoundaryItem/standardFooter`` if there is none.
  package var footer: LayoutBoundaryItem {
    get { boundaryItems.first { $0.kind == .footer } ?? .standardFooter }
    set { setBoundaryItem(newValue) }
  }

  /// Adds a boundary supplementary, or replaces an existing one of the same kind.
  package mutating func setBoundaryItem(_ item: LayoutBoundaryItem) {
    if let index = boundaryItems.firstIndex(where: { $0.kind == item.kind }) {
      values.boundaryItems[index] = item
    } else {
      values.boundaryItems.append(item)
    }
  }
}

extension LayoutGroup {
  /// Hashes the properties of the group itself, and of its subitems only the size of the first.
  fileprivate func hashOutline(into hasher: inout Hasher) {
    hasher.combine(axis)
    hasher.combine(size)
    switch arrangement {
    case .fitting(let nodes), .once(let nodes):
      hasher.combine(nodes.count)
      if let first = nodes.first { hasher.combine(first.size) }
    case .equally(let node, let count), .repeating(let node, let count):
      hasher.combine(count)
      hasher.combine(node.size)
    case .custom(let custom): hasher.combine(custom)
    }
  }
}
