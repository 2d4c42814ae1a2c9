import Glibc
import ScrollworkPlatform

/// Reads indexed rows of a CSV file one after another, with the ranges of their first fields.
///
/// Rows of up to `longestRow` bytes are in memory while they are read; of longer ones, only the first bytes are given.
struct CSVReader: ~Copyable {
  /// The number of bytes of a row that are kept in memory.
  static let longestRow = 1 << 26
  private static let readSize = 1 << 18

  private let source: CSVSource
  private let run: CSVRowRun
  private let keys: JSONKeys
  /// The number of fields to locate in each row.
  private let fieldCount: Int
  /// The bytes of the file, beginning with the row that is being read, and padding.
  private var buffer: UnsafeMutableRawBufferPointer
  /// The code units of the buffer, one byte for each; the buffer itself unless units have two bytes.
  private var units: UnsafeMutableRawBufferPointer
  /// The text of rows without their quotes, and padding.
  private var text = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  /// The offsets of the delimiters in the current row, as many as are needed.
  private var delimiters: UnsafeMutablePointer<Int>
  /// Skips rows that lack a required text; `nil` if no text is required.
  private var skip: LineSkip?
  /// Whether rows may differ from lines as they are shown, so that whole blocks are skipped instead of rows.
  private var skipsBlocks = false
  private var blockSearch = OptionalCheck()
  /// Bytes of the file that are in memory already, with the offset of the first one; `nil` if there are none.
  private var known: (start: Int, bytes: UnsafeRawBufferPointer)?

  /// - Parameters:
  ///   - fieldCount: The number of fields to locate in each row.
  ///   - texts: The finders of required texts. Rows that lack one may be skipped; see `TableMatcher.requiredTexts`.
  init(_ snapshot: CSVSnapshot, fieldCount: Int, containing texts: [LiteralMatcher] = []) {
    (source, run, keys) = (snapshot.source, snapshot.run, snapshot.json.keys)
    skip = LineSkip(texts)
    self.fieldCount = fieldCount
    buffer = .allocate(byteCount: Self.readSize + CSVText.padding, alignment: 4_096)
    units = buffer
    delimiters = .allocate(capacity: max(1, fieldCount))
    if source.dialect.encoding.unitSize > 1 { units = .allocate(byteCount: buffer.count, alignment: 16) }
  }

  deinit {
    if units.baseAddress != buffer.baseAddress { units.deallocate() }
    buffer.deallocate()
    text.deallocate()
    delimiters.deallocate()
  }

  /// Calls `body` with rows until it returns `false`.
  /// - Parameters:
  ///   - points: The indexes in `run.points` of the stored row starts that bound the rows.
  ///   - isCancelled: Called after each piece of the file.
  ///   - willRead: Called with the number of the next row before each piece of the file.
  ///   - takeLines: Called with many complete rows at once, if no field is needed. Returns the number of the rows if
  ///     `body` does not get them.
  /// - Returns: Whether all rows were read.
  mutating func visit(
    points: Range<Int>, isCancelled: () -> Bool = { false }, willRead: (Int) -> Void = { _ in },
    takeLines: (CSVLines) -> Int? = { _ in nil },
    _ body: (Int, inout CSVRow) -> Bool
  ) -> Bool {
    guard skip != nil else { return visitAll(points: points, isCancelled, willRead, takeLines, body) }
    var start = points.lowerBound
    while start < points.upperBound {
      if skipsBlocks, blockSearch.isDue() {
        if isCancelled() { return false }
        willRead(run.points[start].line)
        let lacksText = lacksText(inBlock: start)
        blockSearch.record(saved: lacksText ? 1 : 0)
        if lacksText {
          start += 1
          continue
        }
      }
      let end = min(points.upperBound, start + (skipsBlocks ? 1 : Self.pointsPerVisit))
      guard visitAll(points: start..<end, isCancelled, willRead, takeLines, body) else { return false }
      start = end
    }
    return true
  }

  /// The number of stored row starts after which it is decided again whether to skip blocks or rows.
  private static let pointsPerVisit = 256

  /// Calls `body` with rows until it returns `false`; see `visit`.
  private mutating func visitAll(
    points: Range<Int>, _ isCancelled: () -> Bool, _ willRead: (Int) -> Void,
    _ takeLines: (CSVLines) -> Int?, _ body: (Int, inout CSVRow) -> Bool
  ) -> Bool {
    guard !points.isEmpty else { return true }
    let start = run.points[points.lowerBound]
    let isLast = points.upperBound >= run.points.count
    let end = isLast ? run.end : run.points[points.upperBound].offset
    let endLine = isLast ? run.lineCount : run.points[points.upperBound].line
    var row = makeRow()
    return visit(from: start, to: end, endLine: endLine, &row, isCancelled, willRead, takeLines, body)
  }

