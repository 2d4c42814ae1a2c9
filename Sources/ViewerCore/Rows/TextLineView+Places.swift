import Scrollwork
import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

/// The mapping of points to characters of the line, and the drawing of selected space between its columns.
extension TextLineView {
  /// A column before the message.
  private struct Column {
    /// The shown part, in bytes of the line; `nil` if the line has no such part or the window is too narrow for it.
    var bytes: Range<Int>?
    var line: TextLine?
    var start: Double
    var end: Double
  }

  private func columns(of row: TextLineRow) -> [Column] {
    guard let log = row.log else { return [] }
    let widths = row.widths(in: bounds.width)
    var (columns, start) = ([Column](), row.gutter)
    let shown = [(widths.time, log.shownTime), (widths.level, log.levelWord), (widths.source, log.source)]
    for (index, (width, bytes)) in shown.enumerated() {
      let line = width > 0 ? parts[index] : nil
      columns.append(Column(bytes: line == nil ? nil : bytes, line: line, start: start, end: start + width))
      start += width
    }
    return columns
  }

  /// Returns the shaped line of the message at a y coordinate, its part in bytes of the message, and its left end.
  private func messageLine(_ row: TextLineRow, at y: Double) -> (line: TextLine, piece: Range<Int>, start: Double)? {
    let extent = row.messageExtent(in: bounds.width)
    guard row.wraps else {
      return parts[3].map { ($0, 0..<row.message.count, extent.lowerBound - row.display.sideways.offset) }
    }
    let lines = wrappedLines(of: row)
    let index = min(max(0, Int(y / lineHeight)), lines.count - 1)
    return index < 0 ? nil : (lines[index], lines.pieces(of: row.message.count)[index], extent.lowerBound)
  }

  /// Returns the first byte of the character at a point, in bytes of the line's text; `nil` beside the text.
  func byte(at point: Point) -> Int? {
    guard let row else { return nil }
    func byte(in line: TextLine?, _ start: Double, _ range: Range<Int>?) -> Int? {
      guard let line, let range else { return nil }
      let x = point.x - start
      guard x >= 0, x < line.width else { return nil }
      // Characters follow each other from left to right except in scripts from right to left.
      let glyph = line.glyphs.last { Double($0.x) / line.scale <= x }
      // The word in place of a level may have more letters.
      return glyph.map { min(range.upperBound - 1, range.lowerBound + Int($0.cluster)) }
    }
    if point.x >= row.messageExtent(in: bounds.width).lowerBound {
      guard !row.wraps || point.y < Double(wrappedLines(of: row).count) * lineHeight else { return nil }
      return messageLine(row, at: point.y).flatMap { byte(in: $0.line, $0.start, row.message) }
    }
    let column = columns(of: row).first { point.x >= $0.start && point.x < $0.end }
    return column.flatMap { byte(in: $0.line, $0.start, $0.bytes) }
  }

  /// Returns the byte offset of the character boundary that is nearest to a point.
  func boundary(nearest point: Point) -> Int {
    guard let row, point.x >= row.gutter else { return 0 }
    let columns = columns(of: row)
    for (index, column) in columns.enumerated() where point.x < column.end {
      guard let line = column.line, let bytes = column.bytes else {
        return columns[(index + 1)...].lazy.compactMap(\.bytes).first?.lowerBound ?? row.message.lowerBound
      }
      let carets = LineCarets(line, piece: 0..<bytes.count)
      return min(bytes.upperBound, bytes.lowerBound + carets.boundary(nearest: point.x - column.start))
    }
    guard let (line, piece, start) = messageLine(row, at: point.y) else { return row.message.lowerBound }
    return row.message.lowerBound + LineCarets(line, piece: piece).boundary(nearest: point.x - start)
  }

  /// Whether the message runs from right to left.
  var isRightToLeft: Bool { row.flatMap { messageLine($0, at: 0)?.line.isRightToLeft } ?? false }

  /// Draws the selection in the space between the columns, and a short one after a line whose end is selected.
  func drawSelectedSpace(of row: TextLineRow, in canvas: Canvas, _ environment: Environment) {
    let count = row.text.string.utf8.count
    guard let selector = row.display.selector, let bytes = selector.bytes(ofLine: row.number - 1, count: count) else {
      return
    }
    let ground = MarkLook.selected.colors(in: environment.theme).ground
    func fill(_ left: Double, _ right: Double, atLine index: Int = 0) {
      let top = Double(index) * lineHeight
      let place = Rect(
        minX: environment.rounded(left), minY: top, maxX: environment.rounded(right), maxY: top + lineHeight)
      if !place.isEmpty { canvas.fill(place, ground) }
    }
    let extent = row.messageExtent(in: bounds.width)
    let goesOn = selector.goesOn(afterLine: row.number - 1) && bytes.upperBound == count
    let columns = columns(of: row).filter { $0.bytes != nil }
    for (index, column) in columns.enumerated() {
      guard let part = column.bytes, let line = column.line else { continue }
      let next = index + 1 < columns.count ? columns[index + 1] : nil
      let nextByte = next?.bytes?.lowerBound ?? row.message.lowerBound
      guard bytes.lowerBound < part.upperBound, bytes.upperBound > nextByte || goesOn else { continue }
      fill(column.start + line.width, next?.start ?? extent.lowerBound)
    }
    guard goesOn, let (line, _, start) = messageLine(row, at: bounds.height - 1) else { return }
    let end = max(extent.lowerBound, start + line.width)
    let last = row.wraps ? max(0, wrappedLines(of: row).count - 1) : 0
    fill(end, min(extent.upperBound, end + Self.advance / 2), atLine: last)
  }
}
