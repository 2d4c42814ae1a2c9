import Scrollwork
import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

/// One term of the bar: a click or Enter goes to its next line, its cross, Delete and Backspace remove it.
final class TermChip: Control {
  /// The height of a chip in logical pixels.
  static let height = 24.0
  private static let padding = 8.0
  private static let gap = 6.0
  private static let radius = 6.0

  let text: String
  var onRemove: (() -> Void)?
  /// Called with the direction in which the focus moves to another chip.
  var onMove: ((Int) -> Void)?
  private var color = 0
  private var count = ""
  private let cross = TermCross(symbol: .close, style: .plain)

  init(_ text: String) {
    self.text = text
    super.init()
    cross.height = 20
    cross.symbolSide = 12
    cross.accessibleName = "Remove term \(text)"
    cross.onActivate = { [weak self] in self?.onRemove?() }
    addChild(cross)
  }

  /// Shows the colour and the count of a term.
  func show(_ term: LineTerm) {
    color = term.color
    count = term.found.map { Formats.count($0.count) + ($0.isComplete ? "" : "…") } ?? "…"
    setNeedsDisplay()
  }

  override func hitTest(_ point: Point) -> View? {
    guard let hit = super.hitTest(point) else { return nil }
    return cross.frame.inset(by: Insets(-2)).contains(point) ? cross : hit
  }

  override func keyDown(_ event: KeyEvent) -> Bool {
    guard event.modifiers.isEmpty else { return super.keyDown(event) }
    switch event.key {
    case .delete, .backspace: onRemove?()
    case .left: onMove?(-1)
    case .right: onMove?(1)
    default: return super.keyDown(event)
    }
    return true
  }

  private func line(_ text: String, _ style: TextStyle, _ width: Double?, _ environment: Environment) -> TextLine {
    environment.text.line(
      text, font: style.font, width: width, truncation: .end, scale: environment.scale, reusing: nil)
  }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    let width = line(text, .mono, nil, environment).width + line(count, .small, nil, environment).width
    let all = environment.roundedUp(width) + 1.5 * Self.padding + 2 * Self.gap + cross.height + 2
    return Size(width: min(all, proposal.width), height: Self.height)
  }

  override func layout(environment: Environment) {
    let side = cross.height
    cross.frame = Rect(x: bounds.width - side - 2, y: (bounds.height - side) / 2, width: side, height: side)
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    let colors = environment.theme.colors
    if isHovered || isPressed {
      canvas.roundedRect(bounds, radius: Self.radius, isPressed ? colors.pressedW : colors.hoverW)
    }
    let count = line(count, .small, nil, environment)
    let end = cross.frame.minX - Self.gap - count.width
    let label = line(text, .mono, max(0, end - Self.gap - 1.5 * Self.padding), environment)
    // The term stands on its ground as in the lines.
    let (ground, ink) = TermColors.text(color, in: environment.theme)
    let tag = Rect(x: Self.padding / 2, y: 3, width: label.width + Self.padding, height: bounds.height - 6)
    canvas.roundedRect(tag, radius: 4, ground)
    func baseline(_ style: TextStyle) -> Double {
      style.baseline(inHeight: bounds.height, scale: environment.scale)
    }
    canvas.text(label, at: Point(x: Self.padding, y: baseline(.mono)), ink)
    canvas.text(count, at: Point(x: tag.maxX + Self.gap, y: baseline(.small)), colors.text2)
    if showsFocusRing { canvas.focusRing(around: bounds, radius: Self.radius, gap: 1, environment) }
  }

  override var semanticsRole: SemanticsNode.Role? { .button }
  override var semanticsText: String { "Term \(text), \(count) lines" }
}

/// The button that removes a chip. The chip has the keyboard focus instead of it.
private final class TermCross: Button {
  override var canBecomeFocused: Bool { false }
}
