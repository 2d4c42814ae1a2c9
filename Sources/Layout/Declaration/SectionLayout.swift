public import ScrollworkGeometry

/// The layout of one section, from top to bottom: header, insets, groups, insets, footer.
///
/// A header or footer takes room only in a section that has one.
public struct SectionLayout: Hashable, Sendable {
  /// The rule by which the cells get their places.
  public enum Content: Hashable, Sendable {
    /// One group, repeated until all cells have a place.
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

  /// The shared storage of a layout.
  ///
  /// It is `Sendable` without checks, because only the holder of its only reference changes it. Exclusivity is
  /// unchecked for the same reason: nothing else can read it during a change.
  final class Box: @unchecked Sendable {
    // The properties that lengths are computed from come first, near the reference count: they are read from a hundred
    // thousand boxes in a row.
    fileprivate let task: PlainRows.Task
    fileprivate let outline: GroupOutline?
    @exclusivity(unchecked) fileprivate(set) var plainRows: PlainRows?
    @exclusivity(unchecked) fileprivate(set) var values: Values

    init(_ values: Values) {
      self.values = values
      plainRows = PlainRows(values)
      outline = plainRows?.outline(of: values.content)
      task = outline != nil ? .groups : plainRows?.task ?? .sum
    }

    init(_ values: Values, _ plainRows: PlainRows?) {
      self.values = values
      self.plainRows = plainRows
      (task, outline) = (.sum, nil)
    }

    init(copying other: Box) {
      values = other.values
      plainRows = other.plainRows
      (task, outline) = (other.task, other.outline)
    }

    // These members belong to the box rather than to the layout, so that a call does not copy the values.

    var placesCellByCell: Bool {
      if case .layout = values.content { return true }
      return false
    }

    func length(
      _ itemCount: Int, _ hasHeader: Bool, _ hasFooter: Bool, in room: SectionRoom
    ) -> (extent: Int64, reach: Int64)? {
      plainRows?.length(itemCount, hasHeader, hasFooter, outline, in: room, self)
    }
  }

  private var box: Box

  /// Creates a layout that repeats one group until all cells have a place.
  /// - Parameters:
  ///   - group: The repeated group.
  ///   - contentInsets: The insets around the groups, in logical pixels.
  ///   - interGroupSpacing: The gap between two groups, in logical pixels.
  ///   - header: The boundary supplementary for the section's header, which only sections with a header show.
  ///   - footer: The boundary supplementary for the section's footer, which only sections with a footer show.
  public init(
    group: LayoutGroup, contentInsets: Insets = .zero, interGroupSpacing: Double = 0,
    header: LayoutBoundaryItem = .standardHeader, footer: LayoutBoundaryItem = .standardFooter
  ) {
    self.init(
      content: .group(group), contentInsets: contentInsets, interGroupSpacing: interGroupSpacing,
      header: header, footer: footer)
  }

  /// Creates a layout that places the cells one by one.
  /// - Parameters:
  ///   - layout: Places the cells.
  ///   - sizes: The sizes of the cells.
  ///   - contentInsets: The insets around the cells, in logical pixels.
  public init(
    _ layout: some CollectionLayout, sizes: LayoutItemSizes, contentInsets: Insets = .zero
  ) {
    self.init(content: .layout(AnyCollectionLayout(layout), sizes: sizes), contentInsets: contentInsets)
  }

  /// Creates a layout from any kind of content. The spacing, in logical pixels, is the gap between two groups, or
  /// between two rows of a grid or a table.
  public init(
    content: Content, contentInsets: Insets = .zero, interGroupSpacing: Double = 0,
    header: LayoutBoundaryItem = .standardHeader, footer: LayoutBoundaryItem = .standardFooter
  ) {
    let values = Values(
      content: content, contentInsets: contentInsets, interGroupSpacing: interGroupSpacing,
      boundaryItems: [header, footer])
    box = Box(values)
  }

  /// Creates rows of one cell each. The caller states the height of a row, so that the declaration need not be
  /// examined.
  init(rowsOf group: LayoutGroup, height: LayoutDimension, interGroupSpacing: Double = 0) {
    box = Box(
      Values(
        content: .group(group), contentInsets: .zero, interGroupSpacing: interGroupSpacing,
        boundaryItems: Self.standardBoundaryItems),
      PlainRows(cells: 1, height: height, interGroupSpacing: interGroupSpacing))
  }

  private static let standardBoundaryItems = [LayoutBoundaryItem.standardHeader, .standardFooter]

  var values: Values {
    _read { yield box.values }
    set { box = Box(newValue) }
  }

  /// Changes the storage in place if this is its only reference, and otherwise a copy of it.
  private mutating func change(_ body: (Box) -> Void) {
    if !isKnownUniquelyReferenced(&box) { box = Box(copying: box) }
    body(box)
  }

