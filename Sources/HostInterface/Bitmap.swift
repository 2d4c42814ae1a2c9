/// Decoded pixels: premultiplied, 32 bits each, in memory as blue, green, red, alpha.
///
/// A bitmap does not change after it was made, so it may be used from any thread.
public final class Bitmap: Sendable {
  /// Columns of pixels.
  public let width: Int
  /// Rows of pixels.
  public let height: Int
  /// True if every pixel's alpha is 255.
  public let isOpaque: Bool
  /// Rows from the top, without padding; `width * height` values `0xAARRGGBB`.
  public let pixels: [UInt32]

  /// - Precondition: `pixels` has `width * height` values.
  public init(width: Int, height: Int, pixels: [UInt32], isOpaque: Bool) {
    precondition(
      width >= 0 && height >= 0 && pixels.count == width * height, "\(pixels.count) pixels for \(width) x \(height)")
    self.width = width
    self.height = height
    self.pixels = pixels
    self.isOpaque = isOpaque
  }

  /// Memory that the pixels take.
  public var byteCount: Int { pixels.count * 4 }

  /// Size in pixels.
  public var pixelSize: PixelSize { PixelSize(width: width, height: height) }
}

/// A width and a height in whole pixels.
public struct PixelSize: Hashable, Sendable {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
