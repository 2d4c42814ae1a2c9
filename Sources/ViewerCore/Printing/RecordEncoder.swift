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

  /// Appends a whole value of a CSV or TSV row.
  mutating func value(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      let text = UnsafeRawBufferPointer(bytes)
      let needsQuotes = format == .csv && text.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
      if needsQuotes { quote() }
      part(text)
      if needsQuotes { quote() }
    }
  }

  /// Appends the quote that opens or closes a CSV value.
  mutating func quote() {
    if format == .csv { bytes.append(0x22) }
  }

  /// Appends a part of a value. CSV quotes are doubled, line breaks and tabs of TSV become spaces, invalid UTF-8 is
  /// replaced.
  mutating func part(_ text: UnsafeRawBufferPointer) {
    if text.reduce(0, |) >= 0x80, String(validating: text, as: UTF8.self) == nil {
      var repaired = String(decoding: text, as: UTF8.self)
      repaired.withUTF8 { part(UnsafeRawBufferPointer($0)) }
      return
    }
    var rest = text[...]
    while let place = rest.firstIndex(where: isSpecial) {
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: rest[..<place]))
      // TSV has no escape sequences, so a character that would end the value becomes a space.
      bytes += format == .csv ? [0x22, 0x22] : [0x20]
      rest = rest[(place + 1)...]
    }
    bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: rest))
  }

  private func isSpecial(_ byte: UInt8) -> Bool {
    format == .csv ? byte == 0x22 : byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
