import Glibc

/// A row while it is read. It is valid only in the call that gets it.
struct CSVRow {
  /// Reusable memory for texts that differ from the bytes in the file.
  final class Scratch {
    var bytes: [UInt8] = []
    /// The values of the JSON row with the range `range`.
    var json = JSONRow()
    var range: Range<Int>?
    /// The text of a row in another encoding than UTF-8.
    var text: [UInt8] = []
    /// Memory for the text of a row with quotes.
    private var room = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    deinit { room.deallocate() }

    /// Returns the text of a row without its quotes, which is valid until the next call.
    func withoutQuotes(_ row: UnsafeRawBufferPointer, _ dialect: CSVDialect) -> UnsafeRawBufferPointer {
      if room.count < row.count + CSVText.padding {
        room.deallocate()
        room = .allocate(byteCount: 2 * row.count + CSVText.padding, alignment: 16)
      }
      let count = dialect.writeText(of: row, to: room, stopsAtLineEnds: false).written
      return UnsafeRawBufferPointer(rebasing: room[..<count])
    }
  }

  /// The range of the row without its end.
  var range = 0..<0
  var delimiterCount = 0
  private var base = 0
  private var buffer = UnsafeRawBufferPointer(start: nil, count: 0)
  private var units = UnsafeRawBufferPointer(start: nil, count: 0)
  private var delimiters: UnsafePointer<Int>?
  private let source: CSVSource
  private let literalQuotes: [Int]
  /// Whether fields may have text after their closing quotes.
  private let hasTextAfterQuotes: Bool
  private let isUTF8: Bool
  private let keys: JSONKeys
  private let fieldCount: Int
  private let isJSON: Bool
  private let scratch = Scratch()

  init(_ source: CSVSource, _ run: CSVRowRun, _ keys: JSONKeys, fieldCount: Int) {
    (self.keys, self.fieldCount, isJSON) = (keys, fieldCount, source.dialect.form != .fields)
    self.source = source
    (literalQuotes, hasTextAfterQuotes) = (run.literalQuotes, run.hasTextAfterQuotes)
    isUTF8 = source.dialect.encoding.isUTF8
  }

  mutating func move(
    to buffer: UnsafeMutableRawBufferPointer, _ units: UnsafeMutableRawBufferPointer,
    _ delimiters: UnsafeMutablePointer<Int>, base: Int
  ) {
    self.buffer = UnsafeRawBufferPointer(buffer)
    self.units = UnsafeRawBufferPointer(units)
    self.delimiters = UnsafePointer(delimiters)
    self.base = base
  }

  var dialect: CSVDialect { source.dialect }

  /// Whether only the first bytes of the row were read, because it is too long.
  var isCut: Bool { range.count >= CSVReader.longestRow }

  /// The bytes of the row in the file. For an element of a JSON array, they include its commas and brackets.
  var bytes: UnsafeRawBufferPointer { raw(range) }

