public import ScrollworkGeometry
public import ScrollworkHostInterface

/// A number chosen by its place between two others.
@MainActor
open class Slider: Control {
  /// The number; always within ``range`` and, where there are steps, on one.
  public var value: Double {
    get { storedValue }
    set { store(newValue) }
  }

  public var range: ClosedRange<Double> {
    didSet { if range != oldValue { store(storedValue) } }
  }

  /// Distance between the numbers that can be chosen; `nil` for any number.
  public var step: Double? {
    didSet { if step != oldValue { store(storedValue) } }
  }

  /// What the number is, in words.
  public var accessibleName = ""

  /// Called whenever a person moved the knob.
  public var onChange: (@MainActor (Double) -> Void)?

  private var storedValue: Double
  private static let knob = 16.0

  public init(value: Double = 0, in range: ClosedRange<Double> = 0...1, step: Double? = nil) {
    self.range = range
    self.step = step
    storedValue = range.lowerBound
    super.init()
    store(value)
  }

  open override var takesFocusWhenPressed: Bool { true }

  /// 120 wide where nothing else decides, 20 high.
  open override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    Size(width: min(120, proposal.width), height: 20)
  }

  open override func draw(in canvas: Canvas, environment: Environment) {
    let colors = environment.theme.colors
    let knob = knobRect(environment)
    let track = Rect(x: 0, y: environment.rounded(bounds.midY - 2), width: bounds.width, height: 4)
    canvas.roundedRect(track, radius: 2, isEnabled ? colors.edge : colors.well)
    let isMirrored = environment.direction == .rightToLeft
    let filled = Rect(
      minX: isMirrored ? knob.midX : 0, minY: track.minY, maxX: isMirrored ? bounds.width : knob.midX,
      maxY: track.maxY)
    if isEnabled { canvas.roundedRect(filled, radius: 2, colors.accentFill) }
    let isPlainDark = environment.theme.isDark && !environment.theme.isHighContrast
    canvas.roundedRect(
      knob, radius: Self.knob / 2, !isEnabled ? colors.textDisabled : isPlainDark ? .white : colors.raised)
    if isEnabled, !isPlainDark { canvas.border(knob, radius: Self.knob / 2, width: 1, colors.control) }
    if showsFocusRing { canvas.focusRing(around: knob, radius: Self.knob / 2, gap: 2, environment) }
  }

  open override func pointerDown(_ event: PointerEvent) -> Bool {
    guard super.pointerDown(event) else { return false }
    if isEnabled { move(to: event.location) }
    return true
  }

  open override func pointerDragged(_ event: PointerEvent) {
    if isEnabled { move(to: event.location) }
  }

  /// Arrows go a step (a twentieth where there are none), Page Up and Page Down five, Home and End to the ends.
  open override func keyDown(_ event: KeyEvent) -> Bool {
    guard isEnabled, event.modifiers.isEmpty else { return false }
    let unit = step ?? (range.upperBound - range.lowerBound) / 20
    let ahead = host?.environment.direction == .rightToLeft ? -unit : unit
    switch event.key {
    case .right: choose(value + ahead)
    case .left: choose(value - ahead)
    case .up: choose(value + unit)
    case .down: choose(value - unit)
    case .pageUp: choose(value + 5 * unit)
    case .pageDown: choose(value - 5 * unit)
    case .home: choose(range.lowerBound)
    case .end: choose(range.upperBound)
    default: return false
    }
    return true
  }

  open override var semanticsRole: SemanticsNode.Role? { .group }
  open override var semanticsText: String { accessibleName }

  private func store(_ wanted: Double) {
    var value = wanted.isNaN ? range.lowerBound : wanted
    if let step, step > 0, value.isFinite {
      value = range.lowerBound + ((value - range.lowerBound) / step).rounded() * step
    }
    value = min(max(value, range.lowerBound), range.upperBound)
    guard value != storedValue else { return }
    storedValue = value
    setNeedsDisplay()
  }

  private func choose(_ wanted: Double) {
    let before = storedValue
    store(wanted)
    if storedValue != before { onChange?(storedValue) }
  }

  private func move(to point: Point) {
    let room = bounds.width - Self.knob
    guard room > 0 else { return }
    var part = min(1, max(0, (point.x - Self.knob / 2) / room))
    if host?.environment.direction == .rightToLeft { part = 1 - part }
    choose(range.lowerBound + part * (range.upperBound - range.lowerBound))
  }

  private func knobRect(_ environment: Environment) -> Rect {
    let length = range.upperBound - range.lowerBound
    let part = length > 0 ? (storedValue - range.lowerBound) / length : 0
    let place = Rect(
      x: environment.rounded(part * max(0, bounds.width - Self.knob)),
      y: environment.rounded(bounds.midY - Self.knob / 2),
      width: Self.knob, height: Self.knob)
    return environment.direction == .rightToLeft ? place.mirrored(inWidth: bounds.width) : place
  }
}
