public import ScrollworkContentViews
public import ScrollworkDiffing
public import ScrollworkGeometry
public import ScrollworkLayout

/// A section: items with one identity, layout, header and footer.
public struct Section {
  /// The identity of the section within its list, or within the section that contains it. A repeated id is repaired and
  /// reported as a ``Problem``.
  public let id: ElementID
  var rows: SectionRows
  var header: AnyComponent?
  var footer: AnyComponent?
  /// The layout; unused if the section has a `provider`.
  var layout = Section.standardLayout
  var provider: SectionProvider?
  var supplementaries: [LayoutKind: AnyComponent] = [:]
  var highlight = CellHighlight.line
  /// The title of the section in the section index; `nil` for none. See ``List/sectionIndex(showsTitles:title:)``.
  public private(set) var indexTitle: String?
  /// Whether cells whose component changed are marked for a moment.
  var marksChanges = false
  var animator: (any Animator)?
  /// The alignments of header and footer that the section declares itself; `nil` to leave them to the layout.
  var headerAlignment, footerAlignment: LayoutAlignment?
  /// The handlers of the header and footer.
  var displayHandlers: [HeaderFooterEvent: @MainActor (HeaderFooterContext) -> Void] = [:]
  /// The subsections, whose cells are the items of this section; `nil` if it has none.
  var composition: ComposedCells?

  /// Declares a section of rows.
  /// - Complexity: O(1). Rows are made only for items on screen.
  @usableFromInline package init(id: some Hashable, rows: SectionRows) {
    self.id = ElementID(id)
    self.rows = rows
  }

  /// Declares a section of cells, by default of none.
  /// - Complexity: O(*n*) in the number of cells.
  public init(id: some Hashable, cells: [Cell] = []) {
    self.init(id: id, rows: SectionRows(cells: cells))
  }

  /// Declares a section of the cells in `content`, or of subsections that follow one another if `content` has sections.
  /// - Complexity: O(*n*) in the number of cells and subsections.
  public init(id: some Hashable, @ListBuilder content: () -> ListContent) {
    self.init(id: id, layout: Self.standardLayout, content: content)
  }

  /// Declares a section with a row for each element of `data`, made when the item is about to become visible.
  /// - Parameters:
  ///   - key: The property that identifies an element. Its values must be unique in the section.
  ///   - row: Makes the row of an element. Called again whenever the item is bound.
  /// - Complexity: O(1).
  @inlinable
  public init<D: RandomAccessCollection, ID: Hashable, R: RowConvertible>(
    id: some Hashable, data: D, id key: KeyPath<D.Element, ID>, @RowBuilder row: @escaping (D.Element) -> R
  ) {
    self.init(id: id, data: data, identities: IdentityColumn(data, id: key), row: row)
  }

  /// Declares a section with a row for each element of `data`, and with identities that a diff may read on another
  /// thread: see ``CollectionView/backgroundDiffThreshold``.
  /// - Complexity: O(1).
  @inlinable
  public init<D: RandomAccessCollection & Sendable, ID: Hashable & Sendable, R: RowConvertible>(
    id: some Hashable, data: D, id key: any KeyPath<D.Element, ID> & Sendable,
    @RowBuilder row: @escaping (D.Element) -> R
  ) {
    self.init(id: id, data: data, identities: IdentityColumn(data, id: key), row: row)
  }

  /// Declares a section with a row for each element of `data`, made when the item is about to become visible.
  /// - Complexity: O(1).
  @inlinable
  public init<D: RandomAccessCollection, R: RowConvertible>(
    id: some Hashable, data: D, @RowBuilder row: @escaping (D.Element) -> R
  ) where D.Element: Identifiable {
    self.init(id: id, data: data, identities: IdentityColumn(data), row: row)
  }

  /// Declares a section with a row for each element of `data`, and with identities that a diff may read on another
  /// thread: see ``CollectionView/backgroundDiffThreshold``.
  /// - Complexity: O(1).
  @inlinable
  public init<D: RandomAccessCollection & Sendable, R: RowConvertible>(
    id: some Hashable, data: D, @RowBuilder row: @escaping (D.Element) -> R
  ) where D.Element: Identifiable, D.Element.ID: Sendable {
    self.init(id: id, data: data, identities: IdentityColumn(data), row: row)
  }

  /// Declares a section with a row for each element of `data`, made when the item is about to become visible.
  /// - Parameters:
  ///   - identify: Returns the identity of an element, unique in the section. A key path to a property is read faster,
  ///     and may be read on another thread.
  ///   - row: Makes the row of an element. Called again whenever the item is bound.
  /// - Complexity: O(1). Each update calls `identify` for every element.
  @_disfavoredOverload
  public init<D: RandomAccessCollection, ID: Hashable, R: RowConvertible>(
    id: some Hashable, data: D, id identify: @escaping (D.Element) -> ID, @RowBuilder row: @escaping (D.Element) -> R
  ) {
    self.init(id: id, data: data, identities: IdentityColumn(data.lazy.map(identify), id: \.self), row: row)
  }

  /// Rejects elements without an identity at compile time.
  @available(
    *, unavailable, message: "elements need an identity: add id: with a key path such as \\.self, or with a closure"
  )
  @_disfavoredOverload
  public init<D: RandomAccessCollection, R: RowConvertible>(
    id: some Hashable, data: D, @RowBuilder row: @escaping (D.Element) -> R
  ) {
    self.init(id: id, cells: [])
  }

