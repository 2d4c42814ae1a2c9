import Scrollwork

/// A modal panel above the window that takes the keyboard until it is closed, such as the palette or the settings.
class ModalLayer: View {
  /// The distance of the panel from the edges of the window, in logical pixels.
  private static let margin = 12.0
  /// The distance that the panel moves while it opens, in logical pixels.
  private static let travel = 8.0

  private(set) var isOpen = false
  /// Whether background work will still change the panel.
  var isBusy: Bool { false }
  /// Called when the panel closes.
  var onClose: (() -> Void)?
  /// The panel, to which subclasses add views.
  let plate = ModalPlate()
  private var fade = Fade(0)
  private var opacity = 1.0
  /// The view that had the focus before, and gets it back.
  private weak var focusedBefore: View?

  override init() {
    super.init()
    addChild(plate)
  }

  /// The view that gets the focus when the panel opens.
  var firstFocus: View { self }

  /// Returns the size of the panel, and its distance from the top of the window; `nil` as the distance centres it.
  func plateSize(in window: Size, environment: Environment) -> (size: Size, top: Double?) { (window, nil) }

  /// Places the views in the panel.
  func layoutPlate(environment: Environment) {}

  /// Marks the panel as open, moves the focus to it, and starts the opening animation.
  func didOpen(in host: ViewHost) {
    isOpen = true
    focusedBefore = host.focusedView
    host.focus(firstFocus, visible: firstFocus !== self)
    startFade(for: 0.16)
  }

  /// Closes the panel and returns the focus.
  func dismiss() {
    guard isOpen else { return }
    isOpen = false
    onClose?()
    if let host, host.focusedView.map({ $0 === self || $0.isInside(self) }) ?? true {
      host.focus(focusedBefore?.host === host ? focusedBefore : nil)
    }
    startFade(for: 0.1)
  }

  private func startFade(for seconds: Double) {
    guard let host else { return }
    guard host.environment.motion != .off else {
      if !isOpen { removeFromParent() }
      return
    }
    if isOpen { opacity = 0 }
    fade = Fade(opacity)
    fade.go(to: isOpen ? 1 : 0, at: host.now, for: seconds)
    host.animate(self)
  }

  override func animate(at now: Instant) -> Instant? {
    opacity = fade.value(at: now)
    host?.setNeedsFrame()
    guard fade.isAtRest(at: now) else { return now }
    if !isOpen { removeFromParent() }
    return nil
  }

  override var isComposited: Bool { true }

  override func emit(into context: FrameContext) {
    let moves = context.environment.motion == .full && isOpen
    let shift = moves ? context.environment.rounded((opacity - 1) * Self.travel) : 0
    let outer = context.alpha
    context.alpha *= opacity
    context.descend(to: bounds.offset(x: 0, y: shift), clips: false) { emitCompositedChildren(into: context) }
    context.alpha = outer
  }

  override func layout(environment: Environment) {
    let room = Size(
      width: max(0, bounds.width - 2 * Self.margin), height: max(0, bounds.height - 2 * Self.margin))
    let (wanted, top) = plateSize(in: room, environment: environment)
    let size = Size(width: min(wanted.width, room.width), height: min(wanted.height, room.height))
    let y = top.map { min($0, bounds.height - Self.margin - size.height) } ?? (bounds.height - size.height) / 2
    plate.frame = Rect(
      x: environment.rounded((bounds.width - size.width) / 2), y: environment.rounded(max(Self.margin, y)),
      width: environment.rounded(size.width), height: environment.rounded(size.height))
    layoutPlate(environment: environment)
  }

  // MARK: Input

  override var isInteractive: Bool { true }
  /// Whether the layer itself takes the focus: while it is open, and if no view in the panel takes it first.
  override var canBecomeFocused: Bool { isOpen && firstFocus === self }

  /// Receives events in the whole window while the panel is open.
  override func hitTest(_ point: Point) -> View? {
    guard isOpen else { return nil }
    return super.hitTest(point) ?? self
  }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    if !plate.frame.contains(event.location) { dismiss() }
    return true
  }

  override func touch(_ event: TouchEvent) -> Bool {
    if event.phase == .began, !plate.frame.contains(event.location) { dismiss() }
    return true
  }

  override func wheel(_ event: WheelEvent) -> Bool { true }

  override func keyDown(_ event: KeyEvent) -> Bool {
    guard isOpen else { return false }
    if event.key == .escape || event.key == .back { dismiss() }
    // Tab moves the focus among the controls of the plate.
    return event.key != .tab
  }

  override func textTyped(_ text: String) -> Bool { isOpen }
}

/// The panel of a modal layer, with a raised background.
final class ModalPlate: View {
  private static let radius = 12.0

  /// The panel is drawn above the lists of the window, and below its own lists.
  override var isComposited: Bool { true }
  override var drawingOutsets: Insets { Insets(48) }

  override func draw(in canvas: Canvas, environment: Environment) {
    for shadow in environment.theme.floatingShadows { canvas.shadow(bounds, radius: Self.radius, shadow) }
    canvas.roundedRect(bounds, radius: Self.radius, environment.color(.raised))
    canvas.border(bounds, radius: Self.radius, width: 1, environment.color(.edge))
  }
}
