/// Distances from the four edges of a rectangle inwards, in logical pixels.
///
/// Leading is the left edge where text runs left to right, the right edge where it runs right to left.
public struct Insets: Hashable, Sendable {
  public var top: Double
  public var leading: Double
  public var bottom: Double
  public var trailing: Double

  public static let zero = Insets(0)

  public init(top: Double = 0, leading: Double = 0, bottom: Double = 0, trailing: Double = 0) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }

  /// The same distance from every edge.
  public init(_ all: Double) {
    self.init(top: all, leading: all, bottom: all, trailing: all)
  }

  /// One distance for leading and trailing, another for top and bottom.
  public init(horizontal: Double, vertical: Double) {
    self.init(top: vertical, leading: horizontal, bottom: vertical, trailing: horizontal)
  }

  public var horizontal: Double { leading + trailing }
  public var vertical: Double { top + bottom }
}
