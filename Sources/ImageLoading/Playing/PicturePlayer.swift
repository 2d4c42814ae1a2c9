import Dispatch
public import ScrollworkHostInterface

/// Plays a picture of several frames: decodes them in the background, at most three ahead, and holds no others.
///
/// It has no clock: who shows it asks for the picture of a moment. A picture that nobody asks about costs nothing, so one that
/// is out of sight is simply not asked. A frame that is not there in time is not skipped: the one before stays until then.
@MainActor
public final class PicturePlayer: PicturePlaying {
  public var onFrame: (@MainActor () -> Void)?

  private let animation: any ImageAnimation
  private let target: PixelSize?
  private let mode: ContentMode
  private let core: PipelineCore
  private let timeline: FrameTimeline
  private var frames: [Int: Bitmap] = [:]
  /// The one frame that is being decoded. One after another, since each builds on the one before.
  private var pending: Int?
  private var wanted: [Int] = []
  private var shown: Bitmap?
  private var start: Instant?
  private var pausedAt: Instant?
  private var isBroken = false
  private static let framesAhead = 3

  init(_ animation: any ImageAnimation, request: ImageRequest, core: PipelineCore) {
    self.animation = animation
    self.core = core
    (target, mode) = (request.target, request.mode)
    let durations = (0..<animation.frameCount).map { animation.duration(ofFrame: $0) }
    timeline = FrameTimeline(durations: durations, repeatCount: animation.repeatCount)
  }

  public var frameCount: Int { animation.frameCount }
  /// Frames that are held in memory.
  public var heldFrameCount: Int { frames.count }

  public func picture(at now: Instant) -> (bitmap: Bitmap?, next: Instant?) {
    if isBroken { return (shown, nil) }
    resume(at: now)
    let start = start ?? now
    let (index, end) = timeline.frame(at: now.seconds(since: start))
    if let bitmap = frames[index] { shown = bitmap }
    prepare(from: index, isLast: end == nil)
    return (shown, end.map { start.advanced(bySeconds: $0) })
  }

  public func pause(at now: Instant) {
    guard start != nil, pausedAt == nil else { return }
    pausedAt = now
    wanted.removeAll()
    frames.removeAll()
  }

  public func goOn(from former: any PicturePlaying) {
    guard let former = former as? PicturePlayer else { return }
    (start, pausedAt) = (former.start, former.pausedAt)
  }

  private func resume(at now: Instant) {
    if start == nil { start = now }
    guard let pausedAt, let former = start else { return }
    start = former + (now - pausedAt)
    self.pausedAt = nil
  }

  private func prepare(from index: Int, isLast: Bool) {
    let count = isLast ? 1 : min(Self.framesAhead + 1, frameCount)
    wanted = (0..<count).map { (index + $0) % frameCount }
    frames = frames.filter { wanted.contains($0.key) }
    decodeNext()
  }

  private func decodeNext() {
    guard pending == nil, !isBroken, let index = wanted.first(where: { frames[$0] == nil }) else { return }
    pending = index
    let (animation, target, mode) = (animation, target, mode)
    core.addFrame { [weak self] in
      let result = Result { () throws(ImageError) in try animation.frame(at: index, target: target, mode: mode) }
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.take(index, result) } }
    }
  }

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
  /// `nil` also if it was not decoded for a long time.
  public func player(for request: ImageRequest) -> (any PicturePlaying)? {
    core.animation(of: request.source).map { PicturePlayer($0, request: request, core: core) }
  }
}
