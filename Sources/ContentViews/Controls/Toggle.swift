public import ScrollworkGeometry
public import ScrollworkHostInterface

/// A switch or a check box, with an optional title after it.
@MainActor
open class Toggle: Control {
  /// The appearance. By convention it also tells the user when a change takes effect.
  public enum Style: Hashable, Sendable {
    /// A switch, for settings with immediate effect.
    case `switch`
    /// A check box, for one of several options. Only a check box shows the mixed state.
    case checkBox
  }

  /// Whether the option is on.
  public var isOn: Bool {
    didSet { if isOn != oldValue { setNeedsDisplay() } }
  }

  /// Whether a check box stands for several options of which only some are on. A click then turns all of them on.
  public var isMixed = false {
    didSet { if isMixed != oldValue { setNeedsDisplay() } }
  }

  /// The title after the box; empty for none.
  public var title: String {
    didSet {
      guard title != oldValue else { return }
      titleLine.invalidate()
      setNeedsMeasure()
    }
  }

  /// The appearance: a switch or a check box.
  public var style: Style {
    didSet { if style != oldValue { setNeedsMeasure() } }
  }

  /// The function called with the new state after the user changed it.
  public var onChange: (@MainActor (Bool) -> Void)?

  private var titleLine = LineCache()
  private static let text = TextStyle.body
  private static let gap = 8.0

  /// Creates a toggle.
  public init(_ title: String = "", isOn: Bool = false, style: Style = .switch) {
    self.title = title
    self.isOn = isOn
    self.style = style
    super.init()
  }

  /// Switches the state and calls ``onChange``. A mixed toggle becomes on.
  open override func activate() {
    isOn = isMixed || !isOn
    isMixed = false
    onChange?(isOn)
    super.activate()
  }

  open override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    guard !title.isEmpty else { return box }
    let width = box.width + Self.gap + environment.roundedUp(line(nil, environment).width)
    return Size(width: min(width, proposal.width), height: max(box.height, Self.text.lineHeight))
  }

  open override func draw(in canvas: Canvas, environment: Environment) {
    let isMirrored = environment.direction == .rightToLeft
    let place = Rect(
      x: isMirrored ? bounds.width - box.width : 0, y: environment.rounded((bounds.height - box.height) / 2),
      width: box.width, height: box.height)
    switch style {
    case .switch: drawSwitch(in: canvas, place, environment)
    case .checkBox: drawCheckBox(in: canvas, place, environment)
    }
    if showsFocusRing { canvas.focusRing(around: place, radius: radius, gap: 2, environment) }
    guard !title.isEmpty else { return }
    let line = line(bounds.width - box.width - Self.gap, environment)
    let origin = Point(
      x: isMirrored ? place.minX - Self.gap - line.width : place.maxX + Self.gap,
      y: Self.text.baseline(inHeight: bounds.height, scale: environment.scale))
    canvas.text(line, at: origin, environment.color(isEnabled ? .text1 : .textDisabled))
  }

  open override var semanticsRole: SemanticsNode.Role? { .button }
  open override var semanticsText: String { title.isEmpty ? accessibleName : title }
  open override var semanticsStates: SemanticsNode.States {
    isOn ? super.semanticsStates.union(.selected) : super.semanticsStates
  }

  /// Size of the switch or check box in logical pixels.
  private var box: Size { style == .switch ? Size(width: 36, height: 20) : Size(width: 16, height: 16) }
  /// Corner radius of the switch or check box in logical pixels.
  private var radius: Double { style == .switch ? 10 : 4 }

  /// Draws the track and the knob. While the switch is on, the knob is at the trailing end.
  private func drawSwitch(in canvas: Canvas, _ place: Rect, _ environment: Environment) {
    let colors = environment.theme.colors
    let off = colors.control.mixed(with: colors.text2, amount: isPressed ? 1 : hoverAmount / 2)
    let track = !isEnabled ? colors.well : isOn ? accentFill(colors) : off
    canvas.roundedRect(place, radius: radius, track)
    let isAtRight = isOn != (environment.direction == .rightToLeft)
    let knob = Rect(x: isAtRight ? place.maxX - 18 : place.minX + 2, y: place.minY + 2, width: 16, height: 16)
    canvas.roundedRect(knob, radius: 8, isEnabled ? colors.onAccent : colors.textDisabled)
  }

  /// Draws the box with a check mark, a dash for a mixed state, or empty.
  private func drawCheckBox(in canvas: Canvas, _ place: Rect, _ environment: Environment) {
    let colors = environment.theme.colors
    guard isOn || isMixed else {
      let fill = isPressed ? colors.pressed : colors.hover.opacity(hoverAmount)
      if isPressed || hoverAmount > 0 { canvas.roundedRect(place, radius: radius, fill) }
      return canvas.border(place, radius: radius, width: 1, isEnabled ? colors.control : colors.textDisabled)
    }
    canvas.roundedRect(place, radius: radius, isEnabled ? accentFill(colors) : colors.well)
    canvas.symbol(
      isMixed ? .minus : .check, side: 12, centeredIn: place, isEnabled ? colors.onAccent : colors.textDisabled)
  }

  /// Returns the shaped title, shortened to `width` logical pixels; `nil` for no limit.
  private func line(_ width: Double?, _ environment: Environment) -> TextLine {
    titleLine.line(title, font: Self.text.font, width: width, truncation: .end, environment: environment)
  }
}