  /// Whether the section's length follows from the declaration alone, so that the layout need not be resolved.
  var isPlain: Bool { box.plainRows != nil }

  /// The kind of work that is needed to compute the section's length.
  var lengthTask: PlainRows.Task { box.task }

  /// Returns the length of a section without measured items, and the largest overflow of its cells, in subpixels; nil
  /// if the layout has to be resolved to find them.
  /// - Parameter itemCount: The number of cells in the section.
  @inline(__always)
  func length(
    _ itemCount: Int, hasHeader: Bool, hasFooter: Bool, in room: SectionRoom
  ) -> (extent: Int64, reach: Int64)? {
    box.length(itemCount, hasHeader, hasFooter, in: room)
  }

  /// Returns whether both layouts share their storage, which makes them equal. Layouts that do not share it may be
  /// equal too.
  func isCopy(of other: SectionLayout) -> Bool { box === other.box }

  public static func == (a: SectionLayout, b: SectionLayout) -> Bool { a.box === b.box || a.values == b.values }

  /// Hashes only the properties in which layouts usually differ: hashing all would take longer than comparing them.
  public func hash(into hasher: inout Hasher) {
    switch box.values.content {
    case .group(let group): group.hashOutline(into: &hasher)
    case .adaptiveGrid(let grid): hasher.combine(grid)
    case .table(let table): hasher.combine(table)
    case .layout(let layout, _): hasher.combine(layout)
    }
    hasher.combine(box.values.contentInsets.leading)
    hasher.combine(box.values.interGroupSpacing)
  }

  /// Whether a ``CollectionLayout`` places the cells one by one, in which case it may ask for their identifiers.
  package var placesCellByCell: Bool { box.placesCellByCell }

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
  /// The rule by which the cells get their places.
  public var content: Content {
    get { values.content }
    set { values.content = newValue }
  }

  /// The insets around the groups, in logical pixels. The leading and trailing insets apply to the header and the
  /// footer too. The top inset lies below the header, and the bottom inset above the footer.
  public var contentInsets: Insets {
    get { values.contentInsets }
    set {
      change { box in
        box.values.contentInsets = newValue
        box.plainRows?.setInsets(newValue)
      }
    }
  }

  /// The area from which the insets are measured, on the cross axis.
  public var contentInsetsReference: ContentInsetsReference {
    get { values.contentInsetsReference }
    set { values.contentInsetsReference = newValue }
  }

  /// The gap between one group and the next, in logical pixels.
  public var interGroupSpacing: Double {
    get { values.interGroupSpacing }
    set {
      change { box in
        box.values.interGroupSpacing = newValue
        box.plainRows?.setSpacing(newValue)
      }
    }
  }

  /// The supplementaries at the section's edges. If a kind occurs twice, the later one is ignored.
  public var boundaryItems: [LayoutBoundaryItem] {
    get { values.boundaryItems }
    set { values.boundaryItems = newValue }
  }

  /// The area from which boundary supplementaries are inset.
  ///
  /// With ``ContentInsetsReference/automatic`` they are inset like the content, including the section's own insets.
  /// With any other value they are inset by the reference alone; with ``ContentInsetsReference/none``, headers reach
  /// from edge to edge.
  public var supplementaryContentInsetsReference: ContentInsetsReference {
    get { values.supplementaryContentInsetsReference }
    set { values.supplementaryContentInsetsReference = newValue }
  }

  /// The decorations behind the section.
  public var decorations: [LayoutDecoration] {
    get { values.decorations }
    set { values.decorations = newValue }
  }

  /// The behaviour of the section if it scrolls on the cross axis of the list.
  public var orthogonalScrolling: OrthogonalScrolling {
    get { values.orthogonalScrolling }
    set { values.orthogonalScrolling = newValue }
  }

  /// The handler that may change how the section's visible elements are drawn. It is called whenever they move.
  public var visibleItemsHandler: VisibleItemsHandler? {
    get { values.visibleItemsHandler }
    set { values.visibleItemsHandler = newValue }
  }

  /// The boundary supplementary of kind ``LayoutKind/header``; ``LayoutBoundaryItem/standardHeader`` if there is none.
  public var header: LayoutBoundaryItem {
    get { boundaryItems.first { $0.kind == .header } ?? .standardHeader }
    set { setBoundaryItem(newValue) }
  }

  /// The boundary supplementary of kind ``LayoutKind/footer``; ``LayoutBoundaryItem/standardFooter`` if there is none.
  public var footer: LayoutBoundaryItem {
    get { boundaryItems.first { $0.kind == .footer } ?? .standardFooter }
    set { setBoundaryItem(newValue) }
  }

  /// Adds a boundary supplementary, or replaces an existing one of the same kind.
  public mutating func setBoundaryItem(_ item: LayoutBoundaryItem) {
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
    case .custom(let custom): hasher.combine(custom.key)
    }
  }
}
