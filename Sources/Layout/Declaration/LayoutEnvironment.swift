public import ScrollworkGeometry

/// The surroundings that a layout is resolved in.
public struct LayoutEnvironment: Hashable, Sendable {
  /// The size of the view, in logical pixels.
  public var container: Size
  /// The number of device pixels per logical pixel. Frames are snapped to device pixels.
  public var scale: Double
  /// True if every arrangement is mirrored about the vertical centre line of the container.
  public var isRightToLeft: Bool
  /// The safe area insets, in logical pixels. Those across the scroll direction narrow the sections, as their
  /// ``ContentInsetsReference`` says; those along it are left to the scrolling view.
  public var insets: Insets
  /// The margin that ``ContentInsetsReference/layoutMargins`` adds at both sides, in logical pixels.
  public var layoutMargin = 16.0
  /// The system preferences of the user. The library derives nothing from them here; a section's layout may.
  public var traits = Traits()
  /// True in a subsection that is mirrored as a whole with its surroundings.
  var isMirroredAround = false
  /// The scroll direction of the list that this environment belongs to.
  private(set) var scrollDirection = Axis.vertical
  /// The configuration's reference, which the sections of that list use unless they declare their own.
  private(set) var contentInsetsReference = ContentInsetsReference.automatic

  /// System preferences of the user.
  public struct Traits: Hashable, Sendable {
    /// True if the user prefers dark colours.
    public var isDark: Bool
    /// True if the user prefers more contrast.
    public var hasHighContrast: Bool
    /// The factor applied to the size of text; 1 where the host has none.
    public var textScale: Double
    /// True if the user prefers as little motion as possible.
    public var reducesMotion: Bool

    /// Creates preferences; by default the user has none.
    public init(
      isDark: Bool = false, hasHighContrast: Bool = false, textScale: Double = 1, reducesMotion: Bool = false
    ) {
      self.isDark = isDark
      self.hasHighContrast = hasHighContrast
      self.textScale = textScale
      self.reducesMotion = reducesMotion
    }
  }

  /// Creates an environment for a view of this size in logical pixels, by default from left to right and without
  /// insets.
  public init(container: Size, scale: Double = 1, isRightToLeft: Bool = false, insets: Insets = .zero) {
    self.container = container
    self.scale = scale
    self.isRightToLeft = isRightToLeft
    self.insets = insets
  }

  /// The size that sections are resolved in unless they have a ``ContentInsetsReference`` of their own: the container
  /// less the insets of the list's ``LayoutConfiguration/contentInsetsReference``, across the scroll direction.
  ///
  /// In an environment that does not come from a list, it is the size that ``insets`` leave in a list that scrolls
  /// vertically.
  public var effectiveContentSize: Size {
    guard scrollDirection == .vertical else { return transposed.effectiveContentSize.transposed }
    return container.inset(by: ContentInsetsReference.automatic.insets(in: self, automatic: contentInsetsReference))
  }

  /// Returns this environment for a list with the given configuration.
  func of(_ configuration: LayoutConfiguration) -> LayoutEnvironment {
    var copy = self
    copy.scrollDirection = configuration.scrollDirection
    copy.contentInsetsReference = configuration.contentInsetsReference
    return copy
  }

  /// Returns true if the sections of one list have the same cross-axis room in both environments, whatever their insets
  /// reference.
  func leavesSameRoom(as other: LayoutEnvironment) -> Bool {
    guard scrollDirection == .vertical else { return transposed.leavesSameRoom(as: other.transposed) }
    return container.width == other.container.width && insets.leading == other.insets.leading
      && insets.trailing == other.insets.trailing && layoutMargin == other.layoutMargin
  }

  /// This environment with a finite, non-negative container and insets, and a scale from 1/16 to 16.
  var sane: LayoutEnvironment {
    var copy = self
    copy.container = Size(width: Subpixels.sane(container.width), height: Subpixels.sane(container.height))
    copy.scale = scale.isFinite && scale > 0 ? min(max(scale, 1.0 / 16), 16) : 1
    copy.insets = insets.sane
    return copy
  }

  /// True if the layout runs from right to left for the user.
  var runsFromRightToLeft: Bool { isRightToLeft || isMirroredAround }

  /// This environment as the user sees it, with all mirroring in ``isRightToLeft``.
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
  /// This size with width and height swapped.
  var transposed: Size { Size(width: height, height: width) }
}

extension Insets {
  /// These insets with leading and top, trailing and bottom swapped.
  var transposed: Insets { Insets(top: leading, leading: top, bottom: trailing, trailing: bottom) }

  /// These insets with every negative or non-finite number replaced by zero.
  var sane: Insets {
    Insets(
      top: Subpixels.sane(top), leading: Subpixels.sane(leading), bottom: Subpixels.sane(bottom),
      trailing: Subpixels.sane(trailing))
  }
}
