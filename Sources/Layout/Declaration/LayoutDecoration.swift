public import ScrollworkGeometry

/// An element without data, drawn behind a whole section with its header and footer, as wide as the container.
public struct LayoutDecoration: Hashable, Sendable {
  /// The kind of the decoration.
  public var kind: LayoutKind
  /// The insets from the bounds of the section.
  public var contentInsets: Insets
  /// The drawing order: higher values are drawn later. In a section with a background, all other elements have a
  /// drawing order of at least 1.
  public var zIndex: Int

  /// Creates the background of a section.
  public static func background(_ kind: LayoutKind, contentInsets: Insets = .zero, zIndex: Int = 0) -> LayoutDecoration
  { LayoutDecoration(kind: kind, contentInsets: contentInsets, zIndex: zIndex) }

  var transposed: LayoutDecoration {
    var copy = self
    copy.contentInsets = contentInsets.transposed
    return copy
  }
}
