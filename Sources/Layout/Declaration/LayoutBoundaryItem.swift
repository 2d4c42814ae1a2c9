public import ScrollworkGeometry

/// A supplementary at an edge of a section, or of all sections together: a header, a footer, or a view in a corner.
///
/// Supplementaries of kind ``LayoutKind/header`` and ``LayoutKind/footer`` exist only in sections that have a header or
/// a footer; those of other kinds exist in every section of the layout.
public struct LayoutBoundaryItem: Hashable, Sendable {
  /// The kind of the supplementary. A section has at most one of each kind.
  package var kind: LayoutKind
  /// The size. Fractional widths refer to the width between the section's leading and trailing insets, or to the width
  /// that ``SectionLayout/supplementaryContentInsetsReference(_:)`` leaves. Fractional heights refer to the container.
  package var size: LayoutSize
  /// The position. In a list that scrolls vertically, supplementaries aligned to the top precede the section's content,
  /// and those aligned to the bottom follow it. All others are attached to a side and reserve no space.
  package var alignment: LayoutAlignment
  /// The offset from the position that the alignment gives, in logical pixels. It changes no other frame.
  package var absoluteOffset: Point
  /// Whether the section becomes longer to make space for the supplementary, which otherwise overlaps the content.
  /// Supplementaries at the same edge lie side by side, so only the longest of them determines that space.
  package var extendsBoundary: Bool
  /// Whether the supplementary is pinned; see ``pinned(_:)``.
  package var pinToVisibleBounds: Bool
  /// The drawing order: higher values are drawn later.
  package var zIndex: Int

  /// The default header of a section layout: as wide as the section's content and as tall as its own content, with an
  /// estimated height of 36 logical pixels.
  package static let standardHeader = LayoutBoundaryItem(kind: .header, alignment: .top)
  /// The default footer of a section layout, with the same size as ``standardHeader``.
  package static let standardFooter = LayoutBoundaryItem(kind: .footer, alignment: .bottom)

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

  /// Returns a copy of this supplementary that is pinned or not. A pinned one stays in the viewport while any part of
  /// its section is visible. This has no effect on a supplementary that is attached to a side.
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

/// A position in a rectangle: at a corner, at the middle of a side, or in the centre. It places supplementaries in a
/// section or in the whole content.
public enum LayoutAlignment: Hashable, Sendable, CaseIterable {
  /// Positions at the top edge: its leading end, its middle, its trailing end.
  case topLeading, top, topTrailing
  /// Positions in the vertical middle: at the leading side, in the centre, at the trailing side.
  case leading, none, trailing
  /// Positions at the bottom edge: its leading end, its middle, its trailing end.
  case bottomLeading, bottom, bottomTrailing

  /// The vertical part of the alignment: -1 at the top, 1 at the bottom, 0 in between.
  var vertical: Int {
    switch self {
    case .topLeading, .top, .topTrailing: -1
    case .leading, .none, .trailing: 0
    case .bottomLeading, .bottom, .bottomTrailing: 1
    }
  }

  /// The horizontal part of the alignment: 0 at the leading side, 0.5 in the middle, 1 at the trailing side.
  var horizontal: Double {
    switch self {
    case .topLeading, .leading, .bottomLeading: 0
    case .top, .none, .bottom: 0.5
    case .topTrailing, .trailing, .bottomTrailing: 1
    }
  }

  var transposed: LayoutAlignment {
    switch self {
    case .topLeading, .none, .bottomTrailing: self
    case .top: .leading
    case .leading: .top
    case .bottom: .trailing
    case .trailing: .bottom
    case .topTrailing: .bottomLeading
    case .bottomLeading: .topTrailing
    }
  }
}
