/// The layout of a pixel's bytes in a decoder's output. It is a type, so that the pixel loops are specialised for it.
protocol PixelLayout {
  /// The number of bytes for a pixel.
  static var byteCount: Int { get }
  /// Whether the colours must be multiplied by alpha.
  static var hasAlpha: Bool { get }
  /// Loads blue, green, red and alpha, 0 to 255. The colours are not premultiplied if `hasAlpha` is `true`.
  static func load(_ pixel: UnsafePointer<UInt8>) -> SIMD4<Int32>
}

/// One byte of gray.
enum GrayLayout: PixelLayout {
  static var byteCount: Int { 1 }
  static var hasAlpha: Bool { false }
  @inline(__always)
  static func load(_ pixel: UnsafePointer<UInt8>) -> SIMD4<Int32> {
    let gray = Int32(pixel[0])
    return SIMD4(gray, gray, gray, 255)
  }
}

/// Gray and alpha.
enum GrayAlphaLayout: PixelLayout {
  static var byteCount: Int { 2 }
  static var hasAlpha: Bool { true }
  @inline(__always)
  static func load(_ pixel: UnsafePointer<UInt8>) -> SIMD4<Int32> {
    let gray = Int32(pixel[0])
    return SIMD4(gray, gray, gray, Int32(pixel[1]))
  }
}

/// Red, green, blue.
enum RGBLayout: PixelLayout {
  static var byteCount: Int { 3 }
  static var hasAlpha: Bool { false }
  @inline(__always)
  static func load(_ pixel: UnsafePointer<UInt8>) -> SIMD4<Int32> {
    SIMD4(Int32(pixel[2]), Int32(pixel[1]), Int32(pixel[0]), 255)
  }
}

/// Blue, green, red.
enum BGRLayout: PixelLayout {
  static var byteCount: Int { 3 }
  static var hasAlpha: Bool { false }
  @inline(__always)
  static func load(_ pixel: UnsafePointer<UInt8>) -> SIMD4<Int32> {
    SIMD4(Int32(pixel[0]), Int32(pixel[1]), Int32(pixel[2]), 255)
  }
}

/// Red, green, blue, alpha.
enum RGBALayout: PixelLayout {
  static var byteCount: Int { 4 }
  static var hasAlpha: Bool { true }
  @inline(__always)
  static func load(_ pixel: UnsafePointer<UInt8>) -> SIMD4<Int32> {
    SIMD4(Int32(pixel[2]), Int32(pixel[1]), Int32(pixel[0]), Int32(pixel[3]))
  }
}

/// Blue, green, red, alpha.
enum BGRALayout: PixelLayout {
  static var byteCount: Int { 4 }
  static var hasAlpha: Bool { true }
  @inline(__always)
  static func load(_ pixel: UnsafePointer<UInt8>) -> SIMD4<Int32> {
    SIMD4(Int32(pixel[0]), Int32(pixel[1]), Int32(pixel[2]), Int32(pixel[3]))
  }
}

/// Premultiplied pixels, as in a bitmap. `hasAlpha` is `false`, because the colours are already multiplied by alpha.
enum PremultipliedLayout: PixelLayout {
  static var byteCount: Int { 4 }
  static var hasAlpha: Bool { false }
  @inline(__always)
  static func load(_ pixel: UnsafePointer<UInt8>) -> SIMD4<Int32> {
    SIMD4(Int32(pixel[0]), Int32(pixel[1]), Int32(pixel[2]), Int32(pixel[3]))
  }
}

/// Blue, green, red, and an unused byte.
enum BGRXLayout: PixelLayout {
  static var byteCount: Int { 4 }
  static var hasAlpha: Bool { false }
  @inline(__always)
  static func load(_ pixel: UnsafePointer<UInt8>) -> SIMD4<Int32> {
    SIMD4(Int32(pixel[0]), Int32(pixel[1]), Int32(pixel[2]), 255)
  }
}

/// Inverted cyan, magenta, yellow and black. Adobe Photoshop writes CMYK JPEGs this way, and other programs follow.
enum InvertedCMYKLayout: PixelLayout {
  static var byteCount: Int { 4 }
  static var hasAlpha: Bool { false }
  @inline(__always)
  static func load(_ pixel: UnsafePointer<UInt8>) -> SIMD4<Int32> {
    let black = Int32(pixel[3])
    return SIMD4(
      Int32(pixel[2]) * black / 255, Int32(pixel[1]) * black / 255, Int32(pixel[0]) * black / 255, 255)
  }
}
