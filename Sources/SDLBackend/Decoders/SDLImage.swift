internal import CSDL
import ScrollworkHostInterface
import ScrollworkPlatform

/// Decodes pictures through SDL2_image, if it is installed.
struct SDLImage {
  typealias Load = @convention(c) (UnsafeMutablePointer<SDL_RWops>?, Int32) -> UnsafeMutablePointer<SDL_Surface>?
  typealias Initialize = @convention(c) (Int32) -> Int32

  private let load: Load

  /// The library; `nil` if it is missing. Loading it also loads its format libraries, once and on one thread.
  static let shared: SDLImage? = {
    guard let library = DynamicLibrary(names: OptionalLibrary.sdlImage.fileNames),
      let load = library.symbol("IMG_Load_RW", as: Load.self),
      let initialize = library.symbol("IMG_Init", as: Initialize.self)
    else { return nil }
    let (jpeg, png, tiff, webp) = (Int32(1), Int32(2), Int32(4), Int32(8))
    _ = initialize(jpeg | png | tiff | webp)
    silenceTIFF()
    return SDLImage(load: load)
  }()

  /// Keeps libtiff, which SDL_image brings, from writing messages about damaged files to standard error.
  private static func silenceTIFF() {
    typealias SetHandler = @convention(c) (UnsafeRawPointer?) -> UnsafeRawPointer?
    let library = DynamicLibrary(names: ["libtiff.so.6", "libtiff.so.5"])
    for name in ["TIFFSetErrorHandler", "TIFFSetWarningHandler"] {
      _ = library?.symbol(name, as: SetHandler.self)?(nil)
    }
  }

  /// Returns the picture reduced to `size`.
  /// - Parameter isPart: Whether a JPEG or TIFF that is cut off is decoded as far as it goes.
  func decode(
    _ bytes: [UInt8], _ header: PictureHeader, to size: PixelSize, isPart: Bool = false
  ) throws(ImageError) -> [UInt32] {
    if header.format == .jpeg, !isPart, !Self.hasEnd(bytes, from: header.jpeg?.scanOffset ?? 0) {
      // SDL_image would fill the missing part with gray and report no error.
      throw .corrupt("JPEG: the end is missing")
    }
    if header.format == .tiff {
      guard TIFFParts(bytes).isCut else { return try decodeStill(TIFFTiles.readable(bytes), header, to: size) }
      // libtiff reports no error either.
      guard isPart else { throw .corrupt("TIFF: the file ends early") }
      return try decodePart(bytes, header, to: size)
    }
    if header.format == .webp, let animation = WebPAnimation(ByteReader(bytes: bytes)) {
      return try animation.decoded(header, to: size, by: decodeStill)
    }
    return try decodeStill(bytes, header, to: size)
  }

  /// Decodes the strips or tiles that an incomplete TIFF file contains. The rest is transparent.
  private func decodePart(
    _ bytes: [UInt8], _ header: PictureHeader, to size: PixelSize
  ) throws(ImageError) -> [UInt32] {
    let stored = header.storedSize
    var pixels = try decodeStill(TIFFTiles.readable(bytes), header, to: stored)
    guard TIFFParts(bytes).clear(&pixels, stored) else { throw .corrupt("TIFF: the file ends early") }
    let place = FrameCanvas.Place(x: 0, y: 0, width: stored.width, height: stored.height)
    return try FrameCanvas.reduced(pixels, place, on: stored, to: size)
  }

  /// Decodes a picture that is not an animation, reduced to `size`.
  private func decodeStill(
    _ bytes: [UInt8], _ header: PictureHeader, to size: PixelSize
  ) throws(ImageError) -> [UInt32] {
    try SDLSurfaceReader.decode(bytes, header, to: size) { load($0, 1) }
  }

  /// Whether an end marker follows the offset `start` of the first scan. Scan data cannot contain the marker's bytes.
  /// - Complexity: O(*n*) in the length of the scans if there is no marker.
  private static func hasEnd(_ bytes: [UInt8], from start: Int) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var index = bytes.count - 2
      while index >= start {
        if bytes[index] == 0xFF, bytes[index + 1] == 0xD9 { return true }
        index -= 1
      }
      return false
    }
  }
}

