internal import CPNG
import ScrollworkHostInterface

/// Decodes PNG through libpng's simplified interface, which returns errors instead of jumping out of Swift frames by
/// `longjmp`.
enum PNGDecoder {
  /// Returns the picture reduced to `size`.
  /// - Complexity: O(*n*) in the number of stored pixels.
  static func decode(_ bytes: [UInt8], to size: PixelSize) throws(ImageError) -> [UInt32] {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    return try bytes.withUnsafeBufferPointer { data throws(ImageError) -> [UInt32] in
      guard png_image_begin_read_from_memory(&image, data.baseAddress, data.count) != 0 else {
        throw .corrupt(message(of: image))
      }
      // Without this flag libpng treats 16-bit samples without gamma as linear light, and the picture is far too
      // bright.
      image.flags |= png_uint_32(PNG_IMAGE_FLAG_16BIT_sRGB)
      // Resolves palettes and reduces 16 bits to 8; gray stays gray and opaque stays opaque, which saves memory.
      image.format &= png_uint_32(PNG_FORMAT_FLAG_COLOR) | png_uint_32(PNG_FORMAT_FLAG_ALPHA)
      let stored = PixelSize(width: Int(image.width), height: Int(image.height))
      let layout = layout(of: image)
      let stride = stored.width * layout.byteCount
      return try withPixelMemory(byteCount: stride * stored.height, for: stored) { memory throws(ImageError) in
        guard png_image_finish_read(&image, nil, memory, png_int_32(stride), nil) != 0 else {
          throw .corrupt(message(of: image))
        }
        let pixels = DecodedPixels(
          base: memory, width: stored.width, height: stored.height, stride: stride, layout: layout)
        return pixels.reduced(to: size)
      }
    }
  }

  /// Returns the layout of libpng's output.
  private static func layout(of image: png_image) -> DecodedPixels.Layout {
    let isColor = image.format & png_uint_32(PNG_FORMAT_FLAG_COLOR) != 0
    let hasAlpha = image.format & png_uint_32(PNG_FORMAT_FLAG_ALPHA) != 0
    return isColor ? (hasAlpha ? .rgba : .rgb) : (hasAlpha ? .grayAlpha : .gray)
  }

  /// Returns libpng's message for the user.
  private static func message(of image: png_image) -> String {
    let text = withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    return text.isEmpty ? "PNG" : "PNG: " + text
  }
}
