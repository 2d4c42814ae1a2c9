public import ScrollworkGeometry

/// Something drawn behind all of a section, with its header and footer and as wide as the container. It shows no data.
public struct LayoutDecoration: Hashable, Sendable {
  /// What it is called.
  public var kind: LayoutKind
  /// Makes it smaller than the section.
  public var contentInsets: Insets
  /// What has more is drawn later. All else in a section that has a background has at least 1.
  public var zIndex: Int

  /// The background of a section.
  public static func background(_ kind: LayoutKind, contentInsets: Insets = .zero, zIndex: Int = 0) -> LayoutDecoration
  { LayoutDecoration(kind: kind, contentInsets: contentInsets, zIndex: zIndex) }

  var transposed: LayoutDecoration {
    var copy = self
    copy.contentInsets = contentInsets.transposed
    return copy
  }
}
