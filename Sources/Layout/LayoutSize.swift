/// A width and a height that are resolved in a container.
public struct LayoutSize: Hashable, Sendable {
  public var width: LayoutDimension
  public var height: LayoutDimension

  public init(width: LayoutDimension, height: LayoutDimension) {
    self.width = width
    self.height = height
  }

  /// All of the container's content.
  public static let full = LayoutSize(width: .fractionalWidth(1), height: .fractionalHeight(1))
}
