import Dispatch
package import ScrollworkHostInterface

/// Plays an animated picture. Decodes frames in the background, at most three ahead of the current frame, and frees the
/// frames before the current one.
///
/// It has no clock: the view asks for the picture at a time. Without such calls it does no work, so an invisible view
/// simply stops calling. A frame that is decoded late is not skipped: the previous frame stays until then.
@MainActor
package final class PicturePlayer: PicturePlaying {
  /// The callback after each frame that was decoded or could not be decoded.
  package var onFrame: (@MainActor () -> Void)?

  private let animation: any ImageAnimation
  private let target: PixelSize?
  private let mode: ContentMode
  private let core: PipelineCore
  private let timeline: FrameTimeline
  private var frames: [Int: Bitmap] = [:]
  /// The index of the frame being decoded; `nil` if there is none. Frames are decoded one at a time, because each
  /// builds on the previous one.
  private var pending: Int?
  /// The indices of the current frame and of the frames to decode ahead, in the order in which they are shown.
  private var wanted: [Int] = []
  private var shown: Bitmap?
  private var start: Instant?
  private var pausedAt: Instant?
  private var isBroken = false
  // The number of frames to decode ahead: enough to hide the decoding time, few enough to save memory.
  private static let framesAhead = 3

  init(_ animation: any ImageAnimation, request: ImageRequest, core: PipelineCore) {
    self.animation = animation
    self.core = core
    (target, mode) = (request.target, request.mode)
    let durations = (0..<animation.frameCount).map { animation.duration(ofFrame: $0) }
    timeline = FrameTimeline(durations: durations, repeatCount: animation.repeatCount)
  }

  /// The number of frames.
  package var frameCount: Int { animation.frameCount }
  /// The number of decoded frames that the player holds.
  package var heldFrameCount: Int { frames.count }

  /// Returns the picture to show at `now` and the time of the next change. The first call starts the animation.
  package func picture(at now: Instant) -> (bitmap: Bitmap?, next: Instant?) {
    if isBroken { return (shown, nil) }
    resume(at: now)
    let start = start ?? now
    let (index, end) = timeline.frame(at: now.seconds(since: start))
    if let bitmap = frames[index] { shown = bitmap }
    prepare(from: index, isLast: end == nil)
    return (shown, end.map { start.advanced(bySeconds: $0) })
  }

  /// Stops the animation until the next call of `picture(at:)`, and frees its frames.
  package func pause(at now: Instant) {
    guard start != nil, pausedAt == nil else { return }
    pausedAt = now
    wanted.removeAll()
    frames.removeAll()
  }

  /// Continues at the point that `former`, another player of the same picture, has reached.
  package func goOn(from former: any PicturePlaying) {
    guard let former = former as? PicturePlayer else { return }
    (start, pausedAt) = (former.start, former.pausedAt)
  }

  /// Starts the animation, or ends a pause by moving the start forward by the length of the pause.
  private func resume(at now: Instant) {
    if start == nil { start = now }
    guard let pausedAt, let former = start else { return }
    start = former + (now - pausedAt)
    self.pausedAt = nil
  }

  /// Keeps the decoded frames that are shown next, frees all others, and starts to decode those that are missing.
  /// - Parameters:
  ///   - index: The first frame to keep.
  ///   - isLast: Whether no frame follows, so that only this one is kept.
  private func prepare(from index: Int, isLast: Bool) {
    let count = isLast ? 1 : min(Self.framesAhead + 1, frameCount)
    wanted = (0..<count).map { (index + $0) % frameCount }
    frames = frames.filter { wanted.contains($0.key) }
    decodeNext()
  }

  /// Starts to decode the first frame that is wanted but missing, unless a frame is being decoded.
  private func decodeNext() {
    guard pending == nil, !isBroken, let index = wanted.first(where: { frames[$0] == nil }) else { return }
    pending = index
    let (animation, target, mode) = (animation, target, mode)
    core.addFrame { [weak self] in
      let result = Result { () throws(ImageError) in try animation.frame(at: index, target: target, mode: mode) }
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.take(index, result) } }
    }
  }

  /// Stores a decoded frame and continues with the next one. A damaged frame stops the animation.
  private func take(_ index: Int, _ result: Result<Bitmap, ImageError>) {
    pending = nil
    switch result {
    case .success(let bitmap): if wanted.contains(index) { frames[index] = bitmap }
    case .failure: isBroken = true
    }
    decodeNext()
    onFrame?()
  }
}

extension ImagePipeline {
  /// Returns a player for an animated picture that was decoded recently; `nil` for any other picture.
  package func player(for request: ImageRequest) -> (any PicturePlaying)? {
    core.animation(of: request.source).map { PicturePlayer($0, request: request, core: core) }
  }
}
