internal import CByteScan

/// Finds the rows of a CSV file in a sequence of buffers, and counts those with too few or too many fields.
///
/// As in `LineScanner`, only some row starts are stored, from which the others are found.
///
/// **Quotes that never close.** A quoted field may still be open at the end of the file, or at the first multiple of 64
/// bytes that is `quoteLimit` or more bytes after its quote. Then its quote is read as ordinary text, and the row is
/// parsed again from there. `openQuotes` counts such rows. Python's `csv` module would read the rest of the file as one
/// field.
struct CSVScanner: Sendable {
  /// The default of `quoteLimit`: 16 MB.
  static let defaultQuoteLimit = 1 << 24

  /// The number of bytes after which an open quote is read as text.
  let quoteLimit: Int
  /// The stored row starts, ascending.
  private(set) var points = ChunkedList<LinePoint>()
  /// The state after the last scanned byte.
  private(set) var cursor: CSVCursor
  /// The number of ends of rows scanned so far.
  private(set) var ends = 0
  /// The offset after the last scanned byte.
  private(set) var scanned: Int
  /// The offset at which the last row starts, whose end was not scanned yet.
  private(set) var openRow: Int
  /// The number of delimiters in the last row so far.
  private var delimiters = 0
  /// The number of fields in the first row that is not empty; 0 before it was scanned.
  private(set) var columnCount: Int
  /// The largest number of fields in a row.
  private(set) var largestFieldCount = 0
  /// The number of rows with fewer fields than the first; `longRows` counts those with more. Empty rows do not count.
  private(set) var shortRows = 0
  private(set) var longRows = 0
  /// The offsets of quotes that are read as text because they never close.
  private(set) var literalQuotes: [Int] = []
  /// The last element of `literalQuotes`; -1 if there is none.
  private var lastLiteral = -1
  /// The number of rows with quotes that never close, and of those that also have too few or too many fields.
  private var (openRows, openBadRows) = (0, 0)
  /// The last stored point.
  private var last: LinePoint
  /// Whether blocks may be scanned with the vector instructions of newer processors.
  private let usesVectors: Bool

  /// Creates a scanner that starts at a row.
  /// - Parameters:
  ///   - offset: The offset of the row.
  ///   - state: The state at `offset`.
  ///   - columnCount: The expected number of fields; 0 to use that of the first row.
  ///   - usesVectors: Whether to use the vector instructions of newer processors.
  init(
    _ bytes: CSVBytes, at offset: Int = 0, state: CSVCursor.State = .start, columnCount: Int = 0,
    quoteLimit: Int = defaultQuoteLimit, usesVectors: Bool = true
  ) {
    cursor = CSVCursor(bytes, state: state)
    self.usesVectors = usesVectors && bytes.form != .jsonElements && !bytes.hasWideCharacters
    self.quoteLimit = quoteLimit
    self.columnCount = columnCount
    (scanned, openRow) = (offset, offset)
    last = LinePoint(line: 0, offset: offset)
    points.append(last)
  }

  /// The number of rows. A last row without an end counts if it has a byte.
  var count: Int { ends + (scanned > openRow ? 1 : 0) }

  /// The number of rows with quotes that never close.
  var openQuotes: Int { literalQuotes.count }

  /// Whether a field has text after its closing quote.
  var hasTextAfterQuotes: Bool { cursor.hasTextAfterQuotes }

  /// Whether the last scanned byte is inside quotes.
  var isInQuotes: Bool { cursor.state == .quoted }

