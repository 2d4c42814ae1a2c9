import ScrollworkHostInterface

/// The frames of a GIF file, located but not decoded.
struct GIFFrames: FrameSource {
  /// The encoding of a frame's pixels.
  struct Coding {
    /// Whether the rows are stored in the interlaced order.
    var isInterlaced: Bool
    /// The palette index of transparent pixels; `nil` for none.
    var transparent: Int?
    /// The offset and the number of colours of the palette, which belongs to the frame or to the file.
    var table: (offset: Int, count: Int)
    /// The offset of the compressed data.
    var dataOffset: Int
  }

  /// The size of the canvas in pixels.
  let pixelSize: PixelSize
  /// The number of times that the animation plays; `nil` for endless repetition.
  let repeatCount: Int?
  /// The frames in order.
  let frames: [PlayedFrame]
  private let codings: [Coding]
  private let bytes: [UInt8]

  /// Locates the frames; returns `nil` if the file is too short to hold the size of its screen.
  init?(_ bytes: [UInt8]) {
    let reader = ByteReader(bytes: bytes)
    guard let width = reader.number16(at: 6, isLittle: true), let height = reader.number16(at: 8, isLittle: true) else {
      return nil
    }
    var scanner = GIFScanner(reader)
    scanner.run()
    let screen = PixelSize(width: width, height: height)
    pixelSize = scanner.frames.first.map { GIFFrame.canvas(screen, holding: $0.place) } ?? screen
    (frames, codings) = (scanner.frames, scanner.codings)
    repeatCount = scanner.repeatCount
    self.bytes = bytes
  }

  /// The bytes of the file, which stay in memory.
  var byteCount: Int { bytes.count }

  /// Decodes the rectangle of a frame, as premultiplied pixels row by row.
  func pixels(ofFrame index: Int) throws(ImageError) -> [UInt32] {
    let (place, coding) = (frames[index].place, codings[index])
    let (width, height) = (place.width, place.height)
    guard let indices = LZWReader(bytes, at: coding.dataOffset)?.read(count: width * height) else {
      throw .corrupt("GIF: the data of a frame end too early or contradict themselves")
    }
    let colors = colors(of: coding)
    var pixels = [UInt32](repeating: 0, count: width * height)
    var next = 0
    for row in GIFDecoder.rows(height: height, isInterlaced: coding.isInterlaced) {
      for column in row * width..<(row + 1) * width {
        pixels[column] = colors[Int(indices[next])]
        next += 1
      }
    }
    return pixels
  }

  /// Returns a frame's palette as premultiplied pixels.
  private func colors(of coding: Coding) -> [UInt32] {
    var colors = [UInt32](repeating: 0xFF00_0000, count: 256)
    for index in 0..<coding.table.count where coding.table.offset + index * 3 + 2 < bytes.count {
      let offset = coding.table.offset + index * 3
      colors[index] =
        0xFF00_0000 | UInt32(bytes[offset]) << 16 | UInt32(bytes[offset + 1]) << 8 | UInt32(bytes[offset + 2])
    }
    if let transparent = coding.transparent { colors[transparent] = 0 }
    return colors
  }
}

/// Locates the frames of a GIF file.
private struct GIFScanner {
  private let reader: ByteReader
  /// The offset of the next block.
  private var offset = 13
  private(set) var frames: [PlayedFrame] = []
  private(set) var codings: [GIFFrames.Coding] = []
  /// The number of times that the animation plays: once without the loop extension, endlessly if `nil`.
  private(set) var repeatCount: Int? = 1
  /// The offset and number of colours of the file's palette.
  private var globalTable = (offset: 13, count: 0)
  // The graphic control of the next frame.
  private var hundredths = 0
  private var transparent: Int?
  private var disposal = FrameCanvas.Disposal.keep

  /// Creates a scanner that starts after the file's palette.
  init(_ reader: ByteReader) {
    self.reader = reader
    if let flags = reader.byte(at: 10), flags & 0x80 != 0 {
      globalTable.count = 2 << (flags & 7)
      offset += globalTable.count * 3
    }
  }

  /// Scans up to the end of the file or to damaged data. The frames found until then are valid.
  mutating func run() {
    while frames.count <= AnimationLimits.frameCount, let kind = reader.byte(at: offset) {
      switch kind {
      case 0x21: readExtension()
      case 0x2C: if !readFrame() { return }
      default: return
      }
    }
  }

  /// Reads a graphic control or loop extension, and skips others.
  private mutating func readExtension() {
    switch reader.byte(at: offset + 1) {
    case 0xF9:
      guard let flags = reader.byte(at: offset + 3), let time = reader.number16(at: offset + 4, isLittle: true) else {
        break
      }
      hundredths = time
      transparent = flags & 1 == 1 ? reader.byte(at: offset + 6) : nil
      disposal = [2: .clear, 3: .restore][flags >> 2 & 7] ?? .keep
    case 0xFF where reader.has("NETSCAPE2.0", at: offset + 3):
      if let count = reader.number16(at: offset + 16, isLittle: true) { repeatCount = count == 0 ? nil : count + 1 }
    default: break
    }
    offset += 2
    skipBlocks()
  }

  /// Skips the blocks of an extension or frame, up to the empty one.
  private mutating func skipBlocks() {
    while let length = reader.byte(at: offset), length > 0 { offset += 1 + length }
    offset += 1
  }

  /// Reads a frame's header and skips its data; returns `false` if the file ends or the frame is not valid.
  private mutating func readFrame() -> Bool {
    guard let x = reader.number16(at: offset + 1, isLittle: true),
      let y = reader.number16(at: offset + 3, isLittle: true),
      let width = reader.number16(at: offset + 5, isLittle: true),
      let height = reader.number16(at: offset + 7, isLittle: true),
      let flags = reader.byte(at: offset + 9), width > 0, height > 0, width * height <= DecodeLimits.pixelCount
    else { return false }
    offset += 10
    var table = globalTable
    if flags & 0x80 != 0 {
      table = (offset, 2 << (flags & 7))
      offset += table.count * 3
    }
    let place = FrameCanvas.Place(x: x, y: y, width: width, height: height)
    frames.append(PlayedFrame(place: place, hundredths: hundredths, blends: true, disposal: disposal))
    codings.append(
      GIFFrames.Coding(
        isInterlaced: flags & 0x40 != 0, transparent: transparent, table: table, dataOffset: offset))
    (hundredths, transparent, disposal) = (0, nil, .keep)
    offset += 1
    skipBlocks()
    return true
  }
}
