import Scrollwork

/// The animation of a picture between its tile in a list and the picture screen. It can be reversed at any time.
final class PictureFlight: View {
  /// The path of the picture.
  let path: String
  /// Finds the tile of the picture, in each frame; returns `nil` if the tile is not visible.
  private let holder: () -> (any PictureProviding)?
  /// The view of the picture screen.
  private let large: PictureView
  /// Called when the animation ends.
  var onEnd: (() -> Void)?

  /// The progress of the animation: 0 at the tile, 1 on the picture screen.
  private var progress: SpringValue
  /// The time of the last frame.
  private var last: Instant?
  /// The picture that is drawn: the thumbnail until the large one is loaded.
  private(set) var flown: FlightPicture
  /// The last known frame of the tile.
  private var start: Rect?
  /// The image view of the tile, hidden during the animation.
  private weak var hidden: ImageView?
  /// The drawing of the background, which fades in behind the growing picture.
  private let backgroundGroup = ViewGroup()
  /// The drawing of the flying picture.
  private let picture = ViewGroup()

  /// The spring of the opening animation; its response is in seconds.
  private static let opening = Spring(response: 0.38, damping: 0.9)
  private static let closing = Spring(response: 0.32, damping: 1)
  /// The timing with reduced motion, where the large picture fades in and out in place.
  private static let fade = MotionTiming.timed(0.1)

  /// Creates an animation between a tile and the picture screen.
  /// - Parameters:
  ///   - isOpen: Whether the picture grows from the tile to the screen.
  ///   - former: An animation of the same picture to continue; `nil` for none.
  init(
    of path: String, _ flown: FlightPicture, to large: PictureView, isOpen: Bool, after former: PictureFlight?,
    from holder: @escaping () -> (any PictureProviding)?
  ) {
    (self.path, self.flown, self.large, self.holder, self.isOpen) = (path, flown, large, holder, isOpen)
    progress = former?.progress ?? SpringValue(isOpen ? 0 : 1, spring: Self.opening)
    (last, start) = (former?.last, former?.start)
    super.init()
    startAnimation()
  }

  /// Whether the picture grows to the screen. A change retargets the animation, which keeps its velocity.
  var isOpen: Bool {
    didSet { if isOpen != oldValue { startAnimation() } }
  }

  override var isComposited: Bool { true }
  override func hitTest(_ point: Point) -> View? { nil }

  /// Sets the target of the spring according to `isOpen`, and hides the large picture.
  private func startAnimation() {
    progress.spring = isOpen ? Self.opening : Self.closing
    progress.target = isOpen ? 1 : 0
    if host?.environment.motion == .reduced { progress.follow(Self.fade) }
    // When closing, the large view is about to be removed, so its picture is kept here.
    if let shown = FlightPicture(large.image) { flown = shown }
    guard let host else { return }
    large.isConcealed = true
    host.animate(self)
  }

  override func hostDidChange() {
    if host == nil { showBothPictures() } else { startAnimation() }
  }

  /// Shows the tile and the large picture again.
  private func showBothPictures() {
    hidden?.isHidden = false
    hidden = nil
    large.isConcealed = false
  }

  override func animate(at now: Instant) -> Instant? {
    progress.advance(by: last.map { now.seconds(since: $0) } ?? 0, tolerance: 0.002, slow: 0.05)
    last = now
    host?.setNeedsFrame()
    hidePicture(of: holder())
    guard progress.isAtRest else { return now }
    onEnd?()
    return nil
  }

  /// Hides the picture in its tile while the animation draws it.
  private func hidePicture(of holder: (any PictureProviding)?) {
    let travels = host?.environment.motion == .full
    // A tile whose picture is hidden has none to show.
    let same = hidden.flatMap { $0.host != nil && $0.isHidden ? $0 : nil }
    let concealed = travels ? holder?.imageView ?? same : nil
    guard concealed !== hidden else { return }
    hidden?.isHidden = false
    concealed?.isHidden = true
    hidden = concealed
  }