  /// Calls `body` with the rows of a batch until it returns `false`.
  /// - Parameters:
  ///   - rows: The numbers of the rows.
  ///   - body: Gets the number of a row, and the row.
  mutating func visit(
    _ batch: borrowing RowBatch, of rows: ArraySlice<Int32>, headerLines: Int, _ body: (Int, inout CSVRow) -> Bool
  ) {
    var row = makeRow()
    batch.forEachRow { index, place, bytes in
      let number = Int(rows[rows.startIndex + index])
      let start = LinePoint(line: number + headerLines, offset: place.lowerBound)
      known = bytes.map { (place.lowerBound, $0) }
      return visit(
        from: start, to: place.upperBound, endLine: start.line + 1, &row, { false }, { _ in }, { _ in nil },
        { _, row in body(number, &row) })
    }
    known = nil
  }

  private func makeRow() -> CSVRow { CSVRow(source, run, keys, fieldCount: fieldCount) }

  /// Calls `body` with the rows of a range of the file until it returns `false`; see `visit`.
  private mutating func visit(
    from start: LinePoint, to end: Int, endLine: Int, _ row: inout CSVRow, _ isCancelled: () -> Bool,
    _ willRead: (Int) -> Void, _ takeLines: (CSVLines) -> Int?, _ body: (Int, inout CSVRow) -> Bool
  ) -> Bool {
    var position = Position(line: start.line, rowStart: start.offset, base: start.offset, scanned: start.offset)
    var cursor = run.cursor(source.dialect.bytes, at: start.offset)
    while position.line < endLine {
      if isCancelled() { return false }
      willRead(position.line)
      let filled = fill(position, end)
      let isAtEnd = position.base + filled >= end || filled == position.scanned - position.base
      row.move(to: buffer, units, delimiters, base: position.base)
      guard scan(filled, &position, &cursor, &row, endLine, takeLines, body) else { return false }
      if isAtEnd {
        // The last row has no end.
        return position.line == endLine || deliver(position.scanned, &position, &row, body)
      }
      if !position.isSkipping, position.scanned - position.rowStart >= Self.longestRow {
        guard deliver(position.scanned, &position, &row, body) else { return false }
        position.line -= 1
        position.isSkipping = true
      }
      makeRoom(&position)
    }
    return true
  }

  /// The position of the reader. All offsets count code units of the file.
  private struct Position {
    var line: Int
    /// The offset of the current row.
    var rowStart: Int
    /// The offset of the buffer's first unit.
    var base: Int
    var scanned: Int
    /// The number of delimiters found in the row.
    var found = 0
    /// Whether the row was delivered already, because it is too long.
    var isSkipping = false

    /// Whether no unit of the row is scanned.
    var isAtRowStart: Bool { rowStart == scanned && !isSkipping }
  }

  /// Fills the buffer after the scanned units. Returns the number of units in the buffer.
  private mutating func fill(_ position: Position, _ end: Int) -> Int {
    let size = source.dialect.encoding.unitSize
    let kept = position.scanned - position.base
    let room = min((buffer.count - CSVText.padding) / size - kept, end - position.scanned)
    guard room > 0 else { return kept }
    let target = UnsafeMutableRawBufferPointer(rebasing: buffer[(kept * size)..<((kept + room) * size)])
    let count = read(at: position.scanned, into: target) / size
    if size > 1 {
      _ = source.dialect.encoding.narrow(
        UnsafeRawBufferPointer(rebasing: target[..<(count * size)]), into: .init(rebasing: units[kept...]))
    }
    return kept + count
  }

  /// Reads bytes from memory or from the file. Returns their number.
  private func read(at offset: Int, into target: UnsafeMutableRawBufferPointer) -> Int {
    guard let known else { return (try? source.file.read(at: source.fileOffset(offset), into: target)) ?? 0 }
    let start = (offset - known.start) * source.dialect.encoding.unitSize
    let bytes = UnsafeRawBufferPointer(rebasing: known.bytes[start..<min(start + target.count, known.bytes.count)])
    target.copyMemory(from: bytes)
    return bytes.count
  }

