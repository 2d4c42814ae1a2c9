public import ScrollworkGeometry
public import ScrollworkHostInterface

/// Shows a picture: one that it is given, or one that it asks the environment's image provider for.
///
/// A picture in memory shows in the same frame. One that has to be loaded leaves the placeholder until it is there,
/// then fades in within 140 ms; until then it shows what is in memory of it in another size. When the request names
/// another source the former picture is gone at once; when only the size changes it stays, scaled, until the sharp one is
/// there. That is asked for at once where the former one would be enlarged by more than a quarter, else when the size has
/// stayed for a quarter of a second: a window that is resized decodes few sizes of a picture, and one at rest shows the
/// right one. Loading stops when the view leaves the tree.
@MainActor
open class ImageView: View {
  public enum State: Hashable, Sendable {
    case empty
    case waiting
    case shown
    /// There is no picture; why is told.
    case broken(ImageError)
  }

  /// What to show. Without a target the view asks for the size it is shown in, except in the mode `center`.
  public var request: ImageRequest? {
    didSet { if request != oldValue { requestDidChange(from: oldValue) } }
  }

  /// A picture to show instead of the request's.
  public var bitmap: Bitmap? {
    didSet {
      guard bitmap !== oldValue else { return }
      setNeedsDisplay()
      setNeedsLayout()
    }
  }

  public var mode = ContentMode.fill {
    didSet { if mode != oldValue { setNeedsLayout() } }
  }

  /// Where filling would show a smaller share of the picture than this, 0 to 1, the whole of it is shown instead.
  public var leastFilledShare = 0.0 {
    didSet { if leastFilledShare != oldValue { setNeedsDisplay() } }
  }

  /// How many times as large as its own pixels a picture is shown at most in the mode `fit`. What is smaller lies in the
  /// middle. A thumbnail is no measure, unless `thumbnailHasAllPixels`: the picture that it stands for may be larger.
  public var largestMagnification = Double.infinity {
    didSet { if largestMagnification != oldValue { setNeedsDisplay() } }
  }

  public var cornerRadius = 6.0 {
    didSet { if cornerRadius != oldValue { setNeedsDisplay() } }
  }

  /// True to draw a faint line over the picture's edge.
  public var hasInnerLine = true {
    didSet { if hasInnerLine != oldValue { setNeedsDisplay() } }
  }

  public var placeholderColor = ColorRole.placeholder {
    didSet { if placeholderColor != oldValue { setNeedsDisplay() } }
  }

  /// Shown while there is no picture, enlarged: a small copy that came with the data.
  public var thumbnail: Bitmap? {
    didSet { if thumbnail !== oldValue { setNeedsDisplay() } }
  }

  /// True if the thumbnail is no smaller than the picture that it stands for.
  package var thumbnailHasAllPixels = false

  /// True to let the placeholder pulse while a picture is waited for.
  public var pulsesWhileWaiting = false {
    didSet { if pulsesWhileWaiting, !oldValue, state == .waiting { host?.animate(self) } }
  }

  /// True to play pictures that move, where motion is wanted at all; else their first frame stands.
  public var playsMovingPictures = true

  /// Shown while there is no picture.
  public var placeholderSymbol: Symbol? {
    didSet { if placeholderSymbol != oldValue { setNeedsDisplay() } }
  }

  /// What the picture shows, in words.
  public var accessibleName = ""

  /// Called when a load ended in a picture or an error, and not when it was given up.
  public var onStateChange: (@MainActor (State) -> Void)?

  public private(set) var state = State.empty

  var loaded: Bitmap?
  /// What that is the answer to: the former size while another one is waited for.
  private(set) var answered: ImageRequest?
  /// The picture that is there; `nil` while there is none.
  package var shownBitmap: Bitmap? { bitmap ?? loaded }
  /// The picture in another size, until the one that was asked for has taken its place.
  private var copy: (bitmap: Bitmap, hasAllPixels: Bool)?
  /// What is shown of a picture that is not there yet.
  private var standIn: (bitmap: Bitmap, hasAllPixels: Bool)? { thumbnail.map { ($0, thumbnailHasAllPixels) } ?? copy }
  package var hasStandIn: Bool { standIn != nil }
  /// What was asked for: the request with the size that the view is shown in.
  var asked: ImageRequest?
  /// When it was, and how many device pixels a logical pixel had.
  private(set) var askedAt = Instant.zero
  private(set) var askedScale = 0.0
  var unsettled: Unsettled?
  private var token: (any ImageLoadToken)?
  private var fade = Fade(1)
  private var fadeIsDue = false
  private var opacity = 1.0
  var player: (any PicturePlaying)?
  /// What played the picture in another size, until it goes on in this one.
  var formerPlayer: (any PicturePlaying)?
  /// How strong the pulse is, 0 to 1.
  var pulse = 0.0

