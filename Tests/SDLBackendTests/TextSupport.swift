import ScrollworkHostInterface
import ScrollworkSDLBackend

/// Fonts and engines for the tests of text.
enum TextSupport {
  static let assets = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/assets/fonts"

  @MainActor
  static func engine(_ finder: SubsetFinder? = SubsetFinder()) throws -> TextEngine {
    try TextEngine(fontDirectory: assets, fallback: finder)
  }

  static let rounds: Int = {
    #if DEBUG && !OPTIMIZED
      20
    #else
      100
    #endif
  }()
}

/// Finds small fonts of the tests, in place of the system's fonts.
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

struct TextSeed: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 &+ 1 }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
