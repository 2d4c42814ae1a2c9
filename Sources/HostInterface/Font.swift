/// A typeface, its weight and its size.
///
/// Text is drawn as written in both families: no ligatures, and no forms that depend on the characters around.
public struct Font: Hashable, Sendable {
  public enum Family: UInt8, Hashable, Sendable {
    /// The proportional face of the interface; its digits are tabular.
    case sans
    /// The face of text, logs and code.
    case mono
  }

  public enum Weight: UInt8, Hashable, Sendable {
    case regular, medium, semibold, bold
  }

  public var family: Family
  public var weight: Weight
  /// Size of the em square in logical pixels.
  public var size: Double
  /// Added to the advance of every character, in logical pixels.
  public var tracking: Double

  public init(_ family: Family = .sans, weight: Weight = .regular, size: Double, tracking: Double = 0) {
    self.family = family
    self.weight = weight
    self.size = size
    self.tracking = tracking
  }
}

/// A font with the line it sits in.
public struct TextStyle: Hashable, Sendable {
  public var font: Font
  /// Distance between baselines, in logical pixels.
  public var lineHeight: Double

  public init(font: Font, lineHeight: Double) {
    self.font = font
    self.lineHeight = lineHeight
  }

  public static let display = sans(28, 36, .semibold, tracking: -0.5)
  public static let title = sans(20, 28, .semibold, tracking: -0.3)
  public static let heading = sans(15, 20, .semibold, tracking: -0.1)
  public static let lead = sans(14, 20)
  public static let body = sans(13, 20)
  public static let bodyMedium = sans(13, 20, .medium)
  public static let bodyStrong = sans(13, 20, .semibold)
  public static let small = sans(12, 16)
  public static let smallMedium = sans(12, 16, .medium)
  public static let smallStrong = sans(12, 16, .semibold)
  public static let micro = sans(11, 16)
  public static let microMedium = sans(11, 16, .medium)
  public static let mono = TextStyle(font: Font(.mono, size: 12), lineHeight: 20)
  public static let monoBold = TextStyle(font: Font(.mono, weight: .bold, size: 12), lineHeight: 20)

  private static func sans(
    _ size: Double, _ lineHeight: Double, _ weight: Font.Weight = .regular, tracking: Double = 0
  ) -> TextStyle {
    TextStyle(font: Font(.sans, weight: weight, size: size, tracking: tracking), lineHeight: lineHeight)
  }

  /// Distance from the top of a line of height `height` to its baseline, in whole device pixels: capitals are centred.
  /// The line height of the style itself is the default.
  public func baseline(inHeight height: Double? = nil, scale: Double = 1) -> Double {
    (((height ?? lineHeight) + 0.727 * font.size) / 2 * scale).rounded() / scale
  }
}
