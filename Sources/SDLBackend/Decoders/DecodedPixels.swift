import Glibc
import ScrollworkHostInterface

/// Pixels in a decoder's own layout, to be converted into a bitmap.
struct DecodedPixels {
  /// The order and meaning of a pixel's bytes.
  enum Layout {
    case gray, grayAlpha, rgb, bgr, rgba, bgra, premultiplied, bgrx, invertedCMYK

    /// Bytes of a pixel.
    var byteCount: Int {
      switch self {
      case .gray: 1
      case .grayAlpha: 2
      case .rgb, .bgr: 3
      case .rgba, .bgra, .premultiplied, .bgrx, .invertedCMYK: 4
      }
    }
  }

  /// The first byte of the top row.
  var base: UnsafePointer<UInt8>
  /// The size in pixels.
  var width: Int
  var height: Int
  /// Bytes from one row to the next.
  var stride: Int
  var layout: Layout

  /// Returns the picture reduced to `size`, as premultiplied pixels; each is the average of the area that it covers.
  /// - Precondition: `size` is not empty and not larger than the picture.
  /// - Complexity: O(*n*) in the number of pixels of the picture.
  func reduced(to size: PixelSize) -> [UInt32] {
    switch layout {
    case .gray: reduced(to: size, from: GrayLayout.self)
    case .grayAlpha: reduced(to: size, from: GrayAlphaLayout.self)
    case .rgb: reduced(to: size, from: RGBLayout.self)
    case .bgr: reduced(to: size, from: BGRLayout.self)
    case .rgba: reduced(to: size, from: RGBALayout.self)
    case .bgra: reduced(to: size, from: BGRALayout.self)
    case .premultiplied: reduced(to: size, from: PremultipliedLayout.self)
    case .bgrx: reduced(to: size, from: BGRXLayout.self)
    case .invertedCMYK: reduced(to: size, from: InvertedCMYKLayout.self)
    }
  }

  /// Reduces the picture, or only converts its pixels if it already has the size `size`. Both loops are specialised for
  /// the pixel layout `L`.
  private func reduced<L: PixelLayout>(to size: PixelSize, from layout: L.Type) -> [UInt32] {
    precondition(
      size.width > 0 && size.height > 0 && size.width <= width && size.height <= height,
      "\(width) x \(height) pixels reduced to \(size.width) x \(size.height)")
    if size.width == width, size.height == height { return converted(from: layout) }
    var reduction = AreaReduction<L>(source: PixelSize(width: width, height: height), size: size)
    return reduction.run { base + $0 * stride }
  }

  /// Converts the pixels without changing their number.
  private func converted<L: PixelLayout>(from layout: L.Type) -> [UInt32] {
    [UInt32](unsafeUninitializedCapacity: width * height) { pixels, count in
      var out = 0
      for y in 0..<height {
        var pixel = base + y * stride
        for _ in 0..<width {
          var color = L.load(pixel)
          if L.hasAlpha { color = Self.premultiplied(color) }
          pixels.initializeElement(at: out, to: Self.packed(color))
          out += 1
          pixel += L.byteCount
        }
      }
      count = out
    }
  }

  /// Multiplies the colours by alpha.
  @inline(__always)
  private static func premultiplied(_ color: SIMD4<Int32>) -> SIMD4<Int32> {
    // A rounded division by 255, exact for all products of two bytes.
    let product = color &* SIMD4(color.w, color.w, color.w, 255) &+ 128
    return (product &+ (product &>> 8)) &>> 8
  }

  /// Packs blue, green, red and alpha into `0xAARRGGBB`.
  @inline(__always)
  static func packed(_ color: SIMD4<Int32>) -> UInt32 {
    UInt32(bitPattern: color.x | color.y &<< 8 | color.z &<< 16 | color.w &<< 24)
  }
}

/// Calls `body` with `byteCount` bytes for a decoder's output, and frees them afterwards. Throws `.tooLarge` if there
/// is no memory, where a Swift array would end the program.
func withPixelMemory<T>(
  byteCount: Int, for size: PixelSize, _ body: (UnsafeMutablePointer<UInt8>) throws(ImageError) -> T
) throws(ImageError) -> T {
  guard let memory = malloc(byteCount) else { throw .tooLarge(size) }
  defer { free(memory) }
  return try body(memory.assumingMemoryBound(to: UInt8.self))
}
