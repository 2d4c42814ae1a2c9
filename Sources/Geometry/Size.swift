/// A width and a height in logical pixels.
public struct Size: Hashable, Sendable {
  public var width: Double
  public var height: Double

  public static let zero = Size(width: 0, height: 0)

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// True if nothing of this size could be seen.
  public var isEmpty: Bool { !(width > 0 && height > 0) }

  /// The extent along `axis`.
  public subscript(axis: Axis) -> Double {
    get { axis == .horizontal ? width : height }
    set { if axis == .horizontal { width = newValue } else { height = newValue } }
  }

  /// This size with each side made smaller by the insets of that side, never below zero.
  public func inset(by insets: Insets) -> Size {
    Size(width: max(0, width - insets.horizontal), height: max(0, height - insets.vertical))
  }

  public static func * (a: Size, factor: Double) -> Size { Size(width: a.width * factor, height: a.height * factor) }
}
