public import ScrollworkGeometry

/// The name of a kind of supplementary or decoration. A section has at most one boundary supplementary of each kind.
public struct LayoutKind: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name that distinguishes the kind from others.
  package var name: String

  /// The kind of a section's own header.
  public static let header: LayoutKind = "header"
  /// The kind of a section's own footer.
  public static let footer: LayoutKind = "footer"

  /// Creates the kind with the given name.
  public init(stringLiteral name: String) { self.name = name }

  /// The name.
  public var description: String { name }
}

/// A badge: a supplementary attached to an item or a group, its host. It does not affect the layout and may extend
/// beyond its host.
public struct LayoutSupplementary: Hashable, Sendable {
  /// The kind of the badge.
  package var kind: LayoutKind
  /// The size. Fractions refer to the host's frame. An estimated side takes the measured extent of the content after
  /// the badge was first visible.
  package var size: LayoutSize
  /// The point of the host to which the badge is attached.
  package var containerAnchor: LayoutAnchor
  /// The point of the badge that coincides with the host's ``containerAnchor``. If nil, it is the corner, side or
  /// centre of the badge that ``containerAnchor`` names.
  package var itemAnchor: LayoutAnchor?
  /// The insets inside the frame of the badge, applied after the badge is placed.
  package var contentInsets: Insets
  /// The drawing order: higher values are drawn later.
  package var zIndex: Int

  /// Creates a badge at a point of its host, drawn over the cells by default.
  public init(
    kind: LayoutKind, size: LayoutSize, containerAnchor: LayoutAnchor, itemAnchor: LayoutAnchor? = nil,
    contentInsets: Insets = .zero, zIndex: Int = 1
  ) {
    self.kind = kind
    self.size = size
    self.containerAnchor = containerAnchor
    self.itemAnchor = itemAnchor
    self.contentInsets = contentInsets
    self.zIndex = zIndex
  }

  var transposed: LayoutSupplementary {
    var copy = self
    copy.size = size.transposed
    copy.containerAnchor = containerAnchor.transposed
    copy.itemAnchor = itemAnchor?.transposed
    copy.contentInsets = contentInsets.transposed
    return copy
  }
}

/// An element without data, drawn behind a whole section with its header and footer, as wide as the container.
package struct LayoutDecoration: Hashable, Sendable {
  /// The kind of the decoration.
  package var kind: LayoutKind
  /// The insets from the bounds of the section.
  package var contentInsets: Insets
  /// The drawing order: higher values are drawn later. In a section with a background, all other elements have a
  /// drawing order of at least 1.
  package var zIndex: Int

  /// Creates the background of a section.
  package static func background(_ kind: LayoutKind, contentInsets: Insets = .zero, zIndex: Int = 0) -> LayoutDecoration
  { LayoutDecoration(kind: kind, contentInsets: contentInsets, zIndex: zIndex) }

  var transposed: LayoutDecoration {
    var copy = self
    copy.contentInsets = contentInsets.transposed
    return copy
  }
}
