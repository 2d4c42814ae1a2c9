public import ScrollworkGeometry
public import ScrollworkHostInterface

/// A view that shows a picture: a given bitmap, or one that the environment's image provider loads.
///
/// A picture in memory appears in the same frame. Otherwise the view shows a placeholder, or the same picture in
/// another size if one is in memory, until the picture is loaded and fades in within 140 ms. Loading stops when the
/// view leaves the tree.
///
/// A request with another source removes the current picture at once. If only the size changes, the current picture
/// stays, scaled, until the new one is loaded. The new size is requested at once if the current picture would be
/// enlarged by more than a quarter and does not have all pixels of its file; otherwise after the size has stayed the
/// same for a quarter of a second. So resizing a window decodes few sizes, and a view at rest always has the right one.
@MainActor
open class ImageView: View {
  /// The state of loading.
  public enum State: Hashable, Sendable {
    /// No picture was requested.
    case empty
    /// A picture is loading.
    case waiting
    /// The picture is visible.
    case shown
    /// Loading failed for the given reason.
    case broken(ImageError)
  }

  /// The picture to load; `nil` for none. A missing target is set to the view's size, except in the mode `center`.
  public var request: ImageRequest? {
    didSet { if request != oldValue { requestDidChange(from: oldValue) } }
  }

  /// A bitmap to show instead of the requested picture; `nil` for none.
  public var bitmap: Bitmap? {
    didSet {
      guard bitmap !== oldValue else { return }
      setNeedsDisplay()
      setNeedsLayout()
    }
  }

  /// The rule by which a picture of other proportions is fitted into the view.
  public var mode = ContentMode.fill {
    didSet { if mode != oldValue { setNeedsLayout() } }
  }

  /// The smallest share of a picture, 0 to 1, that may stay visible when it fills the view. A picture that would show
  /// less is fitted instead.
  package var leastFilledShare = 0.0 {
    didSet { if leastFilledShare != oldValue { setNeedsDisplay() } }
  }

  /// The largest magnification in the mode `fit`, in device pixels for each picture pixel. A picture that is too small
  /// to fill the view at this magnification is centred.
  ///
  /// The limit does not apply to a thumbnail, which stands for a larger picture, unless `thumbnailHasAllPixels` is set.
  package var largestMagnification = Double.infinity {
    didSet { if largestMagnification != oldValue { setNeedsDisplay() } }
  }

  /// Whether a picture is enlarged beyond `largestMagnification` to fill the view. Otherwise it is fitted instead.
  package var enlargesToFill = true {
    didSet { if enlargesToFill != oldValue { setNeedsDisplay() } }
  }

  /// Radius of the corners in logical pixels.
  public var cornerRadius = 6.0 {
    didSet { if cornerRadius != oldValue { setNeedsDisplay() } }
  }

  /// The opacity of the picture and of what stands in for it, 0 to 1.
  package var strength = 1.0 {
    didSet { if strength != oldValue { setNeedsDisplay() } }
  }

  /// Whether a faint line is drawn inside the edge of the picture.
  package var hasInnerLine = true {
    didSet { if hasInnerLine != oldValue { setNeedsDisplay() } }
  }

  /// The colour that fills the view behind the picture, visible where the picture does not cover the view.
  package var placeholderColor = ColorRole.placeholder {
    didSet { if placeholderColor != oldValue { setNeedsDisplay() } }
  }

  /// The colour of the symbol in place of a missing picture.
  package var symbolColor = ColorRole.text3 {
    didSet { if symbolColor != oldValue { setNeedsDisplay() } }
  }

  /// Whether the placeholder colour fills the view behind the picture.
  package final var drawsPlaceholder = true

  /// The size for which a picture without a target is loaded, in logical pixels; `nil` for the size of the view.
  package final var loadingSize: Size? {
    didSet { if loadingSize != oldValue { setNeedsLayout() } }
  }

