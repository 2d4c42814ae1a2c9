import ScrollworkHostInterface

/// One frame of an animated WebP file. SDL_image 2.6 cannot read such a file, but it reads each frame as a still file.
struct WebPAnimation {
  private let reader: ByteReader
  /// The offset of the frame's data: 16 bytes with position, size, duration and flags, then the chunks.
  private let frame: Int
  /// The length of the frame's data, which may reach beyond the end of a file that is cut off.
  private let length: Int
  /// The offset of the byte after the frame's data in the file.
  private var frameEnd: Int { min(reader.count, frame + length) }

  private init(_ reader: ByteReader, frame: Int, length: Int) {
    self.reader = reader
    self.frame = frame
    self.length = length
  }

  /// Returns all frames, and the number of times that the animation plays, 0 for endless repetition.
  static func all(in reader: ByteReader) -> (frames: [WebPAnimation], repeatCount: Int) {
    var (frames, repeatCount, offset) = ([WebPAnimation](), 1, 12)
    while let length = reader.number32(at: offset + 4, isLittle: true), frames.count <= AnimationLimits.frameCount {
      if reader.has("ANIM", at: offset) { repeatCount = reader.number16(at: offset + 12, isLittle: true) ?? 1 }
      if reader.has("ANMF", at: offset) { frames.append(WebPAnimation(reader, frame: offset + 8, length: length)) }
      offset += 8 + length + length & 1
    }
    return (frames, repeatCount)
  }

  /// The frame's position, duration and composition; `nil` if the file ends too early.
  var played: PlayedFrame? {
    guard let size, let x = reader.number24Little(at: frame), let y = reader.number24Little(at: frame + 3),
      let milliseconds = reader.number24Little(at: frame + 12), let flags = reader.byte(at: frame + 15)
    else { return nil }
    let (clears, replaces) = (1, 2)
    return PlayedFrame(
      place: FrameCanvas.Place(x: x * 2, y: y * 2, width: size.width, height: size.height),
      hundredths: milliseconds / 10, blends: flags & replaces == 0, disposal: flags & clears != 0 ? .clear : .keep)
  }

  /// Locates the first frame; returns `nil` if the file is not an animation or has no frame.
  init?(_ reader: ByteReader) {
    let animationFlag = 2
    guard reader.has("VP8X", at: 12), let flags = reader.byte(at: 20), flags & animationFlag != 0 else { return nil }
    var offset = 12
    while let length = reader.number32(at: offset + 4, isLittle: true) {
      if reader.has("ANMF", at: offset) {
        self.reader = reader
        frame = offset + 8
        self.length = length
        return
      }
      offset += 8 + length + length & 1
    }
    return nil
  }

  /// The frame's own size in pixels, which may be smaller than the canvas; `nil` if the file ends too early.
  private var size: PixelSize? {
    guard let width = reader.number24Little(at: frame + 6), let height = reader.number24Little(at: frame + 9) else {
      return nil
    }
    return PixelSize(width: width + 1, height: height + 1)
  }

  /// The frame as a still WebP file, incomplete if the animation ends inside it; `nil` if no byte of the frame exists.
  var file: [UInt8]? {
    guard frame + 16 <= frameEnd else { return nil }
    let chunks = reader.bytes[(frame + 16)..<frameEnd]
    let alphaFlag: UInt8 = 0x10
    let size = reader.bytes[(frame + 6)..<(frame + 12)]
    // A separate alpha chunk needs the extended header: the simple format cannot have one.
    let header: [UInt8] =
      reader.has("ALPH", at: frame + 16)
      ? Array("VP8X".utf8) + Self.little(10) + [alphaFlag, 0, 0, 0] + size : []
    let body = Array("WEBP".utf8) + header + chunks
    return Array("RIFF".utf8) + Self.little(body.count + frame + length - frameEnd) + body
  }

  /// Returns the frame at its position on the canvas, reduced to `size`.
  /// - Parameter decode: Decodes a still file, reduced to a size.
  func decoded(
    _ header: PictureHeader, to size: PixelSize,
    by decode: ([UInt8], PictureHeader, PixelSize) throws(ImageError) -> [UInt32]
  ) throws(ImageError) -> [UInt32] {
    guard let frame = played, let file else { throw .corrupt("WebP: a frame is cut off") }
    let frameHeader = try PictureHeader(file)
    let place = frame.place
    // Memory was reserved for the frame's rectangle, so the header must not name another size.
    guard frameHeader.storedSize == PixelSize(width: place.width, height: place.height) else {
      throw .corrupt("WebP: two sizes in one frame")
    }
    let isWhole = frameHeader.storedSize == header.storedSize
    let pixels = try decode(file, frameHeader, isWhole ? size : frameHeader.storedSize)
    return isWhole ? pixels : try FrameCanvas.reduced(pixels, place, on: header.storedSize, to: size)
  }

  /// Returns a number as four bytes in little-endian order.
  private static func little(_ value: Int) -> [UInt8] {
    [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
