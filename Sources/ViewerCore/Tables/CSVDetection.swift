/// Detects the dialect of a CSV file from its first bytes and its name.
struct CSVDetection {
  /// The number of first bytes that are examined; `sampleRows` is the number of rows.
  static let sampleSize = 1 << 16
  private static let sampleRows = 200
  /// The number of fields of each row that are examined.
  private static let sampleFields = 1_000

  private let text: CSVText
  private let name: String
  private let choice: CSVDialect.Choice

  /// Returns the dialect of a file.
  /// - Parameters:
  ///   - start: The first bytes of the file; `sampleSize` bytes suffice.
  ///   - name: The name of the file, whose extension may determine the delimiter.
  ///   - choice: The parts that the user has chosen, which are not detected.
  static func dialect(_ start: [UInt8], name: String = "", choice: CSVDialect.Choice = .init()) -> CSVDialect {
    if let form = choice.form ?? RowForm.detect(start, name: name), form != .fields {
      return json(form, start, choice.encoding?.fitted(to: start) ?? JSONEncoding.detect(start))
    }
    let encoding = choice.encoding?.fitted(to: start) ?? CharacterEncoding.detect(start)
    let text = start.starts(with: encoding.mark) ? Array(start.dropFirst(encoding.mark.count)) : start
    let (line, separator) = separatorLine(text, encoding)
    var choice = choice
    choice.delimiter = choice.delimiter ?? separator
    let sample = Array(text.dropFirst(line).prefix(sampleSize))
    let detection = CSVDetection(
      text: CSVText(at: 0, sample, encoding), name: name.lowercased(), choice: choice)
    var dialect = detection.dialect(encoding)
    dialect.separatorLine = line
    return dialect
  }

  /// Returns the length in bytes and the delimiter of a first line such as `sep=;`; 0 and `nil` if there is none.
  private static func separatorLine(_ text: [UInt8], _ encoding: CharacterEncoding) -> (length: Int, UInt8?) {
    let line = CSVText(at: 0, Array(text.prefix(32)), encoding).withUnits { units in
      Array(units.prefix { $0 != 0x0A && $0 != 0x0D }) + units.drop { $0 != 0x0A && $0 != 0x0D }.prefix(2)
    }
    let content = line.prefix { $0 != 0x0A && $0 != 0x0D }.filter { $0 != UInt8(ascii: "\"") }
    guard content.count == 5, content.count < line.count, let separator = content.last, separator < 0x80,
      String(decoding: content.dropLast(), as: UTF8.self).lowercased() == "sep="
    else { return (0, nil) }
    let quotes = line.count { $0 == UInt8(ascii: "\"") }
    let isPair = line.suffix(2) == [0x0D, 0x0A]
    return ((5 + quotes + (isPair ? 2 : 1)) * encoding.unitSize, separator)
  }

  /// Returns the dialect of a text with delimited fields and without a file name, and its first rows.
  /// - Parameter isWhole: Whether `start` is the whole text, so that its last row is complete.
  static func sample(_ start: [UInt8], isWhole: Bool) -> (dialect: CSVDialect, rows: [[String]]) {
    var start = Array(start.prefix(sampleSize))
    if !isWhole { start = Array(start[..<(start.lastIndex { $0 == 0x0A }.map { $0 + 1 } ?? 0)]) }
    let dialect = dialect(start, choice: CSVDialect.Choice(form: .fields))
    let text = CSVText(at: 0, Array(start.dropFirst(dialect.start)), dialect.encoding)
    let detection = CSVDetection(text: text, name: "", choice: .init())
    return (dialect, detection.rows(dialect.bytes))
  }

  /// Returns the dialect of a file with rows of JSON.
  private static func json(_ form: RowForm, _ start: [UInt8], _ encoding: CharacterEncoding) -> CSVDialect {
    let text = CSVText(at: 0, Array(start.dropFirst(encoding.mark.count).prefix(sampleSize)), encoding)
    let detection = CSVDetection(text: text, name: "", choice: .init())
    // No JSON has a byte of value 0, so that every row is one field.
    var dialect = CSVDialect(delimiter: 0, quote: nil, hasHeader: false, encoding: encoding)
    (dialect.form, dialect.lineEnd) = (form, detection.lineEnd)
    return dialect
  }

  private init(text: CSVText, name: String, choice: CSVDialect.Choice) {
    self.text = text
    self.name = name
    self.choice = choice
  }

  private func dialect(_ encoding: CharacterEncoding) -> CSVDialect {
    var dialect = CSVDialect(encoding: encoding, lineEnd: lineEnd)
    dialect.quote = choice.quote ?? quote
    dialect.delimiter = choice.delimiter ?? delimiter(quote: dialect.quote)
    dialect.hasHeader = choice.hasHeader ?? hasHeader(rows(dialect.bytes))
    return dialect
  }

  /// Returns the rows of the sample as texts.
  private func rows(_ bytes: CSVBytes) -> [[String]] {
    fields(bytes).map { $0.map { text.field($0, bytes, limit: 256).text } }
  }

  /// Returns the ranges of the fields in each row of the sample.
  private func fields(_ bytes: CSVBytes) -> [[Range<Int>]] {
    let (starts, end) = text.rowStarts(CSVCursor(bytes), limit: Self.sampleRows)
    let isWhole = text.range.upperBound < Self.sampleSize
    // The last row may be incomplete, unless it is the only one.
    let bounds =
      starts + [end] + (end < text.range.upperBound && (isWhole || starts.isEmpty) ? [text.range.upperBound] : [])
    return zip(bounds, bounds.dropFirst()).prefix(Self.sampleRows).map { start, end in
      var fields: [Range<Int>] = []
      let row = text.withoutEnd(start..<end)
      guard !row.isEmpty else { return [] }
      text.visitFields(of: row, CSVCursor(bytes)) { _, field in
        fields.append(field)
        return fields.count < Self.sampleFields
      }
      return fields
    }
  }

