import Scrollwork

/// A view that scrolls vertically and shows a thumb. The user moves it by wheel, keys, touch, or by dragging the thumb.
final class ScrollArea: View {
  /// The scrolled view. The owner places its children.
  let content = View()
  /// The height of the content in logical pixels.
  var contentHeight = 0.0 {
    didSet { if contentHeight != oldValue { setNeedsLayout() } }
  }

  /// The current offset in logical pixels.
  private var offset = 0.0
  /// The animated offset after a wheel notch or key.
  private var animation = Fade(0)
  /// The pointer's y coordinate and the offset at the start of a drag of the thumb; `nil` if none is running.
  private var dragStart: (y: Double, offset: Double)?

  /// Logical pixels per notch of the wheel.
  private static let notch = 96.0
  /// The width of the thumb, in logical pixels.
  private static let thumbWidth = 8.0
  private static let thumbMargin = 4.0
  private static let minimumThumb = 32.0
  /// Seconds that an animated scroll takes.
  private static let animationSeconds = 0.21

  override init() {
    super.init()
    clipsToBounds = true
    addChild(content)
  }

  override var isInteractive: Bool { maximum > 0 }

  /// The largest offset, in logical pixels.
  private var maximum: Double { max(0, contentHeight - bounds.height) }

  /// Jumps to the start.
  func returnToStart() { jump(to: 0) }

  /// Sets the offset without an animation.
  private func jump(to place: Double) {
    offset = min(max(0, place), maximum)
    animation = Fade(offset)
    setNeedsLayout()
  }

  /// Scrolls to an offset, with an animation if motion is full.
  private func scroll(to place: Double, at now: Instant) {
    let isStill = host.map { $0.environment.motion != .full } ?? true
    animation.go(to: min(max(0, place), maximum), at: now, for: isStill ? 0 : Self.animationSeconds)
    host?.animate(self)
  }

  override func animate(at now: Instant) -> Instant? {
    offset = animation.value(at: now)
    setNeedsLayout()
    return animation.isAtRest(at: now) ? nil : now
  }

  override func layout(environment: Environment) {
    if offset > maximum || animation.target > maximum {
      offset = min(offset, maximum)
      animation = Fade(offset)
    }
    content.frame = Rect(x: 0, y: -environment.rounded(offset), width: bounds.width, height: contentHeight)
  }

  // MARK: Input

  override func wheel(_ event: WheelEvent) -> Bool {
    guard maximum > 0 else { return false }
    scroll(to: animation.target - event.delta.y * Self.notch, at: event.time)
    return true
  }

  /// Handles the scroll keys. Returns `false` for any other key.
  func handleKey(_ event: KeyEvent) -> Bool {
    guard maximum > 0, event.modifiers.isEmpty else { return false }
    let page = bounds.height * 0.9
    switch event.key {
    case .up: scroll(to: animation.target - Self.notch / 2, at: event.time)
    case .down: scroll(to: animation.target + Self.notch / 2, at: event.time)
    case .pageUp: scroll(to: animation.target - page, at: event.time)
    case .pageDown: scroll(to: animation.target + page, at: event.time)
    case .home: scroll(to: 0, at: event.time)
    case .end: scroll(to: maximum, at: event.time)
    default: return false
    }
    return true
  }

  override func touch(_ event: TouchEvent) -> Bool {
    switch event.phase {
    case .began: dragStart = (event.location.y, offset)
    case .moved: if let dragStart { jump(to: dragStart.offset + dragStart.y - event.location.y) }
    default: dragStart = nil
    }
    return true
  }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    let isAtThumb = event.location.x >= bounds.width - Self.thumbWidth - 2 * Self.thumbMargin
    guard event.button == .left, maximum > 0, isAtThumb else { return false }
    dragStart = (event.location.y, offset)
    return true
  }

  override func pointerDragged(_ event: PointerEvent) {
    guard let dragStart else { return }
    let travel = bounds.height - 2 * Self.thumbMargin - thumb.height
    if travel > 0 { jump(to: dragStart.offset + (event.location.y - dragStart.y) * maximum / travel) }
  }

  override func pointerUp(_ event: PointerEvent) { dragStart = nil }
  override func pointerCancelled() { dragStart = nil }

  // MARK: Drawing

  /// The frame of the thumb.
  private var thumb: Rect {
    let track = bounds.height - 2 * Self.thumbMargin
    let height = min(track, max(Self.minimumThumb, track * bounds.height / max(1, contentHeight)))
    return Rect(
      x: bounds.width - Self.thumbMargin - Self.thumbWidth,
      y: Self.thumbMargin + (track - height) * (maximum > 0 ? offset / maximum : 0),
      width: Self.thumbWidth, height: max(0, height))
  }

  override func drawOverlay(in canvas: Canvas, environment: Environment) {
    guard maximum > 0 else { return }
    canvas.roundedRect(thumb, radius: Self.thumbWidth / 2, environment.color(.thumb))
  }
}
