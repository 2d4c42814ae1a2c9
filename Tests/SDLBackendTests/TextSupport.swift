import ScrollworkHostInterface
import ScrollworkSDLBackend
import ScrollworkTestSupport

/// Fonts and engines for the tests of text.
enum TextSupport {
  @MainActor
  static func engine(_ finder: SubsetFinder? = SubsetFinder()) throws -> TextEngine {
    try TextEngine(fallback: finder)
  }

  static let rounds = perBuild(debug: 20, optimized: 100)
}

/// A finder of fallback fonts that finds the small fonts of the tests, not those of the system.
final class SubsetFinder: FallbackFontFinding {
  private(set) var questions = 0

  func font(for scalar: Unicode.Scalar, isMono: Bool, isBold: Bool, isEmoji: Bool) -> FontFile? {
    questions += 1
    let name: String
    switch scalar.value {
    case _ where isEmoji: name = "NotoColorEmoji-subset.ttf"
    case 0x300..<0x370 where isMono: name = "DejaVuSansMono-subset.ttf"
    case 0x590..<0x700, 0x2400..<0x2440, 0xfffd: name = "DejaVuSans-subset.ttf"
    case 0x2e80..<0xffff: name = "NotoSansCJK-subset.otf"
    default: return nil
    }
    return FontFile(path: #filePath.replacingTests(with: "assets/fonts/test/" + name))
  }
}

extension String {
  fileprivate func replacingTests(with path: String) -> String {
    "/" + split(separator: "/").dropLast(3).joined(separator: "/") + "/" + path
  }
}
