public import ScrollworkGeometry

/// The layout of one section, from top to bottom: header, insets, groups, insets, footer.
///
/// A header or footer takes room only in a section that has one.
public struct SectionLayout: Hashable, Sendable {
  /// The source of the cells' places.
  public enum Content: Hashable, Sendable {
    /// A group that is repeated.
    case group(LayoutGroup)
    /// Tiles, whose number in a row follows from the width.
    case adaptiveGrid(AdaptiveGrid)
    /// Rows of cells that form columns.
    case table(LayoutTable)
    /// A layout that places cell by cell, and the sizes of the cells.
    case layout(AnyCollectionLayout, sizes: LayoutItemSizes)
  }

  /// The properties of a layout, stored behind one reference: layouts are copied by the hundred thousand and mostly
  /// shared.
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

  /// The shared storage of a layout. Unchecked, because only the holder of the only reference changes it; exclusivity
  /// is unchecked for the same reason: no one else can read it during a change.
  final class Box: @unchecked Sendable {
    // The values that decide a length come first: they are read from a hundred thousand boxes, so they lie near the
    // reference count.
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

    // These members are here so that calls copy nothing.

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
  ///   - header: The size and alignment of the section's header.
  ///   - footer: The size and alignment of the section's footer.
  public init(
    group: LayoutGroup, contentInsets: Insets = .zero, interGroupSpacing: Double = 0,
    header: LayoutBoundaryItem = .standardHeader, footer: LayoutBoundaryItem = .standardFooter
  ) {
    self.init(
      content: .group(group), contentInsets: contentInsets, interGroupSpacing: interGroupSpacing,
      header: header, footer: footer)
  }

  /// Creates a layout that places cell by cell.
  /// - Parameters:
  ///   - layout: Places the cells.
  ///   - sizes: The sizes of the cells.
  ///   - contentInsets: The insets around the cells, in logical pixels.
  public init(
    _ layout: some CollectionLayout, sizes: LayoutItemSizes, contentInsets: Insets = .zero
  ) {
    self.init(content: .layout(AnyCollectionLayout(layout), sizes: sizes), contentInsets: contentInsets)
  }

  /// Creates a layout with this source of places; the spacing in logical pixels is the gap between two groups, or
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

  /// Creates rows of one cell of one height, without examining the declaration.
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

  /// Changes the storage in place if this is its only reference, otherwise a copy of it.
  private mutating func change(_ body: (Box) -> Void) {
    if !isKnownUniquelyReferenced(&box) { box = Box(copying: box) }
    body(box)
  }

  /// True if the declaration decides the section's length, without resolving the layout.
  var isPlain: Bool { box.plainRows != nil }

  /// The kind of work that finding the length takes.
  var lengthTask: PlainRows.Task { box.task }

  /// Returns the length of a section in which nothing is measured, and the largest overflow of its cells, in subpixels;
  /// nil if the length takes resolved groups after all.
  /// - Parameter itemCount: The number of cells in the section.
  @inline(__always)
  func length(
    _ itemCount: Int, hasHeader: Bool, hasFooter: Bool, in room: SectionRoom
  ) -> (extent: Int64, reach: Int64)? {
    box.length(itemCount, hasHeader, hasFooter, in: room)
  }

  /// Returns true if one layout is a copy of the other; layouts that are not may still be equal.
  func isCopy(of other: SectionLayout) -> Bool { box === other.box }

  public static func == (a: SectionLayout, b: SectionLayout) -> Bool { a.box === b.box || a.values == b.values }

  /// Hashes the properties in which layouts mostly differ: hashing the others takes longer than comparing them.
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

  /// True if a layout places the cells one by one, so that it may ask for their names.
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
  /// The source of the cells' places.
  public var content: Content {
    get { values.content }
    set { values.content = newValue }
  }

  /// The insets around the groups, in logical pixels. Leading and trailing hold for header and footer too; top and
  /// bottom lie between these and the groups.
  public var contentInsets: Insets {
    get { values.contentInsets }
    set {
      change { box in
        box.values.contentInsets = newValue
        box.plainRows?.setInsets(newValue)
      }
    }
  }

  /// The area that the insets start from, across the scroll direction.
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

  /// The area that boundary supplementaries are inset from. With ``ContentInsetsReference/automatic`` they are inset
  /// like the content, including the section's own insets. With any other value they are inset by the reference alone,
  /// so that with ``ContentInsetsReference/none`` headers reach from edge to edge.
  public var supplementaryContentInsetsReference: ContentInsetsReference {
    get { values.supplementaryContentInsetsReference }
    set { values.supplementaryContentInsetsReference = newValue }
  }

  /// The decorations behind the section.
  public var decorations: [LayoutDecoration] {
    get { values.decorations }
    set { values.decorations = newValue }
  }

  /// The scrolling of the section across the scroll direction of the list.
  public var orthogonalScrolling: OrthogonalScrolling {
    get { values.orthogonalScrolling }
    set { values.orthogonalScrolling = newValue }
  }

  /// The handler that is called with the visible elements of the section whenever these move.
  public var visibleItemsHandler: VisibleItemsHandler? {
    get { values.visibleItemsHandler }
    set { values.visibleItemsHandler = newValue }
  }

  /// The boundary supplementary for the section's own header.
  public var header: LayoutBoundaryItem {
    get { boundaryItems.first { $0.kind == .header } ?? .standardHeader }
    set { setBoundaryItem(newValue) }
  }

  /// The boundary supplementary for the section's own footer.
  public var footer: LayoutBoundaryItem {
    get { boundaryItems.first { $0.kind == .footer } ?? .standardFooter }
    set { setBoundaryItem(newValue) }
  }

  /// Adds a boundary supplementary, or replaces the one of its kind.
  public mutating func setBoundaryItem(_ item: LayoutBoundaryItem) {
    if let index = boundaryItems.firstIndex(where: { $0.kind == item.kind }) {
      values.boundaryItems[index] = item
    } else {
      values.boundaryItems.append(item)
    }
  }
}

extension LayoutGroup {
  /// Hashes the group and the first of its subitems.
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
