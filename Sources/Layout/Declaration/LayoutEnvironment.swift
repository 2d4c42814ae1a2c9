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
  /// What ``ContentInsetsReference/layoutMargins`` adds at both sides, in logical pixels.
  public var layoutMargin = 16.0
  /// What the person asked of the system. Nothing here follows from it; a section's layout may.
  public var traits = Traits()
  /// True in a section in a section that is mirrored as a whole with what is around it.
  var isMirroredAround = false

  /// What the person asked of the system.
  public struct Traits: Hashable, Sendable {
    public var isDark: Bool
    public var hasHighContrast: Bool
    /// A factor on the size of text, 1 where the host has none.
    public var textScale: Double
    public var reducesMotion: Bool

    public init(
      isDark: Bool = false, hasHighContrast: Bool = false, textScale: Double = 1, reducesMotion: Bool = false
    ) {
      self.isDark = isDark
      self.hasHighContrast = hasHighContrast
      self.textScale = textScale
      self.reducesMotion = reducesMotion
    }
  }

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
    var copy = self
    copy.container = Size(width: Subpixels.sane(container.width), height: Subpixels.sane(container.height))
    copy.scale = scale.isFinite && scale > 0 ? min(max(scale, 1.0 / 16), 16) : 1
    copy.insets = insets.sane
    return copy
  }

  /// Which way the person sees it run.
  var runsFromRightToLeft: Bool { isRightToLeft || isMirroredAround }

  /// This environment as the person sees it.
  var seen: LayoutEnvironment {
    var copy = self
    copy.isRightToLeft = runsFromRightToLeft
    copy.isMirroredAround = false
    return copy
  }

  /// This environment in a plane whose axes are swapped.
  var transposed: LayoutEnvironment {
    var copy = self
    copy.container = container.transposed
    copy.insets = insets.transposed
    return copy
  }
}

extension Size {
  /// Width and height swapped.
  var transposed: Size { Size(width: height, height: width) }
}

extension Insets {
  /// Leading and top, trailing and bottom swapped.
  var transposed: Insets { Insets(top: leading, leading: top, bottom: trailing, trailing: bottom) }

  /// These insets without anything negative or not finite.
  var sane: Insets {
    Insets(
      top: Subpixels.sane(top), leading: Subpixels.sane(leading), bottom: Subpixels.sane(bottom),
      trailing: Subpixels.sane(trailing))
  }
}
