internal import CHEIF
import ScrollworkHostInterface
import ScrollworkPlatform

/// Decodes HEIF and AVIF through libheif.
struct HEIFLibrary {
  typealias Object = UnsafeMutableRawPointer

  private let createContext: @convention(c) () -> Object?
  private let freeContext: @convention(c) (Object) -> Void
  private let read: ScrollworkHEIFRead
  private let limitSize: @convention(c) (Object, Int32) -> Void
  private let primary: ScrollworkHEIFPrimary
  private let handleWidth: @convention(c) (Object) -> Int32
  private let handleHeight: @convention(c) (Object) -> Int32
  private let releaseHandle: @convention(c) (Object) -> Void
  private let decode: ScrollworkHEIFDecode
  private let imageWidth: @convention(c) (Object, Int32) -> Int32
  private let imageHeight: @convention(c) (Object, Int32) -> Int32
  private let plane: @convention(c) (Object, Int32, UnsafeMutablePointer<Int32>) -> UnsafePointer<UInt8>?
  private let releaseImage: @convention(c) (Object) -> Void

  /// The library; `nil` if it is missing.
  static let shared: HEIFLibrary? = DynamicLibrary(names: OptionalLibrary.heif.fileNames).flatMap {
    try? HEIFLibrary($0)
  }

  /// Looks up all functions of the library.
  private init(_ library: DynamicLibrary) throws(DynamicLibrary.MissingSymbol) {
    createContext = try library.function("heif_context_alloc")
    freeContext = try library.function("heif_context_free")
    read = try library.function("heif_context_read_from_memory_without_copy")
    limitSize = try library.function("heif_context_set_maximum_image_size_limit")
    primary = try library.function("heif_context_get_primary_image_handle")
    handleWidth = try library.function("heif_image_handle_get_width")
    handleHeight = try library.function("heif_image_handle_get_height")
    releaseHandle = try library.function("heif_image_handle_release")
    decode = try library.function("heif_decode_image")
    imageWidth = try library.function("heif_image_get_width")
    imageHeight = try library.function("heif_image_get_height")
    plane = try library.function("heif_image_get_plane_readonly")
    releaseImage = try library.function("heif_image_release")
  }

  /// Returns the main picture, cropped and turned as the file says, reduced to `size`.
  func decode(_ bytes: [UInt8], _ header: PictureHeader, to size: PixelSize) throws(ImageError) -> [UInt32] {
    guard let context = createContext() else { throw .tooLarge(header.size) }
    defer { freeContext(context) }
    return try bytes.withUnsafeBufferPointer { data throws(ImageError) -> [UInt32] in
      let name = header.format.name
      limitSize(context, Int32(DecodeLimits.side))
      try check(read(context, data.baseAddress, data.count, nil), name)
      var handle: Object?
      try check(primary(context, &handle), name)
      guard let handle else { throw .corrupt(name + ": no picture") }
      defer { releaseHandle(handle) }
      // The memory was reserved for the size in the header.
      guard PixelSize(width: Int(handleWidth(handle)), height: Int(handleHeight(handle))) == header.storedSize else {
        throw .corrupt(name + ": two sizes in one file")
      }
      var image: Object?
      try check(decode(handle, &image, Self.colorRGB, Self.chromaRGBA, nil), name)
      guard let image else { throw .corrupt(name + ": no picture") }
      defer { releaseImage(image) }
      return try pixels(of: image, header, to: size)
    }
  }

  private func pixels(
    of image: Object, _ header: PictureHeader, to size: PixelSize
  ) throws(ImageError) -> [UInt32] {
    var stride: Int32 = 0
    let (width, height) = (Int(imageWidth(image, Self.interleaved)), Int(imageHeight(image, Self.interleaved)))
    guard let base = plane(image, Self.interleaved, &stride), Int(stride) >= width * 4,
      PixelSize(width: width, height: height) == header.storedSize
    else { throw .corrupt(header.format.name + ": two sizes in one file") }
    return DecodedPixels(base: base, width: width, height: height, stride: Int(stride), layout: .rgba).reduced(to: size)
  }

  /// Throws an error with the library's message if `error` reports a failure.
  private func check(_ error: ScrollworkHEIFError, _ name: String) throws(ImageError) {
    guard error.code != 0 else { return }
    let message = error.message.map { String(cString: $0) } ?? "unknown error"
    // A codec of the library may be a package of its own.
    if error.code == Self.unsupportedFeature || error.code == Self.unsupportedFile {
      throw .unsupported("\(name): \(message)")
    }
    throw .corrupt("\(name): \(message)")
  }

  // Constants from libheif/heif.h.
  private static let colorRGB: Int32 = 1
  private static let chromaRGBA: Int32 = 11
  private static let interleaved: Int32 = 10
  private static let unsupportedFile: Int32 = 3
  private static let unsupportedFeature: Int32 = 4
}
