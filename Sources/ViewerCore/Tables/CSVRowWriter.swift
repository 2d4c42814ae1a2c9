import ScrollworkPlatform

/// Encodes rows in a format.
struct CSVRowWriter {
  private let snapshot: CSVSnapshot
  /// The end of a row in the file, as ASCII.
  private let lineEnd: [UInt8]
  private var encoder: RecordEncoder
  /// Whether the rows are copied from the file.
  let copies: Bool
  /// Whether the rows are in the output format already, in another encoding, and are only converted to UTF-8.
  private let transcodes: Bool
  /// The number of rows of which only the first bytes were read, because they are too long.
  var cutCount = 0

  /// The tags to write as a column; `nil` for none.
  private let tags: RowTags?
  private let tagName: String
  /// Whether the values of each column are written as numbers of JSON.
  private let hasNumbers: [Bool]

  init(_ printer: CSVPrinter) {
    (snapshot, tags) = (printer.snapshot, printer.includesTags ? printer.tags : nil)
    tagName = RowTags.columnName(beside: printer.snapshot.columns)
    lineEnd =
      switch snapshot.dialect.lineEnd {
      case .lineFeed: [0x0A]
      case .both: [0x0D, 0x0A]
      case .carriageReturn: [0x0D]
      }
    encoder = RecordEncoder(printer.format)
    let dialect = snapshot.dialect
    let isUTF8 = dialect.encoding.isUTF8
    let delimiter: UInt8? = [.csv: UInt8(ascii: ","), .tsv: 0x09][printer.format]
    let hasForm = dialect.form == .fields && dialect.delimiter == delimiter && dialect.quote == UInt8(ascii: "\"")
    copies =
      switch printer.format {
      case _ where printer.includesTags: false
      case .text: dialect.form != .jsonElements
      case .csv, .tsv: isUTF8 && hasForm
      case .ndjson: isUTF8 && dialect.form == .jsonLines
      }
    transcodes = hasForm && !isUTF8 && !printer.includesTags
    hasNumbers = printer.format == .ndjson && dialect.form == .fields ? snapshot.columnsOfJSONNumbers : []
  }

  var isFull: Bool { encoder.bytes.count >= CSVPrinter.capacity }

  /// Writes the encoded rows to `output`, and removes them.
  mutating func write(to output: inout OutputWriter) throws(FileError) {
    defer { encoder.removeAll() }
    try output.write(encoder.bytes)
  }

  /// Writes the names of the columns: the header as it stands in the file, with all bytes before it, or the repaired
  /// names.
  mutating func header() {
    if copies {
      // The byte order mark, and the line that names the delimiter.
      encoder.append((try? snapshot.source.file.bytes(at: 0, count: snapshot.dialect.start)) ?? [])
      if snapshot.dialect.hasHeader, snapshot.run.count > 0 {
        let (bytes, isCut) = snapshot.headerBytes
        if isCut { cutCount += 1 }
        encoder.append(bytes)
        endRow()
      }
      return
    }
    guard encoder.format != .ndjson, encoder.format != .text || snapshot.dialect.hasHeader else { return }
    if transcodes {
      guard snapshot.dialect.hasHeader, snapshot.run.count > 0 else { return }
      let (bytes, isCut) = snapshot.headerBytes
      if isCut { cutCount += 1 }
      encoder.append(snapshot.dialect.encoding.decode(bytes))
      return encoder.append(lineEnd)
    }
    writeFields(snapshot.printedNames.map(Optional.some), tag: tags.map { _ in tagName })
  }

