public import ScrollworkLayout

/// Headers and footers, and the conversion of the section to the input of the layout solver.
extension Section {
  /// Declares a section of cells with a header and a footer; `nil` cells are left out.
  /// - Complexity: O(*n*) in the number of cells.
  public init(
    id: some Hashable, header: (any Component)? = nil, cells: [Cell?], footer: (any Component)? = nil
  ) {
    self.init(id: id, cells: cells.compactMap { $0 })
    self.header = header.map { AnyComponent($0) }
    self.footer = footer.map { AnyComponent($0) }
  }

  /// Declares a section of the cells or subsections in `content` with a header and a footer.
  /// - Complexity: O(*n*) in the number of cells and subsections.
  public init(
    id: some Hashable, header: (any Component)?, footer: (any Component)? = nil,
    @ListBuilder content: () -> ListContent
  ) {
    self.init(id: id, content: content)
    self.header = header.map { AnyComponent($0) }
    self.footer = footer.map { AnyComponent($0) }
  }

  /// Returns a copy of the section with a header; `nil` for none.
  public func withHeader(_ header: (some Component)?) -> Section {
    modified { $0.header = header.map { AnyComponent($0) } }
  }

  /// Returns a copy of the section with a header at `alignment` instead of the layout's position; `nil` for none.
  /// - Parameter alignment: The position, as in ``LayoutBoundaryItem``. It holds for any layout of the section, whether
  ///   the layout is given before or after the header.
  public func withHeader(_ header: (some Component)?, alignment: LayoutAlignment) -> Section {
    withHeader(header).modified { $0.headerAlignment = alignment }
  }

  /// Returns a copy of the section with a footer; `nil` for none.
  public func withFooter(_ footer: (some Component)?) -> Section {
    modified { $0.footer = footer.map { AnyComponent($0) } }
  }

  /// Returns a copy of the section with a footer at `alignment` instead of the layout's position; `nil` for none.
  /// - Parameter alignment: The position; see ``withHeader(_:alignment:)``.
  public func withFooter(_ footer: (some Component)?, alignment: LayoutAlignment) -> Section {
    withFooter(footer).modified { $0.footerAlignment = alignment }
  }

  // MARK: The layout

  /// The layout of a section that declares none.
  static let standardLayout = SectionLayout.vertical()

  /// The layout. If it is the standard one, its rows get the height that the first cell's component estimates.
  var effectiveLayout: SectionLayout {
    var layout = ownPlaces.applied(to: layout)
    // A layout other than the standard one states its own sizes.
    if let height = rows.estimatedHeight, layout.content == Self.standardLayout.content {
      layout.content = SectionLayout.list(estimatedRowHeight: height).content
    }
    return layout
  }

  /// The provider of the layout, extended by what the section declares itself; `nil` if there is none.
  var effectiveProvider: SectionProvider? {
    let places = ownPlaces
    guard let provider, !places.isEmpty else { return provider }
    return SectionProvider(key: KeyWithPlaces(provider: provider, places: places)) {
      provider.body($0).map(places.applied)
    }
  }

  private var ownPlaces: OwnPlaces {
    OwnPlaces(header: headerAlignment, footer: footerAlignment, sizes: rows.sizes)
  }

  /// The section as input of the layout solver.
  var solverInput: LayoutSolver.SectionInput {
    var input = LayoutSolver.SectionInput(
      layout: effectiveLayout, provider: effectiveProvider, itemCount: rows.count, hasHeader: header != nil,
      hasFooter: footer != nil, identify: cellNames)
    input.outline = rows.outline?.shape
    return input
  }
}

/// The alignments of header and footer and the sizes of cells that a section declares itself; `nil` to leave one to the
/// layout.
private struct OwnPlaces: Hashable, Sendable {
  let header, footer: LayoutAlignment?
  /// The sizes of the cells, for a layout that places cells one by one.
  let sizes: LayoutItemSizes?

  var isEmpty: Bool { header == nil && footer == nil && sizes == nil }

  /// Returns a copy of `layout` with these alignments and sizes.
  @Sendable func applied(to layout: SectionLayout) -> SectionLayout {
    guard !isEmpty else { return layout }
    var copy = layout
    if let header { copy.header.alignment = header }
    if let footer { copy.footer.alignment = footer }
    if let sizes, case .layout(let placement, _) = layout.content {
      copy.content = .layout(placement, sizes: sizes)
    }
    return copy
  }
}

/// The key of a provider to whose layouts the alignments and sizes of a section are added.
private struct KeyWithPlaces: Hashable, Sendable {
  let provider: SectionProvider
  let places: OwnPlaces
}
