import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

/// A line of the debug overlay: a name, the main figure and further ones.
struct DebugLine: Equatable {
  var name: String
  var figure: String
  var more: String

  init(_ name: String, _ figure: String, _ more: String) { (self.name, self.figure, self.more) = (name, figure, more) }

  /// Returns a number with a fixed number of digits after the point.
  static func fixed(_ value: Double, digits: Int = 0) -> String {
    let unit = (0..<digits).reduce(1) { unit, _ in unit * 10 }
    guard abs(value) < 1e12 else { return "-" }
    let scaled = Int((value * Double(unit)).rounded())
    guard digits > 0 else { return "\(scaled)" }
    let rest = "\(abs(scaled) % unit)"
    return (scaled < 0 ? "-" : "") + "\(abs(scaled) / unit)." + String(repeating: "0", count: digits - rest.count)
      + rest
  }
}

/// The panel of the debug overlay: a diagram of the last frames above lines of figures.
final class DebugPanel: View {
  private(set) var lines: [DebugLine] = []
  /// The processor time of the last frames, in microseconds.
  private var times: [Double] = []

  /// Called before the figures are shown, four times a second.
  var onTick: (() -> Void)?

  /// Seconds between two changes of the figures.
  private static let interval = 0.25
  /// The distance of the panel from the edges of the window, in logical pixels.
  private static let margin = 12.0
  private static let style = TextStyle.micro
  private static let padding = 10.0
  private static let width = 320.0
  private static let diagramHeight = 40.0
  /// The distance between the diagram and the lines, in logical pixels.
  private static let gap = 8.0
  /// The width of a bar and of the gap after it, in logical pixels.
  private static let barWidth = 3.0
  /// The distances of the main figures and of the further ones from the start of the lines, in logical pixels.
  private static let columns = (figure: 68.0, more: 134.0)
  /// The processor time at the top of the diagram, in microseconds: that of a frame at 60 Hz.
  private static let fullHeight = 1e6 / 60

  override var isComposited: Bool { true }
  override var drawingOutsets: Insets { Insets(32) }

  override var animationIsEndless: Bool { true }

  override func animate(at now: Instant) -> Instant? {
    onTick?()
    return now.advanced(bySeconds: Self.interval)
  }

  /// Places the panel in the bottom trailing corner of the window.
  func place() {
    guard let host else { return }
    let room = host.content.bounds
    let size = sizeThatFits(room.size, environment: host.environment)
    let isMirrored = host.environment.direction == .rightToLeft
    let x = isMirrored ? Self.margin : room.width - size.width - Self.margin
    let y = room.height - size.height - Self.margin
    frame = Rect(origin: Point(x: max(0, x), y: max(0, y)), size: size)
  }

  /// Shows other figures, and adds the times of frames to the diagram.
  func show(_ lines: [DebugLine], _ times: [Double]) {
    self.lines = lines
    let bars = Int((Self.width - 2 * Self.padding) / Self.barWidth)
    self.times = (self.times + times).suffix(bars)
    setNeedsDisplay()
  }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    let height = 2 * Self.padding + Self.diagramHeight + Self.gap + Double(lines.count) * Self.style.lineHeight
    return Size(width: min(Self.width, proposal.width), height: height)
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    let theme = environment.theme
    for shadow in theme.floatingShadows { canvas.shadow(bounds, radius: 8, shadow) }
    canvas.roundedRect(bounds.insetBy(-1), radius: 9, theme.colors.edge)
    canvas.roundedRect(bounds, radius: 8, theme.colors.raised)
    canvas.clipped(to: bounds) {
      drawDiagram(in: canvas, theme.colors)
      for (index, line) in lines.enumerated() { draw(line, at: index, in: canvas, environment) }
    }
  }

  /// Draws a bar for each frame. Frames that are late at 60 Hz fill the height.
  private func drawDiagram(in canvas: Canvas, _ colors: Palette) {
    let place = Rect(
      x: Self.padding, y: Self.padding, width: bounds.width - 2 * Self.padding, height: Self.diagramHeight)
    canvas.fill(Rect(x: place.minX, y: place.maxY, width: place.width, height: 1), colors.edge)
    for (index, time) in times.enumerated() {
      let height = max(1, min(1, time / Self.fullHeight) * place.height)
      let x = place.maxX - Double(times.count - index) * Self.barWidth
      canvas.fill(
        Rect(x: x, y: place.maxY - height, width: Self.barWidth - 1, height: height),
        time > Self.fullHeight ? colors.error : colors.accent)
    }
  }

  private func draw(_ line: DebugLine, at index: Int, in canvas: Canvas, _ environment: Environment) {
    let colors = environment.theme.colors
    let top = Self.padding + Self.diagramHeight + Self.gap + Double(index) * Self.style.lineHeight
    let y = top + Self.style.baseline(scale: environment.scale)
    func text(_ text: String, at x: Double, _ color: Color) {
      let room = max(0, bounds.width - 2 * Self.padding - x)
      let shaped = environment.text.line(
        text, font: Self.style.font, width: room, truncation: .end, scale: environment.scale, reusing: nil)
      canvas.text(shaped, at: Point(x: Self.padding + x, y: y), color)
    }
    text(line.name, at: 0, colors.text2)
    text(line.figure, at: Self.columns.figure, colors.text1)
    if !line.more.isEmpty { text(line.more, at: Self.columns.more, colors.text2) }
  }

  override var semanticsRole: SemanticsNode.Role? { .label }
  override var semanticsText: String {
    lines.map { "\($0.name) \($0.figure) \($0.more)" }.joined(separator: "\n")
  }
}
