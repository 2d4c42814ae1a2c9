import ScrollworkGeometry

/// The area that a section's own insets start from, across the scroll direction.
public enum ContentInsetsReference: Hashable, Sendable {
  /// The reference of the enclosing level: a section uses the configuration's, and the configuration uses ``safeArea``.
  case automatic
  /// The bounds of the view.
  case none
  /// The bounds of the view without the safe area, ``LayoutEnvironment/insets``.
  case safeArea
  /// The safe area with a margin of ``LayoutEnvironment/layoutMargin`` at both sides.
  case layoutMargins
  /// A centred column of at most 672 logical pixels, a width at which text is easy to read.
  case readableContent

  /// The maximum width of a column of text, in logical pixels.
  static let readableWidth = 672.0

  /// Returns the leading and trailing insets of this reference.
  /// - Parameters:
  ///   - environment: Its container and insets must be finite and not negative.
  ///   - automatic: The reference that ``automatic`` stands for.
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
