import ScrollworkHostInterface
import Synchronization

/// An animated file whose frames are located but not decoded.
protocol FrameSource: Sendable {
  /// The size of the canvas in pixels, in the stored orientation.
  var pixelSize: PixelSize { get }
  /// The orientation in which the animation is shown.
  var orientation: PictureOrientation { get }
  /// The number of times that the animation plays; `nil` for endless repetition.
  var repeatCount: Int? { get }
  /// The bytes of the file, which stay in memory.
  var byteCount: Int { get }
  /// The frames in order.
  var frames: [PlayedFrame] { get }

  /// Returns the premultiplied pixels of a frame's rectangle, row by row.
  func pixels(ofFrame index: Int) throws(ImageError) -> [UInt32]
}

extension FrameSource {
  var orientation: PictureOrientation { .upright }
}

/// The position, duration and composition of a frame.
struct PlayedFrame {
  /// The rectangle of the frame on the canvas.
  var place: FrameCanvas.Place
  /// The duration in the file, in hundredths of a second.
  var hundredths: Int
  /// Whether transparent pixels let the canvas show through; otherwise they replace it.
  var blends: Bool
  /// The treatment of the rectangle before the next frame.
  var disposal: FrameCanvas.Disposal
}

/// An animation over the frames of a file, which are composed in order and on demand.
final class FramePlayback<Source: FrameSource>: ImageAnimation {
  private struct State {
    /// The canvas; `nil` before the first frame, after an error, and while a frame is drawn.
    var canvas: FrameCanvas?
    /// The index of the frame on the canvas; -1 for none.
    var shown = -1
  }

  private let source: Source
  /// The largest memory for one step, in bytes: two canvases, and three times the largest frame for the decoder and its
  /// library.
  private let workingByteCount: Int
  private let processorTime: @Sendable () -> Int64
  private let state = Mutex(State())

  /// Creates an animation; returns `nil` for a single frame, or beyond the limits.
  /// - Parameter processorTime: Returns the calling thread's processor time, in nanoseconds.
  init?(_ source: Source, _ processorTime: @escaping @Sendable () -> Int64) {
    let largest = source.frames.reduce(0) { max($0, $1.place.width * $1.place.height) }
    guard AnimationLimits.allows(frames: source.frames.count, of: source.pixelSize),
      largest <= AnimationLimits.canvasPixelCount
    else { return nil }
    (self.source, self.processorTime) = (source, processorTime)
    workingByteCount = (2 * source.pixelSize.width * source.pixelSize.height + 3 * largest) * 4
  }

  /// The size of the upright picture, in pixels.
  var pixelSize: PixelSize { source.orientation.swapsAxes ? source.pixelSize.transposed : source.pixelSize }
  /// The number of frames.
  var frameCount: Int { source.frames.count }
  /// The number of times that the animation plays; `nil` for endless repetition.
  var repeatCount: Int? { source.repeatCount }
  /// The bytes of the file and of the canvas in memory.
  var byteCount: Int { source.byteCount + state.withLock { $0.canvas?.byteCount ?? 0 } }

  /// Returns a frame's duration in seconds.
  func duration(ofFrame index: Int) -> Double {
    AnimationLimits.duration(ofHundredths: source.frames[index].hundredths)
  }

  /// Returns a frame as a bitmap. Going backwards starts again at the first frame.
  /// - Precondition: `index` is less than `frameCount`.
  /// - Complexity: O(*k*) in the number of frames after the previously requested one.
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

  /// Draws the frames up to `index`. Starts again at the first one if the canvas already shows a later frame.
  private func advance(_ state: inout State, to index: Int) throws(ImageError) -> FrameCanvas {
    var canvas = state.canvas ?? FrameCanvas(size: source.pixelSize)
    // The canvas is taken out, so that it is changed in place and not copied.
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