  /// Finds rows and fields in the code units that are not scanned yet. Returns `false` if `body` returned `false`.
  private mutating func scan(
    _ filled: Int, _ position: inout Position, _ cursor: inout CSVCursor, _ row: inout CSVRow,
    _ endLine: Int, _ takeLines: (CSVLines) -> Int?, _ body: (Int, inout CSVRow) -> Bool
  ) -> Bool {
    guard let start = units.baseAddress else { return false }
    let known = UnsafeRawBufferPointer(start: start, count: filled)
    // Whether many rows may be taken at once, and whether rows may be passed over.
    var canTake = fieldCount == 0 && source.dialect.encoding.isUTF8
    let form = canTake || skip != nil ? lineForm(known, from: position.scanned - position.base) : nil
    (skipsBlocks, canTake) = (form != .plain, canTake && form != nil)
    var passes = (canTake || !skipsBlocks) && position.isAtRowStart && !cursor.isAfterReturn
    blocks: while position.scanned < position.base + filled {
      if passes {
        (passes, cursor.state) = (false, .start)
        passRows(known, &position, endLine, &canTake, takeLines)
        if position.line == endLine { return true }
        continue blocks
      }
      let (block, offset) = (start + (position.scanned - position.base), position.scanned)
      let count = min(64 - offset & 63, position.base + filled - offset)
      if cursor.isAfterReturn, position.rowStart == position.scanned, block.load(as: UInt8.self) == 0x0A {
        position.rowStart += 1
      }
      // The first call is compiled for whole blocks.
      var structure =
        count == 64 ? cursor.advance(block, count: 64, at: offset) : cursor.advance(block, count: count, at: offset)
      while structure.ends != 0 {
        let place = structure.ends.trailingZeroBitCount
        let before = (structure.ends & (0 &- structure.ends)) &- 1
        add(structure.delimiters & before, offset, &position)
        structure.delimiters &= ~before
        structure.ends &= structure.ends &- 1
        position.scanned = offset + place + 1
        guard deliver(offset + place, &position, &row, body) else { return false }
        let isReturn = block.load(fromByteOffset: place, as: UInt8.self) == 0x0D
        let isPair = isReturn && place + 1 < count && block.load(fromByteOffset: place + 1, as: UInt8.self) == 0x0A
        position.rowStart = offset + place + (isPair ? 2 : 1)
        if position.line == endLine { return true }
        guard canTake || !skipsBlocks && skip?.isDue() == true else { continue }
        // The block is read again from the next row on.
        position.scanned = position.rowStart
        (cursor.state, cursor.isAfterReturn) = (.start, isReturn && place + 1 == count)
        passes = !cursor.isAfterReturn
        continue blocks
      }
      add(structure.delimiters, offset, &position)
      position.scanned = offset + count
    }
    return true
  }

  /// Records delimiters of the current row.
  /// - Parameter bits: The bits of the delimiters, as in `CSVCursor.Structure`.
  @inline(__always)
  private mutating func add(_ bits: UInt64, _ offset: Int, _ position: inout Position) {
    var bits = bits
    while bits != 0, position.found < fieldCount {
      delimiters[position.found] = offset + bits.trailingZeroBitCount
      position.found += 1
      bits &= bits &- 1
    }
  }

  /// Passes the row to `body`, unless its start was passed already, and goes to the next one.
  @inline(__always)
  private func deliver(
    _ end: Int, _ position: inout Position, _ row: inout CSVRow, _ body: (Int, inout CSVRow) -> Bool
  ) -> Bool {
    let (line, isSkipping) = (position.line, position.isSkipping)
    row.range = position.rowStart..<max(position.rowStart, end)
    row.delimiterCount = position.found
    position.line += 1
    position.found = 0
    position.isSkipping = false
    return isSkipping || body(line, &row)
  }

  /// Moves the row that is being read to the front of the buffer, or enlarges the buffer if the row fills it.
  private mutating func makeRoom(_ position: inout Position) {
    let size = source.dialect.encoding.unitSize
    if position.isSkipping || position.rowStart > position.scanned {
      position.base = position.scanned
      if position.isSkipping { position.rowStart = position.scanned }
      return
    }
    let kept = position.scanned - position.rowStart
    let start = position.rowStart - position.base
    if start > 0, let base = buffer.baseAddress, let first = units.baseAddress {
      memmove(base, base + start * size, kept * size)
      if size > 1 { memmove(first, first + start, kept) }
      position.base = position.rowStart
    }
    if kept * size > (buffer.count - CSVText.padding) / 2 { enlarge() }
  }

  private mutating func enlarge() {
    func larger(_ old: UnsafeMutableRawBufferPointer) -> UnsafeMutableRawBufferPointer {
      let new = UnsafeMutableRawBufferPointer.allocate(byteCount: old.count * 2, alignment: 16)
      new.copyMemory(from: UnsafeRawBufferPointer(old))
      return new
    }
    let (oldBuffer, oldUnits) = (buffer, units)
    buffer = larger(oldBuffer)
    units = oldUnits.baseAddress == oldBuffer.baseAddress ? buffer : larger(oldUnits)
    if oldUnits.baseAddress != oldBuffer.baseAddress { oldUnits.deallocate() }
    oldBuffer.deallocate()
  }
}

