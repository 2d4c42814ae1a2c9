public import ScrollworkGeometry

/// A row or a column of items and groups. A section repeats its group until all of its cells are placed.
public struct LayoutGroup: Hashable, Sendable, LayoutSubitem {
  /// The rule that decides the number and the positions of a group's subitems.
  package enum Arrangement: Hashable, Sendable {
    /// The subitems in order, repeated while they fit into the group.
    case fitting([LayoutNode])
    /// `count` copies of one subitem that share the group's extent along its axis equally; the subitem's own extent
    /// along that axis is ignored.
    indirect case equally(LayoutNode, count: Int)
    /// `count` copies of one subitem with its declared size; they may overflow the group.
    indirect case repeating(LayoutNode, count: Int)
    /// Each of the subitems once; they may overflow the group.
    case once([LayoutNode])
    /// Frames that a closure of the program computes.
    case custom(LayoutCustomArrangement)

    /// The declared subitems, without copies.
    var nodes: [LayoutNode] {
      switch self {
      case .fitting(let nodes), .once(let nodes): nodes
      case .equally(let node, _), .repeating(let node, _): [node]
      case .custom: []
      }
    }
  }

  /// The direction in which the subitems follow each other.
  package var axis: Axis
  /// The size. Fractions refer to the content of the enclosing group, or of the section if there is none.
  package var size: LayoutSize
  /// The subitems, and the rule for their number and positions.
  package var arrangement: Arrangement
  /// The gap between adjacent subitems along the axis.
  package var interItemSpacing: LayoutSpacing
  /// The insets from the bounds of the group to the area of its subitems, whose fractional sizes refer to that area.
  /// They have no effect along an axis on which the group's size is estimated.
  package var contentInsets: Insets
  /// The spacing outside the edges of the group. If a section repeats the group, every instance has this spacing along
  /// the main axis.
  package var edgeSpacing = LayoutEdgeSpacing.none
  /// The badges of the group as a whole.
  package var supplementaries: [LayoutSupplementary] = []

  /// Creates a group without badges and without edge spacing.
  package init(
    axis: Axis, size: LayoutSize, arrangement: Arrangement,
    interItemSpacing: LayoutSpacing = .fixed(0), contentInsets: Insets = .zero
  ) {
    self.axis = axis
    self.size = size
    self.arrangement = arrangement
    self.interItemSpacing = interItemSpacing
    self.contentInsets = contentInsets
  }

  /// This group as a node.
  public var node: LayoutNode { .group(self) }

  /// Returns this group with other edge spacing.
  public func edgeSpacing(_ spacing: LayoutEdgeSpacing) -> LayoutGroup {
    var copy = self
    copy.edgeSpacing = spacing
    return copy
  }

  /// Returns this group with badges of its own.
  public func supplementaries(_ supplementaries: [LayoutSupplementary]) -> LayoutGroup {
    var copy = self
    copy.supplementaries = supplementaries
    return copy
  }

  var transposed: LayoutGroup {
    var copy = self
    copy.axis = axis.cross
    copy.size = size.transposed
    copy.contentInsets = contentInsets.transposed
    copy.edgeSpacing = edgeSpacing.transposed
    copy.supplementaries = supplementaries.map(\.transposed)
    switch arrangement {
    case .fitting(let nodes): copy.arrangement = .fitting(nodes.map(\.transposed))
    case .once(let nodes): copy.arrangement = .once(nodes.map(\.transposed))
    case .equally(let node, let count): copy.arrangement = .equally(node.transposed, count: count)
    case .repeating(let node, let count): copy.arrangement = .repeating(node.transposed, count: count)
    case .custom(let custom): copy.arrangement = .custom(custom.transposed)
    }
    return copy
  }
}

extension LayoutGroup {
  /// Creates a row that repeats the given subitems until the next one does not fit. The row has at least one subitem.
  ///
  /// In a section's repeated group, cells can form lines like tags: each line takes as many cells as fit with their
  /// measured widths, and the next line starts again with the first subitem. This requires that all subitems are items
  /// whose width is ``LayoutDimension/estimated(_:)``, that the width of the group is not estimated, and that the
  /// heights of the items are either all estimated or all not. In any other group, the estimates decide the number of
  /// cells.
  public static func horizontal(
    _ size: LayoutSize, subitems: [any LayoutSubitem], interItemSpacing: LayoutSpacing = .fixed(0),
    contentInsets: Insets = .zero
  ) -> LayoutGroup {
    LayoutGroup(.horizontal, size, .fitting(subitems.map(\.node)), interItemSpacing, contentInsets)
  }

