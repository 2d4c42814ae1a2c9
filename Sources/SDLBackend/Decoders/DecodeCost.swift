import ScrollworkHostInterface

/// What decoding a picture will take, estimated from its header and its markers before anything is decoded.
struct DecodeCost {
  /// Memory with that of the result, in bytes.
  var byteCount = 0
  /// Processor time of what cannot be interrupted; 0 where the memory bounds it, or where it is looked at on the way.
  var nanoseconds = 0
  /// What takes the time, for the refusal.
  private var slowPart = "decoding it"

  /// - Parameters:
  ///   - size: The size of the result, as the picture is stored.
  ///   - hasTurboJPEG: False where JPEGs are decoded by a library that cannot reduce them.
  init(_ bytes: [UInt8], _ header: PictureHeader, to size: PixelSize, hasTurboJPEG: Bool) {
    let stored = header.storedSize
    let pixelCount = stored.width * stored.height
    let reader = ByteReader(bytes: bytes)
    switch header.format {
    // Red, green, blue and alpha.
    case .png: byteCount = pixelCount * 4
    case .bmp: byteCount = pixelCount * BitmapFileHeader(reader).pixelByteCount
    // The indices of the colours.
    case .gif: byteCount = pixelCount
    case .jpeg: addJPEG(bytes, header, size, hasTurboJPEG)
    case .webp: byteCount = Self.webPByteCount(reader, pixelCount)
    case .tiff: addTIFF(reader, pixelCount)
    }
    byteCount += Self.resultByteCount(header, size)
  }

  /// Of a PNG that is read row by row.
  init(rowsOf header: PictureHeader, to size: PixelSize) {
    byteCount = header.storedSize.width * 16 + Self.resultByteCount(header, size)
  }

  private static func resultByteCount(_ header: PictureHeader, _ size: PixelSize) -> Int {
    // What lies on its side is copied once more.
    size.width * size.height * (header.orientation == .upright ? 4 : 8)
  }

  private mutating func addJPEG(
    _ bytes: [UInt8], _ header: PictureHeader, _ size: PixelSize, _ hasTurboJPEG: Bool
  ) {
    guard let jpeg = header.jpeg else { return }
    if jpeg.hasSeveralScans {
      byteCount = jpeg.components.reduce(0) { $0 + jpeg.blockCount(of: $1) * 128 }
    }
    let stored = header.storedSize
    byteCount +=
      hasTurboJPEG
      ? TurboJPEG.outputByteCount(of: stored, to: size, colorCount: jpeg.colorCount) : stored.width * stored.height * 4
    let scans = JPEGScans(bytes, jpeg)
    nanoseconds = scans.nanoseconds
    if scans.count > 1 { slowPart = "decoding its many scans" }
  }

  private static func webPByteCount(_ reader: ByteReader, _ pixelCount: Int) -> Int {
    // A frame that is a part of the picture is decoded to pixels of its own.
    if let frame = WebPAnimation(reader)?.played { return frame.place.width * frame.place.height * 12 }
    // Without loss it is decoded to memory of its own first.
    return pixelCount * (reader.has("VP8 ", at: 12) ? 4 : 8)
  }

  /// A strip or a tile is decoded as a whole, and may be far larger than the picture.
  private mutating func addTIFF(_ reader: ByteReader, _ pixelCount: Int) {
    func number(_ tag: Int, _ otherwise: Int) -> Double {
      Double(max(1, TIFFDirectory(reader, base: 0)?.number(ofTag: tag) ?? otherwise))
    }
    let (width, height) = (number(0x100, 1), number(0x101, 1))
    let tile = (width: number(0x142, Int(width)), height: number(0x143, Int(min(height, number(0x116, Int(height))))))
    let pixelBytes = number(0x115, 1) * number(0x102, 1) / 8
    let part = tile.width * tile.height * pixelBytes
    let partCount = (width / tile.width).rounded(.up) * (height / tile.height).rounded(.up)
    let most = 1e17
    byteCount = pixelCount * 4 + Int(min(most, part))
    // Measured: some nanoseconds for each byte.
    nanoseconds = Int(min(most, part * partCount * 4))
  }

  /// Refuses what takes too much.
  func check(_ header: PictureHeader, byteLimit: Int) throws(ImageError) {
    guard byteCount <= byteLimit else { throw .tooLarge(header.size) }
    guard nanoseconds <= DecodeLimits.estimatedTime else { throw DecodeLimits.tooSlow(slowPart) }
  }
}
