/// The place of a section's header or footer.
public struct LayoutBoundary: Hashable, Sendable {
  /// Resolved in the width between the section's leading and trailing insets, and in the height of the container.
  public var size: LayoutSize
  /// Stays in sight while any part of its section is.
  public var pinToVisibleBounds: Bool

  /// As wide as the section's content and as tall as it asks for, 36 logical pixels until that is known.
  public static let standard = LayoutBoundary()

  public init(
    size: LayoutSize = LayoutSize(width: .fractionalWidth(1), height: .estimated(36)), pinToVisibleBounds: Bool = false
  ) {
    self.size = size
    self.pinToVisibleBounds = pinToVisibleBounds
  }
}
