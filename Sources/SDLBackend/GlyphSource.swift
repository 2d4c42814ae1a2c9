/// Where the painter gets the pixels of glyphs. The text engine is the one in use.
@MainActor
package protocol GlyphSource: AnyObject {
  /// The picture of a glyph.
  /// - Parameters:
  ///   - face: As numbered in the lines that the same text engine shaped; a face stands for a file, a size and a hinting.
  ///   - quarter: How far the origin lies right of a device pixel's left edge, in quarters of a pixel: 0 to 3.
  func image(ofGlyph glyph: UInt32, face: UInt16, quarter: UInt8) -> GlyphImage
}

/// The pixels of one glyph in one face and size.
package struct GlyphImage {
  /// Columns from the glyph's origin to the picture's left edge, in device pixels.
  package var left: Int
  /// Rows from the baseline up to the picture's top edge, in device pixels.
  package var top: Int
  package var width: Int
  package var height: Int
  /// False: one byte of coverage a pixel. True: premultiplied blue, green, red, alpha.
  package var isColor: Bool
  /// Rows from the top without padding.
  package var bytes: [UInt8]

  package init(left: Int, top: Int, width: Int, height: Int, isColor: Bool, bytes: [UInt8]) {
    self.left = left
    self.top = top
    self.width = width
    self.height = height
    self.isColor = isColor
    self.bytes = bytes
  }
}
