import Scrollwork

/// A panel at the trailing edge of the window that fades and slides in and out.
class SidePanel: View {
  /// The largest width of the panel beside the content, in logical pixels. Over the content it is as wide as the
  /// window.
  static let width = 320.0
  /// The distance that the panel moves while it opens, in logical pixels.
  private static let travel = 8.0
  /// The width of the shadow, in logical pixels.
  private static let shadow = 40.0

  /// Whether the panel covers the content. Then it casts a shadow.
  var isFloating = false {
    didSet { if isFloating != oldValue { setNeedsDisplay() } }
  }

  private(set) var isOpen = false
  /// The animation of `opacity`.
  private var fade = Fade(0)
  /// Whether `fade` has to be started by the next frame.
  private var needsFadeStart = false
  /// The opacity at the last frame, 0 to 1.
  private var opacity = 0.0

  override init() {
    super.init()
    isHidden = true
  }

  override var isComposited: Bool { true }
  override var isInteractive: Bool { true }
  override var drawingOutsets: Insets { Insets(Self.shadow) }

  /// Opens or closes the panel, animated unless motion is off.
  func setOpen(_ open: Bool) {
    guard open != isOpen else { return }
    isOpen = open
    if open { isHidden = false }
    guard let host, host.environment.motion != .off else {
      opacity = open ? 1 : 0
      fade = Fade(opacity)
      isHidden = !open
      return
    }
    needsFadeStart = true
    host.animate(self)
  }

  override func animate(at now: Instant) -> Instant? {
    if needsFadeStart {
      needsFadeStart = false
      fade.go(to: isOpen ? 1 : 0, at: now, for: isOpen ? 0.16 : 0.1)
    }
    opacity = fade.value(at: now)
    host?.setNeedsFrame()
    guard fade.isAtRest(at: now) else { return now }
    if !isOpen { isHidden = true }
    return nil
  }

  override func emit(into context: FrameContext) {
    let travels = context.environment.motion == .full && isOpen
    let shift = travels ? context.environment.rounded((1 - opacity) * Self.travel) : 0
    let outer = context.alpha
    context.alpha *= opacity
    // The shadow falls on the content, but not on the bars above and below.
    let lit = Rect(x: -Self.shadow, y: 0, width: frame.width + Self.shadow, height: frame.height)
    context.descend(to: lit, clips: true) {
      context.descend(
        to: Rect(x: Self.shadow + shift, y: 0, width: frame.width, height: frame.height), clips: false
      ) {
        context.emitGroup(of: self)
        emitCompositedChildren(into: context)
      }
    }
    context.alpha = outer
  }

  /// Handles all presses, which would otherwise reach the covered content.
  override func pointerDown(_ event: PointerEvent) -> Bool { true }
  override func wheel(_ event: WheelEvent) -> Bool { true }

  override func draw(in canvas: Canvas, environment: Environment) {
    let colors = environment.theme.colors
    if isFloating { for shadow in environment.theme.floatingShadows { canvas.shadow(bounds, radius: 0, shadow) } }
    canvas.fill(bounds, colors.window)
    guard frame.minX > 0 else { return }
    canvas.fill(
      Rect(x: 0, y: 0, width: max(1, (canvas.scale / 2).rounded()) / canvas.scale, height: bounds.height), colors.edge)
  }
}
