import Scrollwork

/// A message about a change of files above the status bar, with a button that undoes the change. It disappears by itself
/// after some seconds, or by Escape.
///
/// It never takes the focus from the list; Tab moves the focus to its button. While the pointer or the focus is there,
/// it stays.
final class Toast: View {
  /// The content of a toast.
  struct News {
    var symbol: Symbol
    /// The text that is drawn.
    var text: String
    /// The words that assistive technology reads: the text, and the key that undoes the change.
    var spoken: String
  }

  static let height = 44.0
  /// The distance from the bars around the content, in logical pixels.
  static let margin = 16.0
  /// Seconds for which a toast is shown.
  private static let seconds = 5.0
  /// Seconds for which it stays after the pointer or the focus left it.
  private static let restSeconds = 1.0
  /// The distance that it moves up while it appears, in logical pixels.
  private static let travel = 8.0
  private static let (padding, gap, symbolSide, radius) = (16.0, 12.0, 16.0, 10.0)
  private static let style = TextStyle.body

  let undo = ToastButton("Undo")
  /// The screen on which the toast is shown.
  var screen: ObjectIdentifier?
  /// Called when the toast disappears while its button has the focus.
  var onLeave: (() -> Void)?

  private(set) var news: News?
  private var isOpen = false
  private var isPointed = false
  private var end = Instant.zero
  private var fade = Fade(0)
  private var opacity = 0.0

  override init() {
    super.init()
    addChild(undo)
    isHidden = true
  }

  // MARK: Showing and hiding

  func show(_ news: News, on screen: ObjectIdentifier) {
    guard let host else { return }
    (self.news, self.screen, isOpen, isHidden) = (news, screen, true, false)
    end = host.now.advanced(bySeconds: Self.seconds)
    host.keyPreview = { [weak self] in self?.preview($0) ?? false }
    host.announce(news.spoken)
    setNeedsDisplay()
    parent?.setNeedsLayout()
    startFade(for: 0.16)
  }

  func hide() {
    guard isOpen else { return }
    (isOpen, isPointed) = (false, false)
    host?.keyPreview = nil
    if undo.isFocused { onLeave?() }
    startFade(for: 0.1)
  }

  private func startFade(for duration: Double) {
    guard let host, host.environment.motion != .off else {
      opacity = isOpen ? 1 : 0
      isHidden = !isOpen
      if isOpen { host?.animate(self) }
      return
    }
    fade = Fade(opacity)
    fade.go(to: isOpen ? 1 : 0, at: host.now, for: duration)
    host.animate(self)
    // A toast that waits is being animated already.
    host.setNeedsFrame()
  }

  override func animate(at now: Instant) -> Instant? {
    let old = opacity
    if !fade.isAtRest(at: now) || opacity != fade.target, host?.environment.motion != .off {
      opacity = fade.value(at: now)
      if opacity != old { host?.setNeedsFrame() }
      guard fade.isAtRest(at: now) else { return now }
    }
    guard isOpen else {
      isHidden = true
      return nil
    }
    if isPointed || undo.isFocused { end = max(end, now.advanced(bySeconds: Self.restSeconds)) }
    guard now >= end else { return end }
    hide()
    return isHidden ? nil : now
  }

  /// Whether a script's `settle` ignores this animation: true while the toast only waits.
  override var animationIsEndless: Bool { isOpen && opacity == 1 }

  /// Hides the toast by Escape, before the list uses the key. A field, a menu, a panel and a drag need the key first.
  private func preview(_ event: KeyEvent) -> Bool {
    guard isOpen, event.key == .escape, event.modifiers.isEmpty, let host, host.pressedView == nil,
      host.overlays.allSatisfy(\.isPassive), !(host.focusedView is TextField),
      parent?.children.contains(where: { ($0 as? ModalLayer)?.isOpen == true }) != true
    else { return false }
    hide()
    return true
  }

  // MARK: Drawing

  override var isComposited: Bool { true }
  override var drawingOutsets: Insets { Insets(40) }

  override func emit(into context: FrameContext) {
    let moves = context.environment.motion == .full && isOpen
    let shift = moves ? context.environment.rounded((1 - opacity) * Self.travel) : 0
    let outer = context.alpha
    context.alpha *= opacity
    context.descend(to: bounds.offset(x: 0, y: shift), clips: false) { super.emit(into: context) }
    context.alpha = outer
  }