  override func emit(into context: FrameContext) {
    let bounds = self.bounds
    let seen = min(1, max(0, progress.value))
    let area = Rect(origin: context.origin, size: bounds.size)
    record(backgroundGroup, context) { $0.fill(bounds, PictureView.surround(context.environment.theme)) }
    context.append(backgroundGroup, frame: area, alpha: seen)
    if let shown = FlightPicture(large.image) { flown = shown }
    let (bitmap, scale) = (flown.bitmap, context.environment.scale)
    let end = large.place(of: bitmap, hasAllPixels: flown.hasAllPixels, scale: scale).offset(by: context.origin)
    let travels = context.environment.motion == .full
    if travels, let place = (holder()?.imageView ?? hidden)?.pictureInRoot { start = place }
    let frame = travels ? start?.moved(progress.value, to: end) : end
    let radius = 6 * (1 - seen)
    let shown = frame ?? end
    record(picture, context) {
      $0.image(bitmap, in: Rect(origin: .zero, size: shown.size), mode: .fillUpper, radius: travels ? radius : 0)
    }
    context.append(picture, frame: shown, alpha: travels && frame != nil ? 1 : seen)
  }

  /// Records the drawing of a group, which changes in every frame.
  private func record(_ group: ViewGroup, _ context: FrameContext, _ draw: (Canvas) -> Void) {
    group.isDirty = true
    group.update(scale: context.environment.scale, generation: 0, record: draw)
  }
}

/// A snapshot of a bar, which fades out before the new content of the bar fades in while a picture flies. Overlapping
/// texts would be unreadable.
final class BarFade: View {
  private let look = ViewGroup()
  /// The background that hides the new content until the snapshot has faded out.
  private let ground = ViewGroup()
  private var fade = Fade(0)
  private static let (seconds, reducedSeconds) = (0.2, 0.1)

  override var isComposited: Bool { true }
  override func hitTest(_ point: Point) -> View? { nil }

  /// Takes a snapshot of a bar that is about to change. During a fade, the bar is about to change back.
  func begin(_ bar: View) {
    guard let host, host.environment.motion != .off, !bar.isHidden, !bar.bounds.isEmpty else { return }
    let (environment, seen) = (host.environment, fade.value(at: host.now))
    frame = bar.frame
    look.isDirty = true
    look.update(scale: environment.scale, generation: 0) { bar.record(into: $0, environment: environment) }
    ground.isDirty = true
    // The lines at the edges of both looks stay.
    let place = Rect(origin: .zero, size: bar.bounds.size).inset(by: Insets(horizontal: 0, vertical: 1))
    ground.update(scale: environment.scale, generation: 0) { $0.fill(place, environment.color(.window)) }
    fade = Fade(1 - seen)
    fade.go(to: 0, at: host.now, for: environment.motion == .reduced ? Self.reducedSeconds : Self.seconds)
    host.animate(self)
  }

  override func animate(at now: Instant) -> Instant? {
    host?.setNeedsFrame()
    return fade.isAtRest(at: now) ? nil : now
  }

  override func emit(into context: FrameContext) {
    let alpha = fade.value(at: context.now)
    guard alpha > 0 else { return }
    let place = Rect(origin: context.origin, size: bounds.size)
    // The former look is gone before the new one begins to show.
    let seen = max(0, 2 * alpha - 1)
    context.append(ground, frame: place, alpha: min(1, 2 * alpha) * context.alpha)
    if seen > 0 { context.append(look, frame: place, alpha: seen * context.alpha) }
  }
}

/// A loaded picture that can be animated.
struct FlightPicture {
  var bitmap: Bitmap
  /// Whether the bitmap has the full resolution of the file.
  var hasAllPixels: Bool

  /// Takes the picture that a view shows; `nil` if it shows none.
  @MainActor
  init?(_ view: ImageView) {
    guard let bitmap = view.shownBitmap else { return nil }
    (self.bitmap, hasAllPixels) = (bitmap, view.hasAllPixels)
  }
}
