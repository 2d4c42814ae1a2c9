/// The gap between two adjacent subitems of a group, or the spacing outside an edge.
public enum LayoutSpacing: Hashable, Sendable {
  /// A gap of exactly this number of logical pixels.
  case fixed(Double)
  /// A gap of at least this number of logical pixels; the flexible gaps of a group share its remaining space equally.
  case flexible(Double)

  var minimum: Double {
    switch self {
    case .fixed(let gap), .flexible(let gap): Subpixels.sane(gap)
    }
  }

  /// The spacing outside an item, in logical pixels: the fixed amount, which may be negative, or the minimum of a
  /// flexible spacing, which is never negative.
  var room: Double {
    switch self {
    case .fixed(let room): Subpixels.bounded(room)
    case .flexible: minimum
    }
  }

  var isFlexible: Bool {
    if case .flexible = self { return true }
    return false
  }
}

/// The spacing outside each edge of an item or a group.
///
/// Along the axis of the enclosing group, the spacing adds to the extent of the item, and flexible edges share the
/// remaining space with the flexible gaps. On the other axis, a fixed edge moves the item. One flexible edge moves it
/// to the opposite side, and two move it to the middle.
///
/// A fixed edge may be negative: then the item or its successor starts earlier. Along each axis, both edges together
/// remove no more than the item's size. They remove nothing if the content decides that size.
public struct LayoutEdgeSpacing: Hashable, Sendable {
  /// The spacing at the leading side; nil for none.
  package var leading: LayoutSpacing?
  /// The spacing above the item; nil for none.
  package var top: LayoutSpacing?
  /// The spacing at the trailing side; nil for none.
  package var trailing: LayoutSpacing?
  /// The spacing below the item; nil for none.
  package var bottom: LayoutSpacing?

  /// No spacing at any side.
  public static let none = LayoutEdgeSpacing()

  /// Creates spacing at the given sides.
  public init(
    leading: LayoutSpacing? = nil, top: LayoutSpacing? = nil, trailing: LayoutSpacing? = nil,
    bottom: LayoutSpacing? = nil
  ) {
    self.leading = leading
    self.top = top
    self.trailing = trailing
    self.bottom = bottom
  }

  /// Whether there is no spacing at any side.
  var isNone: Bool { leading == nil && top == nil && trailing == nil && bottom == nil }

  var transposed: LayoutEdgeSpacing {
    LayoutEdgeSpacing(leading: top, top: leading, trailing: bottom, bottom: trailing)
  }
}
