public import ScrollworkGeometry

/// A row or a column of items and groups. A section repeats its group until all of its cells have a place.
public struct LayoutGroup: Hashable, Sendable, LayoutSubitem {
  /// The rule that decides the number and the places of a group's subitems.
  package enum Arrangement: Hashable, Sendable {
    /// The subitems in turn, repeated until the next one does not fit.
    case fitting([LayoutNode])
    /// `count` copies of one subitem that share the group's extent along its axis equally; the subitem's own extent
    /// along that axis is ignored.
    indirect case equally(LayoutNode, count: Int)
    /// `count` copies of one subitem with its declared size; they may overflow the group.
    indirect case repeating(LayoutNode, count: Int)
    /// Each of the subitems once; they may overflow the group.
    case once([LayoutNode])
    /// Places that a closure of the program computes.
    case custom(LayoutCustomArrangement)
  }

  /// The direction in which the subitems follow each other.
  public var axis: Axis
  /// The size. Fractions refer to the content of the enclosing group, or of the section if there is none.
  public var size: LayoutSize
  /// The subitems, and the rule for their number and places.
  package var arrangement: Arrangement
  /// The gap between neighbours along the axis.
  public var interItemSpacing: LayoutSpacing
  /// The insets from the bounds of the group to the area of its subitems, whose fractional sizes refer to that area.
  /// They have no effect along an axis on which the group's size is estimated.
  public var contentInsets: Insets
  /// The room outside the group. If the group is the one that a section repeats, every instance has this room along the
  /// main axis.
  public var edgeSpacing = LayoutEdgeSpacing.none
  /// The badges of the group as a whole.
  public var supplementaries: [LayoutSupplementary] = []

  /// Creates a group without badges and without room outside it.
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

  /// Returns this group with room outside it.
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
