package import ScrollworkHostInterface

/// Shapes text with HarfBuzz and renders glyphs with FreeType.
///
/// Text of printable ASCII is set from tables that were filled through HarfBuzz; all other text goes through HarfBuzz.
/// The fonts are part of the program; characters that they lack come from the system's fonts.
@MainActor
package final class TextEngine: TextShaping, GlyphSource {
  /// The number of characters that stay after an ellipsis in the middle.
  nonisolated static let middleTail = 8

  /// Whether plain text is typeset from tables; `false` sends all text through HarfBuzz, to compare both.
  package var usesTables = true

  let fonts: FontSet
  /// The storage for a line that is typeset from the tables.
  let ascii = ASCIIText()
  /// The storage for a line that is typeset through HarfBuzz.
  var paragraph: TextParagraph

  /// Creates an engine.
  /// - Parameter fallback: Finds system fonts; with `nil`, characters that the bundled fonts lack are shown as boxes.
  /// - Throws: If FreeType cannot be started.
  package init(fallback: (any FallbackFontFinding)?) throws(TextEngineError) {
    fonts = try FontSet(fallback: fallback)
    paragraph = TextParagraph(fonts: fonts, font: fonts.resolve(Font(size: 13), scale: 1))
  }

  /// Typesets a text as one line, truncated to a width.
  /// - Parameters:
  ///   - width: The limit in logical pixels; `nil` for none.
  ///   - scale: Device pixels per logical pixel.
  ///   - line: A line whose memory may be reused if nothing else holds it.
  package func line(
    _ text: String, font: Font, width: Double?, truncation: Truncation, scale: Double, reusing line: consuming TextLine?
  ) -> TextLine {
    var spare = line
    let result = isKnownUniquelyReferenced(&spare) ? spare ?? TextLine() : TextLine()
    spare = nil
    let limit = width.map { LineLimit(width: $0.isNaN ? 0 : $0 * scale, truncation: truncation) }
    set(text[...], at: 0, font: resolve(font, scale: scale), limit: limit, into: result)
    return result
  }

  /// Returns the extents of a font and the width of its digits, in logical pixels.
  package func metrics(of font: Font, scale: Double) -> FontMetrics {
    let resolved = resolve(font, scale: scale)
    let zero = resolved.face.ascii.advances[0x30 - 0x20]
    return FontMetrics(
      ascent: resolved.ascent, descent: resolved.descent,
      digitWidth: (Double(zero) * resolved.unit + resolved.tracking) / scale)
  }

  /// Whether a text is typeset from the tables, without HarfBuzz.
  /// - Complexity: O(*n*) in the length of the text.
  package func isPlain(_ text: String, font: Font) -> Bool {
    let resolved = resolve(font, scale: 1)
    return text.utf8.withContiguousStorageIfAvailable { ascii.set($0, in: resolved, limit: nil) } ?? false
  }

  /// Renders a glyph; returns an empty image for an unknown face number.
  package func image(ofGlyph glyph: UInt32, face: UInt16, quarter: UInt8) -> GlyphImage {
    guard let sized = fonts.sizedFace(face) else { return .empty }
    return sized.face.image(
      ofGlyph: glyph,
      FontFace.RasterRequest(size: sized.size, isHinted: sized.isHinted, quarter: quarter & 3))
  }

  /// Returns the face and the measures of a font at a scale.
  /// - Precondition: `scale` is positive and finite.
  func resolve(_ font: Font, scale: Double) -> ResolvedFont {
    precondition(scale > 0 && scale.isFinite, "scale \(scale)")
    return fonts.resolve(font, scale: scale)
  }

  /// Typesets a text as one line, truncated to the limit.
  /// - Parameter offset: The offset of `text` in the whole text, in bytes; it is added to the clusters of the glyphs.
  func set(_ text: Substring, at offset: Int, font: ResolvedFont, limit: LineLimit?, into line: TextLine) {
    if usesTables {
      let isSet = text.utf8.withContiguousStorageIfAvailable { ascii.set($0, in: font, limit: limit) }
      if isSet == true { return fill(line, font, offset: offset) }
    }
    let isTruncated = setParagraph(text, at: offset, font: font, limit: limit)
    fill(line, font, isTruncated: isTruncated)
  }

  /// Copies the line in `ascii` to `line`.
  func fill(_ line: TextLine, _ font: ResolvedFont, offset: Int) {
    var glyphs: [TextLine.Glyph] = []
    swap(&glyphs, &line.glyphs)
    resize(&glyphs, to: ascii.count)
    ascii.write(to: &glyphs, in: font, offset: offset)
    swap(&glyphs, &line.glyphs)
    line.width = (Double(ascii.end) * font.unit + Double(ascii.count) * font.tracking) / font.scale
    line.ascent = font.ascent
    line.descent = font.descent
    line.scale = font.scale
    line.isTruncated = ascii.isTruncated
    line.isRightToLeft = false
  }

  /// Copies the line in `paragraph` to `line`.
  func fill(_ line: TextLine, _ font: ResolvedFont, isTruncated: Bool) {
    line.glyphs.removeAll(keepingCapacity: true)
    line.glyphs.append(contentsOf: paragraph.glyphs)
    line.width = paragraph.width / font.scale
    line.ascent = paragraph.ascent
    line.descent = paragraph.descent
    line.scale = font.scale
    line.isTruncated = isTruncated
    line.isRightToLeft = paragraph.isRightToLeft
  }

  /// Changes the number of glyphs without freeing memory.
  private func resize(_ glyphs: inout [TextLine.Glyph], to count: Int) {
    if glyphs.count > count {
      glyphs.removeLast(glyphs.count - count)
    } else if glyphs.count < count {
      let blank = TextLine.Glyph(index: 0, face: 0, cluster: 0, x: 0, y: 0)
      glyphs.append(contentsOf: repeatElement(blank, count: count - glyphs.count))
    }
  }
}
