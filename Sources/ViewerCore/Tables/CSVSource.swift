import ScrollworkPlatform

/// An open CSV file, read in pieces. Offsets count code units after the byte order mark.
struct CSVSource: Sendable {
  let file: RandomAccessFile
  let dialect: CSVDialect
  /// The generation of the rows: it changes with the content of the file and with its dialect.
  let generation: Int

  /// Reads a piece. It is shorter at the end of the file, or if the file became shorter.
  func text(_ range: Range<Int>) -> CSVText {
    let size = dialect.encoding.unitSize
    let bytes = try? file.bytes(at: fileOffset(range.lowerBound), count: range.count * size)
    return CSVText(at: range.lowerBound, bytes ?? [], dialect.encoding)
  }

  /// Returns the bytes of a range of the file.
  func bytes(_ range: Range<Int>) -> [UInt8] {
    (try? file.bytes(at: fileOffset(range.lowerBound), count: range.count * dialect.encoding.unitSize)) ?? []
  }

  /// Returns the offset in the file, in bytes, of an offset in code units.
  func fileOffset(_ offset: Int) -> Int { dialect.start + offset * dialect.encoding.unitSize }

  /// Returns the offset in code units of an offset in the file, in bytes.
  func offset(ofFile offset: Int) -> Int { max(0, offset - dialect.start) / dialect.encoding.unitSize }
}

/// Rows that follow each other in a CSV file: their number, and some of their starts.
struct CSVRowRun: Sendable {
  /// The stored row starts; see `CSVScanner`. Line numbers count from the first row, or part of a row, of the run.
  let points: ChunkedList<LinePoint>
  /// The line numbers of the rows that belong to the run.
  let lines: Range<Int>
  /// The number of lines before `end`.
  let lineCount: Int
  /// The offset after the last line.
  let end: Int
  /// The offsets of quotes that are read as text.
  let literalQuotes: [Int]
  /// Whether a field has text after its closing quote, so that its text is not contiguous in the file.
  let hasTextAfterQuotes: Bool
  /// The state at the first point. The point may be in the middle of a row.
  var firstState = CSVCursor.State.start

  var count: Int { lines.count }

  /// Returns the span of the block that contains a line.
  func span(holding line: Int, generation: Int) -> LineBlock.Span {
    let place = points.partitioningIndex { $0.line <= line } - 1
    let point = points[place]
    // The scanner may have set a point at the end, where no row starts.
    let next = place + 1 < points.count ? points[place + 1] : LinePoint(line: lineCount, offset: end)
    return LineBlock.Span(
      generation: generation, lines: point.line..<max(point.line + 1, min(next.line, lineCount)),
      bytes: point.offset..<max(next.offset, point.offset))
  }

  /// Returns the span of the block that contains an offset.
  func span(at offset: Int, generation: Int) -> LineBlock.Span {
    let place = max(0, points.partitioningIndex { $0.offset <= offset } - 1)
    return span(holding: min(points[place].line, max(0, lineCount - 1)), generation: generation)
  }

  /// Returns the state at a row that starts at `offset`.
  func cursor(_ bytes: CSVBytes, at offset: Int) -> CSVCursor {
    var cursor = CSVCursor(bytes, isInside: offset > 0)
    if !literalQuotes.isEmpty { cursor.setLiteralQuotes(literalQuotes, from: offset) }
    return cursor
  }
}

/// The rows between two adjacent points of a CSV index.
struct CSVBlock: Sendable {
  let span: LineBlock.Span
  /// The text of the span. If its last row is very long, the rest of that row is missing.
  let text: CSVText
  /// The start of each row that begins in the text.
  private let starts: [Int]

  /// The largest number of units of a block that are read.
  static let largestText = LineScanner.bytesPerPoint + LineText.byteLimit

  init(_ span: LineBlock.Span, _ source: CSVSource, _ run: CSVRowRun) {
    self.span = span
    text = source.text(span.bytes.lowerBound..<min(span.bytes.upperBound, span.bytes.lowerBound + Self.largestText))
    var cursor = run.cursor(source.dialect.bytes, at: span.bytes.lowerBound)
    if span.lines.lowerBound == 0 { cursor.state = run.firstState }
    let found = text.rowStarts(cursor, limit: span.lines.count)
    starts = found.starts.count < span.lines.count ? found.starts + [found.end] : found.starts
  }

  /// Returns the range of a row with its end; `nil` if the file became shorter.
  func range(of line: Int) -> Range<Int>? {
    let place = line - span.lines.lowerBound
    guard place >= 0, place < starts.count else { return nil }
    let end = line + 1 == span.lines.upperBound || place + 1 == starts.count ? span.bytes.upperBound : starts[place + 1]
    return starts[place]..<max(starts[place], end)
  }

  /// Returns the number of the line that contains an offset.
  func line(at offset: Int) -> Int {
    let place = starts.lastIndex { $0 <= offset } ?? 0
    return span.lines.lowerBound + place
  }
}
