import Scrollwork

/// A view of one picture, which can be zoomed and panned. A new picture replaces the old one by a crossfade.
///
/// A picture or thumbnail that is in memory is shown at once. Otherwise the old picture stays for a moment, which
/// avoids a flash if loading is quick, and then disappears, because it must not be shown under the name of another.
final class PictureView: ZoomView {
  /// The view of the newest picture.
  private(set) var image = FadingPicture()
  /// The former picture, until it has faded out.
  private var oldImage: FadingPicture?
  /// The tiles of a picture that is larger on screen than its copy in `image`.
  let tiles = PictureTilesView()
  /// The buttons that appear when the pointer moves.
  let controls = PictureControls()
  /// The tag of the picture in a corner of the view.
  let badge = TagBadge(on: .picture)
  /// The film strip with the neighbours of the picture.
  let strip = PictureStrip()
  /// Whether the setting for the film strip is on.
  var showsStrip = true {
    didSet {
      guard showsStrip != oldValue else { return }
      stripMotion.go(open: showsStrip, host?.environment.motion ?? .off, at: host?.now ?? .zero)
      strip.presence = stripMotion.opacity
      setNeedsLayout()
      host?.animate(self)
    }
  }
  /// The motion of the film strip after `showsStrip` changed. The picture above it moves with it.
  private var stripMotion = PanelMotion(isOpen: true)
  /// Called after `stripHeight` changed.
  var onStripResize: (() -> Void)?
  private var toldStripHeight = 0.0
  /// The smallest height of the view in which the strip is shown, in logical pixels.
  private static let leastHeightWithStrip = 440.0
  /// Seconds that a wait has to last before it is reported.
  private static let reportDelay = 0.3
  /// Whether the picture is being loaded.
  private var isWaiting = false
  /// The time at which a long wait is reported; `nil` if none is due.
  private var due: Instant?
  /// Whether the wait is long enough to be reported.
  private(set) var isLate = false
  /// The magnification that was last reported by `onZoomChange`; `nil` if none was.
  private var toldMagnification: Double?
  /// Whether the former picture stays until the new one is loaded.
  private var keepsFormer = false
  /// Called when loading ended, and when it takes long.
  var onStateChange: (() -> Void)?
  /// Called when a picture is loaded, or was in memory.
  var onLoad: (() -> Void)?
  /// Called when a picture has been shown for `slideInterval`.
  var onSlideEnd: (() -> Void)?
  /// The seconds for which a slideshow shows each picture; `nil` without one.
  var slideInterval: Double? {
    didSet {
      slideDue = nil
      if slideInterval != nil { host?.animate(self) }
    }
  }
  private var slideDue: Instant?
  /// The size of the picture in its file, upright; `nil` if it is unknown.
  var fileSize: PixelSize? {
    didSet { if fileSize != oldValue { setNeedsLayout() } }
  }
  /// The intrinsic size of a vector drawing that is rendered at another size; `nil` for other pictures.
  var ownSize: PixelSize?
  /// The factor from the intrinsic size of a vector drawing to its rendered size; 1 for other pictures.
  var enlargement: Double {
    guard let ownSize, let fileSize, ownSize.width > 0 else { return 1 }
    return Double(fileSize.width) / Double(ownSize.width)
  }
  /// The rotation and mirroring that the user chose.
  var turn = PictureTurn.none {
    didSet {
      image.turn = turn
      if turn != oldValue { setNeedsLayout() }
    }
  }
  /// Whether the picture is in full-screen mode.
  var isFullScreen = false {
    didSet {
      guard isFullScreen != oldValue else { return }
      strip.isFloating = isFullScreen
      setNeedsLayout()
      // The pointer may be hidden, and rest.
      host?.updateHover()
    }
  }
  /// The notice that replaces the picture; `nil` for none.
  var notice: Notice? {
    didSet {
      noticeView?.removeFromParent()
      noticeView = notice?.makeView()
      if let noticeView { insertChild(noticeView, at: children.firstIndex { $0 === strip } ?? children.count) }
      image.isHidden = notice != nil
      setNeedsDisplay()
    }
  }
  private var noticeView: EmptyStateView?
  /// Whether the picture is hidden because a `PictureFlight` draws it.
  var isConcealed = false {
    didSet {
      guard isConcealed != oldValue else { return }
      image.isConcealed = isConcealed
      tiles.isHidden = isConcealed
      strip.isConcealed = isConcealed
      badge.isConcealed = isConcealed
      setNeedsDisplay()
    }
  }
  /// Whether tiles are being made.
  var isBusy: Bool { tiles.detail?.isBusy ?? false }

  override init() {
    super.init()
    clipsToBounds = true
    for view in [image, tiles, badge, strip, controls] { addChild(view) }
    tiles.onComplete = { [weak self] in self?.coverImage() }
  }

