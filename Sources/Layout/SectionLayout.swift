public import ScrollworkGeometry

/// How the cells of one section are laid out, from top to bottom: header, insets, groups, insets, footer.
///
/// A header or footer takes room only in a section that has one.
public struct SectionLayout: Hashable, Sendable {
  /// Where a section's cells get their places from.
  public enum Content: Hashable, Sendable {
    /// One group, repeated.
    case group(LayoutGroup)
    /// Tiles; their number in a row follows the width.
    case adaptiveGrid(AdaptiveGrid)
  }

  public var content: Content
  /// Around the groups. Leading and trailing hold for header and footer too; top and bottom lie between them and the
  /// groups.
  public var contentInsets: Insets
  /// Between one group and the next, in logical pixels.
  public var interGroupSpacing: Double
  public var header: LayoutBoundary
  public var footer: LayoutBoundary

  public init(
    group: LayoutGroup, contentInsets: Insets = .zero, interGroupSpacing: Double = 0,
    header: LayoutBoundary = .standard, footer: LayoutBoundary = .standard
  ) {
    self.init(
      content: .group(group), contentInsets: contentInsets, interGroupSpacing: interGroupSpacing,
      header: header, footer: footer)
  }

  public init(
    content: Content, contentInsets: Insets = .zero, interGroupSpacing: Double = 0,
    header: LayoutBoundary = .standard, footer: LayoutBoundary = .standard
  ) {
    self.content = content
    self.contentInsets = contentInsets
    self.interGroupSpacing = interGroupSpacing
    self.header = header
    self.footer = footer
  }

  /// This layout with other insets around its groups.
  public func insets(_ insets: Insets) -> SectionLayout {
    modified { $0.contentInsets = insets }
  }

  /// This layout with a header that stays in sight while any part of its section is, or does not.
  public func headerPinToVisibleBounds(_ pins: Bool = true) -> SectionLayout {
    modified { $0.header.pinToVisibleBounds = pins }
  }

  /// This layout with a footer that stays in sight while any part of its section is, or does not.
  public func footerPinToVisibleBounds(_ pins: Bool = true) -> SectionLayout {
    modified { $0.footer.pinToVisibleBounds = pins }
  }

  /// This layout with another distance between its groups, in logical pixels.
  public func interGroupSpacing(_ spacing: Double) -> SectionLayout {
    modified { $0.interGroupSpacing = spacing }
  }

  /// This layout with a header of another size.
  public func headerSize(_ size: LayoutSize) -> SectionLayout {
    modified { $0.header.size = size }
  }

  /// This layout with a footer of another size.
  public func footerSize(_ size: LayoutSize) -> SectionLayout {
    modified { $0.footer.size = size }
  }

  private func modified(_ change: (inout SectionLayout) -> Void) -> SectionLayout {
    var copy = self
    change(&copy)
    return copy
  }
}
