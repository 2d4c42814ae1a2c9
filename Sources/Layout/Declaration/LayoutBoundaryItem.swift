public import ScrollworkGeometry

/// What stands at an edge of a section, or of all sections together: a header, a footer, something in a corner.
///
/// Those of kind ``LayoutKind/header`` and ``LayoutKind/footer`` are there only in sections that have a header or a
/// footer; those of other kinds in every section of the layout.
public struct LayoutBoundaryItem: Hashable, Sendable {
  /// What it is called; each kind is there once in a section.
  public var kind: LayoutKind
  /// Resolved in the width between the section's leading and trailing insets, and in the height of the container.
  public var size: LayoutSize
  /// In a list that scrolls vertically, the alignments at the top stand before the section's content and those at the
  /// bottom after it; the others are anchored to a side and reserve no room.
  public var alignment: LayoutAlignment
  /// Moves the finished frame; reserves nothing. In logical pixels.
  public var absoluteOffset: Point
  /// Makes the section longer, so that content and item do not overlap. Items at one edge stand side by side: the edge
  /// is as long as the longest of them.
  public var extendsBoundary: Bool
  /// Stays in sight while any part of its section is.
  public var pinToVisibleBounds: Bool
  /// What has more is drawn later.
  public var zIndex: Int

  /// The header that a layout has if none is declared: as wide as the section's content and as tall as it asks for, 36
  /// logical pixels until that is known.
  public static let standardHeader = LayoutBoundaryItem(kind: .header, alignment: .top)
  /// The same for the footer.
  public static let standardFooter = LayoutBoundaryItem(kind: .footer, alignment: .bottom)

  /// An item that is not kept in sight, drawn over the cells.
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

  /// This item staying in sight while any part of its section is, or not.
  public func pinned(_ isPinned: Bool = true) -> LayoutBoundaryItem {
    var copy = self
    copy.pinToVisibleBounds = isPinned
    return copy
  }

  /// This item drawn later than what has less.
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
