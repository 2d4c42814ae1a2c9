import Scrollwork

/// A text in the status bar that opens a menu or stops the work.
final class StatusButton: Control {
  /// The horizontal padding, in which the highlight is drawn, in logical pixels.
  static let padding = 6.0
  private static let arrowSide = 10.0
  private static let arrowGap = 4.0

  var title = "" {
    didSet { if title != oldValue { setNeedsDisplay() } }
  }
  /// The symbol after the title.
  private let symbol: Symbol

  init(symbol: Symbol = .chevronDown) {
    self.symbol = symbol
    super.init()
  }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    Size(width: Self.width(of: title, environment), height: proposal.height)
  }

  /// Returns the width of a button with a title.
  static func width(of title: String, _ environment: Environment) -> Double {
    let line = environment.text.line(title, font: TextStyle.small.font, scale: environment.scale)
    return line.width.rounded(.up) + arrowGap + arrowSide + 2 * padding
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    let colors = environment.theme.colors
    let place = bounds.inset(by: Insets(horizontal: 0, vertical: 4))
    if isHovered || isPressed { canvas.roundedRect(place, radius: 4, isPressed ? colors.pressedW : colors.hoverW) }
    let color = isHovered ? colors.text1 : colors.text2
    let style = TextStyle.small
    let room = bounds.width - 2 * Self.padding - Self.arrowGap - Self.arrowSide
    let line = environment.text.line(
      title, font: style.font, width: room, truncation: .end, scale: environment.scale, reusing: nil)
    let baseline = style.baseline(inHeight: bounds.height, scale: environment.scale)
    canvas.text(line, at: Point(x: Self.padding, y: baseline), color)
    let arrow = Rect(
      x: Self.padding + line.width + Self.arrowGap, y: 0, width: Self.arrowSide, height: bounds.height)
    canvas.symbol(symbol, side: Self.arrowSide, centeredIn: arrow, color)
    if showsFocusRing { canvas.border(place, radius: 4, width: environment.theme.focusRingWidth, colors.focus) }
  }

  override var semanticsRole: SemanticsNode.Role? { .button }
  override var semanticsText: String { title }
}
