import ScrollworkHostInterface
import ScrollworkPlatform

/// Decodes JPEG through libturbojpeg, which can decode directly into 1/2, 1/4 or 1/8 of the size.
struct TurboJPEG {
  typealias Handle = OpaquePointer

  private let createDecompressor: @convention(c) () -> Handle?
  private let destroy: @convention(c) (Handle) -> Int32
  private let readHeader:
    @convention(c) (
      Handle, UnsafePointer<UInt8>?, UInt, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>,
      UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>
    ) -> Int32
  private let decompress:
    @convention(c) (
      Handle, UnsafePointer<UInt8>?, UInt, UnsafeMutablePointer<UInt8>, Int32, Int32, Int32, Int32, Int32
    ) -> Int32
  private let errorText: @convention(c) (Handle) -> UnsafePointer<CChar>?
  private let errorCode: @convention(c) (Handle) -> Int32

  /// The library; `nil` if it is missing.
  static let shared: TurboJPEG? = DynamicLibrary(names: OptionalLibrary.turboJPEG.fileNames).flatMap {
    try? TurboJPEG($0)
  }

  /// Looks up all functions of the library.
  private init(_ library: DynamicLibrary) throws(DynamicLibrary.MissingSymbol) {
    createDecompressor = try library.function("tjInitDecompress")
    destroy = try library.function("tjDestroy")
    readHeader = try library.function("tjDecompressHeader3")
    decompress = try library.function("tjDecompress2")
    errorText = try library.function("tjGetErrorStr2")
    errorCode = try library.function("tjGetErrorCode")
  }

  /// Returns the picture reduced to `size`.
  /// - Parameters:
  ///   - stored: The size in the file's header.
  ///   - size: The size of the result, not larger than `stored`.
  func decode(_ bytes: [UInt8], stored: PixelSize, to size: PixelSize) throws(ImageError) -> [UInt32] {
    guard let handle = createDecompressor() else { throw .corrupt("JPEG: no memory for a decoder") }
    defer { _ = destroy(handle) }
    let layout = try readLayout(bytes, handle, expecting: stored)
    let scaled = Self.smallestScaledSize(of: stored, covering: size)
    if scaled == size, layout == .bgr { return try decodeDirectly(bytes, to: size, handle) }
    let stride = scaled.width * layout.byteCount
    return try withPixelMemory(byteCount: stride * scaled.height, for: stored) { memory throws(ImageError) in
      let status = decompress(
        handle, bytes, UInt(bytes.count), memory, Int32(scaled.width), Int32(stride), Int32(scaled.height),
        layout == .invertedCMYK ? Self.formatCMYK : Self.formatBGR, Self.flagLimitScans)
      if status != 0 { try checkError(of: handle) }
      let pixels = DecodedPixels(
        base: memory, width: scaled.width, height: scaled.height, stride: stride, layout: layout)
      return pixels.reduced(to: size)
    }
  }

  /// Decodes a picture from which the caller then cuts parts, at one of the sizes that the library offers.
  func decodeWhole(
    _ bytes: [UInt8], _ header: PictureHeader, level: Int, to decoded: PixelSize, _ isPart: Bool
  ) throws(ImageError) -> WholePicture {
    guard let handle = createDecompressor() else { throw .corrupt("JPEG: no memory for a decoder") }
    defer { _ = destroy(handle) }
    let layout = try readLayout(bytes, handle, expecting: header.storedSize)
    return try WholePicture(header, level: level, decoded: decoded, layout: layout) {
      memory, stride throws(ImageError) in
      let status = decompress(
        handle, bytes, UInt(bytes.count), memory, Int32(decoded.width), Int32(stride), Int32(decoded.height),
        layout == .invertedCMYK ? Self.formatCMYK : Self.formatBGR, Self.flagLimitScans)
      // A warning means that some pixels are missing or wrong, others are right.
      if status != 0, !isPart || errorCode(handle) != 0 { try checkError(of: handle) }
    }
  }

  /// Decodes directly into the result if no further reduction is needed.
  private func decodeDirectly(_ bytes: [UInt8], to size: PixelSize, _ handle: Handle) throws(ImageError) -> [UInt32] {
    var status: Int32 = 0
    let pixels = [UInt32](unsafeUninitializedCapacity: size.width * size.height) { buffer, count in
      buffer.initialize(repeating: 0)
      count = size.width * size.height
      guard let base = UnsafeMutableRawPointer(buffer.baseAddress) else { return }
      status = decompress(
        handle, bytes, UInt(bytes.count), base.assumingMemoryBound(to: UInt8.self), Int32(size.width),
        Int32(size.width * 4), Int32(size.height), Self.formatBGRA, Self.flagLimitScans)
    }
    if status != 0 { try checkError(of: handle) }
    return pixels
  }

  /// Returns the size of the decoder's intermediate output, in bytes, without the result.
  static func outputByteCount(of stored: PixelSize, to size: PixelSize, colorCount: Int) -> Int {
    let scaled = smallestScaledSize(of: stored, covering: size)
    guard colorCount != 4 else { return scaled.width * scaled.height * 4 }
    return scaled == size ? 0 : scaled.width * scaled.height * 3
  }

  /// Reads the header through the library and returns the layout to decode into. Throws if the header's size differs
  /// from `stored`.
  private func readLayout(
    _ bytes: [UInt8], _ handle: Handle, expecting stored: PixelSize
  ) throws(ImageError) -> DecodedPixels.Layout {
    var (width, height, sampling, colors) = (Int32(0), Int32(0), Int32(0), Int32(0))
    if readHeader(handle, bytes, UInt(bytes.count), &width, &height, &sampling, &colors) != 0 {
      try checkError(of: handle)
    }
    guard Int(width) == stored.width, Int(height) == stored.height else {
      throw .corrupt("JPEG: two sizes in one file")
    }
    return colors == Self.colorsCMYK || colors == Self.colorsYCCK ? .invertedCMYK : .bgr
  }

  /// Returns the size of the strongest reduction (1/8, 1/4, 1/2) that still covers `size`; otherwise the stored size.
  static func smallestScaledSize(of stored: PixelSize, covering size: PixelSize) -> PixelSize {
    for part in [8, 4, 2] {
      let scaled = PixelSize(width: (stored.width + part - 1) / part, height: (stored.height + part - 1) / part)
      if scaled.width >= size.width, scaled.height >= size.height { return scaled }
    }
    return stored
  }

  /// Throws the library's error, unless it is a warning that does not concern the pixels.
  private func checkError(of handle: Handle) throws(ImageError) {
    let text = errorText(handle).map { String(cString: $0) } ?? "unknown error"
    let isWarning = errorCode(handle) == 0
    if isWarning, Self.harmless.contains(where: text.contains) { return }
    throw .corrupt("JPEG: " + text)
  }

  /// Fragments of those libjpeg warnings (jerror.h) that do not indicate missing or wrong pixels.
  private static let harmless = ["extraneous bytes", "Adobe color transform", "JFIF", "scan parameters", "ICC"]

  // Constants from turbojpeg.h.
  private static let formatBGR: Int32 = 1
  private static let formatBGRA: Int32 = 8
  private static let formatCMYK: Int32 = 11
  private static let colorsCMYK: Int32 = 3
  private static let colorsYCCK: Int32 = 4
  private static let flagLimitScans: Int32 = 32768
}
