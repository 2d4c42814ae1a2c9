import ScrollworkHostInterface
import ScrollworkPlatform

/// Draws SVG through librsvg and cairo. External files are never read, because a drawing without an address may not
/// refer to any.
struct SVGLibrary {
  typealias Object = OpaquePointer

  private let open:
    @convention(c) (UnsafePointer<UInt8>?, UInt, UnsafeMutablePointer<UnsafeMutableRawPointer?>) -> Object?
  private let render:
    @convention(c) (Object, Object, UnsafePointer<Double>, UnsafeMutablePointer<UnsafeMutableRawPointer?>) -> Int32
  private let release: @convention(c) (Object) -> Void
  private let freeError: @convention(c) (UnsafeMutableRawPointer) -> Void
  private let createSurface: @convention(c) (UnsafeMutablePointer<UInt8>, Int32, Int32, Int32, Int32) -> Object
  private let surfaceStatus: @convention(c) (Object) -> Int32
  private let flushSurface: @convention(c) (Object) -> Void
  private let destroySurface: @convention(c) (Object) -> Void
  private let createContext: @convention(c) (Object) -> Object
  private let contextStatus: @convention(c) (Object) -> Int32
  private let destroyContext: @convention(c) (Object) -> Void

  /// The library; `nil` if it is missing.
  static let shared: SVGLibrary? = DynamicLibrary(names: OptionalLibrary.rsvg.fileNames).flatMap {
    try? SVGLibrary($0)
  }

  /// Looks up all functions. Those of cairo and GLib are found through librsvg, which needs both libraries.
  private init(_ library: DynamicLibrary) throws(DynamicLibrary.MissingSymbol) {
    open = try library.function("rsvg_handle_new_from_data")
    render = try library.function("rsvg_handle_render_document")
    release = try library.function("g_object_unref")
    freeError = try library.function("g_error_free")
    createSurface = try library.function("cairo_image_surface_create_for_data")
    surfaceStatus = try library.function("cairo_surface_status")
    flushSurface = try library.function("cairo_surface_flush")
    destroySurface = try library.function("cairo_surface_destroy")
    createContext = try library.function("cairo_create")
    contextStatus = try library.function("cairo_status")
    destroyContext = try library.function("cairo_destroy")
  }

  /// Returns the drawing as premultiplied pixels, scaled to `size`.
  func draw(_ bytes: [UInt8], in size: PixelSize) throws(ImageError) -> [UInt32] {
    var error: UnsafeMutableRawPointer?
    guard let drawing = open(bytes, UInt(bytes.count), &error) else { throw failure(error) }
    defer { release(drawing) }
    var failed: ImageError?
    let pixels = [UInt32](unsafeUninitializedCapacity: size.width * size.height) { buffer, count in
      buffer.initialize(repeating: 0)
      count = buffer.count
      failed = draw(drawing, into: buffer, size)
    }
    if let failed { throw failed }
    return pixels
  }

  /// Draws into premultiplied pixels, which cairo lays out as a bitmap does.
  private func draw(_ drawing: Object, into pixels: UnsafeMutableBufferPointer<UInt32>, _ size: PixelSize)
    -> ImageError?
  {
    guard let base = UnsafeMutableRawPointer(pixels.baseAddress) else { return nil }
    let surface = createSurface(
      base.assumingMemoryBound(to: UInt8.self), Self.formatARGB32, Int32(size.width), Int32(size.height),
      Int32(size.width * 4))
    defer { destroySurface(surface) }
    let context = createContext(surface)
    defer { destroyContext(context) }
    var error: UnsafeMutableRawPointer?
    let place = [0, 0, Double(size.width), Double(size.height)]
    guard render(drawing, context, place, &error) != 0 else { return failure(error) }
    flushSurface(surface)
    let status = (surfaceStatus(surface), contextStatus(context))
    return status == (0, 0) ? nil : .corrupt("SVG: cairo reports the errors \(status.0) and \(status.1)")
  }

  /// Converts an error of GLib, and frees it.
  private func failure(_ error: UnsafeMutableRawPointer?) -> ImageError {
    guard let error else { return .corrupt("SVG: unknown error") }
    defer { freeError(error) }
    // A domain and a code of four bytes each come first.
    let message = error.load(fromByteOffset: 8, as: UnsafePointer<CChar>?.self)
    return .corrupt("SVG: " + (message.map { String(cString: $0) } ?? "unknown error"))
  }

  // A constant from cairo.h.
  private static let formatARGB32: Int32 = 0
}