  /// Calls `body` with the row as UTF-8, with its quotes and delimiters.
  func withText<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    if isJSON { return withReadableText(body) }
    if isUTF8 { return body(bytes) }
    var text = source.dialect.encoding.decode(bytes)
    return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }

  /// Whether to check the bytes of the row for a text before the shown row is searched, because making the latter costs
  /// more: it has no quotes, or only the values of JSON.
  var isWorthChecking: Bool { isJSON ? isVerbatim : !hasTextAfterQuotes && hasQuotes }

  /// Whether a field may have quotes.
  private var hasQuotes: Bool {
    guard let quote = source.dialect.quote else { return false }
    guard let start = units.baseAddress else { return false }
    return memchr(start + (range.lowerBound - base), Int32(quote), range.count) != nil
  }

  /// Calls `body` with the row in UTF-8 as it is shown: with delimiters between fields without quotes, or with tabs
  /// between the values of JSON.
  func withShownText<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    if isJSON { return withCellTexts(body) }
    guard hasQuotes, let quote = source.dialect.quote else { return withText(body) }
    let size = source.dialect.encoding.unitSize
    if isUTF8, literalQuotes.isEmpty { return body(scratch.withoutQuotes(bytes, source.dialect)) }
    scratch.bytes.removeAll(keepingCapacity: true)
    var (isAtStart, isInQuotes, offset) = (true, false, range.lowerBound)
    while offset < range.upperBound {
      let unit = units[offset - base]
      if isInQuotes, unit == quote {
        // Two quotes are one; a single one ends the quoted part of the field.
        isInQuotes = offset + 1 < range.upperBound && units[offset + 1 - base] == quote
        offset += 1
        if !isInQuotes { continue }
      } else if isAtStart, unit == quote, !literalQuotes.contains(offset) {
        (isInQuotes, isAtStart) = (true, false)
        offset += 1
        continue
      }
      isAtStart = !isInQuotes && unit == source.dialect.delimiter
      scratch.bytes.append(contentsOf: buffer[(offset - base) * size..<(offset - base + 1) * size])
      offset += 1
    }
    if !isUTF8 { scratch.bytes = Array(source.dialect.encoding.decode(scratch.bytes).utf8) }
    return scratch.bytes.withUnsafeBytes { body($0) }
  }

  /// Calls `body` with a field as UTF-8, without its quotes; with `nil` if the row has no such field.
  @inline(__always)
  func withField<Result>(_ number: Int, _ body: (UnsafeRawBufferPointer?) -> Result) -> Result {
    if isJSON { return withValue(number, body) }
    guard let field = field(number) else { return body(nil) }
    let isQuoted = !field.isEmpty && units[field.lowerBound - base] == source.dialect.quote
    if isUTF8, !isQuoted { return body(raw(field)) }
    return withOddField(field, isQuoted: isQuoted, body)
  }

  @inline(never)
  private func withOddField<Result>(
    _ field: Range<Int>, isQuoted: Bool, _ body: (UnsafeRawBufferPointer?) -> Result
  ) -> Result {
    let size = source.dialect.encoding.unitSize
    scratch.bytes.removeAll(keepingCapacity: true)
    if isQuoted, !literalQuotes.contains(field.lowerBound) {
      var isInQuotes = true
      var offset = field.lowerBound + 1
      while offset < field.upperBound {
        if isInQuotes, units[offset - base] == source.dialect.quote {
          offset += 1
          guard offset < field.upperBound else { break }
          isInQuotes = units[offset - base] == source.dialect.quote
        }
        scratch.bytes.append(contentsOf: buffer[(offset - base) * size..<(offset - base + 1) * size])
        offset += 1
      }
    } else {
      scratch.bytes.append(contentsOf: raw(field))
    }
    if !isUTF8 { scratch.bytes = Array(source.dialect.encoding.decode(scratch.bytes).utf8) }
    return scratch.bytes.withUnsafeBytes { body($0) }
  }

  /// Returns the number of matching fields among the first `count`; `nil` if fields may differ from the row's bytes.
  func cellCount(with text: LiteralMatcher, among count: Int, hidden: Set<Int>) -> Int? {
    guard !isJSON, isUTF8, let delimiters, !hasQuotes else { return nil }
    let (bytes, search) = (bytes, text.search)
    var (place, field, found) = (0, 0, 0)
    while place < bytes.count,
      let start = search.firstPlace(in: UnsafeRawBufferPointer(rebasing: bytes[place...])).map({ place + $0 })
    {
      while field < delimiterCount, delimiters[field] < range.lowerBound + start { field += 1 }
      guard field < count else { break }
      let end = (field < delimiterCount ? delimiters[field] : range.upperBound) - range.lowerBound
      if start + search.text.count <= end {
        if !hidden.contains(field) { found += 1 }
        place = end + 1
      } else {
        // The text goes on in the next field.
        place = start + 1
      }
    }
    return found
  }

  /// Returns the range of a field; `nil` if the row has no such field.
  @inline(__always)
  private func field(_ number: Int) -> Range<Int>? {
    guard number <= delimiterCount, !range.isEmpty, let delimiters else { return nil }
    let start = number == 0 ? range.lowerBound : delimiters[number - 1] + 1
    return start..<(number < delimiterCount ? delimiters[number] : range.upperBound)
  }

  @inline(__always)
  private func raw(_ part: Range<Int>) -> UnsafeRawBufferPointer {
    let size = source.dialect.encoding.unitSize
    return UnsafeRawBufferPointer(rebasing: buffer[(part.lowerBound - base) * size..<(part.upperBound - base) * size])
  }
}

