internal import CFonts
import ScrollworkHostInterface

/// A font that is part of the program.
enum BundledFont: Hashable, CaseIterable {
  case interRegular, interMedium, interSemibold, monoRegular, monoBold

  /// Creates the font of a family whose weight is closest.
  init(_ family: Font.Family, _ weight: Font.Weight) {
    self =
      switch (family, weight) {
      case (.sans, .regular): .interRegular
      case (.sans, .medium): .interMedium
      case (.sans, _): .interSemibold
      case (.mono, .regular), (.mono, .medium): .monoRegular
      case (.mono, _): .monoBold
      }
  }

  /// The bytes of the font's file.
  var bytes: UnsafeBufferPointer<UInt8> {
    let font =
      switch self {
      case .interRegular: scrollwork_inter_regular
      case .interMedium: scrollwork_inter_medium
      case .interSemibold: scrollwork_inter_semibold
      case .monoRegular: scrollwork_mono_regular
      case .monoBold: scrollwork_mono_bold
      }
    return UnsafeBufferPointer(start: font.bytes, count: font.count)
  }
}

/// The origin of a font's data: a bundled font or a file.
enum FontSource: Hashable {
  case bundled(BundledFont)
  case file(FontFile)
}

/// A font on disk: a file, and the index of a face in it.
package struct FontFile: Hashable, Sendable {
  package var path: String
  /// The index of the face in the file. For a variable font, the upper 16 bits hold the number of a named instance.
  package var index: Int

  package init(path: String, index: Int = 0) {
    self.path = path
    self.index = index
  }
}

/// A source of system fonts for characters that the bundled fonts lack.
package protocol FallbackFontFinding: AnyObject {
  /// Returns a font that contains `scalar`; `nil` if the system has none.
  /// - Parameter isEmoji: Whether a colour font is preferred.
  func font(for scalar: Unicode.Scalar, isMono: Bool, isBold: Bool, isEmoji: Bool) -> FontFile?
}
