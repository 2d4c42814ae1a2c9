public import ScrollworkGeometry

/// An element of a group: an item or another group.
public protocol LayoutSubitem: Hashable, Sendable {
  /// This subitem as a node, which is either an item or a group.
  var node: LayoutNode { get }
}

/// An item or a group.
public enum LayoutNode: Hashable, Sendable, LayoutSubitem {
  /// An item: the slot for one cell.
  case item(LayoutItem)
  /// A group: a row or a column of subitems.
  case group(LayoutGroup)

  /// This node itself.
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

/// The slot for one cell in a group, with the size and the insets of the cell.
public struct LayoutItem: Hashable, Sendable, LayoutSubitem {
  /// The size. Fractions refer to the content of the enclosing group.
  package var size: LayoutSize
  /// The insets of the cell inside its slot. They affect neither the positions of other items nor the lengths to which
  /// fractions refer. They have no effect along an axis on which the item's size is estimated.
  package var contentInsets: Insets
  /// The spacing outside the edges of the item.
  package var edgeSpacing: LayoutEdgeSpacing
  /// The badges of the item.
  package var supplementaries: [LayoutSupplementary]

  /// Creates an item with the given size.
  public init(
    size: LayoutSize, contentInsets: Insets = .zero, edgeSpacing: LayoutEdgeSpacing = .none,
    supplementaries: [LayoutSupplementary] = []
  ) {
    self.size = size
    self.contentInsets = contentInsets
    self.edgeSpacing = edgeSpacing
    self.supplementaries = supplementaries
  }

  /// Creates an item with the given width and height, without badges and without edge spacing.
  package init(width: LayoutDimension, height: LayoutDimension, contentInsets: Insets = .zero) {
    self.init(size: LayoutSize(width: width, height: height), contentInsets: contentInsets)
  }

  /// This item as a node.
  public var node: LayoutNode { .item(self) }

  var transposed: LayoutItem {
    LayoutItem(
      size: size.transposed, contentInsets: contentInsets.transposed, edgeSpacing: edgeSpacing.transposed,
      supplementaries: supplementaries.map(\.transposed))
  }
}
