import ScrollworkHostInterface

/// The frames of an animated WebP file, each decoded as a still file (WebP container specification, chunk "ANMF").
struct WebPFrames: FrameSource {
  /// The size of the canvas in pixels, in the stored orientation.
  let pixelSize: PixelSize
  /// The orientation in the metadata.
  let orientation: PictureOrientation
  /// The number of times that the animation plays; `nil` for endless repetition.
  let repeatCount: Int?
  /// The frames in order.
  let frames: [PlayedFrame]
  /// The bytes of the file, which stay in memory.
  let byteCount: Int
  private let chunks: [WebPAnimation]
  private let library: SDLImage

  /// Locates the frames; returns `nil` if the file is not an extended WebP, or if the header of a frame is cut off.
  init?(_ bytes: [UInt8], _ library: SDLImage) {
    let reader = ByteReader(bytes: bytes)
    guard reader.has("VP8X", at: 12), let width = reader.number24Little(at: 24),
      let height = reader.number24Little(at: 27)
    else { return nil }
    pixelSize = PixelSize(width: width + 1, height: height + 1)
    orientation = PictureOrientation(of: .webp, reader) ?? .upright
    let found = WebPAnimation.all(in: reader)
    chunks = found.frames
    frames = chunks.compactMap(\.played)
    guard frames.count == chunks.count else { return nil }
    repeatCount = found.repeatCount == 0 ? nil : found.repeatCount
    byteCount = bytes.count
    self.library = library
  }

  /// Decodes the rectangle of a frame, as premultiplied pixels row by row.
  func pixels(ofFrame index: Int) throws(ImageError) -> [UInt32] {
    guard let file = chunks[index].file else { throw .corrupt("WebP: a frame is empty") }
    let header = try PictureHeader(file)
    let place = frames[index].place
    guard header.storedSize == PixelSize(width: place.width, height: place.height) else {
      throw .corrupt("WebP: two sizes in one frame")
    }
    return try library.decode(file, header, to: header.storedSize)
  }
}
