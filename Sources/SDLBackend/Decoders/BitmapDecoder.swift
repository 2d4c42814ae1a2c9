internal import CSDL
package import ScrollworkHostInterface
import ScrollworkPlatform

/// Decodes pictures: PNG, BMP, GIF and ICO always, other formats through optional libraries.
///
/// It reads the header first and refuses excessive pictures before it allocates a pixel. Several threads may decode at
/// once, within a fixed budget of memory; pictures that need much of it are decoded one at a time.
package final class BitmapDecoder: ImageDecoding {
  /// A set of optional libraries.
  package struct Libraries: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// The library libturbojpeg, which decodes JPEG.
    package static let turboJPEG = Libraries(rawValue: 1)
    /// The library SDL_image, which decodes WebP and TIFF, and JPEG where libturbojpeg is missing.
    package static let sdlImage = Libraries(rawValue: 2)
    /// The library librsvg, which draws SVG.
    package static let rsvg = Libraries(rawValue: 4)
    /// The library libheif, which decodes HEIF and AVIF.
    package static let heif = Libraries(rawValue: 8)
    /// The library libjxl, which decodes JPEG XL.
    package static let jxl = Libraries(rawValue: 16)
    /// All optional libraries.
    package static let all: Libraries = [.turboJPEG, .sdlImage, .rsvg, .heif, .jxl]
  }

  /// The libraries to use if they are installed.
  let libraries: Libraries
  /// The number of pixels above which a PNG is reduced row by row.
  private let wholePixelCount: Int
  /// The largest memory that decoding one picture may take, in bytes.
  let wholeByteCount: Int
  /// Returns the calling thread's processor time, in nanoseconds.
  private let processorTime: @Sendable () -> Int64

  /// Creates a decoder.
  /// - Parameters:
  ///   - libraries: The libraries to use if they are installed; a smaller set imitates a system that lacks the others.
  ///   - wholePixelCount: The number of pixels above which PNGs are reduced row by row.
  ///   - wholeByteCount: The largest memory for one picture, in bytes; `nil` for 448 MB, or less on small machines.
  ///   - processorTime: Returns the calling thread's processor time, in nanoseconds.
  package init(
    libraries: Libraries = .all, wholePixelCount: Int = 1 << 24, wholeByteCount: Int? = nil,
    processorTime: @escaping @Sendable () -> Int64 = { ProcessStatistics.threadCPUNanoseconds }
  ) {
    (self.libraries, self.wholePixelCount, self.processorTime) = (libraries, wholePixelCount, processorTime)
    self.wholeByteCount = wholeByteCount ?? DecodeLimits.wholeByteCount
  }

  /// The sum of all memory reservations for decoding in this process so far, in bytes.
  package static var decodedByteCount: Int { DecodeBudget.shared.totalByteCount }

  /// Returns the size of the upright picture in pixels, from the header; for an SVG, the size that the file declares.
  package func pixelSize(of bytes: [UInt8]) throws(ImageError) -> PixelSize {
    let header = try PictureHeader(bytes)
    return header.drawingSize ?? header.size
  }

  /// Returns the size of the upright picture in pixels, from the first bytes of a file, which may be cut off; for an
  /// SVG, the size that the file declares.
  package func pixelSize(ofStart bytes: [UInt8]) throws(ImageError) -> PixelSize {
    let header = try PictureHeader(bytes, length: .max)
    return header.drawingSize ?? header.size
  }

  /// Returns the largest size in which an SVG is drawn, from the first bytes of a file; `nil` for other formats.
  package func detailSize(of bytes: [UInt8]) -> PixelSize? {
    guard let header = try? PictureHeader(bytes, length: .max), header.drawingSize != nil else { return nil }
    return header.size
  }

  /// Decodes a picture and reduces it to fit or fill the box `target`, as `mode` demands.
  package func decode(_ bytes: [UInt8], target: PixelSize?, mode: ContentMode) throws(ImageError) -> Bitmap {
    try decode(bytes, target: target, mode: mode) { true }
  }

  /// Decodes a picture and reduces it to fit or fill the box `target`, as `mode` demands. Throws if `isWanted` returns
  /// `false` or the time limit is exceeded.
  /// - Parameter isWanted: Called from time to time by decoders that work in steps.
  package func decode(
    _ bytes: [UInt8], target: PixelSize?, mode: ContentMode, while isWanted: () -> Bool
  ) throws(ImageError) -> Bitmap {
    let header = try PictureHeader(bytes)
    // A drawing for no size in particular has its own.
    let size = header.size.reduced(to: target ?? header.drawingSize, mode: target == nil ? .fit : mode)
    let storedSize = header.orientation.swapsAxes ? size.transposed : size
    let pixels = try storedPixels(bytes, header, to: storedSize, while: isWanted)
    guard pixels.count == size.width * size.height else { throw .corrupt(header.format.name) }
    return Bitmap(
      width: size.width, height: size.height,
      pixels: header.orientation.apply(to: pixels, width: storedSize.width, height: storedSize.height),
      isOpaque: pixels.allSatisfy { $0 >= 0xFF00_0000 }, originalSize: header.size)
  }

  /// Returns the animation of a GIF or WebP file. Returns `nil` for other formats, for a single frame, for a file
  /// beyond the limits, and for WebP if SDL_image is missing.
  package func animation(of bytes: [UInt8]) throws(ImageError) -> (any ImageAnimation)? {
    let header = try PictureHeader(bytes)
    switch header.format {
    case .gif: return GIFFrames(bytes).flatMap { FramePlayback($0, processorTime) }
    case .webp:
      guard libraries.contains(.sdlImage), let library = SDLImage.shared else { return nil }
      return WebPFrames(bytes, library).flatMap { FramePlayback($0, processorTime) }
    case .png, .jpeg, .bmp, .tiff, .ico, .svg, .heif, .avif, .jxl: return nil
    }
  }

  /// Decodes a picture in its stored orientation, within the limits of memory and time.
  private func storedPixels(
    _ bytes: [UInt8], _ header: PictureHeader, to size: PixelSize, while isWanted: () -> Bool
  ) throws(ImageError) -> [UInt32] {
    let isRead =
      header.format == .png && PNGRows.reads(bytes, stored: header.storedSize, over: wholePixelCount)
    let cost =
      isRead
      ? DecodeCost(rowsOf: header, to: size)
      : DecodeCost(bytes, header, to: size, hasTurboJPEG: libraries.contains(.turboJPEG) && TurboJPEG.shared != nil)
    try cost.check(header, byteLimit: wholeByteCount)
    return try DecodeBudget.shared.withReservation(of: cost.byteCount) { () throws(ImageError) in
      let end = processorTime() + DecodeLimits.time
      var isLate = false
      do throws(ImageError) {
        return try decode(bytes, header, to: size, byRows: isRead) {
          isLate = processorTime() > end
          return !isLate && isWanted()
        }
      } catch {
        if error == .cancelled, isLate { throw DecodeLimits.tooSlow("decoding it") }
        // The libraries have many words for this.
        if case .corrupt = error, header.format.lacksEnd(ByteReader(bytes: bytes)) {
          throw .corrupt("the \(header.format.name) file ends early")
        }
        throw error
      }
    }
  }

  /// Decodes all pixels of a picture in its stored orientation; the caller has reserved the memory.
  func wholePixels(
    _ bytes: [UInt8], _ header: PictureHeader, while isWanted: () -> Bool
  ) throws(ImageError) -> [UInt32] {
    try decode(bytes, header, to: header.storedSize, byRows: false, while: isWanted)
  }

  /// Decodes a picture with the decoder for its format.
  private func decode(
    _ bytes: [UInt8], _ header: PictureHeader, to size: PixelSize, byRows: Bool, while isWanted: () -> Bool
  ) throws(ImageError) -> [UInt32] {
    let stored = header.storedSize
    switch header.format {
    case .png:
      let bytes = PNGChunks.withoutTexts(bytes)
      if byRows { return try PNGRows.decode(bytes, stored: stored, to: size, while: isWanted) }
      return try PNGDecoder.decode(bytes, to: size)
    case .bmp: return try SDLSurfaceReader.decode(bytes, header, to: size) { SDL_LoadBMP_RW($0, 1) }
    case .jpeg:
      if libraries.contains(.turboJPEG), let turboJPEG = TurboJPEG.shared {
        return try turboJPEG.decode(bytes, stored: stored, to: size)
      }
      return try loadWithSDLImage(bytes, header, to: size, missing: .turboJPEG)
    case .gif: return try GIFDecoder.decode(bytes, to: size, while: isWanted)
    case .webp, .tiff: return try loadWithSDLImage(bytes, header, to: size, missing: .sdlImage)
    case .ico: return try ICOFile.decode(bytes, to: size)
    case .svg:
      let library = libraries.contains(.rsvg) ? SVGLibrary.shared : nil
      return try required(library, .rsvg, header).draw(bytes, in: size)
    case .heif, .avif:
      let library = libraries.contains(.heif) ? HEIFLibrary.shared : nil
      return try required(library, .heif, header).decode(bytes, header, to: size)
    case .jxl:
      let library = libraries.contains(.jxl) ? JXLLibrary.shared : nil
      return try required(library, .jxl, header).decode(bytes, header, to: size, while: isWanted)
    }
  }

  /// Returns a library.
  /// - Throws: If it is missing, an error that names the package to install.
  private func required<Library>(
    _ library: Library?, _ description: OptionalLibrary, _ header: PictureHeader
  ) throws(ImageError) -> Library {
    guard let library else {
      throw .unsupported("\(header.format.name); to see it install the package \(description.debianPackage)")
    }
    return library
  }

  /// Decodes through SDL_image. If the library is missing, the error names the package to install.
  private func loadWithSDLImage(
    _ bytes: [UInt8], _ header: PictureHeader, to size: PixelSize, missing: OptionalLibrary
  ) throws(ImageError) -> [UInt32] {
    let library = libraries.contains(.sdlImage) ? SDLImage.shared : nil
    return try required(library, missing, header).decode(bytes, header, to: size)
  }
}

extension BitmapDecoder {
  /// Returns the format of a picture by the first bytes of its file; `nil` for other files.
  package static func format(ofStart bytes: [UInt8]) -> PictureFormat? { PictureFormat(ByteReader(bytes: bytes)) }
}
