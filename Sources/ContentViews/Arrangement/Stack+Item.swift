extension Stack {
  /// How long a view of a stack is along the stack's axis.
  public enum Length: Hashable, Sendable {
    /// As long as the view would like; less where the stack is too short.
    case natural
    /// So many logical pixels.
    case fixed(Double)
    /// A share of what the others leave, in proportion to the weight.
    case flexible(Double)
  }

  /// A view in a stack.
  public struct Item {
    public let view: View
    public var length: Length

    /// - Parameter length: `nil` for a spacer's share if `view` is a ``Spacer``, else for its natural length.
    public init(_ view: View, _ length: Length? = nil) {
      self.view = view
      self.length = length ?? (view is Spacer ? .flexible(1) : .natural)
    }

    /// A view that takes a share of what the others leave.
    public static func flexible(_ view: View, weight: Double = 1) -> Item { Item(view, .flexible(weight)) }

    /// A view of `length` logical pixels along the axis.
    public static func fixed(_ view: View, _ length: Double) -> Item { Item(view, .fixed(length)) }
  }

  /// Where views stand across the axis.
  public enum Alignment: Hashable, Sendable {
    case start, center, end
    /// As high (or as wide) as the stack.
    case stretch
  }

  /// Where views stand along the axis if none of them is flexible and there is room left.
  public enum Distribution: Hashable, Sendable {
    case start, center, end
    /// The first at the start, the last at the end, the same distance between all.
    case spaceBetween
  }
}

/// Takes what room there is between its neighbours in a ``Stack``.
@MainActor
public final class Spacer: View {}
