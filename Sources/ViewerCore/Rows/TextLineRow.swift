import Scrollwork

/// A line of a text or a log, with its number.
struct TextLineRow: Component {
  var number: Int
  var text: String
  /// Where the parts of a log line are; `nil` to show the text as it is.
  var log: LogLine?
  /// Width of the number column in logical pixels.
  var gutter: Double

  func renderContent() -> TextLineView { TextLineView() }

  func render(in content: TextLineView) { content.show(self) }

  func shouldContentUpdate(with next: TextLineRow) -> Bool {
    text != next.text || number != next.number || gutter != next.gutter || (log == nil) != (next.log == nil)
  }
}

/// What shows a `TextLineRow`. It shapes its parts itself: a log scrolls forty of them a screen.
final class TextLineView: View {
  static let height = 20.0
  static let edge = 20.0
  /// Advance of a character of the text font, in logical pixels.
  static let advance = 7.2
  private static let timeWidth = 110.0
  private static let levelWidth = 56.0
  private static let sourceWidth = 96.0

  private var row: TextLineRow?
  private var number: TextLine?
  private var parts: [TextLine?] = [nil, nil, nil, nil]

  func show(_ row: TextLineRow) {
    self.row = row
    setNeedsDisplay()
  }

  override var semanticsText: String { row?.text ?? "" }

  override func draw(in canvas: Canvas, environment: Environment) {
    guard let row else { return }
    let baseline = TextStyle.mono.baseline(inHeight: bounds.height, scale: environment.scale)
    if let level = row.log?.level, level >= .error {
      canvas.fill(bounds, environment.theme.colors.errorWash)
    }
    drawNumber(row, baseline, in: canvas, environment)
    if let log = row.log {
      drawLog(log, baseline, in: canvas, environment)
    } else {
      draw(row.text, part: 3, from: row.gutter, to: bounds.width - Self.edge, baseline, .text1, in: canvas, environment)
    }
  }

  private func drawNumber(_ row: TextLineRow, _ baseline: Double, in canvas: Canvas, _ environment: Environment) {
    let line = environment.text.line(
      Formats.count(row.number), font: TextStyle.mono.font, width: nil, truncation: .none, scale: environment.scale,
      reusing: number.take())
    canvas.text(line, at: Point(x: row.gutter - 16 - line.width, y: baseline), environment.color(.text3))
    number = line
  }

  private func drawLog(_ log: LogLine, _ baseline: Double, in canvas: Canvas, _ environment: Environment) {
    var x = row?.gutter ?? 0
    func column(_ text: Substring, _ index: Int, _ width: Double, _ color: ColorRole, bold: Bool = false) {
      draw(String(text), part: index, from: x, to: x + width - 8, baseline, color, bold: bold, in: canvas, environment)
      x += width
    }
    let text = row?.text ?? ""
    func part(_ range: Range<Int>?) -> Substring { range.map { LogLine.text($0, of: text) } ?? "" }
    column(Self.clock(in: part(log.time)), 0, Self.timeWidth, .text2)
    if log.level == .fatal {
      let tag = Rect(x: x - 4, y: 1, width: Self.advance * 5 + 8, height: bounds.height - 2)
      canvas.roundedRect(tag, radius: 3, environment.color(.fatal))
    }
    column(part(log.levelWord), 1, Self.levelWidth, log.level?.color ?? .text2, bold: (log.level ?? .trace) >= .warn)
    column(part(log.source), 2, Self.sourceWidth, .text2)
    draw(
      String(part(log.message)), part: 3, from: x, to: bounds.width - Self.edge, baseline, .text1, in: canvas,
      environment)
  }

  /// Of a date with a time the time: the column has room for no more, and lines that follow each other share the date.
  private static func clock(in time: Substring) -> Substring {
    guard time.utf8.count > 13, let colon = time.firstIndex(of: ":") else { return time }
    let start = time[..<colon].lastIndex { $0 == "T" || $0 == " " }.map { time.index(after: $0) } ?? time.startIndex
    return time[start...].prefix { $0 != "Z" && $0 != "+" && $0 != "]" }
  }

  private func draw(
    _ text: String, part: Int, from start: Double, to end: Double, _ baseline: Double, _ color: ColorRole,
    bold: Bool = false, in canvas: Canvas, _ environment: Environment
  ) {
    let font = bold ? TextStyle.monoBold.font : TextStyle.mono.font
    let line = environment.text.line(
      text, font: font, width: max(0, end - start), truncation: .end, scale: environment.scale,
      reusing: parts[part].take())
    canvas.text(line, at: Point(x: start, y: baseline), environment.color(color))
    parts[part] = line
  }
}

extension TextLineView: ToolTipGiving {
  /// The whole of a line that is cut.
  func toolTip(at point: Point, environment: Environment) -> ToolTip? {
    guard let row, parts.contains(where: { $0?.isTruncated == true }) else { return nil }
    return ToolTip(text: row.text, place: bounds)
  }
}

extension LogLevel {
  /// The colour that the word has.
  var color: ColorRole {
    switch self {
    case .trace: .text3
    case .debug: .debug
    case .info: .info
    case .warn: .warning
    case .error: .error
    case .fatal: .onFatal
    }
  }
}