  /// The distance of a fitted picture from the edges, in logical pixels.
  private var inset: Double { isFullScreen ? 0 : WindowWidth.margin(in: bounds.width) }
  /// The area for a fitted picture, in the view's coordinates.
  private var picturePlace: Rect { pictureBounds.insetBy(inset) }
  /// The height of the visible part of the strip, in logical pixels.
  var stripHeight: Double { hasStrip ? PictureStrip.height * min(1, stripMotion.progress) : 0 }
  /// The part of the view above the strip, or all of it if the strip does not take up space.
  private var pictureBounds: Rect {
    Rect(x: 0, y: 0, width: bounds.width, height: max(0, bounds.height - (isFullScreen ? 0 : stripHeight)))
  }
  /// Whether there is a strip, below the picture or over it.
  private var hasStrip: Bool {
    (showsStrip || !stripMotion.isAtRest) && strip.count > 1 && bounds.height >= Self.leastHeightWithStrip
  }

  /// Returns the frame of a picture, in the view's coordinates.
  /// - Parameter hasAllPixels: Whether the bitmap has full resolution; a thumbnail may be magnified more.
  func place(of picture: Bitmap, hasAllPixels: Bool, scale: Double) -> Rect {
    if zoom.rule != .fit, !zoom.space.isEmpty { return zoom.targetFrame }
    let size = fileSize.map { turn.apply(to: $0) } ?? (hasAllPixels ? picture.pixelSize : nil)
    let limit = size.map { Double($0.width) / Double(max(1, picture.width)) / scale } ?? .infinity
    return picturePlace.fitting(picture.pixelSize, largestMagnification: limit)
  }

