import Dispatch
package import ScrollworkPlatform

/// Writes the rows of a CSV file to standard output.
///
/// In the format of the file the rows are copied byte for byte, each with an end of a line; otherwise their fields are
/// encoded anew. Rows in the order of the file need constant memory; sorted ones are all kept in memory.
package struct CSVPrinter {
  package var format: PrintFormat
  package var snapshot: CSVSnapshot
  /// The path of the file, for errors.
  package var path = ""
  package var expressions: [TableFilterExpression]
  package var order: [RowSortKey]
  /// The tags of the rows, by which they may be filtered and sorted.
  package var tags: RowTags
  /// The rows to print, in their order; `nil` for those that match `expressions`, in `order`.
  package var rows: [Int32]?
  /// Whether the names of the columns stand first.
  package var hasHeader = true
  /// Whether a last column has the tags of the rows. Then no row is copied as it stands in the file.
  package var includesTags = false
  /// Whether it is an error if not all rows of the file could be read.
  package var needsAllRows = true

  package init(
    format: PrintFormat, snapshot: CSVSnapshot, expressions: [TableFilterExpression] = [], order: [RowSortKey] = [],
    tags: RowTags = RowTags()
  ) {
    self.format = format
    self.snapshot = snapshot
    self.expressions = expressions
    self.order = order
    self.tags = tags
  }

  /// The size of encoded rows at which they are written, in bytes.
  private static let capacity = 1 << 16

  /// Prints the rows that match.
  /// - Throws: An error of reading or writing, or `ExpressionError` if there is too much text to sort. A closed pipe is
  ///   no error.
  package func print(to output: inout OutputWriter) throws -> PrintOutcome {
    let loss = needsAllRows ? snapshot.state.error : nil
    if let loss, snapshot.rowCount == 0 { throw loss }
    var writer = Writer(self)
    let result: Result<Int, ExpressionError>
    do throws(FileError) {
      if hasHeader { writer.header() }
      if let rows {
        result = .success(try write(rows, &writer, to: &output))
      } else {
        result = order.isEmpty ? .success(try stream(nil, &writer, to: &output)) : try sorted(&writer, to: &output)
      }
      try output.write(writer.take())
      try output.flush()
    } catch {
      if error.action == .write, error.reason == .brokenPipe { return .readerLeft }
      throw error
    }
    let count = try result.get()
    // The rows that were read are printed all the same.
    if let loss { throw loss }
    if writer.cutCount > 0 {
      let words = writer.cutCount == 1 ? "1 row is" : "\(Formats.count(writer.cutCount)) rows are"
      throw FileError(path: path, reason: .content("\(words) longer than 64 MiB and written only up to there"))
    }
    return count == 0 && !expressions.isEmpty ? .noMatch : .printed(rows: count)
  }

  /// Prints rows in the order of the file: those with ascending numbers, or those that match. Returns their number.
  private func stream(
    _ rows: [Int32]?, _ writer: inout Writer, to output: inout OutputWriter
  ) throws(FileError) -> Int {
    var failure: FileError?
    var count = 0
    visit(rows) { number, row in
      writer.write(row, number)
      count += 1
      guard writer.isFull else { return true }
      do throws(FileError) { try output.write(writer.take()) } catch { failure = error }
      return failure == nil
    }
    if let failure { throw failure }
    return count
  }

  /// Calls `body` with rows in the order of the file: those with ascending numbers, or those that match.
  private func visit(_ rows: [Int32]?, _ body: (Int, CSVRow) -> Bool) {
    var next = 0
    var matcher = TableMatcher(expressions, tags: tags)
    let header = snapshot.headerLines
    var reader = CSVReader(
      snapshot, fieldCount: max(matcher.fieldCount, snapshot.columns.count),
      containing: rows == nil ? matcher.requiredTexts(in: snapshot.dialect) : [])
    _ = reader.visit(points: 0..<snapshot.run.points.count) { line, row in
      guard line >= header else { return true }
      guard let rows else {
        return !matcher.matches(row, number: line - header, isCancelled: { false }) || body(line - header, row)
      }
      guard next < rows.count else { return false }
      guard Int(rows[next]) == line - header else { return true }
      next += 1
      return body(line - header, row)
    }
  }

  /// Prints rows in another order. Returns their number.
  private func sorted(
    _ writer: inout Writer, to output: inout OutputWriter
  ) throws(FileError) -> Result<Int, ExpressionError> {
    var worker = CSVQueryWorker(expressions, tags: tags)
    _ = worker.search(snapshot, isCancelled: { false }, publish: { _, _ in })
    let rows: [Int32]
    do throws(CSVSort.Failure) {
      rows = try CSVSort.rows(of: snapshot, by: order, among: worker.rows, tags: tags)
    } catch {
      return .failure(ExpressionError("Too much text to sort"))
    }
    return .success(try write(rows, &writer, to: &output))
  }

  /// Prints rows in an order of their own. Returns their number.
  private func write(
    _ rows: [Int32], _ writer: inout Writer, to output: inout OutputWriter
  ) throws(FileError) -> Int {
    let inOrder = rows.sorted()
    if inOrder == rows { return try stream(rows, &writer, to: &output) }
    // The encoded rows of the file, from which the others are taken in their order.
    var encoder = Writer(self)
    var (bytes, ends): ([UInt8], [Int]) = ([], [])
    visit(inOrder) { number, row in
      encoder.write(row, number)
      bytes += encoder.take()
      ends.append(bytes.count)
      return true
    }
    writer.cutCount = encoder.cutCount
    var places: [Int32: Int] = [:]
    for (place, row) in inOrder.enumerated() { places[row] = place }
    for row in rows {
      guard let place = places[row], place < ends.count else { continue }
      writer.append(bytes[(place == 0 ? 0 : ends[place - 1])..<ends[place]])
      if writer.isFull { try output.write(writer.take()) }
    }
    return rows.count
  }

  /// Encodes rows in a format.
  private struct Writer {
    private let snapshot: CSVSnapshot
    private var encoder: RecordEncoder
    /// Whether the rows are copied from the file.
    private let copies: Bool
    /// The number of rows that are longer than what is read of them.
    var cutCount = 0

    /// The tags to write; `nil` for none.
    private let tags: RowTags?

    init(_ printer: CSVPrinter) {
      (snapshot, tags) = (printer.snapshot, printer.includesTags ? printer.tags : nil)
      encoder = RecordEncoder(printer.format)
      let dialect = snapshot.dialect
      let isUTF8 = dialect.encoding.isUTF8
      copies =
        switch printer.format {
        case _ where printer.includesTags: false
        case .text: dialect.form != .jsonElements
        case .csv: isUTF8 && dialect.bytes == CSVBytes(delimiter: UInt8(ascii: ","), quote: UInt8(ascii: "\""))
        case .tsv: isUTF8 && dialect.bytes == CSVBytes(delimiter: 0x09, quote: UInt8(ascii: "\""))
        case .ndjson: isUTF8 && dialect.form == .jsonLines
        }
    }

    var isFull: Bool { encoder.bytes.count >= CSVPrinter.capacity }

    /// Returns the encoded rows and forgets them.
    mutating func take() -> [UInt8] {
      defer { encoder.removeAll() }
      return encoder.bytes
    }

    mutating func append(_ bytes: ArraySlice<UInt8>) { encoder.append(Array(bytes)) }

    /// Writes the names of the columns: the header as it stands in the file, or the repaired names.
    mutating func header() {
      guard encoder.format != .ndjson, encoder.format != .text || snapshot.dialect.hasHeader else { return }
      if copies {
        if snapshot.dialect.hasHeader, snapshot.run.count > 0 {
          let (bytes, isCut) = snapshot.headerBytes
          if isCut { cutCount += 1 }
          encoder.append(bytes)
          endRow()
        }
        return
      }
      for (place, column) in snapshot.columns.enumerated() {
        if place > 0 { encoder.separator() }
        encoder.value(column.name)
      }
      if tags != nil {
        encoder.separator()
        encoder.value(RowTags.columnName)
      }
      encoder.endRow()
    }

    mutating func write(_ row: CSVRow, _ number: Int) {
      let tag = tags.map { $0[number] }
      if row.isCut { cutCount += 1 }
      if copies {
        encoder.append(row.bytes)
        endRow()
      } else if snapshot.dialect.form != .fields, encoder.format == .ndjson || encoder.format == .text {
        row.withJSON { text, json in
          if json.fault == nil { return writeValue(UnsafeRawBufferPointer(rebasing: text[json.range]), tag) }
          encoder.append(text)
          encoder.endRow()
        }
      } else if snapshot.dialect.form != .fields, writeFault(row) {
        if let tag, tag > 0 {
          for _ in snapshot.columns { encoder.separator() }
          encoder.value(String(tag))
        }
        encoder.endRow()
      } else if encoder.format == .ndjson {
        writeJSON(row, tag)
      } else {
        for column in snapshot.columns.indices {
          if column > 0 { encoder.separator() }
          row.withField(column) { if let value = $0 { encoder.value(String(decoding: value, as: UTF8.self)) } }
        }
        if let tag {
          encoder.separator()
          if tag > 0 { encoder.value(String(tag)) }
        }
        encoder.endRow()
      }
    }

    /// Writes a line that is no JSON as the only field of its row. Returns `false` for other lines.
    private mutating func writeFault(_ row: CSVRow) -> Bool {
      row.withJSON { text, json in
        guard json.fault != nil else { return false }
        encoder.value(String(decoding: text, as: UTF8.self))
        return true
      }
    }

    /// Writes a row of JSON: as it stands in the file, or without line ends for NDJSON.
    private mutating func writeValue(_ value: UnsafeRawBufferPointer, _ tag: UInt8?) {
      if encoder.format == .text {
        encoder.append(value)
      } else if !value.isEmpty {
        var compact: [UInt8] = []
        JSONText.appendCompact(value, to: &compact)
        if let tag, tag > 0, compact.last == UInt8(ascii: "}") {
          compact.removeLast()
          compact += Array((compact.count > 1 ? "," : "").utf8) + Array("\"\(RowTags.columnName)\":\(tag)}".utf8)
        }
        encoder.append(compact)
      }
      encoder.endRow()
    }

    /// Writes the end of a copied row as the file has it.
    private mutating func endRow() {
      let units: [UInt8] =
        switch snapshot.dialect.lineEnd {
        case .lineFeed: [0x0A]
        case .both: [0x0D, 0x0A]
        case .carriageReturn: [0x0D]
        }
      let encoding = snapshot.dialect.encoding
      guard encoding.unitSize > 1 else { return encoder.append(units) }
      encoder.append(units.flatMap { encoding.isLittleEndian ? [$0, 0] : [0, $0] })
    }

    /// Writes a row as an object. Numbers stand as in the file if JSON allows that; other values are strings.
    private mutating func writeJSON(_ row: CSVRow, _ tag: UInt8?) {
      encoder.append("{")
      for (place, column) in snapshot.columns.enumerated() {
        if place > 0 { encoder.append(",") }
        encoder.json(.string(column.name))
        encoder.append(":")
        row.withField(place) { value in
          guard let value else { return encoder.append("null") }
          if column.type == .number, Self.isJSONNumber(value) { return encoder.append(value) }
          encoder.append("\"")
          encoder.escapedJSON(value)
          encoder.append("\"")
        }
      }
      if let tag { encoder.append(",\"\(RowTags.columnName)\":" + (tag > 0 ? String(tag) : "null")) }
      encoder.append("}\n")
    }

    /// Whether a text is a number of JSON (RFC 8259, section 6): without plus, leading zeros, commas and units.
    private static func isJSONNumber(_ text: UnsafeRawBufferPointer) -> Bool {
      guard TableNumber.parse(text) != nil, text.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) else {
        return false
      }
      let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text[...]
      guard let first = digits.first, first &- 0x30 < 10 else { return false }
      let rest = digits.dropFirst()
      if first == 0x30, let next = rest.first, next &- 0x30 < 10 { return false }
      guard let point = rest.firstIndex(of: UInt8(ascii: ".")) else { return true }
      return point + 1 < text.endIndex && text[point + 1] &- 0x30 < 10
    }
  }
}

