/// A width and a height that are resolved in a container.
public struct LayoutSize: Hashable, Sendable {
  /// The extent along the horizontal axis.
  public var width: LayoutDimension
  /// The extent along the vertical axis.
  public var height: LayoutDimension

  /// The size of the whole content of the container.
  public static let full = LayoutSize(width: .fractionalWidth(1), height: .fractionalHeight(1))

  /// Creates a size from a width and a height.
  public init(width: LayoutDimension, height: LayoutDimension) {
    self.width = width
    self.height = height
  }

  /// Returns a square whose side is in logical pixels.
  public static func square(_ side: Double) -> LayoutSize {
    LayoutSize(width: .absolute(side), height: .absolute(side))
  }

  var transposed: LayoutSize { LayoutSize(width: height.transposed, height: width.transposed) }
}
