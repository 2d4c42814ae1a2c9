import ScrollworkHostInterface

/// The header of a JPEG XL file: a bare codestream, or one in boxes.
struct JXLHeader {
  /// The size of the upright picture in pixels.
  private(set) var size: PixelSize

  /// Whether the bytes begin a JPEG XL file.
  static func begins(_ reader: ByteReader) -> Bool {
    reader.number16(at: 0, isLittle: false) == 0xFF0A || isContainer(reader)
  }

  private static func isContainer(_ reader: ByteReader) -> Bool {
    reader.number32(at: 0, isLittle: false) == 12 && reader.has("JXL ", at: 4)
      && reader.number32(at: 8, isLittle: false) == 0x0D0A_870A
  }

  /// Reads the header; `nil` if it is damaged.
  init?(_ reader: ByteReader) {
    guard let start = Self.codestream(reader), reader.number16(at: start, isLittle: false) == 0xFF0A else { return nil }
    var bits = BitReader(reader.bytes, at: start + 2)
    guard let isSmall = bits.read(1), let height = Self.side(&bits, isSmall: isSmall == 1), let ratio = bits.read(3)
    else { return nil }
    // A ratio of width and height in the header saves the width.
    let ratios = [(1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]
    if ratio == 0 {
      guard let width = Self.side(&bits, isSmall: isSmall == 1) else { return nil }
      size = PixelSize(width: width, height: height)
    } else {
      let (over, under) = ratios[ratio - 1]
      size = PixelSize(width: height * over / under, height: height)
    }
    guard let isDefault = bits.read(1) else { return nil }
    guard isDefault == 0, let hasMore = bits.read(1), hasMore == 1, let orientation = bits.read(3) else { return }
    if orientation >= 4 { size = size.transposed }
  }

  /// Returns the offset of the codestream, or of its first part; `nil` if there is none.
  private static func codestream(_ reader: ByteReader) -> Int? {
    guard isContainer(reader) else { return 0 }
    let box = BoxReader(reader: reader).all.first { $0.type == "jxlc" || $0.type == "jxlp" }
    // A part begins with its number.
    return box.map { $0.content.lowerBound + ($0.type == "jxlp" ? 4 : 0) }
  }

  /// Reads the length of a side in pixels; `nil` past the end. If `isSmall`, it is stored in units of 8.
  private static func side(_ bits: inout BitReader, isSmall: Bool) -> Int? {
    if isSmall { return bits.read(5).map { ($0 + 1) * 8 } }
    guard let kind = bits.read(2) else { return nil }
    return bits.read([9, 13, 18, 30][kind]).map { $0 + 1 }
  }
}
