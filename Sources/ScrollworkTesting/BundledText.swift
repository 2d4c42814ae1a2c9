public import Scrollwork
import ScrollworkSDLBackend

/// Shapes text with the fonts that Scrollwork brings along and with no others, so that it looks alike on every machine.
///
/// Give it to a ``ViewHarness`` whose frames are to be drawn by ``Picture/init(of:)``. Characters that the bundled fonts lack
/// are boxes.
@MainActor
public final class BundledText: TextShaping {
  let engine: TextEngine

  private static var current: BundledText?

  private init() throws(PictureError) {
    do {
      engine = try TextEngine(fontDirectory: AssetDirectory.fonts, fallback: nil)
    } catch {
      throw .noFonts(reason: "\(error)")
    }
  }

  /// The only one: glyphs are numbered by the engine that shaped them.
  /// - Throws: ``PictureError/noFonts(reason:)``.
  public static func shared() throws(PictureError) -> BundledText {
    if let current { return current }
    let made = try BundledText()
    current = made
    return made
  }

  public func line(
    _ text: String, font: Font, width: Double?, truncation: Truncation, scale: Double, reusing line: consuming TextLine?
  ) -> TextLine {
    engine.line(text, font: font, width: width, truncation: truncation, scale: scale, reusing: line)
  }

  public func lines(_ text: String, font: Font, width: Double, limit: Int, scale: Double) -> [TextLine] {
    engine.lines(text, font: font, width: width, limit: limit, scale: scale)
  }

  public func metrics(of font: Font, scale: Double) -> FontMetrics {
    engine.metrics(of: font, scale: scale)
  }

  public func caretPositions(in text: String, font: Font, scale: Double) -> [Double] {
    engine.caretPositions(in: text, font: font, scale: scale)
  }
}
