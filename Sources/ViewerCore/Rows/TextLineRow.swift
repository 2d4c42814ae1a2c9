import Scrollwork

/// A line of a text or log with its number.
struct TextLineRow: Component {
  /// The line number, counted from 1.
  var number: Int
  var text: String
  /// The parts of a log line; `nil` to show the text as it is.
  var log: LogLine?
  /// The columns of the log.
  var columns: LogColumns
  /// The width of the number column in logical pixels.
  var gutter: Double
  /// The marks of what the user finds.
  var marks: LineMarks

  func renderContent() -> TextLineView { TextLineView() }

  func render(in content: TextLineView) { content.show(self) }

  /// Whether the row has to be rendered again. Equal texts have equal parts, so `log` is compared only by its
  /// presence.
  func shouldContentUpdate(with next: TextLineRow) -> Bool {
    !text.utf8.elementsEqual(next.text.utf8) || number != next.number || gutter != next.gutter
      || (log == nil) != (next.log == nil) || columns != next.columns
  }
}

/// The content view of `TextLineRow`. It shapes its text itself instead of using labels, because a log scrolls forty
/// lines of four parts through the window.
final class TextLineView: View, StateObserving {
  /// The height of a line in logical pixels.
  static let height = 20.0
  /// The margin at both ends, in logical pixels.
  static let edge = 20.0
  /// The advance of a character of the monospaced font, in logical pixels.
  static let advance = 7.2
  /// The widths of the columns, in logical pixels.
  private static let timeWidth = 110.0
  private static let levelWidth = 56.0
  private static let sourceWidth = 96.0
  /// The smallest widths of the message, in logical pixels, that allow a source column and a time column.
  private static let roomBesideSource = 200.0
  private static let roomBesideTime = 140.0

  private var row: TextLineRow?
  /// The shaped line number, reused for the next row.
  private var number: TextLine?
  /// The shaped parts, reused for the next row: time, level, source, message.
  private var parts: [TextLine?] = [nil, nil, nil, nil]
  private var state = CellState()
  /// Whether a part is hidden because its column has no space.
  private var hidesParts = false
  /// The marks in the text while it is drawn.
  private var marks: TextMarks?

  func show(_ row: TextLineRow) {
    if self.row?.marks !== row.marks {
      self.row?.marks.remove(self)
      if host != nil { row.marks.add(self) }
    }
    self.row = row
    setNeedsDisplay()
  }

  override func hostDidChange() {
    super.hostDidChange()
    if host != nil { row?.marks.add(self) } else { row?.marks.remove(self) }
  }

  func cellStateDidChange(_ state: CellState) {
    self.state = state
  }

  override var semanticsText: String { row?.text ?? "" }

  override func draw(in canvas: Canvas, environment: Environment) {
    guard let row else { return }
    let baseline = TextStyle.mono.baseline(inHeight: bounds.height, scale: environment.scale)
    // The highlight of a selected or hovered line is more important than the colour of its level, which the level
    // column shows too.
    let isMarked = state.isSelected || state.isHovered || state.isPressed
    if let level = row.log?.level, level >= .error, !isMarked {
      canvas.fill(bounds, environment.theme.colors.errorWash)
    }
    drawNumber(row, baseline, in: canvas, environment)
    marks = row.marks.finder?.marks(in: row.text, ofRow: row.number - 1)
    if let log = row.log {
      drawLog(log, baseline, in: canvas, environment)
    } else {
      hidesParts = false
      draw(
        row.text[...], part: 3, from: row.gutter, to: bounds.width - Self.edge, baseline, .text1, in: canvas,
        environment)
    }
  }

  /// Returns the widths of the columns before the message. In a narrow window the source is hidden first, then the
  /// time.
  private func widths(of columns: LogColumns, besides gutter: Double) -> (time: Double, level: Double, source: Double) {
    let time = columns.contains(.time) ? Self.timeWidth : 0
    let level = columns.contains(.level) ? Self.levelWidth : 0
    let source = columns.contains(.source) ? Self.sourceWidth : 0
    let room = bounds.width - gutter - Self.edge - level
    return (
      room - time >= Self.roomBesideTime ? time : 0, level,
      room - time - source >= Self.roomBesideSource ? source : 0
    )
  }

  /// Draws the line number, aligned at the end of its column.
  private func drawNumber(_ row: TextLineRow, _ baseline: Double, in canvas: Canvas, _ environment: Environment) {
    let line = environment.text.line(
      Formats.count(row.number), font: TextStyle.mono.font, width: nil, truncation: .none, scale: environment.scale,
      reusing: number.take())
    canvas.text(line, at: Point(x: row.gutter - 16 - line.width, y: baseline), environment.color(.text3))
    number = line
  }

