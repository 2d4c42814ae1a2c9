import CPNG

/// Decodes PNG files into exact pixels, for comparisons. Pictures for the screen come from `PNGDecoder`.
package enum PNGReader {
  /// Returns the pixels of a PNG file, `0xAARRGGBB` and not premultiplied.
  /// - Throws: `.decoding` if the file is damaged or has too many pixels.
  package static func decode(_ bytes: [UInt8]) throws(PNGError) -> (width: Int, height: Int, pixels: [UInt32]) {
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    // libpng keeps the address of the bytes between the two calls, so they must not move.
    let pixels = bytes.withUnsafeBytes { source -> [UInt32]? in
      guard png_image_begin_read_from_memory(&image, source.baseAddress, source.count) != 0 else { return nil }
      let (width, height) = (Int(image.width), Int(image.height))
      guard width * height <= pixelLimit else { return nil }
      image.format = UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA | PNG_FORMAT_FLAG_BGR)
      var pixels = [UInt32](repeating: 0, count: width * height)
      return png_image_finish_read(&image, nil, &pixels, 0, nil) != 0 ? pixels : nil
    }
    guard let pixels else { throw .decoding(reason: message(of: image)) }
    return (Int(image.width), Int(image.height), pixels)
  }

  /// The largest number of pixels: 16,384 on each side, as in the largest window.
  private static let pixelLimit = 1 << 28

  /// Returns libpng's error message.
  static func message(of image: png_image) -> String {
    let text = withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    return text.isEmpty ? "too many pixels" : text
  }
}