  /// Forms the closure that makes rows. Inlinable, so that it reads the program's collection by specialised code.
  @inlinable
  init<D: RandomAccessCollection, R: RowConvertible>(
    id: some Hashable, data: D, identities: IdentityColumn, row: @escaping (D.Element) -> R
  ) {
    self.init(
      id: id,
      rows: SectionRows(identities: identities) { position in
        row(data[data.index(data.startIndex, offsetBy: position)]).asRow()
      })
  }

  /// The number of items. In a section with subsections, their headers and footers count too.
  public var count: Int { rows.count }

  /// Returns a copy of the section with a layout for its cells, header, footer and other supplementaries.
  ///
  /// If the section has subsections, the layout places them. Its insets, background and supplementaries belong to the
  /// whole section.
  public func withSectionLayout(_ layout: SectionLayout) -> Section {
    modified {
      $0.layout = composition?.placed(by: layout) ?? layout
      $0.provider = nil
      $0.composition?.place(by: layout, nil)
    }
  }

  /// Returns a copy of the section with a layout that places its cells or subsections one by one.
  /// - Parameter sizes: The sizes of the cells, unless they declare their own; see ``Cell/size(width:height:)``.
  public func withSectionLayout(
    _ layout: some CollectionLayout, sizes: LayoutItemSizes = .estimated(Size(width: 44, height: 44))
  ) -> Section {
    withSectionLayout(SectionLayout(layout, sizes: sizes))
  }

  /// Returns a copy of the section that asks `layout` for its layout.
  ///
  /// The closure is called when the section comes near the viewport, and again after an update or a change of the
  /// list's environment. Its result may depend on the context and on values captured when the list was applied. A
  /// result of `nil` leaves the section empty.
  public func withSectionLayout(
    fileID: String = #fileID, line: Int = #line, column: Int = #column,
    _ layout: @escaping @Sendable (SectionLayoutContext) -> SectionLayout?
  ) -> Section {
    withSectionLayout(SectionProvider(key: "\(fileID):\(line):\(column)", body: layout))
  }

  /// Returns a copy of the section that asks `provider` for its layout when it comes near the viewport.
  public func withSectionLayout(_ provider: SectionProvider) -> Section {
    modified {
      $0.provider = composition?.placed(by: provider) ?? provider
      $0.composition?.place(by: nil, provider)
    }
  }

  /// Returns a copy of the section in which supplementaries and decorations of the kind `kind` show `component`. A
  /// badge shows it only if its cell declares no component.
  ///
  /// The layout declares the kinds and their positions. See also `withSupplementary` of cells and of ``List``.
  /// - Parameter component: The component; `nil` leaves it to the list.
  public func withSupplementary(_ kind: LayoutKind, _ component: (some Component)?) -> Section {
    modified { $0.supplementaries[kind] = component.map { AnyComponent($0) } }
  }

  /// Returns a copy of the section with a title for the section index; `nil` for none.
  ///
  /// See ``List/sectionIndex(showsTitles:title:)``.
  public func withIndexTitle(_ title: String?) -> Section { modified { $0.indexTitle = title } }

  /// Returns a copy of the section with another mark for hovered, pressed, selected and focused cells.
  public func withHighlight(_ highlight: CellHighlight) -> Section {
    modified { $0.highlight = highlight }
  }

  /// Returns a copy of the section that marks cells on screen for a moment when their component changes, so that the
  /// user notices it: for example in a table of live values.
  ///
  /// A cell counts as changed if ``Component/shouldContentUpdate(with:)`` returns true.
  public func withChangeHighlight(_ isShown: Bool = true) -> Section {
    modified { $0.marksChanges = isShown }
  }

  /// Returns a copy of the section with an animator for the cells that have none of their own; `nil` to use the
  /// animator of the update or the view.
  public func withAnimator(_ animator: (any Animator)?) -> Section {
    modified { $0.animator = animator }
  }

  /// Returns a copy of the section with a layout, unless it has declared one.
  package func withStandardLayout(_ layout: SectionLayout) -> Section {
    let isDeclared = provider != nil || composition != nil || self.layout != Self.standardLayout
    return isDeclared ? self : withSectionLayout(layout)
  }

  /// A closure that describes a cell's identity as text, for layouts that place some cells by identity; `nil` if the
  /// layout needs no identities.
  var cellNames: (@Sendable (Int) -> String)? {
    guard provider != nil || layout.placesCellByCell else { return nil }
    let names = CellNames(identities: rows.identities)
    return { names[$0] }
  }

  func modified(_ change: (inout Section) -> Void) -> Section {
    var copy = self
    change(&copy)
    return copy
  }
}

/// The identities of a section's cells as text.
///
/// Its conformance to `Sendable` is unchecked, because layouts use it only on the main actor, where the identities were
/// made.
private struct CellNames: @unchecked Sendable {
  let identities: IdentityColumn

  /// The identity of a cell within the innermost subsection that contains it, as text.
  subscript(item: Int) -> String {
    var id = identities.id(at: item)
    while let inner = id.value(as: ComposedID.self)?.item { id = inner }
    return id.description
  }
}
