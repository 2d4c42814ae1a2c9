import Scrollwork
import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

/// The content view of `TextLineRow`. It shapes its text itself instead of using labels, because many lines with four
/// parts each scroll through the window of a log.
final class TextLineView: View, StateObserving {
  /// The advance of a character of the monospaced font, in logical pixels.
  static let advance = 7.2

  private(set) var row: TextLineRow?
  /// The horizontal margin, in logical pixels.
  private var edge: Double { WindowWidth.margin(in: bounds.width) }
  /// The height of a line in logical pixels.
  var lineHeight: Double { row?.lineHeight ?? Density.comfortable.line }
  /// The shaped line number, reused for the next row.
  private var number: TextLine?
  /// The shaped parts, reused for the next row: time, level, source, message.
  private(set) var parts: [TextLine?] = [nil, nil, nil, nil]
  /// The lines of a wrapped message.
  private var wrapped = WrappedMessage()
  /// The width of the whole message in logical pixels; `nil` if it was not measured.
  private var messageWidth: Double?
  private var state = CellState()
  /// Whether a part is hidden because its column has no space.
  private var hidesParts = false

  func show(_ row: TextLineRow) {
    if self.row?.display !== row.display {
      self.row?.display.remove(self)
      if host != nil { row.display.add(self) }
    }
    if row.wraps || self.row?.wraps == true { setNeedsMeasure() }
    self.row = row
    messageWidth = nil
    wrapped = WrappedMessage()
    setNeedsDisplay()
  }

  override func hostDidChange() {
    super.hostDidChange()
    if host != nil { row?.display.add(self) } else { row?.display.remove(self) }
  }

  func cellStateDidChange(_ state: CellState) {
    self.state = state
  }

  override var semanticsText: String {
    guard let row else { return "" }
    return (row.display.bookmarks.contains(row.number - 1) ? "Bookmark: " : "") + row.text.string
  }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    guard let row, row.wraps else { return Size(width: proposal.width, height: lineHeight) }
    let extent = row.messageExtent(in: proposal.width)
    let count = wrapped.lines(of: row, in: extent.upperBound - extent.lowerBound, environment).regular.count
    return Size(width: proposal.width, height: Double(max(1, count)) * lineHeight)
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    guard let row else { return }
    let baseline = TextStyle.mono.baseline(inHeight: lineHeight, scale: environment.scale)
    // The highlight of a selected or hovered line is more important than the colour of its level, which the level
    // column shows too.
    let isMarked = state.isSelected || state.isHovered || state.isPressed
    if let level = row.log?.level, level >= .error, !isMarked, !row.around.isContext {
      canvas.fill(bounds, environment.theme.colors.errorWash)
    }
    if row.around.isAfterGap, row.date == nil { drawGap(in: canvas, environment) }
    drawNumber(row, baseline, in: canvas, environment)
    if row.display.bookmarks.contains(row.number - 1) {
      // Without line numbers, the space before the text is smaller.
      let side = min(12, row.gutter)
      let place = Rect(x: min(4, row.gutter - side), y: (lineHeight - side) / 2, width: side, height: side)
      canvas.symbol(.mark, in: place, environment.color(.accent))
    }
    let painter = LinePainter(row, canvas, environment)
    drawColumns(of: row, baseline, by: painter)
    drawMessage(of: row, baseline, by: painter)
    drawSelectedSpace(of: row, in: canvas, environment)
    if let date = row.date { drawDate(date, in: canvas, environment) }
  }

  /// Draws a line across the row, because lines before it are left out or have another date.
  private func drawGap(in canvas: Canvas, _ environment: Environment) {
    canvas.fill(
      Rect(x: edge, y: 0, width: bounds.width - 2 * edge, height: environment.hairline), environment.color(.edge))
  }

  /// Draws a line across the row, and the date at the end of the first line that has it. The first row has no line,
  /// because the edge of the bar is above it.
  private func drawDate(_ date: String, in canvas: Canvas, _ environment: Environment) {
    if row?.around.isFirst != true { drawGap(in: canvas, environment) }
    let line = environment.text.line(date, font: TextStyle.small.font, scale: environment.scale)
    let tag = Rect(
      x: bounds.width - edge - line.width - 12, y: 2, width: line.width + 12, height: lineHeight - 4)
    canvas.roundedRect(tag, radius: 4, environment.color(.badge))
    let baseline = TextStyle.small.baseline(inHeight: lineHeight, scale: environment.scale)
    canvas.text(line, at: Point(x: tag.minX + 6, y: baseline), environment.color(.text2))
  }

  /// Draws the line number, aligned at the end of its column.
  private func drawNumber(_ row: TextLineRow, _ baseline: Double, in canvas: Canvas, _ environment: Environment) {
    guard row.gutter > edge, let shown = row.shownNumber else { return }
    let line = environment.text.line(
      Formats.count(shown), font: TextStyle.mono.font, width: nil, truncation: .none, scale: environment.scale,
      reusing: number.take())
    canvas.text(line, at: Point(x: row.gutter - 16 - line.width, y: baseline), environment.color(.text3))
    number = line
  }

  /// Draws the parts of a log line before its message in their columns.
  private func drawColumns(of row: TextLineRow, _ baseline: Double, by painter: LinePainter) {
    hidesParts = false
    guard let log = row.log else { return }
    var x = row.gutter
    let widths = row.widths(in: bounds.width)
    hidesParts = (widths.time == 0 && log.time != nil) || (widths.source == 0 && log.source != nil)
    func column(
      _ range: Range<Int>?, as title: String? = nil, _ index: Int, _ width: Double, _ color: ColorRole,
      bold: Bool = false
    ) {
      defer { x += width }
      guard width > 0, let range else {
        parts[index] = nil
        return
      }
      parts[index] = painter.part(
        range, as: title, from: x, to: x + width - 8, baseline, row.around.isContext ? .text3 : color, bold: bold,
        reusing: parts[index].take())
    }
    column(log.shownTime, 0, widths.time, .text2)
    if log.level == .fatal, widths.level > 0, !row.around.isContext {
      let tag = Rect(x: x - 4, y: 1, width: Self.advance * 5 + 8, height: lineHeight - 2)
      painter.canvas.roundedRect(tag, radius: 3, painter.environment.color(.fatal))
    }
    column(
      log.levelWord, as: log.levelTitle(in: row.text.string), 1, widths.level, log.level?.color ?? .text2,
      bold: (log.level ?? .trace) >= .warn)
    column(log.source, 2, widths.source, .text2)
  }

  private func drawMessage(of row: TextLineRow, _ baseline: Double, by painter: LinePainter) {
    let extent = row.messageExtent(in: bounds.width)
    let width = extent.upperBound - extent.lowerBound
    let ink: ColorRole = row.around.isContext ? .text3 : .text1
    guard !row.wraps else {
      parts[3] = nil
      let (regular, bold) = wrapped.lines(of: row, in: width, painter.environment)
      let pieces = regular.pieces(of: row.message.count)
      for (index, line) in regular.enumerated() {
        let point = Point(x: extent.lowerBound, y: baseline + Double(index) * lineHeight)
        painter.draw(
          line, bold: index < bold.count ? bold[index] : line, of: row.message, piece: pieces[index], at: point, ink,
          isPlain: row.around.isContext)
      }
      return
    }
    let offset = row.display.sideways.offset
    let line = painter.environment.text.line(
      String(LogLine.text(row.message, of: row.text.string)), font: TextStyle.mono.font, width: offset + width,
      truncation: .end, scale: painter.environment.scale, reusing: parts[3].take())
    row.display.sideways.show(messageWidth(line, painter.environment), in: width)
    let point = Point(x: extent.lowerBound - offset, y: baseline)
    let draw = {
      painter.draw(
        line, of: row.message, at: point, ink, limit: offset + width, isPlain: row.around.isContext)
    }
    if offset > 0 {
      let place = Rect(minX: extent.lowerBound, minY: 0, maxX: extent.upperBound, maxY: lineHeight)
      painter.canvas.clipped(to: place, draw)
    } else {
      draw()
    }
    parts[3] = line
  }

  /// Returns the lines of a wrapped message.
  func wrappedLines(of row: TextLineRow) -> [TextLine] {
    guard let environment = host?.environment else { return [] }
    let extent = row.messageExtent(in: bounds.width)
    return wrapped.lines(of: row, in: extent.upperBound - extent.lowerBound, environment).regular
  }

  /// Returns the width of the whole message in logical pixels.
  /// - Parameter line: The shaped message, which may be truncated.
  private func messageWidth(_ line: TextLine, _ environment: Environment) -> Double {
    guard line.isTruncated, let row else { return line.width }
    if let messageWidth { return messageWidth }
    let text = LogLine.text(row.message, of: row.text.string)
    let width =
      text.utf8.allSatisfy { $0 < 0x80 }
      ? Double(text.utf8.count) * Self.advance
      : environment.text.line(String(text), font: TextStyle.mono.font, scale: environment.scale).width
    messageWidth = width
    return width
  }
}