  /// A function that returns the bitmap to draw for a picture, such as a rotated copy; `nil` to draw it unchanged.
  package final var drawnForm: ((Bitmap) -> Bitmap)?

  /// A small copy of the picture; `nil` for none. It is shown enlarged until the picture itself is loaded.
  package var thumbnail: Bitmap? {
    didSet { if thumbnail !== oldValue { setNeedsDisplay() } }
  }

  /// Whether the thumbnail is as large as the picture for which it stands.
  package var thumbnailHasAllPixels = false

  /// Whether the placeholder pulses while the picture is loading.
  package var pulsesWhileWaiting = false {
    didSet { if pulsesWhileWaiting, !oldValue, state == .waiting { host?.animate(self) } }
  }

  /// Whether animated pictures play if the user allows motion. Otherwise they show their first frame.
  package var playsMovingPictures = true

  /// The symbol shown while the picture is missing; `nil` for none.
  package var placeholderSymbol: Symbol? {
    didSet { if placeholderSymbol != oldValue { setNeedsDisplay() } }
  }

  /// The content of the picture in words, for assistive technology.
  public var accessibleName = ""

  /// The function called when a load ended with a picture or an error. A cancelled load does not call it, nor does a
  /// picture that is in memory already, because nothing is loaded then.
  package var onStateChange: (@MainActor (State) -> Void)?

  /// The state of loading; `shown` after a picture was loaded.
  public private(set) var state = State.empty

  /// The loaded picture or, while it is animated, its current frame; `nil` if none is loaded.
  var loaded: Bitmap?
  /// The request whose result is ``loaded``. It differs from ``currentRequest`` while another size is loading.
  private(set) var loadedRequest: ImageRequest?
  /// The visible picture; `nil` if a placeholder is shown.
  package var shownBitmap: Bitmap? { bitmap ?? loaded }
  /// The requested picture in another size, shown until the requested size has faded in; `nil` for none.
  private var otherSize: (bitmap: Bitmap, hasAllPixels: Bool)?
  /// The thumbnail, or the picture in another size, that is shown until the requested picture is loaded; `nil` if there
  /// is neither.
  package var substitute: (bitmap: Bitmap, hasAllPixels: Bool)? {
    thumbnail.map { ($0, thumbnailHasAllPixels) } ?? otherSize
  }
  /// Whether there is a thumbnail, or the picture in another size, to show until the requested picture is loaded.
  package var hasStandIn: Bool { substitute != nil }
  /// The request being loaded or shown, with the view's size as its target unless ``request`` has one.
  var currentRequest: ImageRequest?
  /// The time when ``currentRequest`` was made, and the device pixels per logical pixel at that time.
  private(set) var requestTime = Instant.zero
  private(set) var requestScale = 0.0
  /// The new size of the view while the view waits to request a picture for it, because the size may still change;
  /// `nil` if the view does not wait.
  var pendingSize: PendingSize?
  /// The running load; `nil` if there is none.
  private var token: (any ImageLoadToken)?
  private var fade = Fade(1)
  /// Whether a fade starts with the next call of ``animate(at:)``, which knows the time of its frame.
  private var fadeIsDue = false
  private var opacity = 1.0
  /// The player of an animated picture; `nil` for still pictures.
  var player: (any PicturePlaying)?
  /// The player for the former size of an animated picture; `nil` for none. The next player takes over its position.
  var formerPlayer: (any PicturePlaying)?
  /// The strength of the placeholder's pulse, 0 to 1.
  var pulse = 0.0

  /// Creates a view that loads `request`; `nil` for an empty view.
  public init(_ request: ImageRequest? = nil) {
    self.request = request
    super.init()
  }

