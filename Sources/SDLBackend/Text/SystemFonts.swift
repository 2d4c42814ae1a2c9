import ScrollworkPlatform

/// The system's fonts, found through fontconfig where that is installed.
package final class SystemFonts: FallbackFontFinding {
  /// Looked for at the first question only: most programs never ask one.
  private lazy var configuration = FontConfiguration()

  package init() {}

  package func font(for scalar: Unicode.Scalar, isMono: Bool, isBold: Bool, isEmoji: Bool) -> FontFile? {
    configuration?.font(for: scalar, isMono: isMono, isBold: isBold, isEmoji: isEmoji)
      .map { FontFile(path: $0.path, index: $0.index) }
  }
}