extension TextLineView: ToolTipGiving {
  /// The width of the area at the end of a truncated text in which the tool tip appears, in logical pixels.
  private static let cutWidth = 48.0
  /// The largest number of characters in a tool tip.
  private static let longestTip = 240

  /// Returns the text of a line: at any point if parts have no column, otherwise only where a part is truncated; `nil`
  /// elsewhere. A very long text is shortened, because the side panel shows all of it.
  func toolTip(at point: Point, environment: Environment) -> ToolTip? {
    guard let row else { return nil }
    var place = bounds
    if !hidesParts {
      let extent = row.messageExtent(in: bounds.width)
      let isBefore = point.x < extent.lowerBound
      guard isBefore ? parts[..<3].contains(where: isTruncated) : isTruncated(parts[3]) else { return nil }
      place =
        isBefore
        ? Rect(minX: 0, minY: 0, maxX: extent.lowerBound, maxY: bounds.height)
        : Rect(minX: extent.upperBound - Self.cutWidth, minY: 0, maxX: bounds.width, maxY: bounds.height)
      guard place.contains(point) else { return nil }
    }
    let text = row.text.string
    let start = text.prefix(Self.longestTip)
    return ToolTip(text: start.endIndex < text.endIndex ? start + "…" : text, place: place)
  }

  private func isTruncated(_ part: TextLine?) -> Bool { part?.isTruncated == true }
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

/// The wrapped lines of a message for the last two widths, because measuring and drawing may alternate between two.
@MainActor
struct WrappedMessage {
  private var regular = WrappedLines()
  private var bold = WrappedLines()

  /// Returns the lines in the regular font, and in the bold one if the message has styles.
  mutating func lines(
    of row: TextLineRow, in width: Double, _ environment: Environment
  ) -> (regular: [TextLine], bold: [TextLine]) {
    let text = String(LogLine.text(row.message, of: row.text.string))
    let lines = regular.lines(
      text, font: TextStyle.mono.font, width: max(TextLineView.advance, width), limit: 0, environment: environment)
    guard row.text.runs.contains(where: { $0.style.isBold }) else { return (lines, lines) }
    let bold = bold.lines(
      text, font: TextStyle.monoBold.font, width: max(TextLineView.advance, width), limit: 0, environment: environment)
    return (lines, bold)
  }
}
