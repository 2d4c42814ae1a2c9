import Scrollwork

/// Shows a tool tip above everything else after the pointer has rested for a while, or a hint that stays beside a view.
/// It receives no events.
final class ToolTipLayer: View {
  /// Seconds of rest before a tool tip appears.
  private static let delay = 0.5
  /// Seconds between checks of a tool tip that is shown, unless a frame comes earlier.
  private static let idleInterval = 3600.0
  private static let padding = Size(width: 8, height: 4)
  /// The largest width of a tool tip, in logical pixels.
  private static let maximumWidth = 420.0
  private static let style = TextStyle.small

  /// Returns the tool tip for a point of the window; `nil` if there is none.
  var find: ((Point) -> ToolTip?)?

  private let label = Label(style: ToolTipLayer.style, color: .surface)
  /// The position of the resting pointer, in the window; `nil` if the pointer left.
  private var point: Point?
  /// The time at which the tool tip appears; `nil` if none is due.
  private var due: Instant?
  /// The visible tool tip; `nil` if it is hidden.
  private var shown: ToolTip?
  /// The hint that stays, and a function that returns the frame beside which it is shown; `nil` without one.
  private var kept: (text: String, place: () -> Rect?)?

  override init() {
    super.init()
    label.lineLimit = 8
    addChild(label)
    isHidden = true
  }

  override var isComposited: Bool { true }
  override var drawingOutsets: Insets { Insets(32) }
  override func hitTest(_ point: Point) -> View? { nil }

  /// Restarts the delay for a new position of the pointer.
  /// - Parameter point: In the window's coordinates; `nil` if the pointer left or was used.
  func pointerRests(at point: Point?, _ now: Instant) {
    guard point != self.point, kept == nil else { return }
    self.point = point
    if let point, let shown, shown.place.contains(point) { return }
    hide()
    guard point != nil else { return }
    due = now.advanced(bySeconds: Self.delay)
    host?.animate(self)
  }

  /// Shows a hint until `hide()` is called.
  /// - Parameter place: Returns the frame beside which to show it, in the window's coordinates; `nil` while it is not
  ///   visible.
  func keep(_ text: String, at place: @escaping () -> Rect?) {
    hide()
    kept = (text, place)
    host?.animate(self)
  }

  /// Hides the tool tip or the hint.
  func hide() {
    kept = nil
    due = nil
    shown = nil
    isHidden = true
  }

  override func animate(at now: Instant) -> Instant? {
    if let kept {
      let tip = kept.place().map { ToolTip(text: kept.text, place: $0) }
      if let tip, tip != shown { show(tip) }
      if tip == nil { (shown, isHidden) = (nil, true) }
      return now.advanced(bySeconds: Self.idleInterval)
    }
    if let shown {
      // The item may have moved away from under the resting pointer.
      if let point, find?(point) == shown { return now.advanced(bySeconds: Self.idleInterval) }
      hide()
      due = now.advanced(bySeconds: Self.delay)
    }
    guard let due else { return nil }
    guard now >= due else { return due }
    self.due = nil
    guard let point, let tip = find?(point), !tip.text.isEmpty else { return nil }
    show(tip)
    return now.advanced(bySeconds: Self.idleInterval)
  }

  /// Whether a script's `settle` ignores this animation: true while a tool tip is shown, because the layer then only
  /// waits.
  override var animationIsEndless: Bool { shown != nil }

  /// Shows `tip` below its place, or above if it does not fit below.
  private func show(_ tip: ToolTip) {
    guard let host else { return }
    shown = tip
    label.text = tip.text
    isHidden = false
    let window = host.content.bounds
    let room = min(Self.maximumWidth, window.width - 16) - 2 * Self.padding.width
    let text = label.sizeThatFits(Size(width: room, height: .infinity), environment: host.environment)
    let size = Size(width: text.width + 2 * Self.padding.width, height: text.height + 2 * Self.padding.height)
    let x = min(max(8, tip.place.minX - Self.padding.width), window.width - 8 - size.width)
    let below = tip.place.maxY + 4
    let y = below + size.height + 8 <= window.height ? below : max(8, tip.place.minY - 4 - size.height)
    frame = Rect(origin: Point(x: host.environment.rounded(x), y: host.environment.rounded(y)), size: size)
    host.setNeedsFrame()
  }

  override func layout(environment: Environment) {
    label.frame = bounds.inset(by: Insets(horizontal: Self.padding.width, vertical: Self.padding.height))
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    for shadow in environment.theme.floatingShadows { canvas.shadow(bounds, radius: 6, shadow) }
    canvas.roundedRect(bounds, radius: 6, environment.color(.text1))
  }

  override var semanticsRole: SemanticsNode.Role? { shown == nil ? nil : .label }
  override var semanticsText: String { shown?.text ?? "" }
}
