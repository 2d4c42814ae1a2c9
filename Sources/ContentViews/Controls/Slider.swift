public import ScrollworkGeometry
public import ScrollworkHostInterface

/// A control that sets a number by dragging a knob along a line.
@MainActor
open class Slider: Control {
  /// The number, clamped to ``range``. With a ``step``, it is first rounded to the lower bound plus a multiple of the
  /// step.
  public var value: Double {
    get { storedValue }
    set { store(newValue) }
  }

  /// The smallest and the largest number. Changing it adjusts ``value``.
  public var range: ClosedRange<Double> {
    didSet { if range != oldValue { store(storedValue) } }
  }

  /// Distance between the possible numbers, counted from the lower bound; `nil` to allow every number in ``range``.
  public var step: Double? {
    didSet { if step != oldValue { store(storedValue) } }
  }

  /// The function called with the new number after each change by the user.
  public var onChange: (@MainActor (Double) -> Void)?

  private var storedValue: Double
  /// Diameter of the knob in logical pixels.
  private static let knob = 16.0
  /// Width of the ring around the knob under the pointer, in logical pixels.
  private static let halo = 4.0

  /// Creates a slider. A `value` outside `range` is clamped.
  public init(value: Double = 0, in range: ClosedRange<Double> = 0...1, step: Double? = nil) {
    self.range = range
    self.step = step
    storedValue = range.lowerBound
    super.init()
    store(value)
  }

  package override var takesFocusWhenPressed: Bool { true }

  /// Returns a width of 120 logical pixels, less if proposed, and a height of 20.
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
    if isEnabled { canvas.roundedRect(filled, radius: 2, accentFill(colors)) }
    let halo = isPressed ? 0.3 : 0.15 * hoverAmount
    if halo > 0 {
      canvas.roundedRect(knob.insetBy(-Self.halo), radius: knob.width / 2 + Self.halo, colors.accentFill.opacity(halo))
    }
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

  /// Changes the number by keys: the arrows by one step, Page Up and Page Down by five, Home and End to the bounds.
  ///
  /// Without ``step``, a step is a twentieth of the range.
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

  /// Sets the value after rounding it to a step, if there is one, and clamping it to the range.
  private func store(_ wanted: Double) {
    // Values that are not numbers can come from a division by zero in the program. They must not reach the layout of
    // the knob.
    var value = wanted.isNaN ? range.lowerBound : wanted
    if let step, step > 0, value.isFinite {
      value = range.lowerBound + ((value - range.lowerBound) / step).rounded() * step
    }
    value = min(max(value, range.lowerBound), range.upperBound)
    guard value != storedValue else { return }
    storedValue = value
    setNeedsDisplay()
  }

  /// Sets the value on behalf of the user, and calls ``onChange`` if it changed.
  private func choose(_ wanted: Double) {
    let before = storedValue
    store(wanted)
    if storedValue != before { onChange?(storedValue) }
  }

  /// Moves the knob so that its centre has the x coordinate of `point`.
  private func move(to point: Point) {
    let room = bounds.width - Self.knob
    guard room > 0 else { return }
    var part = min(1, max(0, (point.x - Self.knob / 2) / room))
    if host?.environment.direction == .rightToLeft { part = 1 - part }
    choose(range.lowerBound + part * (range.upperBound - range.lowerBound))
  }

  /// Returns the frame of the knob, which stays inside the control at both ends of the range.
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