  mutating func write(_ row: CSVRow, _ number: Int) {
    let tag = tags.map { $0[number] }
    if row.isCut { cutCount += 1 }
    if copies {
      encoder.append(row.bytes)
      endRow()
    } else if transcodes {
      row.withText { encoder.append($0) }
      encoder.append(lineEnd)
    } else if snapshot.dialect.form != .fields, encoder.format == .ndjson || encoder.format == .text {
      row.withJSON { text, json in
        if json.fault == nil { return writeValue(UnsafeRawBufferPointer(rebasing: text[json.range]), tag) }
        writeFaulty(text, tag)
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
      let fields = snapshot.columns.indices.map { column in
        row.withField(column) { $0.map { String(decoding: $0, as: UTF8.self) } }
      }
      writeFields(fields, tag: tag.map { $0 > 0 ? String($0) : "" })
    }
  }

  /// Copies a row of a UTF-8 file.
  /// - Parameter row: The range of the row in `lines`, including its line end.
  mutating func copy(_ lines: UnsafeRawBufferPointer, _ row: Range<Int>) {
    var end = row.upperBound - 1
    if end > row.lowerBound, lines[end - 1] == 0x0D { end -= 1 }
    encoder.append(UnsafeRawBufferPointer(rebasing: lines[row.lowerBound..<end]))
    endRow()
  }

  /// Writes a row of fields. If an empty field is the only one, it is quoted, because readers skip empty lines.
  private mutating func writeFields(_ fields: [String?], tag: String?) {
    for (place, field) in fields.enumerated() {
      if place > 0 { encoder.separator() }
      if let field { encoder.value(field) }
    }
    if let tag {
      encoder.separator()
      encoder.value(tag)
    } else if fields.count == 1, fields[0]?.isEmpty ?? (snapshot.dialect.form != .fields) {
      encoder.quote()
      encoder.quote()
    }
    encoder.endRow()
  }

  /// Writes a line that is no JSON as the only field of its row. Returns `false` for other lines.
  private mutating func writeFault(_ row: CSVRow) -> Bool {
    row.withJSON { text, json in
      guard json.fault != nil else { return false }
      encoder.value(String(decoding: text, as: UTF8.self))
      return true
    }
  }

  /// Writes the value of a JSON row: as text unchanged, for NDJSON in its compact form and with its tag.
  private mutating func writeValue(_ value: UnsafeRawBufferPointer, _ tag: UInt8?) {
    if encoder.format == .text {
      encoder.append(value)
    } else {
      var compact: [UInt8] = []
      JSONText.appendCompact(value, to: &compact)
      if let tag, tag > 0 { writeTagged(compact, tag) } else { encoder.append(compact) }
    }
    encoder.endRow()
  }

  /// Writes a compact value with its tag. The tag becomes a member of an object; other values are wrapped in an object.
  private mutating func writeTagged(_ value: [UInt8], _ tag: UInt8) {
    var value = value
    if value.first == UInt8(ascii: "{"), value.last == UInt8(ascii: "}") {
      value.removeLast()
      encoder.append(value)
      if value.count > 1 { encoder.append(",") }
    } else {
      encoder.append("{")
      if !value.isEmpty {
        encoder.json(.string(snapshot.valueName))
        encoder.append(":")
        encoder.append(value)
        encoder.append(",")
      }
    }
    endTagged(tag)
  }

  /// Writes a line that is not JSON: unchanged, or as a string in an object beside its tag.
  private mutating func writeFaulty(_ line: UnsafeRawBufferPointer, _ tag: UInt8?) {
    if encoder.format == .ndjson, let tag, tag > 0 {
      encoder.append("{\"line\":\"")
      encoder.escapedJSON(line)
      encoder.append("\",")
      endTagged(tag)
    } else {
      encoder.append(line)
    }
    encoder.endRow()
  }

  /// Writes the tag as the last member of an object, and the end of the object.
  private mutating func endTagged(_ tag: UInt8) {
    encoder.json(.string(tagName))
    encoder.append(":\(tag)}")
  }

  /// Writes the line end of the file after a copied row.
  private mutating func endRow() {
    let encoding = snapshot.dialect.encoding
    guard encoding.unitSize > 1 else { return encoder.append(lineEnd) }
    encoder.append(lineEnd.flatMap { encoding.isLittleEndian ? [$0, 0] : [0, $0] })
  }

  /// Writes a row as a JSON object. Numbers stay as in the file if JSON allows that for all numbers of their column;
  /// other values become strings.
  private mutating func writeJSON(_ row: CSVRow, _ tag: UInt8?) {
    encoder.append("{")
    for (place, column) in snapshot.columns.enumerated() {
      if place > 0 { encoder.append(",") }
      encoder.json(.string(column.name))
      encoder.append(":")
      row.withField(place) { value in
        guard let value else { return encoder.append("null") }
        if hasNumbers[place], CSVSnapshot.isJSONNumber(value) { return encoder.append(value) }
        encoder.append("\"")
        encoder.escapedJSON(value)
        encoder.append("\"")
      }
    }
    if let tag {
      encoder.append(",")
      encoder.json(.string(tagName))
      encoder.append(":" + (tag > 0 ? String(tag) : "null"))
    }
    encoder.append("}\n")
  }
}

extension CSVSnapshot {
  /// The bytes of the header in the file without its line end, and whether they are cut because the header is too long.
  var headerBytes: (bytes: [UInt8], isCut: Bool) {
    let range = run.span(holding: 0, generation: source.generation)
    let block = CSVBlock(range, source, run)
    guard let row = block.range(of: 0) else { return ([], false) }
    if row.count > CSVReader.longestRow { return (source.bytes(row.prefix(CSVReader.longestRow)), true) }
    let text = source.text(row)
    return (Array(text.bytes(text.withoutEnd(text.range))), false)
  }

  /// The column name for rows of JSON that are not objects.
  var valueName: String { json.keys.has(Array("value".utf8)) ? "value (2)" : "value" }

  /// The names of the columns for other programs: JSON keys unchanged, other names as they are shown.
  var printedNames: [String] {
    guard dialect.form != .fields else { return columns.map(\.name) }
    return json.keys.keys.map { key in key.map { String(decoding: $0, as: UTF8.self) } ?? valueName }
  }
}