  /// Returns the size of the loaded picture in logical pixels, reduced in proportion to fit the proposal; zero without
  /// a picture.
  open override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    guard let bitmap = bitmap ?? loaded, bitmap.width > 0, bitmap.height > 0 else { return .zero }
    let size = Size(width: Double(bitmap.width), height: Double(bitmap.height)) * (1 / environment.scale)
    return size * min(1, proposal.width / size.width, proposal.height / size.height)
  }

  open override func layout(environment: Environment) {
    let wanted = bitmap == nil ? sizedRequest(environment.scale) : nil
    if let wanted, failed(inOtherSizeThan: wanted) { return }
    if let wanted, wanted != currentRequest, remainsUsable(currentRequest, insteadOf: wanted, environment) {
      return wait(for: wanted)
    }
    pendingSize = nil
    if wanted != currentRequest { startLoading(wanted, environment) }
  }

  open override func draw(in canvas: Canvas, environment: Environment) {
    let picture = (bitmap ?? loaded).map { drawnForm?($0) ?? $0 }
    let opacity = bitmap == nil ? opacity : 1
    let mode = picture.map { drawnMode(of: $0) } ?? mode
    let isCovered = picture.map { $0.isOpaque && (mode == .fill || mode == .fillUpper) && opacity == 1 } ?? false
    if !isCovered, drawsPlaceholder {
      canvas.roundedRect(bounds, radius: cornerRadius, environment.color(placeholderColor))
    }
    guard let picture else { return drawSubstitute(in: canvas, environment) }
    // The substitute stays below until the fade ends: otherwise the placeholder would shine through.
    if let substitute, opacity < 1 { draw(substitute, in: canvas, scale: environment.scale) }
    let frame = frame(of: picture, scale: environment.scale)
    canvas.image(picture, in: frame, mode: mode, radius: radius(in: frame), opacity: opacity * strength)
    if hasInnerLine {
      canvas.border(bounds, radius: cornerRadius, width: 1, environment.theme.pictureLine.opacity(opacity * strength))
    }
  }

  open override func animate(at now: Instant) -> Instant? {
    let settles = advancePendingSize(at: now)
    if fadeIsDue {
      fadeIsDue = false
      fade.go(to: 1, at: now, for: 0.14)
    }
    if opacity != 1 {
      opacity = fade.value(at: now)
      setNeedsDisplayInThisFrame()
      if !fade.isAtRest(at: now) { return now }
      otherSize = nil
    }
    let moves = state == .waiting ? advancePulse(at: now) : advancePlay(at: now)
    return [settles, moves].compactMap(\.self).min()
  }

  /// Whether only endless motion runs, such as playback or the pulse. Fades and the wait for a size end by themselves.
  open override var animationIsEndless: Bool { opacity == 1 && !fadeIsDue && pendingSize == nil }

  /// Repeats a failed load. Returns `false`, so that the cell gets the click too.
  open override func pointerDown(_ event: PointerEvent) -> Bool {
    retry()
    return false
  }

  open override var isInteractive: Bool {
    if case .broken = state { true } else { super.isInteractive }
  }

  /// Repeats a failed load. Does nothing in any other state.
  public func retry() {
    guard case .broken = state, let currentRequest, let host else { return }
    host.environment.images.retry(currentRequest)
    self.currentRequest = nil
    state = .waiting
    setNeedsLayout()
    setNeedsDisplay()
  }

  open override func hostDidChange() {
    if host == nil {
      let former = state
      cancelLoading()
      removePicture()
      // With `bitmap`, nothing is loaded that would tell again why the requested picture is missing.
      if bitmap != nil, case .broken = former { state = former }
    } else {
      setNeedsLayout()
    }
  }

  open override var semanticsRole: SemanticsNode.Role? { .image }
  open override var semanticsText: String { accessibleName }

  // MARK: Loading

  /// Returns ``request`` with the view's size in device pixels as its target, unless it has a target or the mode is
  /// `center`. `nil` without a request, or if the target should be the size of a view that is still empty.
  private func sizedRequest(_ scale: Double) -> ImageRequest? {
    guard var request else { return nil }
    guard request.target == nil, mode != .center else { return request }
    let size = loadingSize ?? bounds.size
    guard !size.isEmpty, size.width.isFinite, size.height.isFinite else { return nil }
    request.target = PixelSize(
      width: Int((size.width * scale).rounded(.up)), height: Int((size.height * scale).rounded(.up)))
    // `fillUpper` needs the same decoded pixels as `fill`; only drawing differs. One mode for both gives one cache
    // entry.
    request.mode = mode == .fillUpper ? .fill : mode
    return request
  }

  /// Removes the picture at once if the source changed, because a wrong picture is worse than none. Requests layout,
  /// which starts the load.
  private func requestDidChange(from old: ImageRequest?) {
    if request?.source != old?.source {
      cancelLoading()
      removePicture()
      releaseRecording()
    }
    setNeedsLayout()
  }

  /// Replaces the current load by one for `wanted`. If `wanted` is `nil`, only cancels the current load.
  func startLoading(_ wanted: ImageRequest?, _ environment: Environment) {
    let former = token
    token = nil
    pendingSize = nil
    stopPlaying(continues: wanted.map { currentRequest?.isOfSamePicture(as: $0) ?? false } ?? false)
    (currentRequest, requestTime, requestScale) = (wanted, host?.now ?? .zero, environment.scale)
    if let wanted { load(wanted, environment) }
    // The old load is cancelled only after the new one has started, so that the new one can reuse bytes that already
    // arrive.
    former?.cancel()
  }

  /// Shows the picture if it is in memory; otherwise starts to load it.
  private func load(_ request: ImageRequest, _ environment: Environment) {
    if let hit = environment.images.cached(request) { return show(hit, fading: false) }
    let known = environment.images.cachedInAnySize(request)
    if loaded == nil {
      state = .waiting
      otherSize = known.map { ($0.bitmap, $0.request.hasAllPixels($0.bitmap)) }
      if otherSize != nil { setNeedsDisplay() }
      if pulsesWhileWaiting { host?.animate(self) }
    } else if let known, isSharper(known.bitmap, in: request) {
      (loaded, loadedRequest) = (known.bitmap, known.request)
      setNeedsDisplay()
    }
    token = environment.images.load(request, priority: .visible) { [weak self] result in
      self?.finish(request, result)
    }
  }

  /// Shows the result of a load and calls ``onStateChange``. If the load fails, a picture that is shown in another size
  /// stays.
  private func finish(_ request: ImageRequest, _ result: Result<Bitmap, ImageError>) {
    // A provider might answer a cancelled load. A recycled view must not show the picture of its former item.
    guard request == currentRequest else { return }
    token = nil
    switch result {
    case .success(let picture): show(picture, fading: loaded == nil)
    case .failure(.cancelled): return
    case .failure(let error):
      state = loaded == nil ? .broken(error) : .shown
      setNeedsDisplay()
    }
    onStateChange?(state)
  }

  /// Shows a loaded picture and starts its animation if it has one.
  private func show(_ picture: Bitmap, fading: Bool) {
    state = .shown
    let frame = formerPlayer.flatMap { _ in loaded }
    startPlaying()
    // The visible frame stays until the player delivers one in the new size; otherwise the animation would jump to its
    // start.
    loaded = player.flatMap { _ in frame } ?? picture
    (loadedRequest, formerPlayer) = (currentRequest, nil)
    if fading, let host, host.environment.motion == .full {
      fade = Fade(0)
      opacity = 0
      fadeIsDue = true
      host.animate(self)
    } else {
      otherSize = nil
    }
    setNeedsDisplay()
  }

  /// Cancels the load and clears ``currentRequest``, so that the next layout starts the load again.
  private func cancelLoading() {
    stopPlaying()
    token?.cancel()
    token = nil
    currentRequest = nil
    pendingSize = nil
  }

  /// Removes the picture, its fade and its state. The view is then empty.
  private func removePicture() {
    (loaded, loadedRequest) = (nil, nil)
    otherSize = nil
    fade = Fade(1)
    fadeIsDue = false
    opacity = 1
    state = .empty
    setNeedsDisplay()
  }
}