  /// Creates a row of `count` subitems that share its width equally; the width that the subitem declares is ignored.
  public static func horizontal(
    _ size: LayoutSize, equally subitem: some LayoutSubitem, count: Int,
    interItemSpacing: LayoutSpacing = .fixed(0), contentInsets: Insets = .zero
  ) -> LayoutGroup {
    LayoutGroup(.horizontal, size, .equally(subitem.node, count: count), interItemSpacing, contentInsets)
  }

  /// Creates a row of `count` subitems of their declared width; they overflow the row if they do not fit.
  package static func horizontal(
    _ size: LayoutSize, repeating subitem: some LayoutSubitem, count: Int,
    interItemSpacing: LayoutSpacing = .fixed(0), contentInsets: Insets = .zero
  ) -> LayoutGroup {
    LayoutGroup(.horizontal, size, .repeating(subitem.node, count: count), interItemSpacing, contentInsets)
  }

  /// Creates a row of the given subitems, each once; they overflow the row if they do not fit.
  public static func horizontal(
    _ size: LayoutSize, once subitems: [any LayoutSubitem], interItemSpacing: LayoutSpacing = .fixed(0),
    contentInsets: Insets = .zero
  ) -> LayoutGroup {
    LayoutGroup(.horizontal, size, .once(subitems.map(\.node)), interItemSpacing, contentInsets)
  }

  /// Creates a column that repeats the given subitems until the next one does not fit. The column has at least one
  /// subitem.
  ///
  /// In a list that scrolls horizontally, cells of estimated height form lines, as cells of estimated width do in a
  /// vertical list; see ``horizontal(_:subitems:interItemSpacing:contentInsets:)``.
  public static func vertical(
    _ size: LayoutSize, subitems: [any LayoutSubitem], interItemSpacing: LayoutSpacing = .fixed(0),
    contentInsets: Insets = .zero
  ) -> LayoutGroup {
    LayoutGroup(.vertical, size, .fitting(subitems.map(\.node)), interItemSpacing, contentInsets)
  }

  /// Creates a column of `count` subitems that share its height equally; the height that the subitem declares is
  /// ignored.
  public static func vertical(
    _ size: LayoutSize, equally subitem: some LayoutSubitem, count: Int,
    interItemSpacing: LayoutSpacing = .fixed(0), contentInsets: Insets = .zero
  ) -> LayoutGroup {
    LayoutGroup(.vertical, size, .equally(subitem.node, count: count), interItemSpacing, contentInsets)
  }

  /// Creates a column of `count` subitems of their declared height; they overflow the column if they do not fit.
  package static func vertical(
    _ size: LayoutSize, repeating subitem: some LayoutSubitem, count: Int,
    interItemSpacing: LayoutSpacing = .fixed(0), contentInsets: Insets = .zero
  ) -> LayoutGroup {
    LayoutGroup(.vertical, size, .repeating(subitem.node, count: count), interItemSpacing, contentInsets)
  }

  /// Creates a column of the given subitems, each once; they overflow the column if they do not fit.
  public static func vertical(
    _ size: LayoutSize, once subitems: [any LayoutSubitem], interItemSpacing: LayoutSpacing = .fixed(0),
    contentInsets: Insets = .zero
  ) -> LayoutGroup {
    LayoutGroup(.vertical, size, .once(subitems.map(\.node)), interItemSpacing, contentInsets)
  }

  /// Creates a group that takes the frames of its cells from `arrangement`, relative to the top leading corner of the
  /// content inside the insets. The group holds as many cells as the arrangement returns places.
  public static func custom(
    _ size: LayoutSize, _ arrangement: LayoutCustomArrangement, contentInsets: Insets = .zero
  ) -> LayoutGroup {
    LayoutGroup(axis: .vertical, size: size, arrangement: .custom(arrangement), contentInsets: contentInsets)
  }

  private init(_ axis: Axis, _ size: LayoutSize, _ arrangement: Arrangement, _ gap: LayoutSpacing, _ insets: Insets) {
    self.init(axis: axis, size: size, arrangement: arrangement, interItemSpacing: gap, contentInsets: insets)
  }
}
