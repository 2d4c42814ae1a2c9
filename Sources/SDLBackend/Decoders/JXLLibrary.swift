import ScrollworkHostInterface
import ScrollworkPlatform

/// Decodes JPEG XL through libjxl, in steps that can be interrupted.
struct JXLLibrary {
  typealias Object = OpaquePointer

  private let create: @convention(c) (UnsafeRawPointer?) -> Object?
  private let destroy: @convention(c) (Object) -> Void
  private let subscribe: @convention(c) (Object, Int32) -> Int32
  private let setInput: @convention(c) (Object, UnsafePointer<UInt8>?, UInt) -> Int32
  private let releaseInput: @convention(c) (Object) -> UInt
  private let process: @convention(c) (Object) -> Int32
  private let info: @convention(c) (Object, UnsafeMutableRawPointer) -> Int32
  private let outputSize: @convention(c) (Object, UnsafePointer<UInt32>, UnsafeMutablePointer<UInt>) -> Int32
  private let flush: @convention(c) (Object) -> Int32
  private let setOutput: @convention(c) (Object, UnsafePointer<UInt32>, UnsafeMutablePointer<UInt8>, UInt) -> Int32
  /// Asks for colours that are not multiplied by alpha, as in most files; `nil` in old versions.
  private let setStraightAlpha: (@convention(c) (Object, Int32) -> Int32)?

  /// The library; `nil` if it is missing.
  static let shared: JXLLibrary? = DynamicLibrary(names: OptionalLibrary.jxl.fileNames).flatMap { try? JXLLibrary($0) }

  /// Looks up all functions of the library.
  private init(_ library: DynamicLibrary) throws(DynamicLibrary.MissingSymbol) {
    create = try library.function("JxlDecoderCreate")
    destroy = try library.function("JxlDecoderDestroy")
    subscribe = try library.function("JxlDecoderSubscribeEvents")
    setInput = try library.function("JxlDecoderSetInput")
    releaseInput = try library.function("JxlDecoderReleaseInput")
    process = try library.function("JxlDecoderProcessInput")
    info = try library.function("JxlDecoderGetBasicInfo")
    outputSize = try library.function("JxlDecoderImageOutBufferSize")
    flush = try library.function("JxlDecoderFlushImage")
    setOutput = try library.function("JxlDecoderSetImageOutBuffer")
    setStraightAlpha = library.symbol(
      "JxlDecoderSetUnpremultiplyAlpha", as: (@convention(c) (Object, Int32) -> Int32).self)
  }

  /// Returns the picture, or the first frame of an animation, reduced to `size`.
  /// - Parameters:
  ///   - isPart: Whether to decode the intact part of an incomplete file.
  ///   - isWanted: Called for each part of the file; `false` cancels the decoding.
  func decode(
    _ bytes: [UInt8], _ header: PictureHeader, to size: PixelSize, isPart: Bool = false, while isWanted: () -> Bool
  ) throws(ImageError) -> [UInt32] {
    guard let decoder = create(nil) else { throw .tooLarge(header.size) }
    defer { destroy(decoder) }
    guard subscribe(decoder, Self.basicInfo | Self.fullImage) == Self.success else { throw Self.damaged }
    _ = setStraightAlpha?(decoder, 1)
    let stored = header.storedSize
    return try withPixelMemory(byteCount: stored.width * stored.height * 4, for: stored) {
      memory throws(ImageError) in
      if isPart { memory.update(repeating: 0, count: stored.width * stored.height * 4) }
      try bytes.withUnsafeBufferPointer { data throws(ImageError) in
        do throws(ImageError) {
          try read(data, decoder, stored, into: memory, while: isWanted)
        } catch {
          guard isPart, error != .cancelled, flush(decoder) == Self.success else { throw error }
        }
      }
      let pixels = DecodedPixels(
        base: memory, width: stored.width, height: stored.height, stride: stored.width * 4, layout: .rgba)
      return pixels.reduced(to: size)
    }
  }

  /// Passes the file to the decoder in parts, until it has decoded a frame.
  private func read(
    _ data: UnsafeBufferPointer<UInt8>, _ decoder: Object, _ stored: PixelSize,
    into memory: UnsafeMutablePointer<UInt8>, while isWanted: () -> Bool
  ) throws(ImageError) {
    // Bytes that the decoder has not consumed are passed again, with as many new ones.
    var (start, end) = (0, min(data.count, Self.part))
    while true {
      guard isWanted() else { throw .cancelled }
      guard let base = data.baseAddress, setInput(decoder, base + start, UInt(end - start)) == Self.success else {
        throw Self.damaged
      }
      if try advance(decoder, stored, into: memory) { return }
      start = end - Int(releaseInput(decoder))
      guard end < data.count else { throw .corrupt("JPEG XL: the end is missing") }
      end = min(data.count, end + Self.part)
    }
  }

  /// Decodes until the input is used up or a frame is complete; returns `true` for a complete frame.
  private func advance(
    _ decoder: Object, _ stored: PixelSize, into memory: UnsafeMutablePointer<UInt8>
  ) throws(ImageError) -> Bool {
    while true {
      switch process(decoder) {
      case Self.needsInput: return false
      case Self.fullImage: return true
      case Self.basicInfo:
        // The structure has 204 bytes in version 0.7: a flag, then width and height.
        let size = withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 512) { facts -> PixelSize? in
          facts.initialize(repeating: 0)
          guard let base = facts.baseAddress, info(decoder, base) == Self.success else { return nil }
          return PixelSize(width: Int(facts[1]), height: Int(facts[2]))
        }
        guard size == stored || size == stored.transposed else { throw .corrupt("JPEG XL: two sizes in one file") }
      case Self.needsOutput:
        var count: UInt = 0
        guard outputSize(decoder, Self.format, &count) == Self.success, Int(count) == stored.width * stored.height * 4,
          setOutput(decoder, Self.format, memory, count) == Self.success
        else { throw .corrupt("JPEG XL: two sizes in one file") }
      default: throw Self.damaged
      }
    }
  }

  private static var damaged: ImageError { .corrupt("JPEG XL: the data is damaged") }
  /// The number of bytes that the decoder gets at a time.
  private static let part = 1 << 18
  /// The output as JxlPixelFormat: four channels of a byte, and padding.
  private static let format: [UInt32] = [4, 2, 0, 0, 0, 0]

  // Constants from jxl/decode.h.
  private static let success: Int32 = 0
  private static let needsInput: Int32 = 2
  private static let needsOutput: Int32 = 5
  private static let basicInfo: Int32 = 0x40
  private static let fullImage: Int32 = 0x1000
}
