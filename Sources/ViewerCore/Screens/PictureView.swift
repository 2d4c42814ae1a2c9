import Scrollwork

/// A view of one picture, in the middle. A new picture replaces the old one by a crossfade.
///
/// A picture or thumbnail that is in memory is shown at once. Otherwise the old picture stays for a moment, which
/// avoids a flash if loading is quick, and then disappears, because it must not be shown under the name of another.
final class PictureView: View {
  private(set) var image = FadingPicture()
  private var former: FadingPicture?
  /// Seconds of waiting that are not reported.
  private static let patience = 0.3
  /// Whether the picture is neither loaded nor failed.
  private var isWaiting = false
  /// The time at which waiting is reported.
  private var due: Instant?
  /// Whether the wait is so long that it is reported.
  private(set) var isLate = false
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
  /// Whether the picture is hidden because a flight draws it.
  var isVeiled = false {
    didSet {
      guard isVeiled != oldValue else { return }
      image.isVeiled = isVeiled
      host?.setNeedsFrame()
    }
  }

  override init() {
    super.init()
    addChild(image)
  }

  /// The area for the picture, in the view's coordinates.
  private var picturePlace: Rect { bounds.insetBy(20) }

  /// The frame of a picture.
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
    // A user who walks fast passes pictures that were never visible: the wait goes on.
    if !isWaiting || image.isSeen { (isWaiting, isLate, due) = (true, false, nil) }
    keepsFormer = isSame
    if image.request != nil {
      if image.isSeen {
        former?.removeFromParent()
        former = image
      } else {
        image.removeFromParent()
      }
      image = FadingPicture()
      image.isVeiled = isVeiled
      // Below the old picture, which stays until this one is loaded.
      insertChild(image, at: 0)
      notice = nil
    }
    image.request = request
    image.onStateChange = { [weak self] _ in
      self?.endWaiting()
      self?.onStateChange?()
    }
    if isLate { image.sayThatItLoads() }
    host?.animate(self)
  }

  private func endWaiting() {
    (isWaiting, isLate) = (false, false)
    former?.leave()
  }

  override func hostDidChange() {
    if isWaiting { host?.animate(self) }
  }

  override func animate(at now: Instant) -> Instant? {
    guard isWaiting, !isLate else { return nil }
    let due = due ?? now.advanced(bySeconds: Self.patience)
    self.due = due
    guard now >= due else { return due }
    isLate = true
    if !keepsFormer { former?.leave() }
    image.sayThatItLoads()
    onStateChange?()
    return nil
  }

  /// Whether the end of a script's `settle` ignores this animation: it only waits.
  override var animationIsEndless: Bool { true }

  override func layout(environment: Environment) {
    noticeView?.frame = bounds
    let place = picturePlace
    image.frame = place
    former?.frame = place
    // A picture that was in memory does not report a state change.
    image.layoutIfNeeded(environment: environment)
    if image.state == .shown {
      let wasLate = isLate
      endWaiting()
      if wasLate { onStateChange?() }
    } else if image.hasStandIn {
      former?.leave()
    }
  }
}

/// An image view that can fade out.
final class FadingPicture: ImageView {
  /// The limit of magnification for a small picture, which would otherwise show its pixels.
  static let magnification = 2.0

  /// Whether it is laid out and loaded, but not drawn.
  var isVeiled = false
  private var fade = Fade(1)
  private var isDue = false
  private var isLeaving = false
  private var amount = 1.0

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
  var isSeen: Bool { !isHidden && (shownBitmap != nil || hasStandIn) }

  /// Shows a symbol and a pulse until the picture is loaded.
  func sayThatItLoads() {
    placeholderSymbol = .picture
    pulsesWhileWaiting = true
  }

  /// Fades out.
  func leave() {
    guard !isLeaving else { return }
    isLeaving = true
    isDue = true
    if let host, host.environment.motion != .off { host.animate(self) } else { removeFromParent() }
  }

  override func animate(at now: Instant) -> Instant? {
    guard isLeaving else { return super.animate(at: now) }
    if isDue {
      isDue = false
      fade.go(to: 0, at: now, for: 0.14)
    }
    amount = fade.value(at: now)
    host?.setNeedsFrame()
    guard fade.isAtRest(at: now) else { return now }
    isHidden = true
    return nil
  }

  override func emit(into context: FrameContext) {
    if isVeiled { return }
    let outer = context.alpha
    context.alpha *= amount
    super.emit(into: context)
    context.alpha = outer
  }
}
