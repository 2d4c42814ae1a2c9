public import ScrollworkGeometry

/// Something small that goes with a cell or a group: a badge. It moves nothing and may stick out of its host.
public struct LayoutSupplementary: Hashable, Sendable {
  /// What it is called.
  public var kind: LayoutKind
  /// Fractions are of the host's frame; an estimated side is as long as the content wants, once that came in sight.
  public var size: LayoutSize
  /// The point of the host.
  public var containerAnchor: LayoutAnchor
  /// The point of the supplementary that lies on the host's; the same point as of the host where nil.
  public var itemAnchor: LayoutAnchor?
  /// Moves its edges inwards after it was placed.
  public var contentInsets: Insets
  /// What has more is drawn later.
  public var zIndex: Int

  /// A badge at a point of its host, drawn over the cells unless something else is said.
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
