import ScrollworkHostInterface
import Synchronization

/// The frames of an animated WebP file, each decoded as a file of its own when it is asked for (WebP container, "ANMF").
final class WebPPlayback: ImageAnimation {
  private struct Frame {
    var place: FrameCanvas.Place
    var seconds: Double
    var blends: Bool
    var isCleared: Bool
    var chunk: WebPAnimation
  }

  private struct State {
    var canvas: FrameCanvas?
    var shown = -1
  }

  let pixelSize: PixelSize
  let repeatCount: Int?
  private let library: SDLImage
  private let frames: [Frame]
  private let fileByteCount: Int
  private let state = Mutex(State())

  /// `nil` unless there are several frames, all of which the limits allow.
  init?(_ bytes: [UInt8], _ library: SDLImage) {
    let reader = ByteReader(bytes: bytes)
    guard reader.has("VP8X", at: 12), let width = reader.number24Little(at: 24),
      let height = reader.number24Little(at: 27)
    else { return nil }
    pixelSize = PixelSize(width: width + 1, height: height + 1)
    let chunks = WebPAnimation.all(in: reader)
    guard AnimationLimits.allows(frames: chunks.frames.count, of: pixelSize) else { return nil }
    frames = chunks.frames.compactMap(Self.frame)
    guard frames.count == chunks.frames.count else { return nil }
    repeatCount = chunks.repeatCount == 0 ? nil : chunks.repeatCount
    self.library = library
    fileByteCount = bytes.count
  }

  private static func frame(_ chunk: WebPAnimation) -> Frame? {
    guard let size = chunk.size, let origin = chunk.origin, let milliseconds = chunk.milliseconds,
      let flags = chunk.flags
    else { return nil }
    return Frame(
      place: FrameCanvas.Place(x: origin.x, y: origin.y, width: size.width, height: size.height),
      seconds: AnimationLimits.duration(ofHundredths: milliseconds / 10), blends: flags & 2 == 0,
      isCleared: flags & 1 != 0, chunk: chunk)
  }

  var frameCount: Int { frames.count }
  var byteCount: Int { fileByteCount + state.withLock { $0.canvas?.byteCount ?? 0 } }

  func duration(ofFrame index: Int) -> Double { frames[index].seconds }

  func frame(at index: Int, target: PixelSize?, mode: ContentMode) throws(ImageError) -> Bitmap {
    precondition(frames.indices.contains(index), "frame \(index) of \(frames.count)")
    let result: Result<Bitmap, ImageError> = state.withLock { state in
      Result { () throws(ImageError) in
        var canvas = state.canvas ?? FrameCanvas(size: pixelSize)
        state.canvas = nil
        if index < state.shown { state.shown = -1 }
        if state.shown < 0 { canvas.clear() }
        while state.shown < index {
          canvas.dispose()
          let frame = frames[state.shown + 1]
          let pixels = try pixels(of: frame)
          canvas.draw(pixels, frame.place, blends: frame.blends, disposal: frame.isCleared ? .clear : .keep)
          state.shown += 1
        }
        let bitmap = canvas.bitmap(target: target, mode: mode)
        state.canvas = canvas
        return bitmap
      }
    }
    if case .failure = result { state.withLock { $0 = State() } }
    return try result.get()
  }

  private func pixels(of frame: Frame) throws(ImageError) -> [UInt32] {
    guard let file = frame.chunk.file else { throw .corrupt("WebP: a frame is empty") }
    let header = try PictureHeader(file)
    guard header.size == PixelSize(width: frame.place.width, height: frame.place.height) else {
      throw .corrupt("WebP: two sizes in one frame")
    }
    return try library.decode(file, header, to: header.size)
  }
}
