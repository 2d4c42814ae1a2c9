extension Stack {
  /// The extent of a view along the axis of its stack.
  public enum Length: Hashable, Sendable {
    /// The size that the view asks for, or less if the stack is too short.
    case natural
    /// A number of logical pixels.
    case fixed(Double)
    /// A share of the space that fixed and natural lengths leave, in proportion to this weight.
    case flexible(Double = 1)
  }

  /// A view in a stack together with its extent.
  public struct Item {
    /// The view, which becomes a child of the stack.
    package let view: View
    /// The extent along the axis.
    package var length: Length

    /// Creates an item.
    /// - Parameter length: `nil` for a weight of 1 if `view` is a ``Spacer``, otherwise for the natural length.
    public init(_ view: View, _ length: Length? = nil) {
      self.view = view
      self.length = length ?? (view is Spacer ? .flexible(1) : .natural)
    }

    /// Returns an item that gets a share of the space that fixed and natural lengths leave, in proportion to `weight`.
    public static func flexible(_ view: View, weight: Double = 1) -> Item { Item(view, .flexible(weight)) }

    /// Returns an item of `length` logical pixels along the axis.
    public static func fixed(_ view: View, _ length: Double) -> Item { Item(view, .fixed(length)) }
  }

  /// The position of views on the cross axis.
  public enum Alignment: Hashable, Sendable {
    case start, center, end
    /// Every view is as high (in a row) or as wide (in a column) as the stack.
    case stretch
  }

  /// The position of views on the main axis if no view is flexible and space remains.
  package enum Distribution: Hashable, Sendable {
    case start, center, end
    /// The first view is at the start, the last at the end, and all gaps are equal.
    case spaceBetween
  }
}

/// An invisible view that takes the free space between its neighbours in a ``Stack``.
@MainActor
public final class Spacer: View {}