/// Access to rows of JSON.
extension CSVRow {
  /// The facts about the position of the row in its file that parsing needs.
  var place: JSONRow.Place {
    JSONRow.Place(form: source.dialect.form, isFirst: range.lowerBound == 0, isCut: isCut)
  }

  /// Calls `body` with the row in UTF-8, with the bytes of the file.
  func withSource<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    if isUTF8 { return body(bytes) }
    if scratch.range != range { scratch.text = Array(source.dialect.encoding.decode(bytes).utf8) }
    return scratch.text.withUnsafeBytes { body($0) }
  }

  /// Calls `body` with the row in which all escapes are replaced, so that text can be found as it is shown.
  @inline(never)
  private func withReadableText<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withSource { text in
      guard text.contains(0x5C) else { return body(text) }
      scratch.bytes.removeAll(keepingCapacity: true)
      JSONText.appendReplacingEscapes(text, to: &scratch.bytes)
      return scratch.bytes.withUnsafeBytes { body($0) }
    }
  }

  /// Whether a text that contains `byte` may occur in a field but not in the text that `withText` passes.
  func alters(_ byte: UInt8) -> Bool { source.dialect.alters(byte) }

  /// Whether fields have the same text as in the bytes of the row, apart from the bytes for which `alters` is true.
  var isVerbatim: Bool { isJSON ? withSource { !$0.contains(0x5C) } : !hasTextAfterQuotes }

  /// Calls `body` with the texts of the cells, with tabs between them.
  @inline(never)
  private func withCellTexts<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    var texts: [UInt8] = []
    for column in 0..<max(1, withJSON { $1.values.count }) {
      withValue(column) { value in
        guard let value, !value.isEmpty else { return }
        if !texts.isEmpty { texts.append(CSVDialect.cellSeparator) }
        texts.append(contentsOf: value)
      }
    }
    return texts.withUnsafeBytes { body($0) }
  }

  /// Calls `body` with the value of a column as it is shown; with `nil` if there is none.
  /// - Parameter number: The index of the column.
  @inline(never)
  private func withValue<Result>(_ number: Int, _ body: (UnsafeRawBufferPointer?) -> Result) -> Result {
    withJSON { text, row in
      guard number < row.values.count, let value = row.values[number] else {
        return body(number == 0 && row.fault != nil ? text : nil)
      }
      let bytes = UnsafeRawBufferPointer(rebasing: text[value.range])
      switch value.kind {
      case .null: return body(UnsafeRawBufferPointer(rebasing: bytes[..<0]))
      case .string:
        guard bytes.contains(0x5C) else {
          return body(UnsafeRawBufferPointer(rebasing: bytes.dropFirst().dropLast()))
        }
        scratch.bytes = JSONText.decodedBytes(bytes)
      case .objectStart, .arrayStart:
        scratch.bytes.removeAll(keepingCapacity: true)
        JSONText.appendCompact(bytes, to: &scratch.bytes)
      default: return body(bytes)
      }
      return scratch.bytes.withUnsafeBytes { body($0) }
    }
  }

  /// Calls `body` with the row in UTF-8 and the ranges of its values.
  func withJSON<Result>(_ body: (UnsafeRawBufferPointer, JSONRow) -> Result) -> Result {
    withSource { text in
      if scratch.range != range {
        scratch.json.read(text, place, keys, count: fieldCount)
        scratch.range = range
      }
      return body(text, scratch.json)
    }
  }
}