  /// Shows another picture, zoomed to fit.
  /// - Parameter isSame: Whether the file is the same and was rewritten. Then the old picture stays until the new one
  ///   is loaded.
  func show(_ source: ImageRequest.Source, turn: PictureTurn = .none, isSame: Bool = false) {
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
      tiles.show(nil)
      notice = nil
      if !isSame { zoom.adopt(PictureZoom.Space(), keepsPlace: false) }
    }
    self.turn = turn
    image.turn = turn
    image.request = request
    image.onStateChange = { [weak self] _ in
      self?.setNeedsLayout()
      self?.endWaiting()
      self?.onStateChange?()
    }
    if isLate { image.showLoading() }
    slideDue = nil
    host?.animate(self)
  }

  /// Returns the request with which the view loads a picture; `nil` while the view has no size.
  func request(for source: ImageRequest.Source) -> ImageRequest? {
    guard let host, let size = image.loadingSize, !size.isEmpty else { return nil }
    let scale = host.environment.scale
    let target = PixelSize(
      width: Int((size.width * scale).rounded(.up)), height: Int((size.height * scale).rounded(.up)))
    return ImageRequest(source: source, target: target, mode: .fit)
  }

  /// Whether only the readable part of a damaged picture is shown.
  var isPartial: Bool { image.bitmap != nil }

  /// Shows the readable part of a damaged picture.
  func showPart(_ part: Bitmap) {
    image.bitmap = part
    setNeedsLayout()
  }

  /// Ends the wait, because the new picture is loaded or failed, and fades out the old one.
  private func endWaiting() {
    let didWait = isWaiting
    (isWaiting, isLate) = (false, false)
    oldImage?.fadeOut()
    if didWait { onLoad?() }
  }

  override func hostDidChange() {
    super.hostDidChange()
    if isWaiting || slideInterval != nil { host?.animate(self) }
  }

  // MARK: Time

  override func animate(at now: Instant) -> Instant? {
    [advanceZoom(at: now), advanceStrip(at: now), advanceWait(at: now), advanceSlide(at: now)].compactMap(\.self).min()
  }

  /// Advances the motion of the strip. Returns the time of the next call; `nil` if none is needed.
  private func advanceStrip(at now: Instant) -> Instant? {
    guard !stripMotion.isAtRest else { return nil }
    let goesOn = stripMotion.advance(to: now)
    strip.presence = stripMotion.opacity
    setNeedsLayout()
    return goesOn ? now : nil
  }

  /// Reports the wait if it has become long. Returns the time of the next call; `nil` if none is needed.
  private func advanceWait(at now: Instant) -> Instant? {
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

  /// Ends the display of a slide when its time is over. The time starts when the picture is loaded.
  private func advanceSlide(at now: Instant) -> Instant? {
    guard let slideInterval, !isWaiting else { return nil }
    let due = slideDue ?? now.advanced(bySeconds: slideInterval)
    slideDue = due
    guard now >= due else { return due }
    slideDue = nil
    onSlideEnd?()
    return self.slideInterval == nil ? nil : now.advanced(bySeconds: slideInterval)
  }

  /// Whether a script's `settle` ignores this animation: while zoom and strip are at rest, it only waits.
  override var animationIsEndless: Bool { zoom.isAtRest && stripMotion.isAtRest }

  // MARK: Layout

  /// Adapts the colours of the notice to the dark background.
  private func colorNotice(_ theme: Theme) {
    let dark = Self.theme(onSurroundOf: theme)
    let colors = dark.colors
    noticeView?.button.theme = dark
    noticeView?.icon.color = .fixed(colors.error)
    noticeView?.heading.color = .fixed(colors.text1)
    noticeView?.message.color = .fixed(colors.text2)
  }

  override func layout(environment: Environment) {
    noticeView?.frame = pictureBounds.inset(by: ScreenView.noticeMargins)
    colorNotice(environment.theme)
    controls.frame = pictureBounds
    badge.frame = Rect(origin: Point(x: 12, y: 12), size: TagBadge.size)
    strip.isHidden = !hasStrip
    strip.frame = Rect(
      x: 0, y: environment.rounded(bounds.height - stripHeight), width: bounds.width, height: PictureStrip.height)
    if stripHeight != toldStripHeight {
      toldStripHeight = stripHeight
      onStripResize?()
    }
    // The picture is not loaded again in each frame of a motion.
    if stripMotion.isAtRest { image.loadingSize = picturePlace.size }
    zoom.adopt(space(environment.scale))
    placeContent(environment)
    // A picture that was in memory does not report a state change.
    image.layoutIfNeeded(environment: environment)
    if image.state == .shown {
      let wasLate = isLate
      endWaiting()
      if wasLate { onStateChange?() }
      // Its size may be known only now.
      zoom.adopt(space(environment.scale))
      placeContent(environment)
      if slideInterval != nil { host?.animate(self) }
    } else if image.hasStandIn {
      oldImage?.fadeOut()
    }
    if magnification != toldMagnification {
      toldMagnification = magnification
      onZoomChange?()
    }
  }

  override func zoomDidChange() {
    super.zoomDidChange()
    toldMagnification = magnification
  }

  /// Returns the geometry of the picture in the view. A picture of unknown size counts as much larger than its copy.
  private func space(_ scale: Double) -> PictureZoom.Space {
    func real(_ size: PixelSize, times factor: Double = 1) -> Size {
      let size = turn.apply(to: size)
      return Size(width: Double(size.width) * factor, height: Double(size.height) * factor)
    }
    let unknown = 64.0
    var size = Size.zero
    if let fileSize {
      size = real(fileSize)
    } else if let bitmap = image.shownBitmap {
      size = real(bitmap.pixelSize, times: image.hasAllPixels ? 1 : unknown)
    } else if let (bitmap, hasAllPixels) = image.substitute {
      size = real(bitmap.pixelSize, times: hasAllPixels ? 1 : unknown)
    }
    return PictureZoom.Space(picture: size, view: pictureBounds.size, inset: inset, scale: scale)
  }

  /// The magnification at the end of the motion, in device pixels for each pixel of the picture; `nil` if it is unknown.
  var magnification: Double? {
    !zoom.space.isEmpty && (fileSize != nil || image.hasAllPixels) ? zoom.targetMagnification * enlargement : nil
  }

  /// Sets the frame of the picture. At rest, its edges are aligned to device pixels, so that it is sharp.
  override func placeContent(_ environment: Environment) {
    guard !zoom.space.isEmpty else {
      image.frame = picturePlace
      return
    }
    image.frame = aligned(zoom.frame, environment)
    tiles.frame = image.frame
    showDetail(environment)
  }

  /// Returns the frame of a picture aligned to device pixels.
  private func aligned(_ frame: Rect, _ environment: Environment) -> Rect {
    Rect(
      x: environment.rounded(frame.minX), y: environment.rounded(frame.minY), width: frame.width, height: frame.height)
  }

  /// Shows tiles if the picture is larger on screen than its copy.
  private func showDetail(_ environment: Environment) {
    let target = zoom.targetMagnification
    guard notice == nil, let fileSize, let bitmap = image.shownBitmap, !image.isPlaying, image.state == .shown,
      case .file(let path, _)? = image.request?.source
    else { return tiles.show(nil) }
    // The copy has fewer pixels than the file by this factor.
    let copied = Double(bitmap.width) / Double(max(1, fileSize.width))
    func copySuffices(_ magnification: Double) -> Bool { copied >= 1 || magnification <= copied * 1.05 }
    if copySuffices(max(target, zoom.magnification)), zoom.isAtRest || tiles.detail == nil {
      tiles.isHidden = true
      return coverImage()
    }
    if tiles.detail?.turn != turn || tiles.detail?.path != path {
      tiles.show(PictureDetail(path: path, size: fileSize, turn: turn))
    }
    tiles.isHidden = isConcealed
    let end = copySuffices(target) ? nil : aligned(zoom.targetFrame, environment)
    tiles.see(pictureBounds, target: end, scale: environment.scale)
    coverImage()
  }

  /// Draws the copy of a picture only where tiles do not cover it.
  private func coverImage() {
    image.isCovered = tiles.isComplete && !tiles.isHidden
    host?.setNeedsFrame()
  }

  override var canZoom: Bool { notice == nil && super.canZoom }

  override func pointerDidMove(to point: Point?, at now: Instant) {
    if let point { controls.pointerMoved(to: point, at: now) } else { controls.wake(at: now) }
    if let point { strip.pointerMoved(to: Point(x: point.x, y: point.y - strip.frame.minY)) }
  }

  override func cursor(at point: Point) -> Cursor {
    if isFullScreen, controls.isResting { return .hidden }
    return canZoom && zoom.overflows ? .hand : .arrow
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    // A flight darkens the list little by little.
    if !isConcealed { canvas.fill(bounds, Self.surround(environment.theme)) }
  }
}
