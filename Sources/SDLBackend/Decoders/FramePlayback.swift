import ScrollworkHostInterface
import Synchronization

/// A file whose frames were found and are not decoded yet.
protocol FrameSource: Sendable {
  /// Of the whole picture as it is stored.
  var pixelSize: PixelSize { get }
  /// How it is to be seen.
  var orientation: PictureOrientation { get }
  /// How often it plays; `nil` for ever.
  var repeatCount: Int? { get }
  /// Bytes of the file that are held.
  var byteCount: Int { get }
  /// In the order in which they are shown.
  var frames: [PlayedFrame] { get }

  /// The pixels of a frame's own place, row by row, premultiplied.
  func pixels(ofFrame index: Int) throws(ImageError) -> [UInt32]
}

extension FrameSource {
  var orientation: PictureOrientation { .upright }
}

/// Where a frame lies, how long it is shown and how it is laid over those before it.
struct PlayedFrame {
  var place: FrameCanvas.Place
  /// Hundredths of a second, as the file says it.
  var hundredths: Int
  /// False if it replaces what is there also where it is transparent.
  var blends: Bool
  var disposal: FrameCanvas.Disposal
}

/// Plays the frames of any file: puts them together one after the other, each when it is asked for.
final class FramePlayback<Source: FrameSource>: ImageAnimation {
  private struct State {
    var canvas: FrameCanvas?
    /// The frame that the canvas shows.
    var shown = -1
  }

  private let source: Source
  /// Bytes that are worked on at one time: the canvas, what it was before, and a frame with what its library holds.
  private let workingByteCount: Int
  private let processorTime: @Sendable () -> Int64
  private let state = Mutex(State())

  /// `nil` unless there are several frames, all of which the limits allow.
  /// - Parameter processorTime: Nanoseconds that the calling thread has worked.
  init?(_ source: Source, _ processorTime: @escaping @Sendable () -> Int64) {
    let largest = source.frames.reduce(0) { max($0, $1.place.width * $1.place.height) }
    guard AnimationLimits.allows(frames: source.frames.count, of: source.pixelSize),
      largest <= AnimationLimits.canvasPixelCount
    else { return nil }
    (self.source, self.processorTime) = (source, processorTime)
    workingByteCount = (2 * source.pixelSize.width * source.pixelSize.height + 3 * largest) * 4
  }

  var pixelSize: PixelSize { source.orientation.swapsAxes ? source.pixelSize.transposed : source.pixelSize }
  var frameCount: Int { source.frames.count }
  var repeatCount: Int? { source.repeatCount }
  var byteCount: Int { source.byteCount + state.withLock { $0.canvas?.byteCount ?? 0 } }

  func duration(ofFrame index: Int) -> Double {
    AnimationLimits.duration(ofHundredths: source.frames[index].hundredths)
  }

  func frame(at index: Int, target: PixelSize?, mode: ContentMode) throws(ImageError) -> Bitmap {
    precondition(source.frames.indices.contains(index), "frame \(index) of \(frameCount)")
    let result: Result<Bitmap, ImageError> = state.withLock { state in
      Result { () throws(ImageError) in
        try DecodeBudget.shared.withReservation(of: workingByteCount) { () throws(ImageError) in
          try advance(&state, to: index).bitmap(target: target, mode: mode, source.orientation)
        }
      }
    }
    if case .failure = result { state.withLock { $0 = State() } }
    return try result.get()
  }

  /// Draws the frames up to that one, from the first one on if the canvas is past it.
  private func advance(_ state: inout State, to index: Int) throws(ImageError) -> FrameCanvas {
    var canvas = state.canvas ?? FrameCanvas(size: source.pixelSize)
    // Taken out, so that it is changed in place.
    state.canvas = nil
    if index < state.shown { state.shown = -1 }
    if state.shown < 0 { canvas.clear() }
    let end = processorTime() + DecodeLimits.time
    while state.shown < index {
      guard processorTime() <= end else { throw DecodeLimits.tooSlow("decoding so many frames") }
      canvas.dispose()
      let frame = source.frames[state.shown + 1]
      let pixels = try source.pixels(ofFrame: state.shown + 1)
      canvas.draw(pixels, frame.place, blends: frame.blends, disposal: frame.disposal)
      state.shown += 1
    }
    state.canvas = canvas
    return canvas
  }
}
