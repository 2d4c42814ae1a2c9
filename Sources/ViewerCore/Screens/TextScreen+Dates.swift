import Scrollwork

/// The dates of a log.
extension TextScreen {
  /// The largest number of lines without a time that are skipped in search of the previous date.
  private static let maximumUntimedLines = 20

  /// Returns the date of a line as text if it differs from that of the previous shown line; otherwise `nil`. It is also
  /// `nil` if lines are sorted by text.
  func newDate(ofLine line: Int, in snapshot: LineIndexSnapshot, among lines: ShownLines) -> String? {
    if case .sorted = lines { return nil }
    guard line < snapshot.count, let time = LogTime(ofLine: snapshot.string(at: line)), time.day != nil,
      let row = lines.row(of: line)
    else { return nil }
    if row == 0 { return time.dateWords }
    for before in stride(from: row - 1, through: max(0, row - Self.maximumUntimedLines), by: -1) {
      guard let other = lines.line(at: before), other < snapshot.count else { return nil }
      if snapshot.isBreak(other) { continue }
      if let earlier = LogTime(ofLine: snapshot.string(at: other)) {
        return (earlier.year, earlier.day) == (time.year, time.day) ? nil : time.dateWords
      }
    }
    return nil
  }

  /// Returns the place of a row in words, for the label beside the scroll bar: the time in a log, or of an earlier line
  /// if the row has none; else the number of the line.
  func placeWords(ofRow row: Int) -> String? {
    guard let snapshot, let shown, let line = shown.line(at: row), line < snapshot.count else { return nil }
    if kind == .log, let time = time(ofRow: row, in: snapshot, among: shown) { return time.words }
    return "Line \(Formats.count(snapshot.number(of: line) + 1))"
  }

  /// Returns the time of a row of a log, or of a row shortly before; `nil` if none of them has a time.
  private func time(ofRow row: Int, in snapshot: LineIndexSnapshot, among lines: ShownLines) -> LogTime? {
    var first = max(0, row - Self.maximumUntimedLines)
    // The row before has nothing to do with a sorted one.
    if case .sorted = lines { first = row }
    for row in stride(from: row, through: first, by: -1) {
      guard let line = lines.line(at: row), line < snapshot.count else { return nil }
      if !snapshot.isBreak(line), let time = LogTime(ofLine: snapshot.string(at: line)) { return time }
    }
    return nil
  }

  /// Returns the columns of a log line. A later part of a long line is all message.
  func parsed(_ text: String, _ line: Int, in snapshot: LineIndexSnapshot) -> LogLine {
    snapshot.isContinuation(line) ? LogLine(message: 0..<text.utf8.count) : LogLineParser.parse(text)
  }
}
