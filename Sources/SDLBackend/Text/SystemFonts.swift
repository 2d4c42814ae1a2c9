import ScrollworkPlatform

/// The system's fonts, found through fontconfig if it is installed.
package final class SystemFonts: FallbackFontFinding {
  /// Loaded at the first query, because most programs make none.
  private lazy var configuration = FontConfiguration()

  /// Creates a source without loading fontconfig.
  package init() {}

  /// Returns a system font that contains `scalar`; `nil` if there is none or no fontconfig.
  package func font(for scalar: Unicode.Scalar, isMono: Bool, isBold: Bool, isEmoji: Bool) -> FontFile? {
    configuration?.font(for: scalar, isMono: isMono, isBold: isBold, isEmoji: isEmoji)
      .map { FontFile(path: $0.path, index: $0.index) }
  }
}
