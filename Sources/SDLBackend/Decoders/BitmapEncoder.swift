package import ScrollworkHostInterface

/// Makes PNG files of bitmaps, for the small pictures that the desktop shares.
package struct BitmapEncoder: ImageEncoding {
  package init() {}

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
