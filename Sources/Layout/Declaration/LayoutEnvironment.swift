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
  /// The direction in which the list scrolls that this is the environment of.
  private(set) var scrollDirection = Axis.vertical
  /// What the sections of that list are inset from unless they say something else.
  private(set) var contentInsetsReference = ContentInsetsReference.automatic

  /// What the person asked of the system.
  public struct Traits: Hashable, Sendable {
    /// True if dark colours are wanted.
    public var isDark: Bool
    /// True if things are to stand out more from each other.
    public var hasHighContrast: Bool
    /// A factor on the size of text, 1 where the host has none.
    public var textScale: Double
    /// True if as little as possible is to move.
    public var reducesMotion: Bool

    /// Nothing particular, unless it is said.
    public init(
      isDark: Bool = false, hasHighContrast: Bool = false, textScale: Double = 1, reducesMotion: Bool = false
    ) {
      self.isDark = isDark
      self.hasHighContrast = hasHighContrast
      self.textScale = textScale
      self.reducesMotion = reducesMotion
    }
  }

  /// A view of this size in logical pixels, from left to right and with nothing reserved unless it is said.
  public init(container: Size, scale: Double = 1, isRightToLeft: Bool = false, insets: Insets = .zero) {
    self.container = container
    self.scale = scale
    self.isRightToLeft = isRightToLeft
    self.insets = insets
  }

  /// The size that sections are resolved in unless they have a ``ContentInsetsReference`` of their own: the container
  /// less what the list's ``LayoutConfiguration/contentInsetsReference`` says, across the direction of scrolling.
  ///
  /// Of an environment that no list was asked for it is what ``insets`` leave of a list that scrolls vertically.
  public var effectiveContentSize: Size {
    guard scrollDirection == .vertical else { return transposed.effectiveContentSize.transposed }
    return container.inset(by: ContentInsetsReference.automatic.insets(in: self, automatic: contentInsetsReference))
  }

  /// This environment in a list that is laid out so.
  func of(_ configuration: LayoutConfiguration) -> LayoutEnvironment {
    var copy = self
    copy.scrollDirection = configuration.scrollDirection
    copy.contentInsetsReference = configuration.contentInsetsReference
    return copy
  }

  /// True if sections of one list have the same room across it in both, whatever they are inset from.
  func leavesSameRoom(as other: LayoutEnvironment) -> Bool {
    guard scrollDirection == .vertical else { return transposed.leavesSameRoom(as: other.transposed) }
    return container.width == other.container.width && insets.leading == other.insets.leading
      && insets.trailing == other.insets.trailing && layoutMargin == other.layoutMargin
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
    copy.scrollDirection = scrollDirection.cross
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
