public import ScrollworkGeometry

/// What a layout is resolved in.
public struct LayoutEnvironment: Hashable, Sendable {
  /// The size of the view, in logical pixels.
  public var container: Size
  /// Device pixels per logical pixel. Frames are snapped to device pixels.
  public var scale: Double
  /// Every arrangement is mirrored about the vertical centre line of the container.
  public var isRightToLeft: Bool
  /// What the surroundings reserve at the edges. Leading and trailing make every section narrower; top and bottom are
  /// the business of whoever scrolls.
  public var insets: Insets

  public init(container: Size, scale: Double = 1, isRightToLeft: Bool = false, insets: Insets = .zero) {
    self.container = container
    self.scale = scale
    self.isRightToLeft = isRightToLeft
    self.insets = insets
  }

  /// The size that sections are resolved in.
  public var effectiveContentSize: Size {
    container.inset(by: Insets(leading: insets.leading, trailing: insets.trailing))
  }

  /// This environment with every number usable.
  var sane: LayoutEnvironment {
    LayoutEnvironment(
      container: Size(width: Subpixels.sane(container.width), height: Subpixels.sane(container.height)),
      scale: scale.isFinite && scale > 0 ? min(max(scale, 1.0 / 16), 16) : 1,
      isRightToLeft: isRightToLeft, insets: insets.sane)
  }
}

extension Insets {
  /// These insets without anything negative or not finite.
  var sane: Insets {
    Insets(
      top: Subpixels.sane(top), leading: Subpixels.sane(leading), bottom: Subpixels.sane(bottom),
      trailing: Subpixels.sane(trailing))
  }
}
