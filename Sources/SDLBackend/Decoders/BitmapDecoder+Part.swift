internal import CSDL
import ScrollworkHostInterface

extension BitmapDecoder {
  /// Decodes the intact part of a damaged file, in its stored orientation and size. The rest is transparent or of one
  /// colour.
  ///
  /// An icon file shows the largest of its complete pictures. Incomplete HEIF, AVIF and SVG files cannot be shown.
  /// - Throws: If nothing can be shown.
  func partPixels(
    _ bytes: [UInt8], _ header: PictureHeader, while isWanted: () -> Bool
  ) throws(ImageError) -> [UInt32] {
    let stored = header.storedSize
    switch header.format {
    case .gif: return try GIFDecoder.decode(bytes, to: stored, isPart: true, while: isWanted)
    case .bmp: return try partOfBMP(bytes, header)
    case .webp where libraries.contains(.sdlImage):
      if let library = WebPLibrary.shared { return try library.decodePart(bytes, header, to: stored) }
    case .jpeg, .tiff:
      if libraries.contains(.sdlImage), let library = SDLImage.shared {
        return try library.decode(bytes, header, to: stored, isPart: true)
      }
    case .jxl:
      if libraries.contains(.jxl), let library = JXLLibrary.shared {
        return try library.decode(bytes, header, to: stored, isPart: true, while: isWanted)
      }
    case .ico: return try ICOFile.decode(bytes, to: stored, isPart: true)
    case .png, .webp, .svg, .heif, .avif: break
    }
    return try wholePixels(bytes, header, while: isWanted)
  }

  /// Decodes the rows that an incomplete BMP file contains.
  private func partOfBMP(_ bytes: [UInt8], _ header: PictureHeader) throws(ImageError) -> [UInt32] {
    let load = { SDL_LoadBMP_RW($0, 1) }
    guard let (file, place) = BitmapFileHeader.part(of: bytes) else {
      return try SDLSurfaceReader.decode(bytes, header, to: header.storedSize, load: load)
    }
    let pixels = try SDLSurfaceReader.decode(
      file, try PictureHeader(file), to: PixelSize(width: place.width, height: place.height), load: load)
    return try FrameCanvas.reduced(pixels, place, on: header.storedSize, to: header.storedSize)
  }
}
