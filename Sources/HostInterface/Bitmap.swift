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

  /// Creates a bitmap from premultiplied pixels.
  /// - Parameter isOpaque: Whether the alpha of every pixel is 255. The initialiser does not check this.
  /// - Precondition: `pixels` has `width * height` values.
  public init(width: Int, height: Int, pixels: [UInt32], isOpaque: Bool) {
    precondition(
      width >= 0 && height >= 0 && pixels.count == width * height, "\(pixels.count) pixels for \(width) x \(height)")
    self.width = width
    self.height = height
    self.pixels = pixels
    self.isOpaque = isOpaque
  }

  /// Size of the pixels in memory, in bytes.
  package var byteCount: Int { pixels.count * 4 }

  /// Width and height in pixels.
  package var pixelSize: PixelSize { PixelSize(width: width, height: height) }
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
