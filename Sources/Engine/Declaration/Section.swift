public import ScrollworkContentViews
public import ScrollworkDiffing
public import ScrollworkLayout

/// Items that belong together, with a header, a footer and a layout of their own.
public struct Section {
  public let id: ElementID
  var rows: SectionRows
  var header: AnyComponent?
  var footer: AnyComponent?
  var layout = Section.standardLayout
  var provider: SectionProvider?
  var supplementaries: [LayoutKind: AnyComponent] = [:]
  var highlight = CellHighlight.line
  var marksChanges = false
  var animator: (any Animator)?
  /// The sections that this one holds, whose cells are its own.
  var composition: ComposedCells?

  /// - Complexity: O(1); rows are made only for what is on screen.
  public init(id: some Hashable, rows: SectionRows) {
    self.id = ElementID(id)
    self.rows = rows
  }

  public init(id: some Hashable, cells: [Cell]) {
    self.init(id: id, rows: SectionRows(cells: cells))
  }

  /// A section of the cells that `content` lists. A section listed there is bad input and is left out.
  public init(id: some Hashable, @ListBuilder content: () -> ListContent) {
    self.init(id: id, cells: content().cells)
  }

  /// A section with a row for each element of `data`, made only when it comes on screen.
  /// - Parameters:
  ///   - id: The property that identifies an element; unique in the section.
  ///   - row: Makes what an element shows.
  /// - Complexity: O(1).
  @inlinable
  public init<D: RandomAccessCollection, ID: Hashable, R: RowConvertible>(
    id: some Hashable, data: D, id key: KeyPath<D.Element, ID>, @RowBuilder row: @escaping (D.Element) -> R
  ) {
    self.init(id: id, data: data, identities: IdentityColumn(data, id: key), row: row)
  }

  /// As above, with identities that may be compared on another thread: see ``CollectionView/backgroundDiffThreshold``.
  /// - Complexity: O(1).
  @inlinable
  public init<D: RandomAccessCollection & Sendable, ID: Hashable & Sendable, R: RowConvertible>(
    id: some Hashable, data: D, id key: any KeyPath<D.Element, ID> & Sendable,
    @RowBuilder row: @escaping (D.Element) -> R
  ) {
    self.init(id: id, data: data, identities: IdentityColumn(data, id: key), row: row)
  }

  /// A section with a row for each element of `data`, made only when it comes on screen.
  /// - Complexity: O(1).
  @inlinable
  public init<D: RandomAccessCollection, R: RowConvertible>(
    id: some Hashable, data: D, @RowBuilder row: @escaping (D.Element) -> R
  ) where D.Element: Identifiable {
    self.init(id: id, data: data, identities: IdentityColumn(data), row: row)
  }

  /// As above, with identities that may be compared on another thread: see ``CollectionView/backgroundDiffThreshold``.
  /// - Complexity: O(1).
  @inlinable
  public init<D: RandomAccessCollection & Sendable, R: RowConvertible>(
    id: some Hashable, data: D, @RowBuilder row: @escaping (D.Element) -> R
  ) where D.Element: Identifiable, D.Element.ID: Sendable {
    self.init(id: id, data: data, identities: IdentityColumn(data), row: row)
  }

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

  /// The number of items.
  public var count: Int { rows.count }

  public func withHeader(_ header: (some Component)?) -> Section {
    modified { $0.header = header.map { AnyComponent($0) } }
  }

  public func withFooter(_ footer: (some Component)?) -> Section {
    modified { $0.footer = footer.map { AnyComponent($0) } }
  }

  /// How the section's cells are laid out, with its header, its footer and what else belongs to it. In a section of
  /// sections it places these, and what it says beside that holds for all of them.
  public func withSectionLayout(_ layout: SectionLayout) -> Section {
    modified {
      $0.layout = composition?.placed(by: layout) ?? layout
      $0.provider = nil
    }
  }

  /// Asks for the layout when the section is about to come in sight, and again when the list was applied or its
  /// environment is another.
  ///
  /// The answer may depend on the context, and on what the closure captured when the list was applied. `nil` is an empty
  /// section.
  public func withSectionLayout(
    fileID: String = #fileID, line: Int = #line, column: Int = #column, _ layout: @escaping SectionProvider.Body
  ) -> Section {
    withSectionLayout(SectionProvider(key: "\(fileID):\(line):\(column)", body: layout))
  }

  /// Asks for the layout when the section is about to come in sight.
  public func withSectionLayout(_ provider: SectionProvider) -> Section {
    modified { $0.provider = composition?.placed(by: provider) ?? provider }
  }

  /// What the section's boundary items and decorations of a kind show, and its badges where their cells do not say so.
  ///
  /// The layout says which kinds there are and where; see also `withSupplementary` of cells and of ``List``.
  /// - Parameter component: `nil` for nothing.
  public func withSupplementary(_ kind: LayoutKind, _ component: (some Component)?) -> Section {
    modified { $0.supplementaries[kind] = component.map { AnyComponent($0) } }
  }

  /// How hovered, selected and focused cells are marked.
  public func withHighlight(_ highlight: CellHighlight) -> Section {
    modified { $0.highlight = highlight }
  }

  /// Marks for a moment the cells whose component has changed while they are on screen: where what is new would be
  /// overlooked, as in a table that is watched.
  ///
  /// A cell counts as changed if ``Component/shouldContentUpdate(with:)`` says so.
  public func withChangeHighlight(_ isShown: Bool = true) -> Section {
    modified { $0.marksChanges = isShown }
  }

  /// How the section's cells come, go and move.
  public func withAnimator(_ animator: (any Animator)?) -> Section {
    modified { $0.animator = animator }
  }

  /// The layout of sections that say nothing.
  private static let standardLayout = SectionLayout.vertical()

  /// The layout with what the components say where it says nothing.
  var effectiveLayout: SectionLayout {
    guard let height = rows.estimatedHeight, layout.content == Self.standardLayout.content else { return layout }
    var copy = layout
    copy.content = SectionLayout.list(estimatedRowHeight: height).content
    return copy
  }

  /// The section as the layout knows it.
  var solverInput: LayoutSolver.SectionInput {
    LayoutSolver.SectionInput(
      layout: effectiveLayout, provider: provider, itemCount: rows.count, hasHeader: header != nil,
      hasFooter: footer != nil, identify: cellNames)
  }

  /// Names the cells for layouts that treat some by name; `nil` where no layout can ask.
  var cellNames: (@Sendable (Int) -> String)? {
    guard provider != nil || layout.placesCellByCell else { return nil }
    let names = CellNames(identities: rows.identities)
    return { names[$0] }
  }

  private func modified(_ change: (inout Section) -> Void) -> Section {
    var copy = self
    change(&copy)
    return copy
  }
}

/// What the identities of a section's cells describe themselves as.
///
/// Unchecked, because it is asked only by layouts while they arrange cells or say where they are, which the view has them
/// do on the main actor; there the identities were made.
private struct CellNames: @unchecked Sendable {
  let identities: IdentityColumn

  subscript(item: Int) -> String { identities.id(at: item).description }
}