  /// Scans the bytes that follow the ones scanned before.
  ///
  /// If a quote turns out to be text, `scanned` goes back to the byte after it; scan on from there.
  /// - Parameter bytes: The bytes, followed by at least 64 others that can be read.
  /// - Returns: Whether it went back.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  mutating func scan(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let base = bytes.baseAddress else { return false }
    // A local copy stays in registers.
    var cursor = cursor
    defer { self.cursor = cursor }
    var position = 0
    while position < bytes.count {
      let offset = scanned
      let count = min(64 - offset & 63, bytes.count - position)
      if cursor.isAfterReturn, openRow == offset, base.load(fromByteOffset: position, as: UInt8.self) == 0x0A {
        moveOpenRow()
      }
      let blocks = count == 64 ? scanBlocks(base + position, (bytes.count - position) / 64, &cursor) : 0
      if blocks > 0 {
        position += 64 * blocks
        continue
      }
      let structure =
        count == 64
        ? cursor.advance(base + position, count: 64, at: offset)
        : cursor.advance(base + position, count: count, at: offset)
      if structure.ends != 0 {
        finishRows(structure, base + position, count)
      } else {
        delimiters += structure.delimiters.nonzeroBitCount
      }
      position += count
      scanned = offset + count
      if cursor.state == .quoted, scanned & 63 == 0, scanned - cursor.quoteStart >= quoteLimit {
        readAsText(cursor.quoteStart, &cursor)
        return true
      }
    }
    return false
  }

  /// Scans blocks of 64 bytes with vector instructions, up to one that needs slower code, for instance to store a row
  /// start.
  /// - Parameter count: The number of blocks at `start`.
  /// - Returns: The number of blocks scanned.
  @inline(__always)
  private mutating func scanBlocks(_ start: UnsafeRawPointer, _ count: Int, _ cursor: inout CSVCursor) -> Int {
    guard usesVectors, columnCount > 0, !cursor.isAfterReturn, lastLiteral < openRow else { return 0 }
    let bytes = cursor.bytes
    var scan = scrollwork_row_scan()
    scan.delimiter = bytes.delimiter
    scan.quote = bytes.quote ?? 0
    scan.has_quote = bytes.quote != nil
    scan.state = cursor.state.rawValue
    scan.usual_delimiters = Int64(columnCount - 1)
    scan.delimiters = Int64(delimiters)
    scan.ends = Int64(ends)
    scan.open_row = Int64(openRow)
    scan.quote_start = Int64(cursor.quoteStart)
    scan.short_rows = Int64(shortRows)
    scan.long_rows = Int64(longRows)
    scan.most_delimiters = Int64(largestFieldCount - 1)
    scan.limit_of_ends = Int64(last.line + LineScanner.linesPerPoint)
    scan.limit_of_start = Int64(last.offset + LineScanner.bytesPerPoint)
    scan.limit_of_quotes = Int64(cursor.nextLiteral)
    scan.quote_limit = Int64(quoteLimit)
    let done = scrollwork_row_scan_blocks(&scan, start.assumingMemoryBound(to: UInt8.self), count, Int64(scanned))
    guard done > 0 else { return 0 }
    scanned += 64 * done
    cursor.state = CSVCursor.State(rawValue: scan.state) ?? .field
    cursor.quoteStart = Int(scan.quote_start)
    (delimiters, ends, openRow) = (Int(scan.delimiters), Int(scan.ends), Int(scan.open_row))
    if scan.has_text_after_quotes { cursor.hasTextAfterQuotes = true }
    (shortRows, longRows, largestFieldCount) = (
      Int(scan.short_rows), Int(scan.long_rows), Int(scan.most_delimiters) + 1
    )
    return done
  }

  /// Finishes at the end of the file: reads an open quote as text.
  /// - Returns: Whether there was one; then scan on from `scanned`.
  mutating func closeQuote() -> Bool {
    guard isInQuotes else { return false }
    var cursor = cursor
    readAsText(cursor.quoteStart, &cursor)
    self.cursor = cursor
    return true
  }

  /// Moves back to the byte after a quote, which becomes ordinary text. The counts of rows and delimiters remain valid,
  /// because those inside quotes were not counted.
  private mutating func readAsText(_ quote: Int, _ cursor: inout CSVCursor) {
    literalQuotes.append(quote)
    lastLiteral = quote
    scanned = quote + 1
    cursor.state = .field
    cursor.isAfterReturn = false
    cursor.isInCharacter = false
    cursor.setLiteralQuotes(literalQuotes, from: scanned)
  }

  /// Records the rows that end in a block.
  @inline(__always)
  private mutating func finishRows(_ structure: CSVCursor.Structure, _ block: UnsafeRawPointer, _ count: Int) {
    var (ends, delimiters) = (structure.ends, structure.delimiters)
    while ends != 0 {
      let place = ends.trailingZeroBitCount
      let before = (ends & (0 &- ends)) &- 1
      ends &= ends &- 1
      let fields = self.delimiters &+ (delimiters & before).nonzeroBitCount &+ 1
      delimiters &= ~before
      self.delimiters = 0
      let end = scanned &+ place
      if fields != columnCount || lastLiteral >= openRow { countFields(fields, isBlank: end == openRow) }
      var start = end &+ 1
      // The line feed after a carriage return belongs to the end of the row.
      if place < count &- 1, block.load(fromByteOffset: place, as: UInt8.self) == 0x0D,
        block.load(fromByteOffset: place &+ 1, as: UInt8.self) == 0x0A
      {
        start &+= 1
      }
      self.ends &+= 1
      openRow = start
      if self.ends &- last.line >= LineScanner.linesPerPoint || start &- last.offset >= LineScanner.bytesPerPoint {
        last = LinePoint(line: self.ends, offset: start)
        points.append(last)
      }
    }
    self.delimiters = delimiters.nonzeroBitCount
  }

  /// Counts a row whose number of fields is not the expected one, or with a quote that never closes.
  @inline(never)
  private mutating func countFields(_ fields: Int, isBlank: Bool) {
    if isBlank { return }
    if lastLiteral >= openRow {
      openRows += 1
      if columnCount > 0, fields != columnCount { openBadRows += 1 }
    }
    if fields == columnCount { return }
    largestFieldCount = max(largestFieldCount, fields)
    if columnCount == 0 {
      columnCount = fields
    } else if fields < columnCount {
      shortRows += 1
    } else {
      longRows += 1
    }
  }

  /// Moves the start of the open row past a line feed, if the carriage return before it ended the previous buffer.
  private mutating func moveOpenRow() {
    openRow += 1
    guard last.offset == openRow - 1, last.line == ends else { return }
    points.truncate(to: points.count - 1)
    last.offset = openRow
    points.append(last)
  }

  /// Returns the counts of rows with too few fields, with too many, and with any fault; and the usual and the largest
  /// number of fields.
  /// - Parameter isComplete: Whether no more bytes follow, so that a last row without a line end is counted too.
  func badRows(isComplete: Bool) -> (short: Int, long: Int, all: Int, columns: Int, largest: Int) {
    var copy = self
    if scanned > openRow, isComplete || columnCount == 0 { copy.countFields(delimiters + 1, isBlank: false) }
    return (
      copy.shortRows, copy.longRows, copy.shortRows + copy.longRows + copy.openRows - copy.openBadRows,
      copy.columnCount,
      max(copy.columnCount, copy.largestFieldCount)
    )
  }
}
