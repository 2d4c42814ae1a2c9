/// The bytes of one pixel of a decoder's output, so that the loops over pixels are compiled for each kind.
protocol PixelLayout {
  static var byteCount: Int { get }
  static var hasAlpha: Bool { get }
  /// Blue, green, red, alpha, not premultiplied.
  static func load(_ pixel: UnsafePointer<UInt8>) -> SIMD4<Int32>
}

enum GrayLayout: PixelLayout {
  static var byteCount: Int { 1 }
  static var hasAlpha: Bool { false }
  @inline(__always)
  static func load(_ pixel: UnsafePointer<UInt8>) -> SIMD4<Int32> {
    let gray = Int32(pixel[0])
    return SIMD4(gray, gray, gray, 255)
  }
}

enum GrayAlphaLayout: PixelLayout {
  static var byteCount: Int { 2 }
  static var hasAlpha: Bool { true }
  @inline(__always)
  static func load(_ pixel: UnsafePointer<UInt8>) -> SIMD4<Int32> {
    let gray = Int32(pixel[0])
    return SIMD4(gray, gray, gray, Int32(pixel[1]))
  }
}

enum RGBLayout: PixelLayout {
  static var byteCount: Int { 3 }
  static var hasAlpha: Bool { false }
  @inline(__always)
  static func load(_ pixel: UnsafePointer<UInt8>) -> SIMD4<Int32> {
    SIMD4(Int32(pixel[2]), Int32(pixel[1]), Int32(pixel[0]), 255)
  }
}

enum BGRLayout: PixelLayout {
  static var byteCount: Int { 3 }
  static var hasAlpha: Bool { false }
  @inline(__always)
  static func load(_ pixel: UnsafePointer<UInt8>) -> SIMD4<Int32> {
    SIMD4(Int32(pixel[0]), Int32(pixel[1]), Int32(pixel[2]), 255)
  }
}

enum RGBALayout: PixelLayout {
  static var byteCount: Int { 4 }
  static var hasAlpha: Bool { true }
  @inline(__always)
  static func load(_ pixel: UnsafePointer<UInt8>) -> SIMD4<Int32> {
    SIMD4(Int32(pixel[2]), Int32(pixel[1]), Int32(pixel[0]), Int32(pixel[3]))
  }
}

enum BGRALayout: PixelLayout {
  static var byteCount: Int { 4 }
  static var hasAlpha: Bool { true }
  @inline(__always)
  static func load(_ pixel: UnsafePointer<UInt8>) -> SIMD4<Int32> {
    SIMD4(Int32(pixel[0]), Int32(pixel[1]), Int32(pixel[2]), Int32(pixel[3]))
  }
}

/// As in a bitmap: what is averaged or copied is right as it is.
enum PremultipliedLayout: PixelLayout {
  static var byteCount: Int { 4 }
  static var hasAlpha: Bool { false }
  @inline(__always)
  static func load(_ pixel: UnsafePointer<UInt8>) -> SIMD4<Int32> {
    SIMD4(Int32(pixel[0]), Int32(pixel[1]), Int32(pixel[2]), Int32(pixel[3]))
  }
}

enum BGRXLayout: PixelLayout {
  static var byteCount: Int { 4 }
  static var hasAlpha: Bool { false }
  @inline(__always)
  static func load(_ pixel: UnsafePointer<UInt8>) -> SIMD4<Int32> {
    SIMD4(Int32(pixel[0]), Int32(pixel[1]), Int32(pixel[2]), 255)
  }
}

/// Cyan, magenta, yellow, black, each inverted: what every program that writes such JPEGs does since Photoshop.
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
