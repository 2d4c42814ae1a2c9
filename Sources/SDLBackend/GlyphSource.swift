/// The source of glyph images for the painter; `TextEngine` is the implementation.
@MainActor
package protocol GlyphSource: AnyObject {
  /// Returns the image of a glyph.
  /// - Parameters:
  ///   - face: The number of a face in the same text engine; a face is a font file in one size with one hinting.
  ///   - quarter: The distance from a device pixel's left edge to the glyph's origin, in quarters of a pixel: 0 to 3.
  func image(ofGlyph glyph: UInt32, face: UInt16, quarter: UInt8) -> GlyphImage
}

/// The pixels of one glyph in one face and size.
package struct GlyphImage {
  /// Columns from the glyph's origin to the image's left edge, in device pixels.
  package var left: Int
  /// Rows from the baseline up to the image's top edge, in device pixels.
  package var top: Int
  /// The size of the image in device pixels.
  package var width: Int
  package var height: Int
  /// Whether each pixel is premultiplied blue, green, red and alpha; if `false`, it is one byte of coverage.
  package var isColor: Bool
  /// The rows of pixels from the top, without padding.
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
