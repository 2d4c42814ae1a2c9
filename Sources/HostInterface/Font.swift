/// A typeface, its weight and its size.
///
/// Text is drawn as written, without ligatures and contextual alternates: the x in `10x20` stays an x.
public struct Font: Hashable, Sendable {
  /// The two families of the interface.
  public enum Family: UInt8, Hashable, Sendable {
    /// The proportional family of the interface. Its digits are tabular, so that columns of numbers align.
    case sans
    /// The monospaced family, for text files, logs and code.
    case mono
  }

  /// The stroke weight.
  public enum Weight: UInt8, Hashable, Sendable {
    case regular, medium, semibold, bold
  }

  /// The family that the glyphs come from.
  package var family: Family
  /// The stroke weight.
  package var weight: Weight
  /// Size of the em square in logical pixels.
  package var size: Double
  /// Extra advance after each character, in logical pixels; negative values tighten the text. Has no effect on scripts
  /// whose letters are joined, such as Arabic.
  package var tracking: Double

  /// Creates a font.
  /// - Parameter size: Size of the em square in logical pixels.
  public init(_ family: Family = .sans, weight: Weight = .regular, size: Double, tracking: Double = 0) {
    self.family = family
    self.weight = weight
    self.size = size
    self.tracking = tracking
  }
}

/// A font together with the height of its lines.
///
/// The comments of the standard styles give font size and line height in logical pixels, such as 13/20.
public struct TextStyle: Hashable, Sendable {
  /// The font of the text.
  package var font: Font
  /// Distance between consecutive baselines, in logical pixels.
  package var lineHeight: Double

  /// Creates a style from a font and a line height in logical pixels.
  public init(font: Font, lineHeight: Double) {
    self.font = font
    self.lineHeight = lineHeight
  }

  /// The largest text: titles of empty views and covers. 28/36, semibold.
  public static let display = sans(28, 36, .semibold, tracking: -0.5)
  /// Titles of pages and dialogs. 20/28, semibold.
  public static let title = sans(20, 28, .semibold, tracking: -0.3)
  /// Headings of sections. 15/20, semibold.
  public static let heading = sans(15, 20, .semibold, tracking: -0.1)
  /// Introductory text. 14/20.
  package static let lead = sans(14, 20)
  /// Ordinary text. 13/20.
  public static let body = sans(13, 20)
  /// Ordinary text of medium weight, for labels of controls. 13/20.
  package static let bodyMedium = sans(13, 20, .medium)
  /// Emphasised ordinary text. 13/20, semibold.
  package static let bodyStrong = sans(13, 20, .semibold)
  /// Secondary text. 12/16.
  public static let small = sans(12, 16)
  /// Secondary text of medium weight. 12/16.
  package static let smallMedium = sans(12, 16, .medium)
  /// Emphasised secondary text. 12/16, semibold.
  package static let smallStrong = sans(12, 16, .semibold)
  /// The smallest text: counts and badges. 11/16.
  package static let micro = sans(11, 16)
  /// The smallest text, of medium weight. 11/16.
  package static let microMedium = sans(11, 16, .medium)
  /// Text files, logs and code. 12/20.
  public static let mono = TextStyle(font: Font(.mono, size: 12), lineHeight: 20)
  /// Emphasised text in files, logs and code. 12/20, bold.
  package static let monoBold = TextStyle(font: Font(.mono, weight: .bold, size: 12), lineHeight: 20)

  private static func sans(
    _ size: Double, _ lineHeight: Double, _ weight: Font.Weight = .regular, tracking: Double = 0
  ) -> TextStyle {
    TextStyle(font: Font(.sans, weight: weight, size: size, tracking: tracking), lineHeight: lineHeight)
  }

  /// Returns the distance from the top of a line to its baseline, rounded to whole device pixels.
  ///
  /// The baseline centres capital letters, which are 0.727 em tall in the interface's typeface. Centring the ascent and
  /// descent instead would make labels look too high.
  /// - Parameters:
  ///   - height: Height of the line in logical pixels; `nil` for the style's own line height.
  ///   - scale: Device pixels per logical pixel.
  package func baseline(inHeight height: Double? = nil, scale: Double = 1) -> Double {
    (((height ?? lineHeight) + 0.727 * font.size) / 2 * scale).rounded() / scale
  }
}