  private func line(_ text: String, _ environment: Environment) -> TextLine {
    environment.text.line(text, font: Self.style.font, scale: environment.scale)
  }

  /// The width of everything but the text.
  private func chromeWidth(_ environment: Environment) -> Double {
    let button = undo.sizeThatFits(Size(width: 200, height: Self.height), environment: environment).width
    return Self.padding + Self.symbolSide + Self.gap + Self.gap / 2 + button + Self.padding / 2
  }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    let width = environment.roundedUp(line(news?.text ?? "", environment).width) + chromeWidth(environment)
    return Size(width: min(width, proposal.width), height: Self.height)
  }

  override func layout(environment: Environment) {
    let size = undo.sizeThatFits(bounds.size, environment: environment)
    undo.frame = Rect(
      x: bounds.width - Self.padding / 2 - size.width, y: (bounds.height - size.height) / 2, width: size.width,
      height: size.height)
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    guard let news else { return }
    let (theme, start) = (environment.theme, Self.padding + Self.symbolSide + Self.gap)
    for shadow in theme.floatingShadows { canvas.shadow(bounds, radius: Self.radius, shadow) }
    canvas.border(bounds.insetBy(-1), radius: Self.radius + 1, width: 1, theme.colors.edge)
    canvas.roundedRect(bounds, radius: Self.radius, theme.colors.raised)
    let box = Rect(x: Self.padding, y: 0, width: Self.symbolSide, height: bounds.height)
    canvas.symbol(news.symbol, side: Self.symbolSide, centeredIn: box, theme.colors.text2)
    let room = bounds.width - chromeWidth(environment)
    let text = FittedMessage.text(news.text) { line($0, environment).width > room }
    let shown = environment.text.line(
      text, font: Self.style.font, width: room, truncation: .end, scale: environment.scale, reusing: nil)
    let baseline = Self.style.baseline(inHeight: bounds.height, scale: environment.scale)
    canvas.text(shown, at: Point(x: start, y: baseline), theme.colors.text1)
  }

  // MARK: Input and semantics

  /// A press on the toast does not reach the list below.
  override var isInteractive: Bool { true }
  override func pointerDown(_ event: PointerEvent) -> Bool { true }
  override func hitTest(_ point: Point) -> View? { isOpen ? super.hitTest(point) : nil }
  override func pointerHovered(at point: Point?, at now: Instant) { isPointed = point != nil && isOpen }

  /// The button of a toast that fades out cannot be reached any more.
  override var focusableChildren: [View] { isOpen ? children : [] }
  override func describe(into context: FrameContext) { if isOpen { super.describe(into: context) } }
  override var semanticsRole: SemanticsNode.Role? { .group }
  override var semanticsText: String { news?.spoken ?? "" }
}

/// The button of a toast: a word in the accent colour.
final class ToastButton: Control {
  private static let (height, padding, radius) = (28.0, 8.0, 6.0)
  private static let style = TextStyle.bodyMedium
  private let title: String

  init(_ title: String) {
    self.title = title
    super.init()
  }

  private func line(_ environment: Environment) -> TextLine {
    environment.text.line(title, font: Self.style.font, scale: environment.scale)
  }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    Size(width: environment.roundedUp(line(environment).width) + 2 * Self.padding, height: Self.height)
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    let colors = environment.theme.colors
    if isPressed || hoverAmount > 0 {
      let fill = isPressed ? colors.pressedR : colors.hoverR.opacity(hoverAmount)
      canvas.roundedRect(bounds, radius: Self.radius, fill)
      if environment.theme.isHighContrast { canvas.border(bounds, radius: Self.radius, width: 1, colors.control) }
    }
    let baseline = Self.style.baseline(inHeight: bounds.height, scale: environment.scale)
    canvas.text(line(environment), at: Point(x: Self.padding, y: baseline), colors.accent)
    if showsFocusRing {
      canvas.border(bounds, radius: Self.radius, width: environment.theme.focusRingWidth, colors.focus)
    }
  }

  override var semanticsRole: SemanticsNode.Role? { .button }
  override var semanticsText: String { title }
}
