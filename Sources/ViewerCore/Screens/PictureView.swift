import Scrollwork

/// A picture in the middle of its space. One follows another by a cross-fade.
///
/// The next one shows at once in what size it is in memory. Where it is in none the former one stays for a moment, so that
/// what comes soon comes without a flash, and then goes: no picture stands under the name of another.
final class PictureView: View {
  private(set) var image = FadingPicture()
  private var former: FadingPicture?
  /// Seconds of waiting that nothing tells of.
  private static let patience = 0.3
  /// True until the picture is there or cannot be shown.
  private var isWaiting = false
  /// When that is to be told.
  private var due: Instant?
  /// True while the picture has been waited for so long that it should be told.
  private(set) var isLate = false
  private var keepsFormer = false
  /// Called when loading ended, and when it takes long.
  var onStateChange: (() -> Void)?
  /// What is said in place of the picture.
  var notice: Notice? {
    didSet {
      noticeView?.removeFromParent()
      noticeView = notice?.makeView()
      if let noticeView { addChild(noticeView) }
      image.isHidden = notice != nil
    }
  }
  private var noticeView: EmptyStateView?
  /// True while the picture is shown on its way here.
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

  /// The room that the picture has.
  private var picturePlace: Rect { bounds.insetBy(20) }

  /// Where a picture lies.
  /// - Parameter hasAllPixels: False for a small copy of it.
  func place(of picture: Bitmap, hasAllPixels: Bool, scale: Double) -> Rect {
    let limit = hasAllPixels ? FadingPicture.magnification / scale : .infinity
    return picturePlace.fitting(picture, largestMagnification: limit)
  }

  /// Shows another picture.
  /// - Parameter isSame: True if it is the same one, written anew: then the former one may stay until it is there.
  func show(_ source: ImageRequest.Source, isSame: Bool = false) {
    let request = ImageRequest(source: source, target: nil, mode: .fit)
    // Who walks on fast passes by pictures that were never seen: the wait goes on.
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
      // Below: what was seen stays until this one is there, and then goes.
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

  /// Nothing moves while time passes.
  override var animationIsEndless: Bool { true }

  override func layout(environment: Environment) {
    noticeView?.frame = bounds
    let place = picturePlace
    image.frame = place
    former?.frame = place
    // One that was in memory has told nobody that it is there.
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

/// A picture that can fade away.
final class FadingPicture: ImageView {
  /// Of a small picture: larger it would be nothing but squares.
  static let magnification = 2.0

  /// True if it is laid out and loads, but is not seen.
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

  /// True if there is something of the picture to be seen.
  var isSeen: Bool { !isHidden && (shownBitmap != nil || hasStandIn) }

  /// A sign and a pulse stand in the place of the picture until there is something of it.
  func sayThatItLoads() {
    placeholderSymbol = .picture
    pulsesWhileWaiting = true
  }

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
