public import ScrollworkGeometry

/// Items and groups in a row or in a column. A section repeats its group until all of its cells have a place.
public struct LayoutGroup: Hashable, Sendable, LayoutSubitem {
  /// How the places of a group are found from what was declared.
  public enum Arrangement: Hashable, Sendable {
    /// These, over and over, as long as the next one fits.
    case fitting([LayoutNode])
    /// So many, all made equally large along the group's axis, whatever size they declare there.
    indirect case equally(LayoutNode, count: Int)
    /// So many, each of the size that it declares; they may run past the edge.
    indirect case repeating(LayoutNode, count: Int)
    /// These, each once.
    case once([LayoutNode])
    /// Wherever a closure says.
    case custom(LayoutCustomArrangement)
  }

  /// The direction in which the subitems follow each other.
  public var axis: Axis
  /// Resolved in the section's content, or in the content of the group that this one stands in.
  public var size: LayoutSize
  /// What stands in it, and how often.
  public var arrangement: Arrangement
  /// Between neighbours along the axis.
  public var interItemSpacing: LayoutSpacing
  /// Makes the room for the subitems smaller, so that it changes their fractions too. It has no effect along an axis on
  /// which the size is estimated.
  public var contentInsets: Insets
  /// Room outside of the group. Of a section's group, that along the list is a part of every instance.
  public var edgeSpacing = LayoutEdgeSpacing.none
  /// Badges of the group as a whole.
  public var supplementaries: [LayoutSupplementary] = []

  /// A group without badges and without room outside of it.
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

  /// This group with room outside of it.
  public func edgeSpacing(_ spacing: LayoutEdgeSpacing) -> LayoutGroup {
    var copy = self
    copy.edgeSpacing = spacing
    return copy
  }

  /// This group with badges of its own.
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
