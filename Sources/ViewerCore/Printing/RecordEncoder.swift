/// Encodes rows as text, CSV (RFC 4180), TSV or NDJSON.
struct RecordEncoder {
  let format: PrintFormat
  private(set) var bytes: [UInt8] = []

  init(_ format: PrintFormat) {
    self.format = format
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
  }

  /// Appends the line with the column names, if the format has one.
  mutating func header(_ names: [String]) {
    guard format == .csv || format == .tsv else { return }
    bytes += names.joined(separator: format == .csv ? "," : "\t").utf8
    endRow()
  }

  mutating func append(_ text: [UInt8]) {
    bytes += text
  }

  mutating func append(_ text: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: text)
  }

  mutating func append(_ text: String) {
    bytes += text.utf8
  }

  mutating func json(_ value: JSON) {
    value.write(to: &bytes)
  }

  /// Appends text as the inside of a JSON string, without quotes.
  mutating func escapedJSON(_ text: UnsafeRawBufferPointer) {
    JSON.escapeRepairing(text, to: &bytes)
  }

  mutating func endRow() {
    bytes.append(0x0A)
  }

  mutating func separator() {
    bytes.append(format == .csv ? UInt8(ascii: ",") : 0x09)
  }

  /// Whether a value of a CSV or TSV row needs quotes to be read back unchanged. In TSV, a quote inside of a value is
  /// ordinary text, and such values stay unquoted, because programs other than spreadsheets read them more easily.
  func needsQuotes(_ text: UnsafeRawBufferPointer) -> Bool {
    if format == .csv { return text.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) } }
    return text.first == 0x22 || text.contains { [0x09, 0x0A, 0x0D].contains($0) }
  }

  /// Appends a whole value of a CSV or TSV row.
  mutating func value(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      let text = UnsafeRawBufferPointer(bytes)
      guard needsQuotes(text) else { return repaired(text) }
      quote()
      part(text)
      quote()
    }
  }

  /// Appends the quote that opens or closes a value of CSV or TSV.
  mutating func quote() { bytes.append(0x22) }

  /// Appends a part of a quoted value. Quotes are doubled, invalid UTF-8 is replaced.
  mutating func part(_ text: UnsafeRawBufferPointer) {
    var rest = text[...]
    while let place = rest.firstIndex(of: 0x22) {
      repaired(UnsafeRawBufferPointer(rebasing: rest[...place]))
      quote()
      rest = rest[(place + 1)...]
    }
    repaired(UnsafeRawBufferPointer(rebasing: rest))
  }

  /// Appends text with invalid UTF-8 replaced.
  mutating func repaired(_ text: UnsafeRawBufferPointer) {
    if text.reduce(0, |) >= 0x80, String(validating: text, as: UTF8.self) == nil {
      append(String(decoding: text, as: UTF8.self))
    } else {
      append(text)
    }
  }
}
