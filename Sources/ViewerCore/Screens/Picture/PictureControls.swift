import Scrollwork

/// The buttons over a picture that show its neighbours. They appear when the pointer moves, and disappear after the
/// pointer has rested for a while.
final class PictureControls: View {
  /// Called with the number of pictures to step forward, which is negative for back.
  var onWalk: ((Int) -> Void)?
  let previous = PictureButton(.chevronLeft, name: "Previous picture")
  let next = PictureButton(.chevronRight, name: "Next picture")

  /// The last position of the pointer, and the time at which the buttons disappear.
  private var place: Point?
  private var due: Instant?
  private var fade = Fade(0)
  /// The time of the last call of `wake(at:)`, to start a fade with.
  private(set) var isResting = true

  /// Seconds of rest after which the buttons disappear.
  static let patience = 2.0

  override init() {
    super.init()
    for (button, step) in [(previous, -1), (next, 1)] {
      button.onActivate = { [weak self] in self?.onWalk?(step) }
      button.isHidden = true
      addChild(button)
    }
  }

  /// Returns only buttons, so that other input reaches the picture.
  override func hitTest(_ point: Point) -> View? {
    let hit = super.hitTest(point)
    return hit === self ? nil : hit
  }

  /// Enables the buttons for the directions in which there is a picture.
  func show(hasPrevious: Bool, hasNext: Bool) {
    (previous.isEnabled, next.isEnabled) = (hasPrevious, hasNext)
    updateButtons()
  }

  /// Shows the buttons if the point differs from the last one. A pointer at rest is reported in each frame.
  func pointerMoved(to point: Point, at now: Instant) {
    guard point != place else { return }
    let isFirst = place == nil
    place = point
    // The pointer may rest where the picture was opened.
    if !isFirst { wake(at: now) }
  }

  /// Shows the buttons for a moment.
  func wake(at now: Instant) {
    due = now.advanced(bySeconds: Self.patience)
    if isResting {
      isResting = false
      fade.go(to: 1, at: now, for: fadeTime(0.08))
    }
    host?.animate(self)
  }

  private func fadeTime(_ seconds: Double) -> Double { host?.environment.motion == .off ? 0 : seconds }

  override func animate(at now: Instant) -> Instant? {
    if let due, now >= due {
      guard !previous.isHovered, !next.isHovered else {
        self.due = now.advanced(bySeconds: Self.patience)
        return self.due
      }
      self.due = nil
      isResting = true
      fade.go(to: 0, at: now, for: fadeTime(0.3))
      // The pointer rests, so no movement would hide it.
      host?.updateHover()
      host?.setNeedsFrame()
    }
    let amount = fade.value(at: now)
    for button in [previous, next] { button.opacity = amount }
    updateButtons()
    return fade.isAtRest(at: now) ? due : now
  }

  /// Whether a script's `settle` ignores this animation, which waits for the buttons to disappear.
  override var animationIsEndless: Bool { true }

  private func updateButtons() {
    for button in [previous, next] { button.isHidden = button.opacity == 0 || !button.isEnabled }
  }

  override func layout(environment: Environment) {
    let (side, margin) = (PictureButton.side, WindowWidth.margin(in: bounds.width) - 4)
    let y = environment.rounded((bounds.height - side) / 2)
    previous.frame = Rect(x: margin, y: y, width: side, height: side)
    next.frame = Rect(x: bounds.width - margin - side, y: y, width: side, height: side)
  }
}

/// A round button over a picture, legible on each picture.
final class PictureButton: Control {
  /// The diameter in logical pixels.
  static let side = 40.0
  private let symbol: Symbol
  private let name: String
  /// The opacity, 0 to 1.
  var opacity = 0.0 {
    didSet { if opacity != oldValue { host?.setNeedsFrame() } }
  }

  init(_ symbol: Symbol, name: String) {
    (self.symbol, self.name) = (symbol, name)
    super.init()
  }

  override var isComposited: Bool { true }
  /// Always `false`: keys step through the pictures without the buttons.
  override var canBecomeFocused: Bool { false }
  override var semanticsRole: SemanticsNode.Role? { .button }
  override var semanticsText: String { name }

  override func emit(into context: FrameContext) {
    let outer = context.alpha
    context.alpha *= opacity
    super.emit(into: context)
    context.alpha = outer
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    let isStrong = environment.theme.isHighContrast
    let fill = isStrong ? 1 : isPressed ? 0.8 : 0.5 + 0.2 * hoverAmount
    canvas.roundedRect(bounds, radius: bounds.height / 2, Theme.dark.shadowColor.opacity(fill))
    let line = Color.white.opacity(isStrong ? 1 : 0.16)
    canvas.border(bounds, radius: bounds.height / 2, width: isStrong ? 2 : 1, line)
    canvas.symbol(symbol, side: 20, centeredIn: bounds, .white)
  }
}
