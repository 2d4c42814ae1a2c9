import ScrollworkHostInterface
import ScrollworkPlatform

/// Decodes WebP files that are cut off, through the incremental functions of libwebp. SDL_image, which decodes whole
/// files, brings this library.
struct WebPLibrary {
  typealias Object = OpaquePointer

  private let create: @convention(c) (Int32, UnsafeMutablePointer<UInt8>, UInt, Int32) -> Object?
  private let update: @convention(c) (Object, UnsafePointer<UInt8>?, UInt) -> Int32
  private let output:
    @convention(c) (
      Object, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>,
      UnsafeMutablePointer<Int32>
    ) -> UnsafeMutablePointer<UInt8>?
  private let destroy: @convention(c) (Object) -> Void

  /// The library; `nil` if it is missing.
  static let shared: WebPLibrary? = DynamicLibrary(names: ["libwebp.so.7"]).flatMap { try? WebPLibrary($0) }

  /// Looks up all functions of the library.
  private init(_ library: DynamicLibrary) throws(DynamicLibrary.MissingSymbol) {
    create = try library.function("WebPINewRGB")
    update = try library.function("WebPIUpdate")
    output = try library.function("WebPIDecGetRGB")
    destroy = try library.function("WebPIDelete")
  }

  /// Decodes the intact part of an incomplete picture, or of the first frame of an animation, reduced to `size`. The
  /// rest is transparent.
  func decodePart(_ bytes: [UInt8], _ header: PictureHeader, to size: PixelSize) throws(ImageError) -> [UInt32] {
    if let animation = WebPAnimation(ByteReader(bytes: bytes)) {
      return try animation.decoded(header, to: size, by: decodeStill)
    }
    return try decodeStill(bytes, header, to: size)
  }

  private func decodeStill(
    _ bytes: [UInt8], _ header: PictureHeader, to size: PixelSize
  ) throws(ImageError) -> [UInt32] {
    let stored = header.storedSize
    let byteCount = stored.width * stored.height * 4
    return try withPixelMemory(byteCount: byteCount, for: stored) { memory throws(ImageError) in
      memory.update(repeating: 0, count: byteCount)
      guard let decoder = create(Self.formatBGRA, memory, UInt(byteCount), Int32(stored.width * 4)) else {
        throw .tooLarge(stored)
      }
      defer { destroy(decoder) }
      _ = update(decoder, bytes, UInt(bytes.count))
      var (lastRow, width, height, stride) = (Int32(0), Int32(0), Int32(0), Int32(0))
      guard output(decoder, &lastRow, &width, &height, &stride) != nil, lastRow > 0,
        PixelSize(width: Int(width), height: Int(height)) == stored
      else { throw .corrupt("WebP: the file ends early") }
      let pixels = DecodedPixels(
        base: memory, width: stored.width, height: stored.height, stride: stored.width * 4, layout: .bgra)
      return pixels.reduced(to: size)
    }
  }

  /// The constant MODE_BGRA of webp/decode.h.
  private static let formatBGRA: Int32 = 3
}
