/// Distances from the four edges of a rectangle inwards, in logical pixels; negative distances point outwards.
///
/// The leading edge is the left one in left-to-right text and the right one in right-to-left text.
public struct Insets: Hashable, Sendable {
  /// Distance from the upper edge.
  public var top: Double
  /// Distance from the edge where lines of text start.
  public var leading: Double
  /// Distance from the lower edge.
  public var bottom: Double
  /// Distance from the edge where lines of text end.
  public var trailing: Double

  /// No distance from any edge.
  public static let zero = Insets(0)

  /// Creates insets from a distance for each edge; omitted distances are zero.
  public init(top: Double = 0, leading: Double = 0, bottom: Double = 0, trailing: Double = 0) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }

  /// Creates insets with one distance for all four edges.
  public init(_ all: Double) {
    self.init(top: all, leading: all, bottom: all, trailing: all)
  }

  /// Creates insets with one distance for the leading and trailing edge and another for the upper and lower edge.
  public init(horizontal: Double, vertical: Double) {
    self.init(top: vertical, leading: horizontal, bottom: vertical, trailing: horizontal)
  }

  /// Sum of the leading and trailing distances: the width that these insets take away.
  @inlinable
  package var horizontal: Double { leading + trailing }
  /// Sum of the top and bottom distances: the height that these insets take away.
  @inlinable
  package var vertical: Double { top + bottom }
}
