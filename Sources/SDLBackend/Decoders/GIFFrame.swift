import ScrollworkHostInterface

/// The first picture of a GIF file: where its parts are.
struct GIFFrame {
  var size: PixelSize
  var isInterlaced: Bool
  /// Colours as blue, green, red, alpha; 256 of them, black where the file has fewer.
  var colors: [SIMD4<UInt8>]
  /// Where the compressed data start: a byte for the size of the codes, then blocks.
  var dataOffset: Int

  /// `nil` if the file ends before there is a picture.
  init?(_ reader: ByteReader) {
    guard let flags = reader.byte(at: 10) else { return nil }
    var offset = 13
    var table = Self.table(reader, at: offset, flags)
    offset += Self.tableByteCount(flags)
    var transparent: Int?
    while let kind = reader.byte(at: offset), kind == 0x21 {
      // Only extensions may come before a picture: a label and blocks. One of them names the transparent colour.
      if reader.byte(at: offset + 1) == 0xF9, let flags = reader.byte(at: offset + 3), flags & 1 == 1 {
        transparent = reader.byte(at: offset + 6)
      }
      offset += 2
      while let length = reader.byte(at: offset), length > 0 { offset += 1 + length }
      offset += 1
    }
    guard reader.byte(at: offset) == 0x2C,
      let width = reader.number16(at: offset + 5, isLittle: true),
      let height = reader.number16(at: offset + 7, isLittle: true),
      let flags = reader.byte(at: offset + 9)
    else { return nil }
    offset += 10
    if flags & 0x80 != 0 {
      table = Self.table(reader, at: offset, flags)
      offset += Self.tableByteCount(flags)
    }
    if let transparent { table[transparent] = .zero }
    size = PixelSize(width: width, height: height)
    isInterlaced = flags & 0x40 != 0
    colors = table
    dataOffset = offset
  }

  private static func tableByteCount(_ flags: Int) -> Int {
    flags & 0x80 != 0 ? 3 << (flags & 7 + 1) : 0
  }

  private static func table(_ reader: ByteReader, at offset: Int, _ flags: Int) -> [SIMD4<UInt8>] {
    var table = [SIMD4<UInt8>](repeating: SIMD4(0, 0, 0, 255), count: 256)
    let bytes = reader.bytes.dropFirst(offset).prefix(tableByteCount(flags))
    for (index, byte) in bytes.enumerated() { table[index / 3][2 - index % 3] = byte }
    return table
  }
}
