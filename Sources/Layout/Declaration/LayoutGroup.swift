public import ScrollworkGeometry

/// A row or a column of items and groups. A section repeats its group until all of its cells have a place.
public struct LayoutGroup: Hashable, Sendable, LayoutSubitem {
  /// The rule that gives the subitems of a group their number and places.
  public enum Arrangement: Hashable, Sendable {
    /// These subitems in turn, repeated while the next one fits.
    case fitting([LayoutNode])
    /// `count` copies of one subitem, all equally large along the group's axis; the size declared there is ignored.
    indirect case equally(LayoutNode, count: Int)
    /// `count` copies of one subitem of its declared size; they may extend past the edge.
    indirect case repeating(LayoutNode, count: Int)
    /// These subitems, each once.
    case once([LayoutNode])
    /// The places that a closure returns.
    case custom(LayoutCustomArrangement)
  }

  /// The direction in which the subitems follow each other.
  public var axis: Axis
  /// The size, resolved in the section's content or in the content of the enclosing group.
  public var size: LayoutSize
  /// The subitems, and the rule for their number and places.
  public var arrangement: Arrangement
  /// The gap between neighbours along the axis.
  public var interItemSpacing: LayoutSpacing
  /// The insets of the room for the subitems, which change the fractions of the subitems too. They have no effect along
  /// an axis on which the size is estimated.
  public var contentInsets: Insets
  /// The room outside the group. For a section's group, the room along the main axis is a part of every instance.
  public var edgeSpacing = LayoutEdgeSpacing.none
  /// The badges of the group as a whole.
  public var supplementaries: [LayoutSupplementary] = []

  /// Creates a group without badges and without room outside it.
  public init(
    axis: Axis, size: LayoutSize, arrangement: Arrangement,
    interItemSpacing: LayoutSpacing = .fixed(0), contentInsets: Insets = .zero
  ) {
    self.axis = axis
    self.size = size
    self.arrangement = arrangement
    self.interItemSpacing = interItemSpacing
    self.contentInsets = contentInsets
  }

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
