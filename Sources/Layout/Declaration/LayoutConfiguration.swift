public import ScrollworkGeometry

/// The properties of a layout that hold for all sections of a list.
public struct LayoutConfiguration: Hashable, Sendable {
  /// The direction in which the list scrolls. A list that scrolls horizontally is laid out exactly like one that
  /// scrolls vertically, with width and height, leading and top, trailing and bottom swapped.
  package var scrollDirection: Axis
  /// The gap between one section and the next, in logical pixels. There is none after the last section.
  package var interSectionSpacing: Double
  /// The list boundaries: supplementaries that appear once in the list, before the first section or after the last.
  package var boundaryItems: [LayoutBoundaryItem]
  /// The area from which a section's insets are measured if its own reference is ``ContentInsetsReference/automatic``.
  package var contentInsetsReference: ContentInsetsReference

  /// Creates a configuration; by default the list scrolls vertically and has no spacing between its sections.
  public init(
    scrollDirection: Axis = .vertical, interSectionSpacing: Double = 0, boundaryItems: [LayoutBoundaryItem] = [],
    contentInsetsReference: ContentInsetsReference = .automatic
  ) {
    self.scrollDirection = scrollDirection
    self.interSectionSpacing = interSectionSpacing
    self.boundaryItems = boundaryItems
    self.contentInsetsReference = contentInsetsReference
  }
}

/// The area from which the insets of a section are measured, on the cross axis.
public enum ContentInsetsReference: Hashable, Sendable {
  /// The default: a section uses the reference of its ``LayoutConfiguration``, and a configuration uses ``safeArea``.
  case automatic
  /// The bounds of the view.
  case none
  /// The bounds of the view less the safe area insets, ``LayoutEnvironment/insets``, and the titles of a section index.
  case safeArea
  /// The safe area less a margin of ``LayoutEnvironment/layoutMargin`` at both sides.
  case layoutMargins
  /// A centred column of at most 672 logical pixels, so that lines of text stay short enough to read easily.
  case readableContent

  /// The maximum width of a column of text, in logical pixels.
  static let readableWidth = 672.0

  /// Returns the leading and trailing insets from the bounds of the view to this area.
  /// - Parameters:
  ///   - environment: The environment; its container and insets must be finite and not negative.
  ///   - automatic: The reference to use in place of ``automatic``.
  func insets(in environment: LayoutEnvironment, automatic: ContentInsetsReference) -> Insets {
    let room = environment.controlRoom
    let safeArea = Insets(
      leading: environment.insets.leading + (environment.isRightToLeft ? room : 0),
      trailing: environment.insets.trailing + (environment.isRightToLeft ? 0 : room))
    switch self {
    case .automatic: return automatic == .automatic ? safeArea : automatic.insets(in: environment, automatic: .none)
    case .none: return .zero
    case .safeArea: return safeArea
    case .layoutMargins:
      let margin = Subpixels.sane(environment.layoutMargin)
      return Insets(leading: safeArea.leading + margin, trailing: safeArea.trailing + margin)
    case .readableContent:
      let width = max(0, environment.container.width - safeArea.horizontal)
      let aside = max(0, (width - Self.readableWidth) / 2)
      return Insets(leading: safeArea.leading + aside, trailing: safeArea.trailing + aside)
    }
  }
}
