/// A decoded picture. Its pixels are premultiplied, 32 bits each, in memory as blue, green, red, alpha.
///
/// A bitmap is immutable, so any thread may read it.
public final class Bitmap: Sendable {
  /// Number of pixel columns.
  public let width: Int
  /// Number of pixel rows.
  public let height: Int
  /// Whether every pixel's alpha is 255, so that painters may copy instead of blend.
  package let isOpaque: Bool
  /// The pixel rows from the top, without padding: `width * height` values `0xAARRGGBB`.
  public let pixels: [UInt32]
  /// The size of the original picture, of which this may be a reduced copy; `nil` if it is unknown.
  package let originalSize: PixelSize?

  /// Creates a bitmap from premultiplied pixels.
  /// - Parameter isOpaque: Whether the alpha of every pixel is 255. The initialiser does not check this.
  /// - Precondition: `pixels` has `width * height` values.
  public convenience init(width: Int, height: Int, pixels: [UInt32], isOpaque: Bool) {
    self.init(width: width, height: height, pixels: pixels, isOpaque: isOpaque, originalSize: nil)
  }

  /// Creates a bitmap that may be a reduced copy of a picture, from premultiplied pixels.
  /// - Parameters:
  ///   - isOpaque: Whether the alpha of every pixel is 255. The initialiser does not check this.
  ///   - originalSize: The size of the original picture; `nil` if it is unknown.
  /// - Precondition: `pixels` has `width * height` values.
  package init(width: Int, height: Int, pixels: [UInt32], isOpaque: Bool, originalSize: PixelSize?) {
    precondition(
      width >= 0 && height >= 0 && pixels.count == width * height, "\(pixels.count) pixels for \(width) x \(height)")
    self.width = width
    self.height = height
    self.pixels = pixels
    self.isOpaque = isOpaque
    self.originalSize = originalSize
  }

  /// Size of the pixels in memory, in bytes.
  package var byteCount: Int { pixels.count * 4 }

  /// Width and height in pixels.
  package var pixelSize: PixelSize { PixelSize(width: width, height: height) }

  /// Returns a bitmap with the same pixels, marked as a copy of a picture of another size.
  package func asCopy(ofPictureOf size: PixelSize?) -> Bitmap {
    Bitmap(width: width, height: height, pixels: pixels, isOpaque: isOpaque, originalSize: size)
  }
}

/// A width and a height in whole pixels.
public struct PixelSize: Hashable, Sendable {
  /// Number of columns.
  public var width: Int
  /// Number of rows.
  public var height: Int

  /// Creates a size from its width and height.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
