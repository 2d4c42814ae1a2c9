/// The gap between two neighbours in a group.
public enum LayoutSpacing: Hashable, Sendable {
  /// Exactly so many logical pixels.
  case fixed(Double)
  /// At least so many logical pixels; what is left over in the group is shared equally by its flexible gaps.
  case flexible(Double)

  var minimum: Double {
    switch self {
    case .fixed(let gap), .flexible(let gap): Subpixels.sane(gap)
    }
  }

  /// What it is as room outside of an item, which a fixed one may take away.
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

/// Room outside of an item that takes part in the layout of its group.
///
/// Along the group's axis it adds to the item's extent, and flexible edges share what is left over with the flexible
/// gaps. Across it a fixed edge moves the item; with a flexible edge on one side it stands at the other side, with
/// flexible edges on both in the middle.
///
/// A fixed edge may be negative: then the item starts earlier, or what follows it does. All edges together take away no
/// more than the item's size, and nothing along an axis on which its content decides the size.
public struct LayoutEdgeSpacing: Hashable, Sendable {
  /// Before the item; nil for no room.
  public var leading: LayoutSpacing?
  /// Above the item; nil for no room.
  public var top: LayoutSpacing?
  /// After the item; nil for no room.
  public var trailing: LayoutSpacing?
  /// Below the item; nil for no room.
  public var bottom: LayoutSpacing?

  /// No room at any side.
  public static let none = LayoutEdgeSpacing()

  /// Room at the sides that are named.
  public init(
    leading: LayoutSpacing? = nil, top: LayoutSpacing? = nil, trailing: LayoutSpacing? = nil,
    bottom: LayoutSpacing? = nil
  ) {
    self.leading = leading
    self.top = top
    self.trailing = trailing
    self.bottom = bottom
  }

  /// True if there is no room at any side.
  var isNone: Bool { leading == nil && top == nil && trailing == nil && bottom == nil }

  var transposed: LayoutEdgeSpacing {
    LayoutEdgeSpacing(leading: top, top: leading, trailing: bottom, bottom: trailing)
  }
}
