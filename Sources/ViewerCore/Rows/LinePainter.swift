import Scrollwork
import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

/// Draws the parts of a line with their styles and marks.
@MainActor
struct LinePainter {
  let canvas: Canvas
  let environment: Environment
  private let row: TextLineRow
  /// The marks in the whole line, the uppermost last.
  private let marks: [(marks: TextMarks, look: MarkLook)]

  init(_ row: TextLineRow, _ canvas: Canvas, _ environment: Environment) {
    (self.row, self.canvas, self.environment) = (row, canvas, environment)
    marks = row.display.marks(in: row.text.string, ofRow: row.number - 1)
  }

  /// Shapes and draws a part of the line, truncated at `end`. Returns the shaped text.
  /// - Parameter title: The text to draw instead of the part's own; `nil` for its own.
  func part(
    _ range: Range<Int>, as title: String? = nil, from start: Double, to end: Double, _ baseline: Double,
    _ color: ColorRole, bold: Bool, reusing line: consuming TextLine?
  ) -> TextLine {
    let font = bold ? TextStyle.monoBold.font : TextStyle.mono.font
    let line = environment.text.line(
      title ?? String(LogLine.text(range, of: row.text.string)), font: font, width: max(0, end - start),
      truncation: .end,
      scale: environment.scale, reusing: line)
    // The word of a level has the colour of the level.
    draw(
      line, of: range, title: title, at: Point(x: start, y: baseline), color, limit: end - start,
      isPlain: color != .text2)
    return line
  }

  /// Draws a shaped part of the line.
  /// - Parameters:
  ///   - bold: The part shaped in the bold font; `nil` to shape it if it is needed.
  ///   - range: The part, in bytes of the line.
  ///   - title: The text drawn instead of the part's own, which is marked as a whole; `nil` for its own.
  ///   - piece: The bytes of `range` that `line` shows; `nil` for all.
  ///   - point: The left end of the baseline.
  ///   - limit: The width at which the line was truncated.
  ///   - isPlain: Whether the styles of the line are ignored.
  func draw(
    _ line: TextLine, bold: TextLine? = nil, of range: Range<Int>, title: String? = nil, piece: Range<Int>? = nil,
    at point: Point, _ color: ColorRole, limit: Double = 0, isPlain: Bool = false
  ) {
    let height = row.lineHeight
    let top = point.y - TextStyle.mono.baseline(inHeight: height, scale: environment.scale)
    let rows = top + 1..<top + height - 1
    drawControlTags(of: line, range, at: Point(x: point.x, y: top))
    let ink = environment.color(color)
    if !isPlain, case let runs = shownRuns(of: line, range, piece), !runs.isEmpty {
      let styled = StyledText(regular: line, bold: bold ?? boldLine(range, runs, limit) ?? line, runs: runs)
      styled.draw(at: point, ink, rows: rows, in: canvas, row.display, environment)
    } else {
      canvas.text(line, at: point, ink)
    }
    for (marks, look) in marks {
      let colors = look.colors(in: environment.theme)
      var marks = marks.clamped(to: range).inside(piece)
      if let title, !marks.ranges.isEmpty { marks = TextMarks([0..<title.utf8.count], isCurrent: marks.isCurrent) }
      if look == .selected {
        drawSelected(marks, of: line, at: point, colors, rows: top..<top + height)
      } else {
        canvas.marks(marks, of: line, at: point, colors, rows: rows, environment)
      }
    }
  }

  /// Returns the styled runs in the part of `range` that a shaped line shows, in bytes of `range`. A very long line has
  /// many more runs.
  private func shownRuns(of line: TextLine, _ range: Range<Int>, _ piece: Range<Int>?) -> [TerminalText.Run] {
    let runs = row.text.runs
    guard !runs.isEmpty else { return [] }
    let shown = piece ?? 0..<Int(line.glyphs.lazy.map(\.cluster).max() ?? 0) + 1
    let (start, end) = (range.lowerBound + shown.lowerBound, range.lowerBound + shown.upperBound)
    return Array(runs.drop { $0.range.upperBound <= start }.prefix { $0.range.lowerBound < end }).clamped(to: range)
  }

  /// Draws the selected parts of a line, over the full height of the row, so that selections of neighbouring lines
  /// join.
  private func drawSelected(
    _ marks: TextMarks, of line: TextLine, at point: Point, _ colors: (ground: Color, ink: Color), rows: Range<Double>
  ) {
    for extent in marks.extents(in: line) {
      let place = Rect(
        minX: environment.rounded(point.x + extent.lowerBound), minY: rows.lowerBound,
        maxX: environment.rounded(point.x + extent.upperBound), maxY: rows.upperBound)
      canvas.fill(place, colors.ground)
      canvas.clipped(to: place) { canvas.text(line, at: point, colors.ink) }
    }
  }

  private func boldLine(_ range: Range<Int>, _ runs: [TerminalText.Run], _ limit: Double) -> TextLine? {
    guard runs.contains(where: { $0.style.isBold }) else { return nil }
    return environment.text.line(
      String(LogLine.text(range, of: row.text.string)), font: TextStyle.monoBold.font, width: max(0, limit),
      truncation: .end, scale: environment.scale, reusing: nil)
  }

  /// Draws a rounded background behind each control character. The text shows a control character as a caret and a
  /// letter, such as `^[`, and the background distinguishes it from these two characters.
  private func drawControlTags(of line: TextLine, _ range: Range<Int>, at point: Point) {
    var text = row.text.string
    text.withUTF8 { all in
      let bytes = UnsafeBufferPointer(rebasing: all[range])
      let glyphs = line.glyphs
      var index = 0
      while index < glyphs.count {
        let cluster = glyphs[index].cluster
        var next = index + 1
        while next < glyphs.count, glyphs[next].cluster == cluster { next += 1 }
        if Int(cluster) < bytes.count, Self.isControl(bytes[Int(cluster)]), next - index > 1 {
          let left = Double(glyphs[index].x) / line.scale
          let right = next < glyphs.count ? Double(glyphs[next].x) / line.scale : line.width
          let tag = Rect(
            minX: point.x + left, minY: point.y + 3, maxX: point.x + right, maxY: point.y + row.lineHeight - 3)
          canvas.roundedRect(tag, radius: 3, environment.color(.badge))
        }
        index = next
      }
    }
  }

  private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }
}

extension TextMarks {
  /// Returns the marks that intersect `part`, in bytes of `part`; all marks if it is `nil`.
  fileprivate func inside(_ part: Range<Int>?) -> TextMarks {
    guard let part else { return self }
    return TextMarks(
      ranges.filter { $0.lowerBound < part.upperBound && $0.upperBound > part.lowerBound }
        .map { $0.clamped(to: part) }, isCurrent: isCurrent)
  }
}
