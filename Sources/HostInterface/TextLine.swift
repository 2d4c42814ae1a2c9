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

  /// The pixels that the glyphs of a line cover.
  package struct Ink: Sendable {
    /// The distance from the left edge of a device pixel to the line's start in it, in device pixels: 0 up to 1.
    package var phase: Double
    /// The edges of the covered pixels, in device pixels: horizontally from the pixel in which the line starts,
    /// vertically from the baseline downwards.
    package var left = 0
    package var top = 0
    package var right = 0
    package var bottom = 0
    /// A hash of the glyphs: lines with equal glyphs have equal digests.
    package var digest: UInt64 = 0

    /// Creates the ink of a line without glyphs.
    package init(phase: Double) { self.phase = phase }
  }

  /// The visible glyphs. Visible signs replace control characters, and an ellipsis replaces text that does not fit.
  @exclusivity(unchecked) package var glyphs: [Glyph] {
    didSet { foundInk = nil }
  }
  @exclusivity(unchecked) private var foundInk: Ink?

  // In other modules the compiler ignores `@exclusivity(unchecked)` of a stored property. The following ones are
  // computed, so that reading them costs a call there and not a check.

  /// The visible glyphs, read-only.
  package var drawnGlyphs: [Glyph] { glyphs }
  /// The pixels that the glyphs cover, which the painter finds when it compares recordings; `nil` until then.
  package var ink: Ink? {
    get { foundInk }
    set { foundInk = newValue }
  }
  /// The sum of all advances in logical pixels.
  package var width: Double {
    get { measures.width }
    set { measures.width = newValue }
  }
  /// The largest extent of the line's faces above the baseline, in logical pixels.
  package var ascent: Double {
    get { measures.ascent }
    set { measures.ascent = newValue }
  }
  /// The largest extent of the line's faces below the baseline, in logical pixels.
  package var descent: Double {
    get { measures.descent }
    set { measures.descent = newValue }
  }
  /// The device pixels per logical pixel for which the line was shaped.
  package var scale: Double {
    get { measures.scale }
    set { measures.scale = newValue }
  }
  /// Whether an ellipsis replaces part of the text.
  package var isTruncated: Bool {
    get { measures.isTruncated }
    set { measures.isTruncated = newValue }
  }
  /// Whether the line's base direction is right to left.
  package var isRightToLeft: Bool {
    get { measures.isRightToLeft }
    set { measures.isRightToLeft = newValue }
  }

  private struct Measures {
    var width = 0.0
    var ascent = 0.0
    var descent = 0.0
    var scale = 1.0
    var isTruncated = false
    var isRightToLeft = false
  }
  @exclusivity(unchecked) private var measures = Measures()

  /// Creates an empty line for the shaper to fill.
  package init() { glyphs = [] }
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
