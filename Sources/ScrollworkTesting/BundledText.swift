package import Scrollwork
import ScrollworkSDLBackend

/// A text shaper that uses only Scrollwork's own fonts, so that text looks the same on every machine.
///
/// Pass it to a ``ViewHarness`` whose frames you compare with ``expectPicture(of:in:named:testFile:)``. Characters that
/// the bundled fonts lack become boxes.
@MainActor
package final class BundledText: TextShaping {
  let engine: TextEngine

  private static var current: BundledText?

  private init() throws(PictureError) {
    do {
      engine = try TextEngine(fallback: nil)
    } catch {
      throw .noFonts(reason: "\(error)")
    }
  }

  /// Returns the only instance. Glyph numbers have a meaning only for the engine that shaped them, so shaping and
  /// drawing must share one engine.
  /// - Throws: ``PictureError/noFonts(reason:)``.
  package static func shared() throws(PictureError) -> BundledText {
    if let current { return current }
    let made = try BundledText()
    current = made
    return made
  }

  /// Shapes a text as one line, as a window does.
  package func line(
    _ text: String, font: Font, width: Double?, truncation: Truncation, scale: Double, reusing line: consuming TextLine?
  ) -> TextLine {
    engine.line(text, font: font, width: width, truncation: truncation, scale: scale, reusing: line)
  }

  /// Breaks a text into lines, as a window does.
  package func lines(_ text: String, font: Font, width: Double, limit: Int, scale: Double) -> [TextLine] {
    engine.lines(text, font: font, width: width, limit: limit, scale: scale)
  }

  /// Returns the dimensions of a font in logical pixels.
  package func metrics(of font: Font, scale: Double) -> FontMetrics {
    engine.metrics(of: font, scale: scale)
  }

  /// Returns the caret positions in a text, in logical pixels from the start of its line.
  package func caretPositions(in text: String, font: Font, scale: Double) -> [Double] {
    engine.caretPositions(in: text, font: font, scale: scale)
  }
}
