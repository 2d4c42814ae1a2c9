import Scrollwork

/// A view whose content is zoomed and panned by wheel, pointer, fingers and commands.
class ZoomView: View {
  /// The magnification and the position of the content.
  final var zoom = PictureZoom()
  /// The time of the last animated frame; `nil` at rest.
  private var lastMotion: Instant?
  /// The current drag of the content by the pointer or by fingers.
  private var drag = PictureDrag()
  /// Whether the last press was in this view, as the second press of a double click requires. The first click of a
  /// double click may have opened the picture.
  private var wasPressed = false
  /// Called when the magnification changed.
  final var onZoomChange: (() -> Void)?
  /// Whether there is anything to zoom.
  var canZoom: Bool { !zoom.space.isEmpty }

  /// Sets the frame of the content. Called in each frame of an animation.
  func placeContent(_ environment: Environment) {}
  /// Called when the pointer moved, or the wheel turned.
  func pointerDidMove(to point: Point?, at now: Instant) {}

  /// The distances of a wheel notch and of an arrow key, in logical pixels.
  private static let (notch, keyStep) = (96.0, 96.0)

  /// Returns `spring` if motion is full; otherwise `nil`.
  private func spring(_ spring: Spring) -> Spring? { host?.environment.motion == .full ? spring : nil }

  /// Updates the view after a change of `zoom`.
  func zoomDidChange() {
    if zoom.isAtRest { setNeedsLayout() } else { host?.animate(self) }
    onZoomChange?()
  }

  /// Advances the zoom or the pan. Returns the time of the next frame; `nil` at rest.
  final func advanceZoom(at now: Instant) -> Instant? {
    guard !zoom.isAtRest else {
      lastMotion = nil
      return nil
    }
    if let lastMotion { zoom.advance(by: now.seconds(since: lastMotion)) }
    lastMotion = zoom.isAtRest ? nil : now
    if let host { placeContent(host.environment) }
    host?.setNeedsFrame()
    return now
  }

  // MARK: Commands

  /// Zooms by steps of 25 %, around a position in the view or its centre.
  final func zoom(by steps: Double, about place: Point? = nil) {
    guard canZoom else { return }
    zoom.zoom(by: steps, about: place, spring(PictureZoom.spring))
    zoomDidChange()
  }

  /// Zooms to a magnification, in device pixels per pixel of the picture, around a position in the view or its centre.
  final func zoom(to magnification: Double, about place: Point? = nil) {
    guard canZoom else { return }
    zoom.zoom(to: magnification, about: place, spring(PictureZoom.wideSpring))
    zoomDidChange()
  }

  /// Shows the whole picture, or fills the view with it.
  final func fit(filling: Bool = false) {
    guard canZoom else { return }
    zoom.apply(filling ? .fill : .fit, spring(PictureZoom.wideSpring))
    zoomDidChange()
  }

  /// Switches between the fitted picture and its own size; a picture that fits at its own size is shown at twice that
  /// size.
  final func toggleZoom(about place: Point? = nil) {
    guard canZoom else { return }
    guard zoom.rule == .fit else { return fit() }
    zoom(to: zoom.space.fit < 0.999 ? 1 : 2, about: place)
  }

  /// Pans the picture by an arrow key. Returns `false` if the picture does not overflow the view on that axis.
  final func pan(by key: Key) -> Bool {
    guard canZoom else { return false }
    let step = Self.keyStep
    let delta: Point
    switch key {
    case .left where zoom.overflows(.horizontal): delta = Point(x: step, y: 0)
    case .right where zoom.overflows(.horizontal): delta = Point(x: -step, y: 0)
    case .up where zoom.overflows(.vertical): delta = Point(x: 0, y: step)
    case .down where zoom.overflows(.vertical): delta = Point(x: 0, y: -step)
    default: return false
    }
    zoom.pan(by: delta, spring(PictureZoom.spring))
    zoomDidChange()
    return true
  }

  // MARK: Input

  override func wheel(_ event: WheelEvent) -> Bool {
    pointerDidMove(to: nil, at: event.time)
    guard canZoom else { return false }
    let (delta, notch) = (event.delta, Self.notch)
    let zooms = event.modifiers.contains(.control) || !delta.isPrecise && !event.modifiers.contains(.shift)
    if zooms, delta.y != 0 {
      zoom(by: delta.y, about: event.location)
      return true
    }
    guard zoom.overflows else { return false }
    let isTurned = event.modifiers.contains(.shift) && delta.x == 0
    let way = isTurned ? Point(x: delta.y * notch, y: 0) : Point(x: delta.x * notch, y: delta.y * notch)
    zoom.pan(by: way, delta.isPrecise ? nil : spring(PictureZoom.spring))
    zoomDidChange()
    return true
  }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    guard event.button != .right, canZoom else { return false }
    let isSecond = wasPressed && event.clicks == 2
    wasPressed = event.button == .left && event.clicks == 1
    if event.button == .left, isSecond {
      toggleZoom(about: event.location)
      return true
    }
    zoom.stop()
    drag.begin(PictureDrag.pointer, at: event.location)
    return true
  }

  override func pointerDragged(_ event: PointerEvent) {
    dragged(PictureDrag.pointer, to: event.location, at: event.time)
  }

  override func pointerUp(_ event: PointerEvent) { endDrag(at: event.time) }
  override func pointerCancelled() { drag.end() }

  override func touch(_ event: TouchEvent) -> Bool {
    guard canZoom else { return false }
    switch event.phase {
    case .began:
      zoom.stop()
      drag.begin(event.id, at: event.location)
    case .moved: dragged(event.id, to: event.location, at: event.time)
    case .ended: endDrag(at: event.time)
    case .cancelled: drag.end()
    }
    return true
  }

  private func dragged(_ id: Int64, to place: Point, at now: Instant) {
    guard let movement = drag.move(id, to: place, at: now) else { return }
    if movement.factor != 1 {
      zoom.zoom(to: zoom.magnification * movement.factor, about: movement.middle, nil)
    }
    zoom.pan(by: movement.delta)
    zoomDidChange()
  }

  private func endDrag(at now: Instant) {
    if drag.places.count == 1, host?.environment.motion == .full {
      zoom.fling(drag.velocity(at: now))
      lastMotion = nil
      if !zoom.isAtRest { host?.animate(self) }
    }
    drag.end()
  }

  override func pointerHovered(at point: Point?, at now: Instant) {
    if let point { pointerDidMove(to: point, at: now) }
  }

  override func hostDidChange() {
    lastMotion = nil
    drag.end()
  }
}
