internal import CSDL
package import ScrollworkHostInterface
import ScrollworkPlatform

/// Decodes the pictures of this backend: PNG, BMP and GIF always, the others through libraries that may be missing.
///
/// The header is read first, and what asks for too much is refused before a pixel is allocated. Several threads may
/// decode at one time; together they hold no more than a fixed budget of memory, and giants wait for each other.
package final class BitmapDecoder: ImageDecoding {
  /// The optional libraries that a decoder may use.
  package struct Libraries: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let turboJPEG = Libraries(rawValue: 1)
    package static let sdlImage = Libraries(rawValue: 2)
  }

  private let libraries: Libraries
  private let wholePixelCount: Int
  private let wholeByteCount: Int
  private let processorTime: @Sendable () -> Int64

  /// - Parameters:
  ///   - libraries: Fewer than all make it behave as on a system that lacks the others.
  ///   - wholePixelCount: PNGs of more pixels are reduced row by row.
  ///   - wholeByteCount: What asks for more memory is refused; 448 MB, or less on small machines, unless said.
  ///   - processorTime: Nanoseconds that the calling thread has worked.
  package init(
    libraries: Libraries = [.turboJPEG, .sdlImage], wholePixelCount: Int = 1 << 24, wholeByteCount: Int? = nil,
    processorTime: @escaping @Sendable () -> Int64 = { ProcessStatistics.threadCPUNanoseconds }
  ) {
    (self.libraries, self.wholePixelCount, self.processorTime) = (libraries, wholePixelCount, processorTime)
    self.wholeByteCount = wholeByteCount ?? DecodeLimits.wholeByteCount
  }

  /// Bytes that pictures of this process took when they were decoded, before they were reduced to what is shown.
  package static var decodedByteCount: Int { DecodeBudget.shared.totalByteCount }

  package func pixelSize(of bytes: [UInt8]) throws(ImageError) -> PixelSize {
    try PictureHeader(bytes).size
  }

  package func decode(_ bytes: [UInt8], target: PixelSize?, mode: ContentMode) throws(ImageError) -> Bitmap {
    try decode(bytes, target: target, mode: mode) { true }
  }

  /// Asks for what is decoded step by step whether it is still wanted, and gives up what takes too long.
  package func decode(
    _ bytes: [UInt8], target: PixelSize?, mode: ContentMode, while isWanted: () -> Bool
  ) throws(ImageError) -> Bitmap {
    let header = try PictureHeader(bytes)
    let size = header.size.reduced(to: target, mode: mode)
    let storedSize = header.orientation.swapsAxes ? size.transposed : size
    let pixels = try storedPixels(bytes, header, to: storedSize, while: isWanted)
    guard pixels.count == size.width * size.height else { throw .corrupt(header.format.name) }
    return Bitmap(
      width: size.width, height: size.height,
      pixels: header.orientation.apply(to: pixels, width: storedSize.width, height: storedSize.height),
      isOpaque: pixels.allSatisfy { $0 >= 0xFF00_0000 })
  }

  package func animation(of bytes: [UInt8]) throws(ImageError) -> (any ImageAnimation)? {
    let header = try PictureHeader(bytes)
    switch header.format {
    case .gif: return GIFFrames(bytes).flatMap { FramePlayback($0, processorTime) }
    case .webp:
      guard libraries.contains(.sdlImage), let library = SDLImage.shared else { return nil }
      return WebPFrames(bytes, library).flatMap { FramePlayback($0, processorTime) }
    case .png, .jpeg, .bmp, .tiff: return nil
    }
  }

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
        throw error == .cancelled && isLate ? DecodeLimits.tooSlow("decoding it") : error
      }
    }
  }

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
    }
  }

  private func loadWithSDLImage(
    _ bytes: [UInt8], _ header: PictureHeader, to size: PixelSize, missing: OptionalLibrary
  ) throws(ImageError) -> [UInt32] {
    guard libraries.contains(.sdlImage), let sdlImage = SDLImage.shared else {
      throw .unsupported("\(header.format.name); to see it install the package \(missing.debianPackage)")
    }
    return try sdlImage.decode(bytes, header, to: size)
  }
}
