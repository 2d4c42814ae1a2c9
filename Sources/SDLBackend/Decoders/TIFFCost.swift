/// The memory and time that libtiff takes for a TIFF, estimated from its directory.
///
/// A strip or tile is decoded as a whole, and may be far larger than the picture. Several strips or tiles may share the
/// same data, so the length of the file limits nothing.
struct TIFFCost {
  /// Memory in bytes, without the result.
  private(set) var byteCount = 0
  /// Processor time in nanoseconds.
  private(set) var nanoseconds = 0
  /// Whether strips or tiles are JPEGs of several scans.
  private(set) var hasManyScans = false

  /// The largest estimate, above every limit and far below overflow.
  private static let most = 1e17

  /// Estimates the cost.
  /// - Complexity: O(*n*) in the length of the file for compression by JPEG; O(1) for others.
  init(_ reader: ByteReader, pixelCount: Int) {
    let directory = TIFFDirectory(reader, base: 0)
    func number(_ tag: Int, _ otherwise: Int) -> Double {
      Double(max(1, directory?.number(ofTag: tag) ?? otherwise))
    }
    let (width, height) = (number(0x100, 1), number(0x101, 1))
    let tile = (width: number(0x142, Int(width)), height: number(0x143, Int(min(height, number(0x116, Int(height))))))
    let pixelBytes = number(0x115, 1) * number(0x102, 1) / 8
    let part = tile.width * tile.height * pixelBytes
    let partCount = (width / tile.width).rounded(.up) * (height / tile.height).rounded(.up)
    byteCount = pixelCount * 4 + Int(min(Self.most, part))
    let compression = Int(number(0x103, 1))
    nanoseconds = Int(min(Self.most, part * partCount * Self.byteTime(ofCompression: compression)))
    if compression == 7, let directory { addJPEG(reader, directory) }
  }

  /// Returns the time for each decoded byte, in nanoseconds; it is at least twice the measured time.
  private static func byteTime(ofCompression compression: Int) -> Double {
    switch compression {
    // None, LZW, Deflate, PackBits and Zstandard; and JPEG apart from its scans.
    case 1, 5, 7, 8, 32_773, 32_946, 50_000: 4
    // Fax, which has eight pixels in a byte.
    case 2, 3, 4: 60
    // The old form of JPEG, and WebP.
    case 6, 50_001: 24
    // LZMA, which takes up to 46, and all others, because they are rare.
    default: 90
    }
  }

  /// Adds the time for the scans of all strips or tiles, and stops once the limit is exceeded. libtiff itself limits
  /// only the number of scans in each strip or tile, to 100.
  private mutating func addJPEG(_ reader: ByteReader, _ directory: TIFFDirectory) {
    let isTiled = directory.number(ofTag: 0x144) != nil
    let offsets = directory.numbers(ofTag: isTiled ? 0x144 : 0x111)
    let lengths = directory.numbers(ofTag: isTiled ? 0x145 : 0x117)
    for (offset, length) in zip(offsets, lengths) where nanoseconds <= DecodeLimits.estimatedTime {
      let start = min(offset, reader.count)
      let bytes = Array(reader.bytes[start..<min(start + length, reader.count)])
      guard let header = JPEGHeader(ByteReader(bytes: bytes)) else {
        nanoseconds += JPEGScans.nanoseconds(ofBytes: bytes.count)
        continue
      }
      let scans = JPEGScans(bytes, header)
      nanoseconds += scans.nanoseconds
      if scans.count > 1 { hasManyScans = true }
    }
  }
}
