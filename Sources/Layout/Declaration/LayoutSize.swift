/// A width and a height that are resolved in a container.
public struct LayoutSize: Hashable, Sendable {
  /// Along the horizontal axis.
  public var width: LayoutDimension
  /// Along the vertical axis.
  public var height: LayoutDimension

  /// All of the container's content.
  public static let full = LayoutSize(width: .fractionalWidth(1), height: .fractionalHeight(1))

  /// So wide and so tall.
  public init(width: LayoutDimension, height: LayoutDimension) {
    self.width = width
    self.height = height
  }

  /// The same number of logical pixels in both directions.
  public static func square(_ side: Double) -> LayoutSize {
    LayoutSize(width: .absolute(side), height: .absolute(side))
  }

  var transposed: LayoutSize { LayoutSize(width: height.transposed, height: width.transposed) }
}