extension CSVSnapshot {
  /// Reads a whole file.
  package static func read(_ file: RandomAccessFile, name: String, choice: CSVDialect.Choice = .init()) -> CSVSnapshot {
    var worker = FileIndexWorker(file: file, spool: nil, scanner: CSVFileScanner(name: name, choice: choice))
    var newest = worker.snapshot(isCaughtUp: false)
    worker.catchUp(isStopped: { false }, publish: { newest = $0 })
    return newest
  }

  /// Reads a whole stream or compressed file.
  package static func read(_ spool: StreamSpool, name: String, choice: CSVDialect.Choice = .init()) -> CSVSnapshot {
    let end = DispatchSemaphore(value: 0)
    spool.setHandler { [weak spool] in if spool?.isEnded ?? true { end.signal() } }
    end.wait()
    let scanner = CSVFileScanner(name: Compression.plainName(of: name), choice: choice)
    var worker = FileIndexWorker(file: spool.file, spool: spool, scanner: scanner)
    var newest = worker.snapshot(isCaughtUp: false)
    worker.catchUp(isStopped: { false }, publish: { newest = $0 })
    return newest
  }

  /// The bytes of the header as they stand in the file, without the end of the line, and whether they are cut.
  var headerBytes: (bytes: [UInt8], isCut: Bool) {
    let range = run.span(holding: 0, generation: source.generation)
    let block = CSVBlock(range, source, run)
    guard let row = block.range(of: 0) else { return ([], false) }
    if row.count > CSVReader.longestRow { return (source.bytes(row.prefix(CSVReader.longestRow)), true) }
    let text = source.text(row)
    return (Array(text.bytes(text.withoutEnd(text.range))), false)
  }
}

extension TableColumnInfo {
  /// Returns the key that sorts by the column.
  /// - Parameter number: The number of the column.
  func sortKey(_ number: Int, descending: Bool) -> RowSortKey {
    RowSortKey(column: number, type: type, style: style, descending: descending)
  }
}

extension RowSortKey {
  /// Parses keys such as `score:desc,name`; a name with a comma or colon cannot be given.
  /// - Throws: `ExpressionError` for an unknown column or direction.
  package static func parse(_ text: String, columns: [TableColumnInfo]) throws(ExpressionError) -> [RowSortKey] {
    var keys: [RowSortKey] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let isDescending = part.hasSuffix(":desc")
      let name = isDescending ? part.dropLast(5) : part.hasSuffix(":asc") ? part.dropLast(4) : part
      let column = columns.firstIndex { $0.name == name }
      guard let column = column ?? (name == RowTags.columnName ? tagColumn : nil) else {
        throw ExpressionError("No column “\(name)” to sort by")
      }
      keys.append(
        column < 0
          ? RowSortKey(column: column, type: .number, descending: isDescending)
          : columns[column].sortKey(column, descending: isDescending))
    }
    return keys
  }
}
