public import ScrollworkGeometry

/// The surroundings that a layout is resolved in.
public struct LayoutEnvironment: Hashable, Sendable {
  /// The size of the view, in logical pixels.
  public var container: Size
  /// The number of device pixels per logical pixel. Frames are snapped to device pixels.
  public var scale: Double
  /// Whether every arrangement is mirrored about the vertical centre line of the container.
  public var isRightToLeft: Bool
  /// The insets of the view, in logical pixels. Those on the cross axis narrow the sections, according to their
  /// ``ContentInsetsReference``. Those on the main axis add space before the first and after the last section, and
  /// pinned elements stay inside them.
  public var insets: Insets
  /// The margin that ``ContentInsetsReference/layoutMargins`` adds at both sides, in logical pixels.
  public var layoutMargin = 16.0
  /// The width that the view's own controls take at the right side, in addition to the ``insets``, in logical pixels.
  /// It narrows the sections as an inset does, but not the elements that the view places itself.
  package var controlRoom = 0.0
  /// The system preferences of the user. The library does not use them, but a section's layout may depend on them.
  public var traits = Traits()
  /// Whether this is the environment of a subsection in a mirrored list. The subsection is laid out from left to right,
  /// and then mirrored together with everything around it.
  var isMirroredAround = false
  /// The scroll direction of the list.
  private(set) var scrollDirection = Axis.vertical
  /// The reference that the list's configuration declares, used by sections without one of their own.
  private(set) var contentInsetsReference = ContentInsetsReference.automatic

  /// System preferences of the user.
  public struct Traits: Hashable, Sendable {
    /// Whether the user prefers dark colours.
    public var isDark: Bool
    /// Whether the user prefers more contrast.
    public var hasHighContrast: Bool
    /// The factor applied to the size of text; 1 if the host does not provide one.
    public var textScale: Double
    /// Whether the user prefers as little motion as possible.
    public var reducesMotion: Bool

    /// Creates preferences; the defaults are those of a user who changed no setting.
    package init(
      isDark: Bool = false, hasHighContrast: Bool = false, textScale: Double = 1, reducesMotion: Bool = false
    ) {
      self.isDark = isDark
      self.hasHighContrast = hasHighContrast
      self.textScale = textScale
      self.reducesMotion = reducesMotion
    }
  }

  /// Creates an environment for a view of the given size, in logical pixels. By default it reads from left to right and
  /// has no insets.
  public init(container: Size, scale: Double = 1, isRightToLeft: Bool = false, insets: Insets = .zero) {
    self.container = container
    self.scale = scale
    self.isRightToLeft = isRightToLeft
    self.insets = insets
  }

  /// The size in which a section is resolved, unless it has a ``ContentInsetsReference`` of its own. On the cross axis,
  /// this is the container less the insets of the reference in the list's ``LayoutConfiguration``.
  ///
  /// If the program created the environment, rather than a list, this is the container less the leading and trailing
  /// ``insets``.
  package var effectiveContentSize: Size {
    guard scrollDirection == .vertical else { return transposed.effectiveContentSize.transposed }
    return container.inset(by: ContentInsetsReference.automatic.insets(in: self, automatic: contentInsetsReference))
  }

  /// Returns a copy of this environment with the properties of a list's configuration.
  func of(_ configuration: LayoutConfiguration) -> LayoutEnvironment {
    var copy = self
    copy.scrollDirection = configuration.scrollDirection
    copy.contentInsetsReference = configuration.contentInsetsReference
    return copy
  }

  /// Returns whether sections have the same width available on the cross axis in both environments, whatever their
  /// ``ContentInsetsReference``.
  func leavesSameRoom(as other: LayoutEnvironment) -> Bool {
    guard scrollDirection == .vertical else { return transposed.leavesSameRoom(as: other.transposed) }
    return container.width == other.container.width && insets.leading == other.insets.leading
      && insets.trailing == other.insets.trailing && controlRoom == other.controlRoom
      && layoutMargin == other.layoutMargin
  }

  /// This environment with valid numbers: finite, non-negative container and insets, and a scale from 1/16 to 16.
  var sane: LayoutEnvironment {
    var copy = self
    copy.container = Size(width: Subpixels.sane(container.width), height: Subpixels.sane(container.height))
    copy.scale = scale.isFinite && scale > 0 ? min(max(scale, 1.0 / 16), 16) : 1
    copy.insets = insets.sane
    return copy
  }

  /// Whether the user sees the layout from right to left.
  var runsFromRightToLeft: Bool { isRightToLeft || isMirroredAround }

  /// This environment as the user sees it: ``isRightToLeft`` includes the mirroring by outer layouts.
  var seen: LayoutEnvironment {
    var copy = self
    copy.isRightToLeft = runsFromRightToLeft
    copy.isMirroredAround = false
    return copy
  }

  /// This environment with swapped axes.
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
  /// These insets with their axes swapped: leading becomes top, trailing becomes bottom, and vice versa.
  var transposed: Insets { Insets(top: leading, leading: top, bottom: trailing, trailing: bottom) }

  /// These insets with every negative or non-finite number replaced by zero.
  package var sane: Insets {
    Insets(
      top: Subpixels.sane(top), leading: Subpixels.sane(leading), bottom: Subpixels.sane(bottom),
      trailing: Subpixels.sane(trailing))
  }
}
