import ScrollworkGeometry

/// What a section's own insets are added to, across the direction of scrolling.
public enum ContentInsetsReference: Hashable, Sendable {
  /// That of whatever stands around: a section takes the configuration's, the configuration ``safeArea``.
  case automatic
  /// The bounds of the view.
  case none
  /// What the surroundings leave free: ``LayoutEnvironment/insets``.
  case safeArea
  /// A margin of ``LayoutEnvironment/layoutMargin`` in addition to the safe area.
  case layoutMargins
  /// A column in the middle that is no wider than text is read well: 672 logical pixels.
  case readableContent

  /// The widest column of text, in logical pixels.
  static let readableWidth = 672.0

  /// The leading and trailing insets in an environment of which every number is usable.
  func insets(in environment: LayoutEnvironment, automatic: ContentInsetsReference) -> Insets {
    let safeArea = Insets(leading: environment.insets.leading, trailing: environment.insets.trailing)
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
