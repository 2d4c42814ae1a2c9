/// A width and a height in logical pixels.
public struct Size: Hashable, Sendable {
  /// The horizontal extent.
  public var width: Double
  /// The vertical extent.
  public var height: Double

  /// Zero width and zero height.
  public static let zero = Size(width: 0, height: 0)

  /// Creates a size from its width and height.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// Whether a side is zero, negative or not a number.
  public var isEmpty: Bool { !(width > 0 && height > 0) }

  /// The extent along `axis`: `width` or `height`.
  @inlinable
  package subscript(axis: Axis) -> Double {
    get { axis == .horizontal ? width : height }
    set { if axis == .horizontal { width = newValue } else { height = newValue } }
  }

  /// Returns this size less the insets. No side becomes shorter than zero.
  @inlinable
  package func inset(by insets: Insets) -> Size {
    Size(width: max(0, width - insets.horizontal), height: max(0, height - insets.vertical))
  }

  /// Returns `a` with both sides multiplied by `factor`.
  @inlinable
  package static func * (a: Size, factor: Double) -> Size { Size(width: a.width * factor, height: a.height * factor) }
}
