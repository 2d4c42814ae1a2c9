import ScrollworkGeometry

/// A search for mistakes in a declaration, such as negative lengths and empty groups.
struct DeclarationCheck {
  private(set) var problems: Set<LayoutProblem> = []

  /// Returns the mistakes in a section's layout.
  /// - Parameter rows: The section's group, resolved; nil if the items are not arranged in groups.
  static func problems(in layout: SectionLayout, _ rows: RowsTemplate?) -> Set<LayoutProblem> {
    if layout.isCopy(of: .empty) { return [.noLayout] }
    var check = DeclarationCheck()
    check.section(layout)
    if let rows, rows.root.hasEmptyGroups { check.problems.insert(.emptyGroup) }
    return check.problems
  }

  private mutating func section(_ layout: SectionLayout) {
    insets(layout.contentInsets)
    length(layout.interGroupSpacing)
    for item in layout.boundaryItems { boundaryItem(item) }
    for item in layout.decorations { insets(item.contentInsets) }
    switch layout.content {
    case .group(let group): node(.group(group))
    case .adaptiveGrid(let grid):
      length(grid.minimumItemWidth)
      length(grid.spacing)
      switch grid.height {
      case .absolute(let height): length(height)
      case .ratio(let ratio, let extra):
        length(ratio > 0 ? ratio : -1)
        length(extra)
      }
    case .table(let table):
      length(table.spacing)
      dimension(table.rowHeight)
      for column in table.columns {
        switch column {
        case .fixed(let width): length(width)
        case .flexible(let minimum, let weight):
          length(minimum)
          length(weight)
        }
      }
    case .layout(_, let sizes):
      if case .declared(let size) = sizes.source { self.size(size) }
    }
  }

  private mutating func node(_ node: LayoutNode) {
    size(node.size)
    insets(node.contentInsets)
    edges(node.edgeSpacing)
    for item in node.supplementaries { supplementary(item) }
    guard case .group(let group) = node else { return }
    spacing(group.interItemSpacing)
    var ignored: Axis?
    if case .equally = group.arrangement { ignored = group.axis }
    for child in group.arrangement.nodes {
      if ignored != .horizontal { fraction(child.size.width, of: group.size) }
      if ignored != .vertical { fraction(child.size.height, of: group.size) }
      self.node(child)
    }
  }

  private mutating func fraction(_ dimension: LayoutDimension, of group: LayoutSize) {
    switch dimension {
    case .fractionalWidth where group.width.isEstimated, .fractionalHeight where group.height.isEstimated:
      problems.insert(.fractionOfEstimate)
    default: break
    }
  }

  mutating func boundaryItem(_ item: LayoutBoundaryItem) {
    size(item.size)
    offset(item.absoluteOffset)
  }

  private mutating func supplementary(_ item: LayoutSupplementary) {
    size(item.size)
    insets(item.contentInsets)
    offset(item.containerAnchor.offset)
    if let anchor = item.itemAnchor { offset(anchor.offset) }
  }

  private mutating func size(_ size: LayoutSize) {
    dimension(size.width)
    dimension(size.height)
  }

  private mutating func dimension(_ dimension: LayoutDimension) {
    switch dimension {
    case .fractionalWidth(let value), .fractionalHeight(let value), .absolute(let value), .estimated(let value),
      .uniformAcrossSiblings(let value):
      length(value)
    }
  }

  private mutating func insets(_ insets: Insets) {
    for inset in [insets.top, insets.leading, insets.bottom, insets.trailing] { length(inset) }
  }

  private mutating func edges(_ edges: LayoutEdgeSpacing) {
    for edge in [edges.leading, edges.top, edges.trailing, edges.bottom] {
      switch edge {
      case .fixed(let room)?: distance(room)
      case .flexible(let room)?: length(room)
      case nil: break
      }
    }
  }

  private mutating func spacing(_ spacing: LayoutSpacing) {
    switch spacing {
    case .fixed(let gap), .flexible(let gap): length(gap)
    }
  }

  private mutating func offset(_ offset: Point) {
    distance(offset.x)
    distance(offset.y)
  }

  mutating func length(_ length: Double) {
    if !(length >= 0) || !length.isFinite { problems.insert(.invalidLength) }
  }

  /// Checks a distance, which may be negative but must be finite.
  private mutating func distance(_ distance: Double) {
    if !distance.isFinite { problems.insert(.invalidLength) }
  }
}

extension ResolvedNode {
  /// Whether this group, or a group inside it, cannot hold any item.
  fileprivate var hasEmptyGroups: Bool {
    !isLeaf && (children.isEmpty || children.contains(where: \.hasEmptyGroups))
  }
}