// Passing over rows without reading their fields.
extension CSVReader {
  /// The ways in which rows can be lines.
  private enum LineForm {
    /// Each row as it is shown is a line of the file: there are no quotes, and no escapes in JSON.
    case plain
    /// Fields have quotes. Rows without a line end inside quotes are lines.
    case quoted
  }

  /// Returns the form of the rows from `start` on; `nil` if they may not be lines.
  private func lineForm(_ bytes: UnsafeRawBufferPointer, from start: Int) -> LineForm? {
    let dialect = source.dialect
    guard let base = bytes.baseAddress, dialect.form != .jsonElements else { return nil }
    let (first, count) = (base + start, bytes.count - start)
    var form = LineForm.plain
    if dialect.form == .fields {
      if let quote = dialect.quote, memchr(first, Int32(quote), count) != nil { form = .quoted }
      // A quote that is read as text opens no field.
      if form == .quoted, !run.literalQuotes.isEmpty { return nil }
    } else if memchr(first, Int32(UInt8(ascii: "\\")), count) != nil {
      return nil
    }
    guard memchr(first, 0x0D, count) != nil else { return form }
    // The loop has no branch, so that it compares many bytes at once.
    var lone: UInt8 = 0
    for place in 0..<max(0, count - 1) {
      let (byte, next) = (
        first.load(fromByteOffset: place, as: UInt8.self), first.load(fromByteOffset: place + 1, as: UInt8.self)
      )
      lone |= (byte == 0x0D ? 1 : 0) & (next == 0x0A ? 0 : 1)
    }
    return lone == 0 ? form : nil
  }

  /// Passes the complete rows to `takeLines`, up to the first row that is not a line. If rows cannot be taken, skips
  /// rows that lack a required text.
  private mutating func passRows(
    _ known: UnsafeRawBufferPointer, _ position: inout Position, _ endLine: Int, _ canTake: inout Bool,
    _ takeLines: (CSVLines) -> Int?
  ) {
    guard canTake else {
      if skip?.isDue() == true { skipRows(known, &position) }
      return
    }
    canTake = false
    let rest = UnsafeRawBufferPointer(rebasing: known[(position.scanned - position.base)...])
    let rows = UnsafeRawBufferPointer(rebasing: rest[..<LineSkip.lineStart(in: rest)])
    let lines =
      skipsBlocks
      ? withoutQuotes(rows, first: position.line) : CSVLines(first: position.line, source: rows, shown: rows)
    if !lines.source.isEmpty {
      guard let count = takeLines(lines) else { return }
      position.line = min(position.line + count, endLine)
      position.scanned += lines.source.count
      position.rowStart = position.scanned
    }
    canTake = lines.source.count < rows.count
  }

  /// Returns the rows before the first one with a line end inside quotes, without their quotes.
  private mutating func withoutQuotes(_ rows: UnsafeRawBufferPointer, first: Int) -> CSVLines {
    if text.count < buffer.count {
      text.deallocate()
      text = .allocate(byteCount: buffer.count, alignment: 16)
    }
    let (read, written) = source.dialect.writeText(of: rows, to: text, stopsAtLineEnds: true)
    return CSVLines(
      first: first, source: UnsafeRawBufferPointer(rebasing: rows[..<read]),
      shown: UnsafeRawBufferPointer(rebasing: text[..<written]))
  }

  /// Whether each row between a stored row start and the next one lacks a required text.
  private func lacksText(inBlock point: Int) -> Bool {
    guard let skip else { return false }
    let start = run.points[point].offset
    let end = point + 1 < run.points.count ? run.points[point + 1].offset : run.end
    let encoding = source.dialect.encoding
    let count = (end - start) * encoding.unitSize
    guard count <= buffer.count else { return false }
    let room = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
    // A block that cannot be read is left to the reader of rows.
    guard (try? source.file.read(at: source.fileOffset(start), into: room)) == count else { return false }
    // The required texts are ASCII. Units of one byte are in the buffer itself.
    if encoding.unitSize > 1 { _ = encoding.narrow(UnsafeRawBufferPointer(room), into: units) }
    let bytes = UnsafeRawBufferPointer(rebasing: units[..<(end - start)])
    return skip.lacksText(bytes) && (source.dialect.form == .fields || !bytes.contains(UInt8(ascii: "\\")))
  }

  /// Skips rows that lack a required text.
  private mutating func skipRows(_ known: UnsafeRawBufferPointer, _ position: inout Position) {
    guard let skipped = skip?.lines(in: known, from: position.scanned - position.base) else { return }
    position.line += skipped.count
    position.scanned = position.base + skipped.end
    position.rowStart = position.scanned
  }
}
