public import ScrollworkLayout

/// Headers and footers, and the layout as the solver takes it.
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

  /// Returns a copy of the section with a header at another place than the layout says; `nil` for none.
  /// - Parameter alignment: The place, as in ``LayoutBoundaryItem``. It holds for any layout of the section, whether
  ///   the layout is given before or after the header.
  public func withHeader(_ header: (some Component)?, alignment: LayoutAlignment) -> Section {
    withHeader(header).modified { $0.headerAlignment = alignment }
  }

  /// Returns a copy of the section with a footer; `nil` for none.
  public func withFooter(_ footer: (some Component)?) -> Section {
    modified { $0.footer = footer.map { AnyComponent($0) } }
  }

  /// Returns a copy of the section with a footer at another place than the layout says; `nil` for none.
  /// - Parameter alignment: The place; see ``withHeader(_:alignment:)``.
  public func withFooter(_ footer: (some Component)?, alignment: LayoutAlignment) -> Section {
    withFooter(footer).modified { $0.footerAlignment = alignment }
  }

  // MARK: The layout

  /// The layout of a section that declares none.
  static let standardLayout = SectionLayout.vertical()

  /// The layout. If it is the standard one, its rows get the height that the first cell's component estimates. If it
  /// places cells one by one, these get the sizes that they declare.
  var effectiveLayout: SectionLayout {
    let layout = alignments.applied(to: layout)
    if let sizes = rows.sizes, case .layout(let placement, _) = layout.content {
      var copy = layout
      copy.content = .layout(placement, sizes: sizes)
      return copy
    }
    // A layout other than the standard one states its own sizes.
    guard let height = rows.estimatedHeight, layout.content == Self.standardLayout.content else { return layout }
    var copy = layout
    copy.content = SectionLayout.list(estimatedRowHeight: height).content
    return copy
  }

  /// The provider of the layout, if there is one.
  var effectiveProvider: SectionProvider? {
    guard let provider, !alignments.isEmpty else { return provider }
    let alignments = alignments
    return SectionProvider(key: AlignedKey(provider: provider, alignments: alignments)) {
      provider.body($0).map(alignments.applied)
    }
  }

  private var alignments: BoundaryAlignments {
    BoundaryAlignments(header: headerAlignment, footer: footerAlignment)
  }

  /// The section in the form that the layout solver takes.
  var solverInput: LayoutSolver.SectionInput {
    var input = LayoutSolver.SectionInput(
      layout: effectiveLayout, provider: effectiveProvider, itemCount: rows.count, hasHeader: header != nil,
      hasFooter: footer != nil, identify: cellNames)
    input.outline = rows.outline?.shape
    return input
  }
}

/// The places that a section gives to its header and footer; `nil` to leave one to the layout.
private struct BoundaryAlignments: Hashable, Sendable {
  let header, footer: LayoutAlignment?

  var isEmpty: Bool { header == nil && footer == nil }

  /// Returns `layout` with the header and footer at these places.
  @Sendable func applied(to layout: SectionLayout) -> SectionLayout {
    guard !isEmpty else { return layout }
    var copy = layout
    if let header { copy.header.alignment = header }
    if let footer { copy.footer.alignment = footer }
    return copy
  }
}

/// The key of a provider whose layouts place header and footer as the section says.
private struct AlignedKey: Hashable, Sendable {
  let provider: SectionProvider
  let alignments: BoundaryAlignments
}
