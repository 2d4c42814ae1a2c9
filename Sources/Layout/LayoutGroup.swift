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
  }

  /// The direction in which the subitems follow each other.
  public var axis: Axis
  /// Resolved in the section's content, or in the content of the group that this one stands in.
  public var size: LayoutSize
  public var arrangement: Arrangement
  /// Between neighbours along the axis.
  public var interItemSpacing: LayoutSpacing
  /// Makes the room for the subitems smaller, so that it changes their fractions too. It has no effect along an axis on
  /// which the size is estimated.
  public var contentInsets: Insets

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

  /// A row of the given subitems, over and over, as long as the next one fits. At least one is placed.
  public static func horizontal(
    _ size: LayoutSize, subitems: [any LayoutSubitem], interItemSpacing: LayoutSpacing = .fixed(0),
    contentInsets: Insets = .zero
  ) -> LayoutGroup {
    LayoutGroup(
      axis: .horizontal, size: size, arrangement: .fitting(subitems.map(\.node)),
      interItemSpacing: interItemSpacing, contentInsets: contentInsets)
  }

  /// A row of `count` subitems of equal width; the width that the subitem declares is ignored.
  public static func horizontal(
    _ size: LayoutSize, equally subitem: some LayoutSubitem, count: Int,
    interItemSpacing: LayoutSpacing = .fixed(0), contentInsets: Insets = .zero
  ) -> LayoutGroup {
    LayoutGroup(
      axis: .horizontal, size: size, arrangement: .equally(subitem.node, count: count),
      interItemSpacing: interItemSpacing, contentInsets: contentInsets)
  }

  /// A row of `count` subitems of the width that the subitem declares, whether they fit or not.
  public static func horizontal(
    _ size: LayoutSize, repeating subitem: some LayoutSubitem, count: Int,
    interItemSpacing: LayoutSpacing = .fixed(0), contentInsets: Insets = .zero
  ) -> LayoutGroup {
    LayoutGroup(
      axis: .horizontal, size: size, arrangement: .repeating(subitem.node, count: count),
      interItemSpacing: interItemSpacing, contentInsets: contentInsets)
  }

  /// A column of the given subitems, over and over, as long as the next one fits. At least one is placed.
  public static func vertical(
    _ size: LayoutSize, subitems: [any LayoutSubitem], interItemSpacing: LayoutSpacing = .fixed(0),
    contentInsets: Insets = .zero
  ) -> LayoutGroup {
    LayoutGroup(
      axis: .vertical, size: size, arrangement: .fitting(subitems.map(\.node)),
      interItemSpacing: interItemSpacing, contentInsets: contentInsets)
  }

  /// A column of `count` subitems of equal height; the height that the subitem declares is ignored.
  public static func vertical(
    _ size: LayoutSize, equally subitem: some LayoutSubitem, count: Int,
    interItemSpacing: LayoutSpacing = .fixed(0), contentInsets: Insets = .zero
  ) -> LayoutGroup {
    LayoutGroup(
      axis: .vertical, size: size, arrangement: .equally(subitem.node, count: count),
      interItemSpacing: interItemSpacing, contentInsets: contentInsets)
  }

  /// A column of `count` subitems of the height that the subitem declares, whether they fit or not.
  public static func vertical(
    _ size: LayoutSize, repeating subitem: some LayoutSubitem, count: Int,
    interItemSpacing: LayoutSpacing = .fixed(0), contentInsets: Insets = .zero
  ) -> LayoutGroup {
    LayoutGroup(
      axis: .vertical, size: size, arrangement: .repeating(subitem.node, count: count),
      interItemSpacing: interItemSpacing, contentInsets: contentInsets)
  }
}
