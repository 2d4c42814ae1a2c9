public import ScrollworkGeometry

/// What can stand in a group: an item or another group.
public protocol LayoutSubitem: Hashable, Sendable {
  /// This as one of the two things it can be.
  var node: LayoutNode { get }
}

/// An item or a group.
public enum LayoutNode: Hashable, Sendable, LayoutSubitem {
  /// The place of one cell.
  case item(LayoutItem)
  /// Places in a row or in a column.
  case group(LayoutGroup)

  public var node: LayoutNode { self }

  var size: LayoutSize {
    switch self {
    case .item(let item): item.size
    case .group(let group): group.size
    }
  }

  var contentInsets: Insets {
    switch self {
    case .item(let item): item.contentInsets
    case .group(let group): group.contentInsets
    }
  }

  var edgeSpacing: LayoutEdgeSpacing {
    switch self {
    case .item(let item): item.edgeSpacing
    case .group(let group): group.edgeSpacing
    }
  }

  var supplementaries: [LayoutSupplementary] {
    switch self {
    case .item(let item): item.supplementaries
    case .group(let group): group.supplementaries
    }
  }

  var transposed: LayoutNode {
    switch self {
    case .item(let item): .item(item.transposed)
    case .group(let group): .group(group.transposed)
    }
  }
}

/// The place of one cell.
public struct LayoutItem: Hashable, Sendable, LayoutSubitem {
  /// Resolved in the content of the group that the item stands in.
  public var size: LayoutSize
  /// Moves the edges of the cell inwards after everything was placed. Neighbours and fractions do not see it; it has no
  /// effect along an axis on which the size is estimated.
  public var contentInsets: Insets
  /// Room outside of the item.
  public var edgeSpacing: LayoutEdgeSpacing
  /// Badges.
  public var supplementaries: [LayoutSupplementary]

  /// An item of this size.
  public init(
    size: LayoutSize, contentInsets: Insets = .zero, edgeSpacing: LayoutEdgeSpacing = .none,
    supplementaries: [LayoutSupplementary] = []
  ) {
    self.size = size
    self.contentInsets = contentInsets
    self.edgeSpacing = edgeSpacing
    self.supplementaries = supplementaries
  }

  /// An item so wide and so tall, without badges and without room outside of it.
  public init(width: LayoutDimension, height: LayoutDimension, contentInsets: Insets = .zero) {
    self.init(size: LayoutSize(width: width, height: height), contentInsets: contentInsets)
  }

  public var node: LayoutNode { .item(self) }

  var transposed: LayoutItem {
    LayoutItem(
      size: size.transposed, contentInsets: contentInsets.transposed, edgeSpacing: edgeSpacing.transposed,
      supplementaries: supplementaries.map(\.transposed))
  }
}
