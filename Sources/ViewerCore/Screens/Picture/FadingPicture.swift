import Scrollwork

/// An image view that can fade out.
final class FadingPicture: ImageView {
  /// The limit of magnification for a picture in the side panel, in device pixels for a pixel of the picture.
  static let magnification = 2.0

  /// Whether the picture is laid out and loaded, but not drawn.
  var isConcealed = false
  /// Whether something opaque or the same lies above the picture.
  var isCovered = false
  /// The change of the picture that the user asked for.
  var turn = PictureTurn.none {
    didSet { if turn != oldValue { setNeedsDisplay() } }
  }
  /// The animation of `opacity`.
  private var fade = Fade(1)
  private var needsFadeStart = false
  private(set) var isFadingOut = false
  private var opacity = 1.0
  /// The last turned picture, with the one that it was made of.
  private var turned: (from: Bitmap, turn: PictureTurn, to: Bitmap)?

  init() {
    super.init()
    mode = .fit
    cornerRadius = 0
    hasInnerLine = false
    drawsPlaceholder = false
    drawnForm = { [weak self] in self?.turned($0) ?? $0 }
  }

  override var isComposited: Bool { true }
  /// The enclosing view handles all input.
  override func hitTest(_ point: Point) -> View? { nil }

  /// Whether any part of the picture is visible.
  var isAnyPartShown: Bool { !isHidden && (shownBitmap != nil || hasStandIn) }

  /// Returns a picture as it is shown.
  /// - Complexity: O(*n*) in the number of pixels, once for each picture and turn.
  func turned(_ bitmap: Bitmap) -> Bitmap {
    guard turn != .none else { return bitmap }
    if let turned, turned.from === bitmap, turned.turn == turn { return turned.to }
    let result = turn.apply(to: bitmap)
    turned = (bitmap, turn, result)
    return result
  }

  /// Shows a symbol and a pulse until the picture is loaded.
  func showLoading() {
    placeholderSymbol = .picture
    pulsesWhileWaiting = true
  }

  /// Fades the picture out and hides it; without motion removes it at once.
  func fadeOut() {
    guard !isFadingOut else { return }
    isFadingOut = true
    needsFadeStart = true
    if let host, host.environment.motion != .off { host.animate(self) } else { removeFromParent() }
  }

  override func animate(at now: Instant) -> Instant? {
    guard isFadingOut else { return super.animate(at: now) }
    if needsFadeStart {
      needsFadeStart = false
      fade.go(to: 0, at: now, for: 0.14)
    }
    opacity = fade.value(at: now)
    host?.setNeedsFrame()
    guard fade.isAtRest(at: now) else { return now }
    isHidden = true
    return nil
  }

  override func emit(into context: FrameContext) {
    if isConcealed || isCovered { return }
    let outer = context.alpha
    context.alpha *= opacity
    super.emit(into: context)
    context.alpha = outer
  }
}
