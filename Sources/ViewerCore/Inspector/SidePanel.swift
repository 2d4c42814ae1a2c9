import Scrollwork

/// A panel that comes in from the side of the window and goes again.
class SidePanel: View {
  static let width = 320.0
  /// So far it travels while it comes.
  private static let travel = 8.0
  /// So far its shadow reaches.
  private static let shadow = 40.0

  /// True if it lies over the content and casts a shadow.
  var isFloating = false {
    didSet { if isFloating != oldValue { setNeedsDisplay() } }
  }

  private(set) var isOpen = false
  private var fade = Fade(0)
  private var isDue = false
  private var amount = 0.0

  override init() {
    super.init()
    isHidden = true
  }

  override var isComposited: Bool { true }
  override var isInteractive: Bool { true }
  override var drawingOutsets: Insets { Insets(Self.shadow) }

  func setOpen(_ open: Bool) {
    guard open != isOpen else { return }
    isOpen = open
    if open { isHidden = false }
    guard let host, host.environment.motion != .off else {
      amount = open ? 1 : 0
      fade = Fade(amount)
      isHidden = !open
      return
    }
    isDue = true
    host.animate(self)
  }

  override func animate(at now: Instant) -> Instant? {
    if isDue {
      isDue = false
      fade.go(to: isOpen ? 1 : 0, at: now, for: isOpen ? 0.16 : 0.1)
    }
    amount = fade.value(at: now)
    host?.setNeedsFrame()
    guard fade.isAtRest(at: now) else { return now }
    if !isOpen { isHidden = true }
    return nil
  }

  override func emit(into context: FrameContext) {
    let travels = context.environment.motion == .full && isOpen
    let shift = travels ? context.environment.rounded((1 - amount) * Self.travel) : 0
    let outer = context.alpha
    context.alpha *= amount
    // The shadow falls on what it lies over, not on the bars above and below.
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

  /// Presses and the wheel end here: what lies below is covered.
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
