import Scrollwork
import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

/// The chip for a term in the bar.
final class TermChip: Chip {
  /// The height of a chip in logical pixels.
  static let height = 24.0
  private static let radius = 6.0
  private static let padding = 8.0
  /// The inset of the coloured background of the term, in logical pixels.
  static let tagInset = padding / 2
  private static let gap = 6.0

  private var color = 0
  private var count = ""

  init(_ text: String) { super.init(text, noun: "mark", height: Self.height) }

  /// Shows the colour and the count of a term.
  func show(_ term: LineTerm) {
    color = term.color
    count = term.found.map { Formats.count($0.count) + ($0.isComplete ? "" : "…") } ?? "…"
    setNeedsDisplay()
  }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    let width = line(text, .mono, nil, environment).width + line(count, .small, nil, environment).width
    let all = environment.roundedUp(width) + 1.5 * Self.padding + 2 * Self.gap + crossWidth
    return Size(width: min(all, proposal.width), height: Self.height)
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    let colors = environment.theme.colors
    if isHovered || isPressed {
      canvas.roundedRect(bounds, radius: Self.radius, isPressed ? colors.pressedW : colors.hoverW)
    }
    let count = line(count, .small, nil, environment)
    let end = crossStart - Self.gap - count.width
    let label = line(text, .mono, max(0, end - Self.gap - 1.5 * Self.padding), environment)
    // The term stands on its ground as in the lines.
    let (ground, ink) = TermColors.text(color, in: environment.theme)
    let tag = Rect(x: Self.tagInset, y: 3, width: label.width + Self.padding, height: bounds.height - 6)
    canvas.roundedRect(tag, radius: 4, ground)
    canvas.text(label, at: Point(x: Self.padding, y: baseline(.mono, environment)), ink)
    canvas.text(count, at: Point(x: tag.maxX + Self.gap, y: baseline(.small, environment)), colors.text2)
    if showsFocusRing { canvas.focusRing(around: bounds, radius: Self.radius, gap: 1, environment) }
  }

  override var semanticsText: String { "Mark \(text), \(count) lines" }
}
