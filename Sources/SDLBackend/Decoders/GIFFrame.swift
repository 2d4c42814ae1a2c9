import ScrollworkHostInterface

/// The properties of a GIF file's first frame and the location of its data.
struct GIFFrame {
  /// The frame's rectangle on the canvas, in pixels.
  var place: FrameCanvas.Place
  /// The size of the picture in pixels: the file's screen, enlarged to hold the frame.
  var canvas: PixelSize
  /// Whether the rows are stored in the interlaced order.
  var isInterlaced: Bool
  /// The palette as blue, green, red and alpha, filled up with black to 256 entries.
  var colors: [SIMD4<UInt8>]
  /// The offset of the compressed data: a byte with the code size, then blocks.
  var dataOffset: Int

  /// Parses the file; returns `nil` if it ends before the first frame.
  init?(_ reader: ByteReader) {
    guard let flags = reader.byte(at: 10) else { return nil }
    var offset = 13
    var table = Self.table(reader, at: offset, flags)
    offset += Self.tableByteCount(flags)
    var transparent: Int?
    while let kind = reader.byte(at: offset), kind == 0x21 {
      // Only extensions may precede a frame: a label and blocks. The graphic control extension names the transparent
      // colour.
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

  /// Returns the size of a file's logical screen, enlarged to hold the first frame. In some files the screen is empty
  /// or too small.
  static func canvas(_ screen: PixelSize, holding first: FrameCanvas.Place) -> PixelSize {
    PixelSize(width: max(screen.width, first.x + first.width), height: max(screen.height, first.y + first.height))
  }

  /// Returns the length of the colour table that `flags` describe, in bytes.
  private static func tableByteCount(_ flags: Int) -> Int {
    flags & 0x80 != 0 ? 3 << (flags & 7 + 1) : 0
  }

  /// Returns the colour table at `offset`.
  private static func table(_ reader: ByteReader, at offset: Int, _ flags: Int) -> [SIMD4<UInt8>] {
    var table = [SIMD4<UInt8>](repeating: SIMD4(0, 0, 0, 255), count: 256)
    let bytes = reader.bytes.dropFirst(offset).prefix(tableByteCount(flags))
    for (index, byte) in bytes.enumerated() { table[index / 3][2 - index % 3] = byte }
    return table
  }
}
