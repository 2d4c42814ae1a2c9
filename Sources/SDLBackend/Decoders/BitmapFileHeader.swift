import ScrollworkHostInterface

/// The header of a BMP file (BITMAPFILEHEADER and BITMAPINFOHEADER, or BITMAPCOREHEADER).
struct BitmapFileHeader {
  /// The size in pixels; `nil` if the file ends too early.
  var size: PixelSize?
  /// Bits per pixel.
  private var depth = 32
  /// Whether the rows are not compressed, so that their length follows from the size.
  private var isPlain = false

  /// Parses the header as far as the file has it.
  init(_ reader: ByteReader) {
    guard let headerSize = reader.number32(at: 14, isLittle: true) else { return }
    if headerSize == 12 {
      guard let width = reader.number16(at: 18, isLittle: true), let height = reader.number16(at: 20, isLittle: true)
      else { return }
      size = PixelSize(width: width, height: height)
      (depth, isPlain) = (reader.number16(at: 24, isLittle: true) ?? depth, true)
      return
    }
    guard let width = reader.number32(at: 18, isLittle: true), let height = reader.number32(at: 22, isLittle: true)
    else { return }
    // A negative height means that the first row is at the top.
    let rows = Int32(truncatingIfNeeded: height)
    size = PixelSize(width: Int(Int32(truncatingIfNeeded: width)), height: Int(rows.magnitude))
    depth = reader.number16(at: 28, isLittle: true) ?? depth
    let (plain, masked) = (0, 3)
    isPlain = [plain, masked].contains(reader.number32(at: 30, isLittle: true))
  }

  /// Returns the least possible length of a complete file in bytes; `nil` if its rows are compressed.
  func leastByteCount(of size: PixelSize) -> Int? {
    isPlain ? (size.width * min(depth, 32) + 31) / 32 * 4 * size.height : nil
  }

  /// Returns a BMP file with only the rows that an incomplete file contains, and their rectangle in the whole picture;
  /// `nil` if it contains none, or if the rows are compressed.
  static func part(of bytes: [UInt8]) -> (file: [UInt8], place: FrameCanvas.Place)? {
    let reader = ByteReader(bytes: bytes)
    let header = BitmapFileHeader(reader)
    guard let size = header.size, let start = reader.number32(at: 10, isLittle: true), start < bytes.count,
      let stride = header.leastByteCount(of: PixelSize(width: size.width, height: 1)), stride > 0,
      let headerSize = reader.number32(at: 14, isLittle: true)
    else { return nil }
    let rows = min(size.height, (bytes.count - start) / stride)
    guard rows > 0 else { return nil }
    let (isOld, offset) = (headerSize == 12, headerSize == 12 ? 20 : 22)
    let isFromTop = !isOld && Int32(truncatingIfNeeded: reader.number32(at: offset, isLittle: true) ?? 0) < 0
    var file = bytes
    for index in 0..<(isOld ? 2 : 4) {
      file[offset + index] = UInt8(truncatingIfNeeded: (isFromTop ? -rows : rows) >> (8 * index))
    }
    let place = FrameCanvas.Place(
      x: 0, y: isFromTop ? 0 : size.height - rows, width: size.width, height: rows)
    return (file, place)
  }

  /// The number of bytes for a pixel in SDL's surface. A palette index takes one byte.
  var pixelByteCount: Int { max(1, min(depth, 32) / 8) }
}
