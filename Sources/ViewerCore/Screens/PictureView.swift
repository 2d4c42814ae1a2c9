import Scrollwork

/// A view of one picture, in the middle. A new picture replaces the old one by a crossfade.
///
/// A picture or thumbnail that is in memory is shown at once. Otherwise the old picture stays for a moment, which
/// avoids a flash if loading is quick, and then disappears, because it must not be shown under the name of another.
final class PictureView: View {
  /// The view of the newest picture.
  private(set) var image = FadingPicture()
  /// The former picture, until it has faded out.
  private var oldImage: FadingPicture?
  /// Seconds that a wait has to last before it is reported.
  private static let reportDelay = 0.3
  /// Whether the picture is neither loaded nor failed.
  private var isWaiting = false
  /// The time at which waiting is reported.
  private var due: Instant?
  /// Whether the wait is so long that it is reported.
  private(set) var isLate = false
  /// Whether the former picture stays until the new one is loaded.
  private var keepsFormer = false
  /// Called when loading ended, and when it takes long.
  var onStateChange: (() -> Void)?
  /// The text in place of the picture.
  var notice: Notice? {
    didSet {
      noticeView?.removeFromParent()
      noticeView = notice?.makeView()
      if let noticeView { addChild(noticeView) }
      image.isHidden = notice != nil
    }
  }
  private var noticeView: EmptyStateView?
  /// Whether the picture is hidden because a `PictureFlight` draws it.
  var isConcealed = false {
    didSet {
      guard isConcealed != oldValue else { return }
      image.isConcealed = isConcealed
      host?.setNeedsFrame()
    }
  }

  override init() {
    super.init()
    addChild(image)
  }

  /// The area for the picture, in the view's coordinates.
  private var picturePlace: Rect { bounds.insetBy(20) }

  /// Returns the frame of a picture, in the view's coordinates.
  /// - Parameter hasAllPixels: Whether the bitmap has full resolution; a thumbnail may be magnified more.
  func place(of picture: Bitmap, hasAllPixels: Bool, scale: Double) -> Rect {
    let limit = hasAllPixels ? FadingPicture.magnification / scale : .infinity
    return picturePlace.fitting(picture, largestMagnification: limit)
  }

  /// Shows another picture.
  /// - Parameter isSame: Whether it is the same file, written again; then the old picture may stay until the new one
  ///   is loaded.
  func show(_ source: ImageRequest.Source, isSame: Bool = false) {
    let request = ImageRequest(source: source, target: nil, mode: .fit)
    // If the user walks fast, the former picture was never visible; then the wait for it continues.
    if !isWaiting || image.isAnyPartShown { (isWaiting, isLate, due) = (true, false, nil) }
    keepsFormer = isSame
    if image.request != nil {
      if image.isAnyPartShown {
        oldImage?.removeFromParent()
        oldImage = image
      } else {
        image.removeFromParent()
      }
      image = FadingPicture()
      image.isConcealed = isConcealed
      // The new picture lies below the old one, which stays until the new one is loaded.
      insertChild(image, at: 0)
      notice = nil
    }
    image.request = request
    image.onStateChange = { [weak self] _ in
      self?.endWaiting()
      self?.onStateChange?()
    }
    if isLate { image.showLoading() }
    host?.animate(self)
  }

  /// Ends the wait: the new picture is loaded or failed, so the old one fades out.
  private func endWaiting() {
    (isWaiting, isLate) = (false, false)
    oldImage?.fadeOut()
  }

  override func hostDidChange() {
    if isWaiting { host?.animate(self) }
  }

  override func animate(at now: Instant) -> Instant? {
    guard isWaiting, !isLate else { return nil }
    let due = due ?? now.advanced(bySeconds: Self.reportDelay)
    self.due = due
    guard now >= due else { return due }
    isLate = true
    if !keepsFormer { oldImage?.fadeOut() }
    image.showLoading()
    onStateChange?()
    return nil
  }

  /// Whether a script's `settle` ignores this animation: always, because `animate(at:)` only waits for the time when
  /// loading counts as slow.
  override var animationIsEndless: Bool { true }

  override func layout(environment: Environment) {
    noticeView?.frame = bounds
    let place = picturePlace
    image.frame = place
    oldImage?.frame = place
    // A picture that was in memory does not report a state change.
    image.layoutIfNeeded(environment: environment)
    if image.state == .shown {
      let wasLate = isLate
      endWaiting()
      if wasLate { onStateChange?() }
    } else if image.hasStandIn {
      oldImage?.fadeOut()
    }
  }
}

/// An image view that can fade out.
final class FadingPicture: ImageView {
  /// The limit of magnification for a small picture, which would otherwise show its pixels.
  static let magnification = 2.0

  /// Whether the picture is laid out and loaded, but not drawn.
  var isConcealed = false
  /// The animation of `opacity`.
  private var fade = Fade(1)
  private var needsFadeStart = false
  private var isFadingOut = false
  private var opacity = 1.0

  init() {
    super.init()
    mode = .fit
    largestMagnification = Self.magnification
    cornerRadius = 0
    hasInnerLine = false
    placeholderColor = .surface
  }

  override var isComposited: Bool { true }

  /// Whether any part of the picture is visible.
  var isAnyPartShown: Bool { !isHidden && (shownBitmap != nil || hasStandIn) }

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
    if isConcealed { return }
    let outer = context.alpha
    context.alpha *= opacity
    super.emit(into: context)
    context.alpha = outer
  }
}