  /// Draws the parts of a log line in their columns.
  private func drawLog(_ log: LogLine, _ baseline: Double, in canvas: Canvas, _ environment: Environment) {
    var x = row?.gutter ?? 0
    let widths = widths(of: row?.columns ?? [], besides: x)
    hidesParts = (widths.time == 0 && log.time != nil) || (widths.source == 0 && log.source != nil)
    func column(_ text: Substring, _ index: Int, _ width: Double, _ color: ColorRole, bold: Bool = false) {
      guard width > 0 else {
        parts[index] = nil
        return
      }
      draw(text, part: index, from: x, to: x + width - 8, baseline, color, bold: bold, in: canvas, environment)
      x += width
    }
    let text = row?.text ?? ""
    func part(_ range: Range<Int>?) -> Substring { range.map { LogLine.text($0, of: text) } ?? "" }
    column(Self.clock(in: part(log.time)), 0, widths.time, .text2)
    if log.level == .fatal, widths.level > 0 {
      let tag = Rect(x: x - 4, y: 1, width: Self.advance * 5 + 8, height: bounds.height - 2)
      canvas.roundedRect(tag, radius: 3, environment.color(.fatal))
    }
    column(part(log.levelWord), 1, widths.level, log.level?.color ?? .text2, bold: (log.level ?? .trace) >= .warn)
    column(part(log.source), 2, widths.source, .text2)
    draw(
      part(log.message), part: 3, from: x, to: bounds.width - Self.edge, baseline, .text1, in: canvas,
      environment)
  }

  /// Returns the time of day, without a date before it: the column is narrow, and neighbouring lines usually share the
  /// date.
  private static func clock(in time: Substring) -> Substring {
    guard time.utf8.count > 13, let colon = time.firstIndex(of: ":") else { return time }
    let start = time[..<colon].lastIndex { $0 == "T" || $0 == " " }.map { time.index(after: $0) } ?? time.startIndex
    return time[start...].prefix { $0 != "Z" && $0 != "+" && $0 != "]" }
  }

  /// Draws a part of the line, truncated at `end`.
  private func draw(
    _ part: Substring, part index: Int, from start: Double, to end: Double, _ baseline: Double, _ color: ColorRole,
    bold: Bool = false, in canvas: Canvas, _ environment: Environment
  ) {
    let font = bold ? TextStyle.monoBold.font : TextStyle.mono.font
    let text = String(part)
    let line = environment.text.line(
      text, font: font, width: max(0, end - start), truncation: .end, scale: environment.scale,
      reusing: parts[index].take())
    drawControlTags(of: line, text, at: start, in: canvas, environment)
    let point = Point(x: start, y: baseline)
    if let marks {
      let offset = part.base.utf8.distance(from: part.base.startIndex, to: part.startIndex)
      canvas.text(
        line, at: point, environment.color(color), marks.clamped(to: offset..<offset + text.utf8.count),
        rows: 1..<bounds.height - 1, environment)
    } else {
      canvas.text(line, at: point, environment.color(color))
    }
    parts[index] = line
  }
}

extension TextLineView {
  /// Draws a rounded background behind each control character. The text shows a control character as a caret and a
  /// letter, such as `^[`, and the background distinguishes it from these two characters.
  private func drawControlTags(
    of line: TextLine, _ text: String, at start: Double, in canvas: Canvas, _ environment: Environment
  ) {
    text.utf8.withContiguousStorageIfAvailable { bytes in
      let glyphs = line.glyphs
      var index = 0
      while index < glyphs.count {
        let cluster = glyphs[index].cluster
        var next = index + 1
        while next < glyphs.count, glyphs[next].cluster == cluster { next += 1 }
        if Int(cluster) < bytes.count, Self.isControl(bytes[Int(cluster)]), next - index > 1 {
          let left = Double(glyphs[index].x) / line.scale
          let right = next < glyphs.count ? Double(glyphs[next].x) / line.scale : line.width
          let tag = Rect(minX: start + left, minY: 3, maxX: start + right, maxY: bounds.height - 3)
          canvas.roundedRect(tag, radius: 3, environment.color(.badge))
        }
        index = next
      }
    }
  }

  private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }
}

extension TextLineView: ToolTipGiving {
  /// Returns the full text of a line that is truncated or has hidden parts; `nil` for other lines.
  func toolTip(at point: Point, environment: Environment) -> ToolTip? {
    guard let row, hidesParts || parts.contains(where: { $0?.isTruncated == true }) else { return nil }
    return ToolTip(text: row.text, place: bounds)
  }
}

extension LogLevel {
  /// The colour of the level's word.
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
