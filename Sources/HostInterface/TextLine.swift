/// One line of text, shaped: glyphs in visual order with their positions.
///
/// A line is made by a ``TextShaping``, which alone knows what its face numbers mean. It is immutable from the moment it
/// is handed out; the shaper may fill it anew only where nobody else holds it.
public final class TextLine {
  /// A glyph of a face at a place.
  public struct Glyph: Hashable, Sendable {
    /// The glyph's number in its face.
    public var index: UInt32
    /// The face, as numbered by the shaper that made the line.
    public var face: UInt16
    /// Byte offset of the cluster in the UTF-8 of the text as given, for carets and hits.
    public var cluster: UInt32
    /// Origin from the line's start in device pixels; x to the right, y down from the baseline.
    public var x: Float
    public var y: Float

    public init(index: UInt32, face: UInt16, cluster: UInt32, x: Float, y: Float) {
      self.index = index
      self.face = face
      self.cluster = cluster
      self.x = x
      self.y = y
    }
  }

  /// What the line shows, after control characters were replaced and the end was cut.
  public package(set) var glyphs: [Glyph]
  /// Advance of the whole line in logical pixels.
  public package(set) var width: Double
  /// Extent above the baseline in logical pixels, over all faces of the line.
  public package(set) var ascent: Double
  /// Extent below the baseline in logical pixels, over all faces of the line.
  public package(set) var descent: Double
  /// Device pixels per logical pixel that the line was shaped for.
  public package(set) var scale: Double
  /// True if a part of the text was left out and an ellipsis shows it.
  public package(set) var isTruncated: Bool
  /// True if the line's base direction is right to left.
  public package(set) var isRightToLeft: Bool

  package init() {
    glyphs = []
    width = 0
    ascent = 0
    descent = 0
    scale = 1
    isTruncated = false
    isRightToLeft = false
  }
}

/// Where the ellipsis goes when a text does not fit.
public enum Truncation: Hashable, Sendable {
  /// The text is not cut; it may run past the width.
  case none
  case start
  /// The last characters stay: the habit for file names.
  case middle
  case end
}

/// The measures of a font, in logical pixels.
public struct FontMetrics: Hashable, Sendable {
  public var ascent: Double
  public var descent: Double
  /// Advance of the digit zero.
  public var digitWidth: Double

  public init(ascent: Double, descent: Double, digitWidth: Double) {
    self.ascent = ascent
    self.descent = descent
    self.digitWidth = digitWidth
  }
}

/// Turns text into lines of positioned glyphs.
///
/// Any string is shown as something readable: tabs as space, newlines and control characters as visible signs, characters
/// that no font has as a box. Nothing that data can hold makes it fail.
@MainActor
public protocol TextShaping: AnyObject {
  /// Shapes `text` as one line.
  /// - Parameters:
  ///   - width: The most the line may measure in logical pixels; `nil` for no limit.
  ///   - truncation: Where the text is cut if it is wider.
  ///   - scale: Device pixels per logical pixel.
  ///   - line: A line that the caller gives up; its storage is used again if nobody else holds it.
  /// - Complexity: O(*n*) in the length of the text, O(*k*) where only *k* characters fit and the end is cut.
  func line(
    _ text: String, font: Font, width: Double?, truncation: Truncation, scale: Double, reusing line: consuming TextLine?
  ) -> TextLine

  /// Breaks `text` into lines no wider than `width`, at most `limit` of them; the last one ends with an ellipsis if text is
  /// left. Newlines end a line.
  func lines(_ text: String, font: Font, width: Double, limit: Int, scale: Double) -> [TextLine]

  func metrics(of font: Font, scale: Double) -> FontMetrics

  /// Horizontal positions at which a caret can stand, in logical pixels from the line's start: one for each character
  /// boundary of `text` in logical order, so one more than `text.count`.
  func caretPositions(in text: String, font: Font, scale: Double) -> [Double]
}

extension TextShaping {
  /// Shapes `text` as one line that is not cut.
  public func line(_ text: String, font: Font, scale: Double) -> TextLine {
    line(text, font: font, width: nil, truncation: .none, scale: scale, reusing: nil)
  }
}
