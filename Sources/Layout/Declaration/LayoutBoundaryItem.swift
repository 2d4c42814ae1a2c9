public import ScrollworkGeometry

/// A supplementary at an edge of a section, or of all sections together: a header, a footer, or a view in a corner.
///
/// Supplementaries of kind ``LayoutKind/header`` and ``LayoutKind/footer`` exist only in sections that have a header or
/// a footer; those of other kinds exist in every section of the layout.
public struct LayoutBoundaryItem: Hashable, Sendable {
  /// The kind of the supplementary. A section has at most one of each kind.
  public var kind: LayoutKind
  /// The size, resolved in the width between the section's leading and trailing insets, or in the width that
  /// ``SectionLayout/supplementaryContentInsetsReference`` leaves, and in the height of the container.
  public var size: LayoutSize
  /// The position. In a list that scrolls vertically, the alignments at the top precede the section's content and those
  /// at the bottom follow it; the others are attached to a side and reserve no room.
  public var alignment: LayoutAlignment
  /// The offset of the finished frame, in logical pixels. It reserves no room.
  public var absoluteOffset: Point
  /// True if the section is made longer, so that content and supplementary do not overlap. Supplementaries at one edge
  /// lie side by side: the edge is as long as the longest of them.
  public var extendsBoundary: Bool
  /// True if the supplementary stays visible while any part of its section is.
  public var pinToVisibleBounds: Bool
  /// The drawing order: higher values are drawn later.
  public var zIndex: Int

  /// The header of a layout that declares none: as wide as the section's content, and as tall as its own content, with
  /// an estimate of 36 logical pixels.
  public static let standardHeader = LayoutBoundaryItem(kind: .header, alignment: .top)
  /// The footer of a layout that declares none, sized as ``standardHeader``.
  public static let standardFooter = LayoutBoundaryItem(kind: .footer, alignment: .bottom)

  /// Creates a supplementary that is not pinned and is drawn over the cells.
  public init(
    kind: LayoutKind,
    size: LayoutSize = LayoutSize(width: .fractionalWidth(1), height: .estimated(36)),
    alignment: LayoutAlignment, absoluteOffset: Point = .zero, extendsBoundary: Bool = true
  ) {
    self.kind = kind
    self.size = size
    self.alignment = alignment
    self.absoluteOffset = absoluteOffset
    self.extendsBoundary = extendsBoundary
    pinToVisibleBounds = false
    zIndex = 1
  }

  /// Returns this supplementary, pinned or not; see ``pinToVisibleBounds``.
  public func pinned(_ isPinned: Bool = true) -> LayoutBoundaryItem {
    var copy = self
    copy.pinToVisibleBounds = isPinned
    return copy
  }

  /// Returns this supplementary with another drawing order.
  public func zIndex(_ zIndex: Int) -> LayoutBoundaryItem {
    var copy = self
    copy.zIndex = zIndex
    return copy
  }

  var transposed: LayoutBoundaryItem {
    var copy = self
    copy.size = size.transposed
    copy.alignment = alignment.transposed
    copy.absoluteOffset = Point(x: absoluteOffset.y, y: absoluteOffset.x)
    return copy
  }
}