  private var lineEnd: CSVDialect.LineEnd {
    text.withUnits { units in
      guard let place = units.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }), units[place] == 0x0D else {
        return .lineFeed
      }
      return place + 1 < units.count && units[place + 1] == 0x0A ? .both : .carriageReturn
    }
  }

  /// Returns the delimiter that divides most rows into the same number of fields, more than one.
  private func delimiter(quote: UInt8?) -> UInt8 {
    let isTabbed = name.hasSuffix(".tsv") || name.hasSuffix(".tab")
    var best = (byte: isTabbed ? 0x09 : UInt8(ascii: ","), score: 0.0)
    for (byte, _) in CSVDialect.delimiters {
      guard let usual = usualCount(fields(CSVBytes(delimiter: byte, quote: quote, text.encoding))), usual.count > 1
      else { continue }
      // More fields decide between delimiters that are as regular; a name decides before both.
      var score = usual.share + Double(min(usual.count, 100)) / 1_000
      if byte == 0x09, isTabbed { score += 1 }
      if score > best.score { best = (byte, score) }
    }
    return best.byte
  }

  /// Returns the most frequent number of fields in a row, and the share of rows that have it; `nil` without rows.
  private func usualCount(_ rows: [[Range<Int>]]) -> (count: Int, share: Double)? {
    let counts = rows.map(\.count).filter { $0 > 0 }
    let usual = counts.reduce(into: [:]) { $0[$1, default: 0] += 1 }.max { ($0.value, $0.key) < ($1.value, $1.key) }
    return usual.map { ($0.key, Double($0.value) / Double(counts.count)) }
  }

  /// The quote character: the double quote, unless fields are certainly quoted with single quotes.
  ///
  /// The single quote is also a unit, an apostrophe and a part of remarks. So it is the quote only if no field begins
  /// with a double quote, if it closes most of the fields that it opens, and if the rows are more regular with it or
  /// all texts are quoted with it.
  private var quote: UInt8 {
    let (double, single) = (UInt8(ascii: "\""), UInt8(ascii: "'"))
    guard text.withUnits({ $0.contains(single) }) else { return double }
    func rows(_ quote: UInt8) -> [[Range<Int>]] {
      let byte = choice.delimiter ?? delimiter(quote: quote)
      return self.fields(CSVBytes(delimiter: byte, quote: quote, text.encoding)).filter { !$0.isEmpty }
    }
    func opened(_ rows: [[Range<Int>]], _ quote: UInt8) -> [Range<Int>] {
      rows.joined().filter { !$0.isEmpty && text.unit(at: $0.lowerBound) == quote }
    }
    let (plain, quoted) = (rows(double), rows(single))
    guard opened(plain, double).isEmpty else { return double }
    let fields = opened(quoted, single)
    let closed = fields.count { isQuoted($0, single) }
    guard closed > 1, closed * 10 >= fields.count * 9, let before = usualCount(plain), let now = usualCount(quoted),
      now.count > 1
    else { return double }
    let isMoreRegular = now.share > before.share && now.count <= before.count
    return isMoreRegular || now.share >= before.share && areTextsQuoted(quoted, single) ? single : double
  }

  /// Whether a field begins and ends with the quote and is on one line.
  private func isQuoted(_ field: Range<Int>, _ quote: UInt8) -> Bool {
    guard field.count > 1, text.unit(at: field.upperBound - 1) == quote else { return false }
    return !field.contains { text.unit(at: $0) == 0x0A || text.unit(at: $0) == 0x0D }
  }

  /// Whether all texts below the first row are quoted, as by programs that quote everything except numbers.
  private func areTextsQuoted(_ rows: [[Range<Int>]], _ quote: UInt8) -> Bool {
    let bytes = CSVBytes(delimiter: 0, quote: nil, text.encoding)
    return rows.count > 2
      && rows.dropFirst().allSatisfy { row in
        row.allSatisfy { field in
          field.isEmpty || isQuoted(field, quote)
            || TableValueType.type(of: text.field(field, bytes, limit: 256).text) == .number
        }
      }
  }

  /// Whether the first row looks like names: texts that differ from each other, above rows with other types or other
  /// texts.
  private func hasHeader(_ rows: [[String]]) -> Bool {
    let rows = rows.filter { !$0.isEmpty }
    guard let first = rows.first else { return false }
    let names = first.filter { !$0.isEmpty }
    let isTextual = names.allSatisfy { [.text, .boolean].contains(TableValueType.type(of: $0)) }
    guard !names.isEmpty else { return false }
    let others = rows.dropFirst()
    let columns = first.indices.map { column in
      others.compactMap { column < $0.count && !$0[column].isEmpty ? $0[column] : nil }
    }
    guard isTextual else { return CSVSeriesHeader.isHeader(first, above: columns) }
    if zip(first, columns).contains(where: { !$1.contains($0) && Self.hasOtherType($1) }) { return true }
    var repeated = 0
    for (name, values) in zip(first, columns) {
      let equal = values.count { $0 == name }
      if equal > 0, values.count > 1 {
        repeated += 1
        // A single value may have the name of its column by chance.
        if equal > 1 ? equal * 50 >= values.count : values.count < 5 { return false }
      }
    }
    return repeated < 2 || repeated * 2 <= first.count
  }

  /// Whether values have a type that no name has, so that the text above them is a name.
  private static func hasOtherType(_ values: [String]) -> Bool {
    var types = TableTypeCount()
    for value in values { types.add(value) }
    return [.number, .date].contains(types.type)
  }
}
