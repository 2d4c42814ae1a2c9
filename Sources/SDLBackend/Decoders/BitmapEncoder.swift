package import ScrollworkHostInterface

/// Encodes bitmaps as PNG files, for the desktop's shared thumbnails.
package struct BitmapEncoder: ImageEncoding {
  package init() {}

  /// Returns the PNG file of a bitmap.
  package func png(of bitmap: Bitmap) throws(ImageError) -> [UInt8] {
    var pixels = bitmap.pixels
    let result: Result<[UInt8], ImageError> = pixels.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return .failure(.corrupt("a picture without pixels")) }
      let surface = PixelSurface(base: base, width: bitmap.width, height: bitmap.height, stride: bitmap.width)
      return Result { () throws(PNGError) in try PNGWriter.encode(surface, isOpaque: bitmap.isOpaque) }
        .mapError { .corrupt($0.description) }
    }
    return try result.get()
  }
}