/// Converts SDL surfaces into pixels.
enum SDLSurfaceReader {
  /// Loads a surface and returns its pixels reduced to `size`.
  /// - Parameter load: Loads a surface from the stream, and closes the stream.
  static func decode(
    _ bytes: [UInt8], _ header: PictureHeader, to size: PixelSize,
    load: (UnsafeMutablePointer<SDL_RWops>) -> UnsafeMutablePointer<SDL_Surface>?
  ) throws(ImageError) -> [UInt32] {
    try bytes.withUnsafeBufferPointer { data throws(ImageError) -> [UInt32] in
      guard let stream = SDL_RWFromConstMem(data.baseAddress, Int32(clamping: data.count)),
        let surface = load(stream)
      else { throw .corrupt(header.format.name + ": " + String(cString: SDL_GetError())) }
      defer { SDL_FreeSurface(surface) }
      let stored = PixelSize(width: Int(surface.pointee.w), height: Int(surface.pointee.h))
      guard stored == header.storedSize else { throw .corrupt(header.format.name + ": two sizes in one file") }
      return try pixels(of: surface, to: size)
    }
  }

  /// Reads the pixels directly if their layout is known, otherwise row by row.
  private static func pixels(
    of surface: UnsafeMutablePointer<SDL_Surface>, to size: PixelSize
  ) throws(ImageError) -> [UInt32] {
    if let layout = layout(of: surface) { return read(surface, layout, to: size) }
    return try readByRows(surface, to: size)
  }

  /// Converts one row at a time, so that a huge picture with a palette never takes four bytes per pixel.
  private static func readByRows(
    _ surface: UnsafeMutablePointer<SDL_Surface>, to size: PixelSize
  ) throws(ImageError) -> [UInt32] {
    let (width, height) = (surface.pointee.w, Int(surface.pointee.h))
    let format = UInt32(SDL_PIXELFORMAT_ARGB8888.rawValue)
    guard let row = SDL_CreateRGBSurfaceWithFormat(0, width, 1, 32, format) else {
      throw .unsupported(String(cString: SDL_GetError()))
    }
    defer { SDL_FreeSurface(row) }
    SDL_SetSurfaceBlendMode(surface, SDL_BLENDMODE_NONE)
    let source = PixelSize(width: Int(width), height: height)
    var reduction = AreaReduction<BGRALayout>(source: source, size: size)
    return try reduction.run { y throws(ImageError) in
      var part = SDL_Rect(x: 0, y: Int32(y), w: width, h: 1)
      // A blit skips the transparent colour key, so the row is cleared first.
      SDL_FillRect(row, nil, 0)
      guard SDL_UpperBlit(surface, &part, row, nil) == 0, let pixels = row.pointee.pixels else {
        throw .unsupported(String(cString: SDL_GetError()))
      }
      return UnsafePointer(pixels.assumingMemoryBound(to: UInt8.self))
    }
  }

  /// Returns the layout of a surface; `nil` if SDL must convert palettes, colour keys or unusual byte orders.
  private static func layout(of surface: UnsafeMutablePointer<SDL_Surface>) -> DecodedPixels.Layout? {
    guard let format = surface.pointee.format, SDL_HasColorKey(surface) == SDL_FALSE else { return nil }
    switch SDL_PixelFormatEnum(format.pointee.format) {
    case SDL_PIXELFORMAT_RGB24: return .rgb
    case SDL_PIXELFORMAT_BGR24: return .bgr
    case SDL_PIXELFORMAT_ABGR8888: return .rgba
    case SDL_PIXELFORMAT_ARGB8888: return .bgra
    case SDL_PIXELFORMAT_RGB888: return .bgrx
    default: return nil
    }
  }

  /// Reads the pixels of a surface with a known layout.
  private static func read(
    _ surface: UnsafeMutablePointer<SDL_Surface>, _ layout: DecodedPixels.Layout, to size: PixelSize
  ) -> [UInt32] {
    guard let memory = surface.pointee.pixels else { return [] }
    let pixels = DecodedPixels(
      base: UnsafePointer(memory.assumingMemoryBound(to: UInt8.self)), width: Int(surface.pointee.w),
      height: Int(surface.pointee.h), stride: Int(surface.pointee.pitch), layout: layout)
    return pixels.reduced(to: size)
  }
}
