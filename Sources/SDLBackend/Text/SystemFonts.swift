import ScrollworkPlatform

/// The system's fonts, found through fontconfig if it is installed.
package final class SystemFonts: FallbackFontFinding {
  /// The loaded fontconfig; `nil` if it is missing. Lazy, because most programs never need a system font.
  private lazy var configuration = FontConfiguration()

  /// Creates a source without loading fontconfig.
  package init() {}

  /// Returns a system font that contains `scalar`; `nil` if there is none or fontconfig is missing.
  package func font(for scalar: Unicode.Scalar, isMono: Bool, isBold: Bool, isEmoji: Bool) -> FontFile? {
    configuration?.font(for: scalar, isMono: isMono, isBold: isBold, isEmoji: isEmoji)
      .map { FontFile(path: $0.path, index: $0.index) }
  }
}
