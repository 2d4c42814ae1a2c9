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
  /// Whether an entry that the estimate needs is present but cannot be read. libtiff may read it in another way, so
  /// the estimate has no meaning.
  let isUnreadable: Bool

  /// The largest estimate, above every limit and far below overflow.
  private static let most = 1e17

  /// The tags with a single number: sizes, compression, samples, and sizes of strips and tiles. libtiff ignores an
  /// entry that has several numbers for such a tag.
  private static let singleTags = [0x100, 0x101, 0x103, 0x115, 0x116, 0x142, 0x143]
  /// The tags with a list: bits of samples, and offsets and lengths of strips and tiles.
  private static let listTags = [0x102, 0x111, 0x117, 0x144, 0x145]

  /// Estimates the cost.
  /// - Complexity: O(*n*) in the length of the file for compression by JPEG; O(1) for others.
  init(_ reader: ByteReader, pixelCount: Int) {
    let directory = TIFFDirectory(reader, base: 0)
    isUnreadable = directory.map(Self.isUnreadable) ?? true
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

  /// Whether an entry that the estimate needs is present but cannot be read.
  private static func isUnreadable(_ directory: TIFFDirectory) -> Bool {
    singleTags.contains { directory.has($0) && (directory.count(ofTag: $0) != 1 || directory.number(ofTag: $0) == nil) }
      || listTags.contains { directory.has($0) && directory.number(ofTag: $0) == nil }
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
    // LZMA, measured at up to 46 ns, and all others, which are rare.
    default: 90
    }
  }

  /// Adds the time for the scans of all strips or tiles, and stops once the limit is exceeded. libtiff itself limits
  /// only the number of scans in each strip or tile, to 100.
  private mutating func addJPEG(_ reader: ByteReader, _ directory: TIFFDirectory) {
    for (offsetTag, lengthTag) in [(0x111, 0x117), (0x144, 0x145)] {
      let lengths = directory.numbers(ofTag: lengthTag)
      for (index, offset) in directory.numbers(ofTag: offsetTag).enumerated() {
        if nanoseconds > DecodeLimits.estimatedTime { return }
        // libtiff estimates a length that is missing or 0.
        let length = index < lengths.count && lengths[index] > 0 ? lengths[index] : reader.count
        addJPEG(reader, from: min(offset, reader.count), length: length)
      }
    }
  }

  /// Adds the time for the scans of one strip or tile.
  private mutating func addJPEG(_ reader: ByteReader, from start: Int, length: Int) {
    let bytes = Array(reader.bytes[start..<start + min(length, reader.count - start)])
    guard let header = JPEGHeader(ByteReader(bytes: bytes)) else {
      nanoseconds += JPEGScans.nanoseconds(ofBytes: bytes.count)
      return
    }
    let scans = JPEGScans(bytes, header)
    nanoseconds += scans.nanoseconds
    if scans.count > 1 { hasManyScans = true }
  }
}
