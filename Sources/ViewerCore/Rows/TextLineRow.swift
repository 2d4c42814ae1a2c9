import Scrollwork

/// A line of a text or log with its number.
struct TextLineRow: Component {
  /// The number of the line in the index, counted from 1. `shownNumber` is the number for the user; `nil` for the later
  /// parts of a long line.
  var number: Int
  var shownNumber: Int?
  var text: TerminalText
  /// The parts of a log line; `nil` to show the text as it is.
  var log: LogLine?
  /// The columns of the log.
  var columns: LogColumns
  /// The width of the number column in logical pixels.
  var gutter: Double
  /// The height of a line in logical pixels.
  var lineHeight = Density.comfortable.line
  /// Whether a line that is too long is wrapped.
  var wraps: Bool
  /// The date of the line, as text, if it differs from that of the previous line; otherwise `nil`.
  var date: String?
  /// The relation of the line to the previous and the next shown line.
  var around = ShownLines.Surroundings()
  /// The state that all lines share for drawing.
  var display: LineDisplay

  func renderContent() -> TextLineView { TextLineView() }

  func render(in content: TextLineView) { content.show(self) }

  /// Whether the row has to be rendered again. Equal texts have equal parts, so `log` is compared only by its
  /// presence.
  func shouldContentUpdate(with next: TextLineRow) -> Bool {
    !text.string.utf8.elementsEqual(next.text.string.utf8) || text.runs != next.text.runs || number != next.number
      || shownNumber != next.shownNumber
      || gutter != next.gutter || lineHeight != next.lineHeight || wraps != next.wraps
      || (log == nil) != (next.log == nil) || columns != next.columns || date != next.date || around != next.around
  }
}

@MainActor
extension TextLineRow {
  /// The width of the time column, in logical pixels.
  private static let timeWidth = 110.0
  private static let microsecondsWidth = 117.0
  private static let nanosecondsWidth = 138.0
  private static let levelWidth = 56.0
  private static let sourceWidth = 96.0
  /// The space that a narrow row saves after the time and after the level, in logical pixels.
  private static let narrowSaving = 8.0
  /// The smallest width of the message beside which the source column is shown, in logical pixels.
  private static let roomBesideSource = 200.0
  private static let roomBesideTime = 150.0

  /// Returns the widths of the columns before the message. In a narrow row the source is hidden first, then the time.
  /// - Parameter width: The width of the row.
  func widths(in width: Double) -> (time: Double, level: Double, source: Double) {
    guard log != nil else { return (0, 0, 0) }
    let saved = WindowWidth.isNarrow(width) ? Self.narrowSaving : 0
    let time = columns.contains(.time) ? timeWidth - saved : 0
    let level = columns.contains(.level) ? Self.levelWidth - saved : 0
    let source = columns.contains(.source) ? Self.sourceWidth : 0
    let room = width - gutter - WindowWidth.margin(in: width) - level
    return (
      room - time >= Self.roomBesideTime ? time : 0, level,
      room - time - source >= Self.roomBesideSource ? source : 0
    )
  }

  /// The width of the time column, which holds the longest time of day.
  private var timeWidth: Double {
    if columns.contains(.nanoseconds) { return Self.nanosecondsWidth }
    return columns.contains(.microseconds) ? Self.microsecondsWidth : Self.timeWidth
  }

  /// The message in bytes of the text: all of it unless the line is that of a log.
  var message: Range<Int> { log?.message ?? 0..<text.string.utf8.count }

  /// The width reserved for the date at the end of the row, in logical pixels. It assumes 8 pixels for each character,
  /// which is more than any has.
  private var dateRoom: Double { date.map { Double($0.count) * 8 + 20 } ?? 0 }

  /// Returns the extent of the message in a row, in logical pixels.
  func messageExtent(in width: Double) -> Range<Double> {
    let widths = widths(in: width)
    let start = gutter + widths.time + widths.level + widths.source
    return start..<max(start, width - WindowWidth.margin(in: width) - dateRoom)
  }
}
