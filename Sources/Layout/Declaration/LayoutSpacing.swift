/// The gap between two neighbours in a group.
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

  /// The room that this spacing adds outside an item, in logical pixels. A fixed spacing may be negative. A flexible
  /// spacing adds its minimum, which is never negative.
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

/// The room at each side of an item or a group.
///
/// Along the axis of the enclosing group, the room adds to the extent of the item, and flexible edges share the
/// remaining space with the flexible gaps. On the other axis, a fixed edge moves the item. One flexible edge moves it
/// to the opposite side, and two move it to the middle.
///
/// A fixed edge may be negative: then the item or its successor starts earlier. Along each axis, both edges together
/// remove no more than the item's size. They remove nothing if the content decides that size.
public struct LayoutEdgeSpacing: Hashable, Sendable {
  /// The room at the leading side; nil for none.
  package var leading: LayoutSpacing?
  /// The room above the item; nil for none.
  package var top: LayoutSpacing?
  /// The room at the trailing side; nil for none.
  package var trailing: LayoutSpacing?
  /// The room below the item; nil for none.
  package var bottom: LayoutSpacing?

  /// No room at any side.
  public static let none = LayoutEdgeSpacing()

  /// Creates room at the given sides.
  public init(
    leading: LayoutSpacing? = nil, top: LayoutSpacing? = nil, trailing: LayoutSpacing? = nil,
    bottom: LayoutSpacing? = nil
  ) {
    self.leading = leading
    self.top = top
    self.trailing = trailing
    self.bottom = bottom
  }

  /// Whether there is no room at any side.
  var isNone: Bool { leading == nil && top == nil && trailing == nil && bottom == nil }

  var transposed: LayoutEdgeSpacing {
    LayoutEdgeSpacing(leading: top, top: leading, trailing: bottom, bottom: trailing)
  }
}
