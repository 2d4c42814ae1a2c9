import Scrollwork

/// An image view that can fade out.
final class FadingPicture: ImageView {
  /// The limit of magnification for a picture in the side panel, in device pixels for a pixel of the picture.
  static let magnification = 2.0

  /// Whether the picture is laid out and loaded, but not drawn.
  var isConcealed = false
  /// Whether an opaque or equal view covers the picture.
  var isCovered = false
  /// The rotation and mirroring that the user chose.
  var turn = PictureTurn.none {
    didSet { if turn != oldValue { setNeedsDisplay() } }
  }
  /// The animation of `opacity`.
  private var fade = Fade(1)
  private var needsFadeStart = false
  private(set) var isFadingOut = false
  private var opacity = 1.0
  /// The last rotated picture, with the picture and turn from which it was made; `nil` if there is none.
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
  /// Returns `nil`, because the enclosing view handles all input.
  override func hitTest(_ point: Point) -> View? { nil }

  /// Whether any part of the picture is visible.
  var isAnyPartShown: Bool { !isHidden && (shownBitmap != nil || hasStandIn) }

  /// Returns a picture with `turn` applied.
  /// - Complexity: O(*n*) in the number of pixels; the last result is cached.
  func turned(_ bitmap: Bitmap) -> Bitmap {
    guard turn != .none else { return bitmap }
    if let turned, turned.from === bitmap, turned.turn == turn { return turned.to }
    let result = turn.apply(to: bitmap)
    turned = (bitmap, turn, result)
    return result
  }

  /// Shows a pulsing placeholder symbol until the picture is loaded.
  func showLoading() {
    placeholderSymbol = .picture
    pulsesWhileWaiting = true
  }

  /// Fades the picture out and hides it; removes it at once if motion is off.
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