  public init(_ request: ImageRequest? = nil) {
    self.request = request
    super.init()
  }

  /// The size of the picture at hand in logical pixels, made smaller to fit; nothing without one.
  open override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    guard let bitmap = bitmap ?? loaded, bitmap.width > 0, bitmap.height > 0 else { return .zero }
    let size = Size(width: Double(bitmap.width), height: Double(bitmap.height)) * (1 / environment.scale)
    return size * min(1, proposal.width / size.width, proposal.height / size.height)
  }

  open override func layout(environment: Environment) {
    let wanted = bitmap == nil ? sizedRequest(environment.scale) : nil
    if let wanted, failed(inAnotherSizeThan: wanted) { return }
    if let wanted, wanted != asked, doesForNow(asked, insteadOf: wanted, environment) { return wait(for: wanted) }
    unsettled = nil
    if wanted != asked { askAnew(for: wanted, environment) }
  }

  open override func draw(in canvas: Canvas, environment: Environment) {
    let picture = bitmap ?? loaded
    let opacity = bitmap == nil ? opacity : 1
    let mode = picture.map(drawnMode) ?? mode
    let isCovered = picture.map { $0.isOpaque && (mode == .fill || mode == .fillUpper) && opacity == 1 } ?? false
    if !isCovered { canvas.roundedRect(bounds, radius: cornerRadius, environment.color(placeholderColor)) }
    guard let picture else { return drawStandIn(in: canvas, environment) }
    // What stood in for it goes when it is there.
    if let standIn, opacity < 1 { draw(standIn, in: canvas, scale: environment.scale) }
    canvas.image(
      picture, in: frame(of: picture, scale: environment.scale), mode: mode, radius: cornerRadius, opacity: opacity)
    if hasInnerLine {
      canvas.border(bounds, radius: cornerRadius, width: 1, environment.theme.pictureLine.opacity(opacity))
    }
  }

  open override func animate(at now: Instant) -> Instant? {
    let settles = advanceSettling(at: now)
    if fadeIsDue {
      fadeIsDue = false
      fade.go(to: 1, at: now, for: 0.14)
    }
    if opacity != 1 {
      opacity = fade.value(at: now)
      setNeedsDisplayInThisFrame()
      if !fade.isAtRest(at: now) { return now }
      copy = nil
    }
    let moves = state == .waiting ? advancePulse(at: now) : advancePlay(at: now)
    return [settles, moves].compactMap(\.self).min()
  }

  /// What plays or pulses never comes to rest; a fade does, and a size that is waited for.
  open override var animationIsEndless: Bool { opacity == 1 && !fadeIsDue && unsettled == nil }

  /// What failed is tried again by a click, which then goes on to the cell.
  open override func pointerDown(_ event: PointerEvent) -> Bool {
    retry()
    return false
  }

  open override var isInteractive: Bool {
    if case .broken = state { true } else { super.isInteractive }
  }

  /// Tries again to load a picture that could not be shown. Else it does nothing.
  public func retry() {
    guard case .broken = state, let asked, let host else { return }
    host.environment.images.retry(asked)
    self.asked = nil
    state = .waiting
    setNeedsLayout()
    setNeedsDisplay()
  }

  open override func hostDidChange() {
    if host == nil {
      giveUpLoading()
      forgetPicture()
    } else {
      setNeedsLayout()
    }
  }

  open override var semanticsRole: SemanticsNode.Role? { .image }
  open override var semanticsText: String { accessibleName }

  func drawnMode(of picture: Bitmap) -> ContentMode {
    guard mode == .fill || mode == .fillUpper, leastFilledShare > 0, !bounds.isEmpty else { return mode }
    let proportion = Double(picture.width) * bounds.height / max(1, Double(picture.height) * bounds.width)
    return min(proportion, 1 / max(proportion, 1e-9)) < leastFilledShare ? .fit : mode
  }

  private func drawStandIn(in canvas: Canvas, _ environment: Environment) {
    if let standIn, state == .waiting || state == .empty {
      return draw(standIn, in: canvas, scale: environment.scale)
    }
    if state == .waiting, pulse > 0 {
      canvas.roundedRect(bounds, radius: cornerRadius, environment.color(.text3).opacity(0.12 * pulse))
    }
    drawSymbol(in: canvas, environment)
  }

  private func draw(_ standIn: (bitmap: Bitmap, hasAllPixels: Bool), in canvas: Canvas, scale: Double) {
    let bitmap = standIn.bitmap
    let frame = standIn.hasAllPixels ? frame(of: bitmap, scale: scale) : bounds
    canvas.image(bitmap, in: frame, mode: drawnMode(of: bitmap), radius: cornerRadius, opacity: 1)
  }

  private func drawSymbol(in canvas: Canvas, _ environment: Environment) {
    if case .broken = state {
      canvas.symbol(.pictureBroken, side: 20, centeredIn: bounds, environment.color(.text3))
    } else if let placeholderSymbol {
      canvas.symbol(placeholderSymbol, side: 20, centeredIn: bounds, environment.color(.text3))
    }
  }

  // MARK: Loading

  private func sizedRequest(_ scale: Double) -> ImageRequest? {
    guard var request else { return nil }
    guard request.target == nil, mode != .center else { return request }
    guard !bounds.isEmpty, bounds.width.isFinite, bounds.height.isFinite else { return nil }
    request.target = PixelSize(
      width: Int((bounds.width * scale).rounded(.up)), height: Int((bounds.height * scale).rounded(.up)))
    // Where it is cut is no matter of decoding.
    request.mode = mode == .fillUpper ? .fill : mode
    return request
  }

  private func requestDidChange(from old: ImageRequest?) {
    if request?.source != old?.source {
      giveUpLoading()
      forgetPicture()
      releaseRecording()
    }
    setNeedsLayout()
  }

  /// Asks for another picture or another size, or for none.
  func askAnew(for wanted: ImageRequest?, _ environment: Environment) {
    let former = token
    token = nil
    unsettled = nil
    stopPlaying(goesOn: wanted.map { asked?.isOfSamePicture(as: $0) ?? false } ?? false)
    (asked, askedAt, askedScale) = (wanted, host?.now ?? .zero, environment.scale)
    if let wanted { ask(for: wanted, environment) }
    // Only now, so that bytes on the way, which another size is made of as well, go on.
    former?.cancel()
  }

  private func ask(for request: ImageRequest, _ environment: Environment) {
    if let hit = environment.images.cached(request) { return show(hit, fading: false) }
    if loaded == nil {
      state = .waiting
      copy = environment.images.cachedInAnySize(request).map { ($0.bitmap, $0.request.hasAllPixels($0.bitmap)) }
      if copy != nil { setNeedsDisplay() }
      if pulsesWhileWaiting { host?.animate(self) }
    }
    token = environment.images.load(request, priority: .visible) { [weak self] result in
      self?.finish(request, result)
    }
  }

  private func finish(_ request: ImageRequest, _ result: Result<Bitmap, ImageError>) {
    // A provider that answers after all must not put a former item's picture here.
    guard request == asked else { return }
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

  private func show(_ picture: Bitmap, fading: Bool) {
    state = .shown
    let frame = formerPlayer.flatMap { _ in loaded }
    startPlaying()
    // The frame that it stands at stays until the next one comes in the new size.
    loaded = player.flatMap { _ in frame } ?? picture
    (answered, formerPlayer) = (asked, nil)
    if fading, let host, host.environment.motion == .full {
      fade = Fade(0)
      opacity = 0
      fadeIsDue = true
      host.animate(self)
    } else {
      copy = nil
    }
    setNeedsDisplay()
  }

  private func giveUpLoading() {
    stopPlaying()
    token?.cancel()
    token = nil
    asked = nil
    unsettled = nil
  }

  private func forgetPicture() {
    (loaded, answered) = (nil, nil)
    copy = nil
    fade = Fade(1)
    fadeIsDue = false
    opacity = 1
    state = .empty
    setNeedsDisplay()
  }
}
