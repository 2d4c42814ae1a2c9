import ScrollworkPlatform

/// The rows and columns of a CSV file at one moment. The value is cheap to copy.
///
/// Before the index is complete, rows that it has not reached can be read too. Their numbers are estimates, and their
/// fields are right if the state at the start of their part was guessed right. `offset(of:)` identifies a row whatever
/// its number is.
package struct CSVSnapshot: TableSnapshot {
  /// The state of the file.
  package let state: FileState
  package let dialect: CSVDialect
  package let columns: [TableColumnInfo]
  package let rowCount: Int
  package let isRowCountExact: Bool
  /// The number of indexed rows with fewer fields than the first row; `longRows` counts those with more. Empty rows are
  /// not counted.
  package let shortRows: Int
  package let longRows: Int
  /// The number of quotes that never close and are read as text; see `CSVScanner`.
  package let openQuotes: Int
  /// The number of rows with an unusual number of fields or a quote that never closes; each row counts once.
  private let faultyRows: Int
  /// The usual number of fields of a row.
  let columnCount: Int
  /// The indexed rows, with the header.
  let run: CSVRowRun
  let source: CSVSource
  /// The keys and faults of rows of JSON.
  let json: JSONFindings
  private let remainder: CSVRemainder
  private let cache: CSVCache

  init(
    _ state: FileState, _ source: CSVSource, _ scanner: CSVScanner, _ columns: [TableColumnInfo], _ cache: CSVCache,
    json: JSONFindings = JSONFindings()
  ) {
    self.json = json
    self.state = state
    self.source = source
    self.columns = columns
    self.cache = cache
    dialect = source.dialect
    let bad = scanner.badRows(isComplete: state.isComplete)
    (shortRows, longRows, columnCount) =
      source.dialect.form == .fields ? (bad.short, bad.long, bad.columns) : (0, 0, columns.count)
    openQuotes = scanner.openQuotes
    faultyRows = source.dialect.form == .fields ? bad.all : 0
    run = CSVRowRun(
      points: scanner.points, lines: 0..<scanner.count, lineCount: scanner.count, end: scanner.scanned,
      literalQuotes: scanner.literalQuotes, hasTextAfterQuotes: scanner.hasTextAfterQuotes)
    isRowCountExact = state.isComplete
    // The last row may be incomplete, so the rest of the file continues it.
    // No text tells at which level of a JSON array it is, so that elements are found one after the other.
    let isKnown = state.isCaughtUp || source.dialect.form == .jsonElements
    let total = isKnown ? scanner.scanned : source.offset(ofFile: state.totalBytes)
    remainder = CSVRemainder(
      after: scanner.ends + (isKnown && scanner.count > scanner.ends ? 1 : 0), scanner.scanned, total: total,
      cache.takeParts())
    rowCount = max(0, remainder.rowCount - (dialect.hasHeader ? 1 : 0))
  }

  /// The number of rows with too few or too many fields, with quotes that never close, or with invalid JSON.
  package var badRows: Int { faultyRows + json.badRows }

  /// The number of keys of JSON that have no column, because there are too many.
  package var excessKeys: Int { json.keys.excessCount }

  /// The indexed share of the file, 0 to 1.
  package var progress: Double {
    state.totalBytes > 0 ? min(1, Double(source.fileOffset(run.end)) / Double(state.totalBytes)) : 1
  }

  /// The number of rows in the file before the first row of the table: 1 with a header, else 0.
  var headerLines: Int { dialect.hasHeader ? 1 : 0 }

  package func fields(of row: Int, columns: Range<Int>) -> [TableField?] {
    values(of: row, columns: columns).map { $0.map { TableField(text: $0.text) } }
  }

  /// Reads some fields of a row, with their lengths. A value is `nil` if the row has no such field; `columns` may
  /// exceed those of the table.
  /// - Parameter limit: The length in bytes above which a text is cut.
  /// - Complexity: O(log *n*), one read of at most 80 KB, and for longer rows the bytes up to the last of the fields,
  ///   which are searched only once.
  package func values(of row: Int, columns: Range<Int>, limit: Int = CSVField.shownLimit) -> [CSVField?] {
    place(of: row).map { values(at: $0, columns: columns, limit: limit) } ?? columns.map { _ in nil }
  }

  private func values(at place: Place, columns: Range<Int>, limit: Int) -> [CSVField?] {
    let (block, range, run) = (place.block, place.range, place.run)
    guard !range.isEmpty else { return columns.map { _ in nil } }
    if dialect.form != .fields { return jsonRow(place, limit: limit).fields(columns) }
    var values: [CSVField?] = []
    values.reserveCapacity(columns.count)
    if block.text.range.upperBound >= range.upperBound {
      block.text.visitFields(of: range, run.cursor(dialect.bytes, at: range.lowerBound)) { field, part in
        if field >= columns.upperBound { return false }
        if field >= columns.lowerBound { values.append(value(part, in: block.text, run, limit)) }
        return true
      }
    } else {
      let parts = cache.withLongRow(range, generation: source.generation) { $0.fields(columns, source, run) }
      values = parts.map { part in
        // Two quotes become one, so twice the length is enough.
        let text = source.text(part.lowerBound..<min(part.upperBound, part.lowerBound + 2 * limit + 2))
        return value(part, in: text, run, limit)
      }
    }
    return values + Array(repeating: nil, count: columns.count - values.count)
  }

  private func value(_ field: Range<Int>, in text: CSVText, _ run: CSVRowRun, _ limit: Int) -> CSVField {
    let isQuoted = run.literalQuotes.isEmpty || !run.literalQuotes.contains(field.lowerBound)
    return text.field(field, dialect.bytes, isQuoted: isQuoted, limit: limit)
  }

  package func sourceBytes(of row: Int) -> [UInt8] {
    guard let place = place(of: row) else { return [] }
    if dialect.form == .jsonElements { return element(at: place) }
    if place.block.text.range.upperBound >= place.range.upperBound { return Array(place.block.text.bytes(place.range)) }
    return source.bytes(place.range)
  }

  /// Returns the number of fields in a row; `nil` if it is too long to know.
  package func fieldCount(of row: Int) -> Int? {
    guard let place = place(of: row) else { return nil }
    if place.range.isEmpty { return 0 }
    if dialect.form != .fields { return jsonRow(place, limit: 0).valueCount }
    if place.block.text.range.upperBound >= place.range.upperBound {
      var count = 0
      place.block.text.visitFields(of: place.range, place.run.cursor(dialect.bytes, at: place.range.lowerBound)) {
        _, _ in
        count += 1
        return true
      }
      return count
    }
    return cache.withLongRow(place.range, generation: source.generation) { row in
      _ = row.fields(Int.max - 1..<Int.max, source, place.run)
      return row.fieldCount
    }
  }

  /// A fault of a row, for which the row is marked.
  package enum Fault: Hashable, Sendable {
    /// The row has fewer fields than the first row; for `tooMany`, it has more.
    case tooFew(Int)
    case tooMany(Int)
    /// A quote of the row never closes and is read as text.
    case openQuote
    /// The row is longer than `CSVReader.longestRow`, so its fields are not known to the end.
    case tooLong
    /// The row is no JSON, for a reason in words.
    case noJSON(String)
  }

  /// Returns the fault of a row; `nil` if it has none.
  package func fault(of row: Int) -> Fault? {
    guard let place = place(of: row), !place.range.isEmpty else { return nil }
    if dialect.form != .fields { return jsonRow(place, limit: 0).fault.map { .noJSON($0.problem.words) } }
    if place.range.count > CSVReader.longestRow { return .tooLong }
    if place.run.literalQuotes.contains(where: place.range.contains) { return .openQuote }
    guard let count = fieldCount(of: row), columnCount > 0, count != columnCount else { return nil }
    return count < columnCount ? .tooFew(count) : .tooMany(count)
  }

  /// Returns the offset of a row in the file, in bytes, which does not change when the number of the row does.
  package func offset(of row: Int) -> Int {
    place(of: row).map { source.fileOffset($0.range.lowerBound) } ?? source.fileOffset(run.end)
  }

  /// Returns the number of the row at a file offset; an estimate if the index has not reached the offset.
  package func row(at offset: Int) -> Int {
    let unit = source.offset(ofFile: offset)
    let line: Int
    if unit < run.end, run.count > 0 {
      line = block(run.span(at: unit, generation: source.generation), run).line(at: unit)
    } else if let segment = remainder.segments.first(where: { $0.units.contains(unit) }), let part = segment.part {
      let found = block(part.run.span(at: unit, generation: source.generation), part.run).line(at: unit)
      line = segment.rows.lowerBound + found - part.run.lines.lowerBound
    } else {
      line = remainder.row(at: unit)
    }
    return max(0, min(rowCount - 1, line - headerLines))
  }

  /// Returns the fields of the header; empty if there is none.
  func header(count: Int) -> [String] {
    guard dialect.hasHeader, run.count > 0, let place = place(ofLine: 0, in: run) else { return [] }
    return values(at: place, columns: 0..<count, limit: CSVField.shownLimit).map { $0?.text ?? "" }
  }

  /// The block that contains a row, and the range of the row without its line end.
  struct Place {
    var block: CSVBlock
    var range: Range<Int>
    var run: CSVRowRun
  }

  private func place(of row: Int) -> Place? {
    precondition(row >= 0 && row < rowCount, "row \(row) of \(rowCount)")
    return place(ofLine: row + headerLines)
  }

  /// Returns the block and range of a line; the header counts as a line. `nil` if the line cannot be read.
  private func place(ofLine line: Int) -> Place? {
    guard !(remainder.segments.first?.rows.lowerBound ?? 0 > line) else { return place(ofLine: line, in: run) }
    let found = remainder.place(of: line, partSize: cache.partSize) { range, isLast in
      cache.part(range) { CSVPart(range, isLast: isLast, source, columnCount: columnCount) }
    }
    return found.flatMap { place(ofLine: $0.line, in: $0.part.run) }
  }

  private func place(ofLine line: Int, in run: CSVRowRun) -> Place? {
    let block = block(run.span(holding: line, generation: source.generation), run)
    guard let range = block.range(of: line) else { return nil }
    if block.text.range.upperBound >= range.upperBound {
      return Place(block: block, range: block.text.withoutEnd(range), run: run)
    }
    let end = source.text(max(range.lowerBound, range.upperBound - 2)..<range.upperBound)
    let last = end.range.isEmpty ? range : end.withoutEnd(end.range)
    return Place(block: block, range: range.lowerBound..<max(range.lowerBound, last.upperBound), run: run)
  }

  private func block(_ span: LineBlock.Span, _ run: CSVRowRun) -> CSVBlock { cache.block(span, source, run) }

  /// Returns the values of a JSON row. The values of long rows are cached.
  private func jsonRow(_ place: Place, limit: Int) -> JSONFields {
    if place.block.text.range.upperBound >= place.range.upperBound {
      return JSONFields(place.block.text.bytes(place.range), at: place.range, isCut: false, self, limit: limit)
    }
    return cache.longJSON(place.range, generation: source.generation, keyCount: json.keys.count, limit: limit) {
      let limit = max(limit, CSVField.shownLimit)
      let end = min(place.range.upperBound, place.range.lowerBound + CSVReader.longestRow)
      let isCut = end < place.range.upperBound
      let bytes = source.bytes(place.range.lowerBound..<end)
      return JSONFields(bytes[...], at: place.range, isCut: isCut, self, limit: limit)
    }
  }
}
