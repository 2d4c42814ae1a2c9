package import Scrollwork
import ScrollworkSDLBackend

/// An opaque picture that tests compare: a rendered frame or a screenshot.
package struct Picture: Hashable, Sendable {
  /// The width in pixels.
  package let width: Int
  /// The height in pixels.
  package let height: Int
  /// The pixels row by row from the top, as `0xFFRRGGBB`.
  package let pixels: [UInt32]

  /// Creates a picture from pixel rows `0xFFRRGGBB`, from the top.
  /// - Precondition: There are `width * height` pixels.
  package init(width: Int, height: Int, pixels: [UInt32]) {
    precondition(pixels.count == width * height, "\(pixels.count) pixels for \(width) x \(height)")
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// Reads a PNG file and ignores its transparency.
  /// - Throws: ``PictureError/unreadable(path:reason:)``.
  /// - Complexity: O(*n*) in the number of pixels.
  package init(contentsOf path: String) throws(PictureError) {
    guard let bytes = TestFile.bytes(of: path) else { throw .unreadable(path: path, reason: "no such file") }
    do {
      let image = try PNGReader.decode(bytes)
      self.init(width: image.width, height: image.height, pixels: image.pixels.map { $0 | 0xFF00_0000 })
    } catch {
      throw .unreadable(path: path, reason: "\(error)")
    }
  }

  /// Draws a frame with the same painter that draws windows.
  ///
  /// The frame's text must be shaped by ``BundledText/shared()``; text shaped by ``SimpleText`` is not drawn.
  /// - Throws: ``PictureError/noFonts(reason:)``.
  /// - Complexity: O(*n*) in the number of pixels.
  @MainActor
  package init(of frame: Frame) throws(PictureError) {
    let painter = Painter(glyphs: try BundledText.shared().engine)
    let buffer = PixelBuffer(
      width: Int((frame.size.width * frame.scale).rounded()), height: Int((frame.size.height * frame.scale).rounded()))
    _ = painter.paint(frame, into: buffer.surface, everything: true)
    self.init(
      width: buffer.surface.width, height: buffer.surface.height, pixels: buffer.pixels.map { $0 | 0xFF00_0000 })
  }

  /// The colour of a pixel; the origin is the top left.
  /// - Precondition: The pixel is inside the picture.
  package subscript(x: Int, y: Int) -> Color {
    precondition(x >= 0 && x < width && y >= 0 && y < height, "pixel \(x), \(y) of \(width) x \(height)")
    return Color(hex: pixels[y * width + x] & 0xFF_FFFF)
  }

  /// Returns the part of the picture inside a rectangle.
  /// - Parameter region: The rectangle in pixels, rounded to whole pixels and clamped to the picture.
  /// - Complexity: O(*n*) in the number of pixels.
  package func cropped(to region: Rect) -> Picture {
    let (left, right) = Self.range(region.minX, region.maxX, within: width)
    let (top, bottom) = Self.range(region.minY, region.maxY, within: height)
    var part: [UInt32] = []
    part.reserveCapacity((right - left) * (bottom - top))
    for y in top..<bottom { part += pixels[(y * width + left)..<(y * width + right)] }
    return Picture(width: right - left, height: bottom - top, pixels: part)
  }

  /// Returns a range's first pixel and the pixel after its last, rounded to whole pixels and clamped to `0...count`.
  private static func range(_ start: Double, _ end: Double, within count: Int) -> (Int, Int) {
    let first = Int(min(max(0, start.rounded()), Double(count)))
    return (first, max(first, Int(min(max(0, end.rounded()), Double(count)))))
  }

  /// Returns the first differing pixel, row by row from the top; `nil` if the pictures are equal or have different
  /// sizes.
  /// - Parameter tolerance: The largest difference of a colour component, 0 to 255, that counts as equal.
  /// - Complexity: O(*n*) in the number of pixels.
  package func firstDifference(from other: Picture, tolerance: Int = 0) -> (x: Int, y: Int)? {
    guard width == other.width, height == other.height else { return nil }
    return pixels.indices.first { !Self.areEqual(pixels[$0], other.pixels[$0], tolerance) }
      .map { ($0 % width, $0 / width) }
  }

  /// Whether a picture has the same size and equal pixels.
  /// - Parameter tolerance: The largest difference of a colour component, 0 to 255, that counts as equal.
  func matches(_ other: Picture, tolerance: Int) -> Bool {
    width == other.width && height == other.height && firstDifference(from: other, tolerance: tolerance) == nil
  }

  private static func areEqual(_ one: UInt32, _ other: UInt32, _ tolerance: Int) -> Bool {
    one == other
      || [16, 8, 0].allSatisfy { abs(Int(one >> $0 & 0xff) - Int(other >> $0 & 0xff)) <= tolerance }
  }

  /// Returns a picture of this size that is red where `other` differs, and elsewhere a pale version of this picture.
  func marked(whereOther other: Picture) -> Picture {
    let marked = pixels.indices.map { index -> UInt32 in
      let (x, y) = (index % width, index / width)
      let isSame = x < other.width && y < other.height && pixels[index] == other.pixels[y * other.width + x]
      // A quarter of each channel on white.
      return isSame ? 0xFFC0_C0C0 + ((pixels[index] >> 2) & 0x003F_3F3F) : 0xFFE0_0000
    }
    return Picture(width: width, height: height, pixels: marked)
  }

  /// Returns the picture as a PNG file.
  func png() throws(PNGError) -> [UInt8] {
    let buffer = PixelBuffer(width: width, height: height)
    for (index, pixel) in pixels.enumerated() { buffer.surface.base[index] = pixel }
    return try PNGWriter.encode(buffer.surface)
  }
}
