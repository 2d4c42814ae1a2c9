public import ScrollworkGeometry

/// How the cells of one section are laid out, from top to bottom: header, insets, groups, insets, footer.
///
/// A header or footer takes room only in a section that has one.
public struct SectionLayout: Hashable, Sendable {
  /// Where a section's cells get their places from.
  public enum Content: Hashable, Sendable {
    /// One group, repeated.
    case group(LayoutGroup)
    /// Tiles; their number in a row follows the width.
    case adaptiveGrid(AdaptiveGrid)
    /// Rows of cells under each other.
    case table(LayoutTable)
    /// A layout that places cell by cell, and the sizes of the cells.
    case layout(AnyCollectionLayout, sizes: LayoutItemSizes)
  }

  /// What a layout says, behind one reference: layouts are handed on by the hundred thousand and mostly shared.
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

  /// Unchecked, because it is changed only by the holder of the only reference; for the same reason nobody can look at
  /// what is just being changed.
  final class Box: @unchecked Sendable {
    // What a length takes comes first: it is read of a hundred thousand boxes, and so near their counts of references.
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

    // Here, so that nothing has to be copied.

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

  /// One group, repeated until all cells have a place; the spacing between two of them in logical pixels.
  public init(
    group: LayoutGroup, contentInsets: Insets = .zero, interGroupSpacing: Double = 0,
    header: LayoutBoundaryItem = .standardHeader, footer: LayoutBoundaryItem = .standardFooter
  ) {
    self.init(
      content: .group(group), contentInsets: contentInsets, interGroupSpacing: interGroupSpacing,
      header: header, footer: footer)
  }

  /// - Parameter sizes: What the layout is told about the sizes of the cells.
  public init(
    _ layout: some CollectionLayout, sizes: LayoutItemSizes, contentInsets: Insets = .zero
  ) {
    self.init(content: .layout(AnyCollectionLayout(layout), sizes: sizes), contentInsets: contentInsets)
  }

  /// A layout whose cells get their places from this; the spacing in logical pixels between two groups, or rows of a
  /// grid or a table.
  public init(
    content: Content, contentInsets: Insets = .zero, interGroupSpacing: Double = 0,
    header: LayoutBoundaryItem = .standardHeader, footer: LayoutBoundaryItem = .standardFooter
  ) {
    let values = Values(
      content: content, contentInsets: contentInsets, interGroupSpacing: interGroupSpacing,
      boundaryItems: [header, footer])
    box = Box(values)
  }

  /// Rows of one cell of one height, without looking at what was declared.
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

  /// Changes what nobody else refers to in its place.
  private mutating func change(_ body: (Box) -> Void) {
    if !isKnownUniquelyReferenced(&box) { box = Box(copying: box) }
    body(box)
  }

  /// What decides its length is known without resolving it.
  var isPlain: Bool { box.plainRows != nil }

  /// What that takes.
  var lengthTask: PlainRows.Task { box.task }

  /// The length of a section in which nothing was measured, and how far its cells may stick out of it at most; in
  /// subpixels. Nil where it takes resolved groups after all.
  /// - Parameter itemCount: How many cells it has.
  @inline(__always)
  func length(
    _ itemCount: Int, hasHeader: Bool, hasFooter: Bool, in room: SectionRoom
  ) -> (extent: Int64, reach: Int64)? {
    box.length(itemCount, hasHeader, hasFooter, in: room)
  }

  /// True if one was copied from the other; others may be equal all the same.
  func isCopy(of other: SectionLayout) -> Bool { box === other.box }

  public static func == (a: SectionLayout, b: SectionLayout) -> Bool { a.box === b.box || a.values == b.values }

  /// Of what layouts mostly differ in: hashing all that is mostly the same takes longer than comparing it.
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
  /// Where the cells get their places from.
  public var content: Content {
    get { values.content }
    set { values.content = newValue }
  }

  /// Around the groups. Leading and trailing hold for header and footer too; top and bottom lie between them and the
  /// groups.
  public var contentInsets: Insets {
    get { values.contentInsets }
    set {
      change { box in
        box.values.contentInsets = newValue
        box.plainRows?.setInsets(newValue)
      }
    }
  }

  /// What the insets are added to, across the direction of scrolling.
  public var contentInsetsReference: ContentInsetsReference {
    get { values.contentInsetsReference }
    set { values.contentInsetsReference = newValue }
  }

  /// Between one group and the next, in logical pixels.
  public var interGroupSpacing: Double {
    get { values.interGroupSpacing }
    set {
      change { box in
        box.values.interGroupSpacing = newValue
        box.plainRows?.setSpacing(newValue)
      }
    }
  }

  /// What stands at the section's edges. No kind may be there twice: the later one is ignored.
  public var boundaryItems: [LayoutBoundaryItem] {
    get { values.boundaryItems }
    set { values.boundaryItems = newValue }
  }

  /// What boundary items are inset from. ``ContentInsetsReference/automatic``: as the content, and by the section's own
  /// insets. Anything else: by the reference alone, so that with ``ContentInsetsReference/none`` headers reach from edge
  /// to edge.
  public var supplementaryContentInsetsReference: ContentInsetsReference {
    get { values.supplementaryContentInsetsReference }
    set { values.supplementaryContentInsetsReference = newValue }
  }

  /// What is drawn behind the section.
  public var decorations: [LayoutDecoration] {
    get { values.decorations }
    set { values.decorations = newValue }
  }

  /// How the section scrolls across the direction of the list.
  public var orthogonalScrolling: OrthogonalScrolling {
    get { values.orthogonalScrolling }
    set { values.orthogonalScrolling = newValue }
  }

  /// Is shown what of the section is visible whenever that moves.
  public var visibleItemsHandler: VisibleItemsHandler? {
    get { values.visibleItemsHandler }
    set { values.visibleItemsHandler = newValue }
  }

  /// The boundary item for the section's own header.
  public var header: LayoutBoundaryItem {
    get { boundaryItems.first { $0.kind == .header } ?? .standardHeader }
    set { setBoundaryItem(newValue) }
  }

  /// The boundary item for the section's own footer.
  public var footer: LayoutBoundaryItem {
    get { boundaryItems.first { $0.kind == .footer } ?? .standardFooter }
    set { setBoundaryItem(newValue) }
  }

  /// Adds a boundary item, or replaces the one of its kind.
  public mutating func setBoundaryItem(_ item: LayoutBoundaryItem) {
    if let index = boundaryItems.firstIndex(where: { $0.kind == item.kind }) {
      values.boundaryItems[index] = item
    } else {
      values.boundaryItems.append(item)
    }
  }
}

extension LayoutGroup {
  /// The group and the first of what it holds.
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
