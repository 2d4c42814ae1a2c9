import ScrollworkHostInterface

/// The first picture of a GIF file: where its parts are.
struct GIFFrame {
  /// Where it lies in the picture.
  var place: FrameCanvas.Place
  /// Of the whole picture: what the file says, and at least the frame.
  var canvas: PixelSize
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
      let screenWidth = reader.number16(at: 6, isLittle: true),
      let screenHeight = reader.number16(at: 8, isLittle: true),
      let x = reader.number16(at: offset + 1, isLittle: true), let y = reader.number16(at: offset + 3, isLittle: true),
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
    place = FrameCanvas.Place(x: x, y: y, width: width, height: height)
    canvas = Self.canvas(PixelSize(width: screenWidth, height: screenHeight), holding: place)
    isInterlaced = flags & 0x40 != 0
    colors = table
    dataOffset = offset
  }

  /// Files are about whose screen is smaller than their first frame, or empty.
  static func canvas(_ screen: PixelSize, holding first: FrameCanvas.Place) -> PixelSize {
    PixelSize(width: max(screen.width, first.x + first.width), height: max(screen.height, first.y + first.height))
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
