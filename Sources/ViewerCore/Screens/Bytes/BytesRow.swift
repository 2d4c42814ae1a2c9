import Scrollwork
import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

/// A row of bytes: their offset, the bytes in hexadecimal, and their text.
struct BytesRow: Component {
  /// The offset of the first byte.
  var offset: Int
  var bytes: [UInt8]
  /// The number of bytes of a whole row.
  var width: Int
  /// The number of digits of an offset.
  var digits: Int
  /// The marks of search matches.
  var marks: BytesMarks

  /// The height in logical pixels.
  var height = Density.comfortable.line

  func renderContent() -> BytesRowView { BytesRowView() }
  func render(in content: BytesRowView) { content.show(self) }

  func shouldContentUpdate(with next: BytesRow) -> Bool {
    height != next.height || offset != next.offset || bytes != next.bytes || width != next.width
      || digits != next.digits
  }

  /// The offset in hexadecimal.
  var offsetText: String {
    let text = String(offset, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  /// The bytes in hexadecimal, with a gap in the middle.
  var hexText: String {
    var text = ""
    for (index, byte) in bytes.enumerated() {
      if index > 0 { text += index == 8 ? "  " : " " }
      text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return text
  }

  /// The bytes as text, with dots for those that are not printable ASCII.
  var plainText: String {
    String(decoding: bytes.map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: ".") }, as: UTF8.self)
  }

  /// The text of the row for the clipboard.
  var copiedText: String {
    let full = width * 3 - 1 + (width > 8 ? 1 : 0)
    let hex = hexText
    return offsetText + "  " + hex + String(repeating: " ", count: max(0, full - hex.utf8.count)) + "  " + plainText
  }

  /// Returns the position of a byte in `hexText`, in characters.
  static func column(of index: Int) -> Int { index * 3 + (index >= 8 ? 1 : 0) }
}

/// The visible rows of bytes in which search matches are marked.
@MainActor
final class BytesMarks {
  /// Returns the places of matches in the row at an offset, in bytes of the row.
  var find: ((_ offset: Int, _ count: Int) -> (ranges: [Range<Int>], isCurrent: Bool))?
  private var views: [BytesRowView] = []

  func add(_ view: BytesRowView) {
    if !views.contains(where: { $0 === view }) { views.append(view) }
  }

  func remove(_ view: BytesRowView) { views.removeAll { $0 === view } }

  /// Updates the marks of the visible rows.
  func update() {
    for view in views { view.setNeedsDisplay() }
  }
}

/// The content view of `BytesRow`.
final class BytesRowView: View {
  private var row: BytesRow?
  /// The shaped texts, reused for the next row: offset, bytes, text.
  private var parts: [TextLine?] = [nil, nil, nil]
  /// The space between the columns, in logical pixels.
  private static let gap = 20.0

  func show(_ row: BytesRow) {
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

  override var semanticsText: String { row?.copiedText ?? "" }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    Size(width: proposal.width, height: row?.height ?? Density.comfortable.line)
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    guard let row else { return }
    let advance = TextLineView.advance
    let columns = [
      (row.offsetText, row.digits, ColorRole.text3),
      (row.hexText, BytesRow.column(of: row.width) - 1, .text1), (row.plainText, row.width, .text2),
    ]
    let found = row.marks.find?(row.offset, row.bytes.count)
    var x = WindowWidth.margin(in: bounds.width)
    let y = TextStyle.mono.baseline(inHeight: row.height, scale: environment.scale)
    for (index, (text, width, color)) in columns.enumerated() {
      let line = environment.text.line(
        text, font: TextStyle.mono.font, width: nil, truncation: .none, scale: environment.scale,
        reusing: parts[index].take())
      let point = Point(x: x, y: y)
      canvas.text(line, at: point, environment.color(color))
      if index > 0, let found, !found.ranges.isEmpty {
        let ranges = found.ranges.map { range in
          index == 2
            ? range : BytesRow.column(of: range.lowerBound)..<BytesRow.column(of: range.upperBound - 1) + 2
        }
        canvas.marks(
          TextMarks(ranges, isCurrent: found.isCurrent), of: line, at: point,
          (found.isCurrent ? MarkLook.current : .found).colors(in: environment.theme), rows: 1..<row.height - 1,
          environment)
      }
      parts[index] = line
      x += Double(width) * advance + Self.gap
    }
  }
}
