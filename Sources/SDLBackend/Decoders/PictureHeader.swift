import ScrollworkHostInterface

/// The properties of a picture that are known from its header.
struct PictureHeader {
  /// The format, by the first bytes.
  var format: PictureFormat
  /// The stored size in pixels, before the orientation is applied.
  var storedSize: PixelSize
  /// The orientation in the metadata.
  var orientation = PictureOrientation.upright
  /// The header of a JPEG file; `nil` for other formats.
  private(set) var jpeg: JPEGHeader?

  /// The size that an SVG file declares; `nil` for other formats. `storedSize` is then the largest size in which the
  /// SVG is drawn.
  private(set) var drawingSize: PixelSize?

  /// The size of the upright picture, in pixels.
  var size: PixelSize { orientation.swapsAxes ? storedSize.transposed : storedSize }

  /// Reads the header.
  /// - Parameter length: The length of the file in bytes; `nil` if `bytes` is the whole file.
  /// - Throws: `unsupported` for an unknown format, `corrupt` for a damaged header, `tooLarge` beyond the limits.
  init(_ bytes: [UInt8], length: Int? = nil) throws(ImageError) {
    let reader = ByteReader(bytes: bytes)
    guard let format = PictureFormat(reader) else {
      if bytes.isEmpty { throw .corrupt("the file is empty") }
      throw .unsupported("not a picture in a known format")
    }
    self.format = format
    let size: PixelSize? =
      switch format {
      case .png: Self.pngSize(reader)
      case .jpeg: nil
      case .bmp: BitmapFileHeader(reader).size
      case .gif: GIFFrame(reader)?.canvas
      case .webp: Self.webpSize(reader)
      case .tiff: Self.tiffSize(reader)
      case .ico: ICOFile(reader)?.size
      case .heif, .avif: HEIFHeader(reader)?.size
      case .jxl: JXLHeader(reader)?.size
      case .svg: nil
      }
    storedSize = size ?? PixelSize(width: 0, height: 0)
    if format == .jpeg, let header = JPEGHeader(reader) {
      (storedSize, orientation, jpeg) = (header.size, header.orientation, header)
    }
    if format == .svg, let header = SVGHeader(reader) { (storedSize, drawingSize) = (header.detailSize, header.size) }
    if let turned = PictureOrientation(of: format, reader) { orientation = turned }
    guard storedSize.width > 0, storedSize.height > 0 else {
      throw .corrupt(
        length == nil && format.lacksEnd(reader)
          ? "the file ends early, before the size of the picture" : "the \(format.name) header is damaged")
    }
    try DecodeLimits.check(storedSize)
    if let least = Self.leastByteCount(of: format, storedSize, reader), length ?? bytes.count < least {
      throw .corrupt("\(bytes.count) bytes cannot hold \(storedSize.width) x \(storedSize.height) pixels")
    }
  }

  /// Returns the size in the chunk IHDR of a PNG file; `nil` if the chunk is missing.
  private static func pngSize(_ reader: ByteReader) -> PixelSize? {
    guard reader.has("IHDR", at: 12),
      let width = reader.number32(at: 16, isLittle: false), let height = reader.number32(at: 20, isLittle: false)
    else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// Returns the size of an extended, lossless or lossy WebP file; `nil` if the header is damaged.
  private static func webpSize(_ reader: ByteReader) -> PixelSize? {
    if reader.has("VP8X", at: 12) {
      guard let width = reader.number24Little(at: 24), let height = reader.number24Little(at: 27) else { return nil }
      return PixelSize(width: width + 1, height: height + 1)
    }
    if reader.has("VP8L", at: 12) {
      guard let packed = reader.number32(at: 21, isLittle: true) else { return nil }
      return PixelSize(width: packed & 0x3FFF + 1, height: packed >> 14 & 0x3FFF + 1)
    }
    guard reader.has("VP8 ", at: 12),
      let width = reader.number16(at: 26, isLittle: true), let height = reader.number16(at: 28, isLittle: true)
    else { return nil }
    return PixelSize(width: width & 0x3FFF, height: height & 0x3FFF)
  }

  /// Returns the size in the tags ImageWidth and ImageLength of a TIFF file; `nil` if one is missing.
  private static func tiffSize(_ reader: ByteReader) -> PixelSize? {
    let directory = TIFFDirectory(reader, base: 0)
    guard let width = directory?.number(ofTag: 0x100), let height = directory?.number(ofTag: 0x101) else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// Returns the least possible length in bytes of a complete file whose picture has the size `size`; `nil` if the
  /// format has no useful bound.
  /// Because of this bound, a short file that claims many pixels fails before they are allocated.
  private static func leastByteCount(of format: PictureFormat, _ size: PixelSize, _ reader: ByteReader) -> Int? {
    // Deflate expands a byte to at most 1,032; a JPEG block of 64 pixels takes at least a bit; a GIF code of 12 bits
    // stands for at most 4,096 pixels.
    let best = 1032
    switch format {
    case .png:
      guard let depth = reader.byte(at: 24), let kind = reader.byte(at: 25) else { return nil }
      let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][kind] ?? 1
      return size.height * ((size.width * channels * depth + 7) / 8 + 1) / best
    case .jpeg: return size.width * size.height / best
    case .gif: return GIFFrame(reader).map { $0.place.width * $0.place.height / 4096 }
    case .bmp: return BitmapFileHeader(reader).leastByteCount(of: size)
    case .webp, .tiff, .ico, .svg, .heif, .avif, .jxl: return nil
    }
  }
}

extension PixelSize {
  /// The size with width and height exchanged.
  var transposed: PixelSize { PixelSize(width: height, height: width) }
}
