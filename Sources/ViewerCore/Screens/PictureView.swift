import Scrollwork

/// A picture in the middle of its space. One follows another by a cross-fade.
final class PictureView: View {
  private(set) var image = FadingPicture()
  private var former: FadingPicture?
  /// Called when loading ended.
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

  /// Shows another picture; the one before goes when this one is there.
  func show(_ source: ImageRequest.Source) {
    let request = ImageRequest(source: source, target: nil, mode: .fit)
    former?.removeFromParent()
    former = nil
    if image.request != nil {
      former = image
      image = FadingPicture()
      image.isVeiled = isVeiled
      // Below: what was seen stays until this one is there, and then goes.
      insertChild(image, at: 0)
      notice = nil
    }
    image.request = request
    image.onStateChange = { [weak self] _ in
      self?.former?.leave()
      self?.onStateChange?()
    }
  }

  override func layout(environment: Environment) {
    noticeView?.frame = bounds
    let place = picturePlace
    image.frame = place
    former?.frame = place
    // One that was in memory has told nobody that it is there.
    image.layoutIfNeeded(environment: environment)
    if image.state == .shown { former?.leave() }
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
