/// A shaped line of text: glyphs in visual order with their positions.
///
/// A ``TextShaping`` service makes the line, and only that shaper can interpret its face numbers. The shaper refills a
/// line only if nothing else refers to it, so a line never changes while a recording or cache holds it. A frame reads
/// hundreds of lines, so dynamic checks of exclusive access would cost more than the access.
package final class TextLine {
  /// A glyph of a face at a position.
  package struct Glyph: Hashable, Sendable {
    /// The number of the glyph in its face.
    package var index: UInt32
    /// The number of the face in the shaper that made the line.
    package var face: UInt16
    /// The byte at which the glyph's cluster begins in the UTF-8 of the shaped text, for carets and hit testing.
    package var cluster: UInt32
    /// Horizontal distance from the start of the line to the glyph's origin, in device pixels.
    package var x: Float
    /// Vertical distance from the baseline to the glyph's origin, in device pixels; positive values are below.
    package var y: Float

    /// Creates a glyph from its number, its face, its cluster and its position in device pixels.
    package init(index: UInt32, face: UInt16, cluster: UInt32, x: Float, y: Float) {
      self.index = index
      self.face = face
      self.cluster = cluster
      self.x = x
      self.y = y
    }
  }

  /// The visible glyphs. Visible signs replace control characters, and an ellipsis replaces text that does not fit.
  @exclusivity(unchecked) package var glyphs: [Glyph]
  /// The sum of all advances in logical pixels.
  @exclusivity(unchecked) package var width: Double
  /// The largest extent of the line's faces above the baseline, in logical pixels.
  @exclusivity(unchecked) package var ascent: Double
  /// The largest extent of the line's faces below the baseline, in logical pixels.
  @exclusivity(unchecked) package var descent: Double
  /// The device pixels per logical pixel for which the line was shaped.
  @exclusivity(unchecked) package var scale: Double
  /// Whether an ellipsis replaces part of the text.
  @exclusivity(unchecked) package var isTruncated: Bool
  /// Whether the line's base direction is right to left.
  @exclusivity(unchecked) package var isRightToLeft: Bool

  /// Creates an empty line for the shaper to fill.
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

/// The part of a text that an ellipsis replaces if the text is too wide.
public enum Truncation: Hashable, Sendable {
  /// The text is not shortened and may extend beyond the width.
  case none
  /// The ellipsis replaces the start.
  case start
  /// The ellipsis replaces the middle, so that the extension of a file name stays visible.
  case middle
  /// The ellipsis replaces the end.
  case end
}

/// The dimensions of a font in logical pixels.
package struct FontMetrics: Hashable, Sendable {
  /// Extent above the baseline.
  package var ascent: Double
  /// Extent below the baseline, positive.
  package var descent: Double
  /// Advance of the digit zero, for columns of numbers.
  package var digitWidth: Double

  /// Creates metrics from values in logical pixels.
  package init(ascent: Double, descent: Double, digitWidth: Double) {
    self.ascent = ascent
    self.descent = descent
    self.digitWidth = digitWidth
  }
}

/// The service that turns text into lines of positioned glyphs.
///
/// No string makes shaping fail, and every string becomes readable: tabs appear as space, newlines and control
/// characters as visible signs, and characters that no font has as a box.
@MainActor
package protocol TextShaping: AnyObject {
  /// Shapes `text` as one line.
  /// - Parameters:
  ///   - width: The largest allowed width in logical pixels; `nil` for no limit.
  ///   - truncation: The part of the text that is replaced by an ellipsis if the text is too wide.
  ///   - scale: Device pixels per logical pixel.
  ///   - line: A line that the caller no longer needs. Its storage is reused if the caller held the last reference.
  /// - Complexity: O(*n*) in the length of the text; O(*k*) if only *k* characters fit and the end is cut.
  func line(
    _ text: String, font: Font, width: Double?, truncation: Truncation, scale: Double, reusing line: consuming TextLine?
  ) -> TextLine

  /// Breaks `text` at newlines, and into lines that are no wider than `width` logical pixels.
  /// - Parameter limit: The largest allowed number of lines. If text remains, the last line ends with an ellipsis.
  func lines(_ text: String, font: Font, width: Double, limit: Int, scale: Double) -> [TextLine]

  /// Returns the dimensions of `font` in logical pixels. They may depend on `scale`, the device pixels per logical
  /// pixel.
  func metrics(of font: Font, scale: Double) -> FontMetrics

  /// Returns the horizontal positions at which a caret can stand in `text`, in logical pixels from the start of the
  /// line.
  /// - Returns: One position for each character boundary in logical order: `text.count + 1` in all.
  func caretPositions(in text: String, font: Font, scale: Double) -> [Double]
}

extension TextShaping {
  /// Shapes `text` as one line of any width.
  package func line(_ text: String, font: Font, scale: Double) -> TextLine {
    line(text, font: font, width: nil, truncation: .none, scale: scale, reusing: nil)
  }
}
