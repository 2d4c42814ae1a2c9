/// Writes the values of a row in one of the formats.
struct RecordEncoder {
  let format: PrintFormat
  private(set) var bytes: [UInt8] = []

  init(_ format: PrintFormat) {
    self.format = format
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
  }

  /// The line that names the columns, where the format has one.
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

  /// The inside of a string of JSON.
  mutating func escapedJSON(_ text: UnsafeRawBufferPointer) {
    JSON.escapeRepairing(text, to: &bytes)
  }

  mutating func endRow() {
    bytes.append(0x0A)
  }

  mutating func separator() {
    bytes.append(format == .csv ? UInt8(ascii: ",") : 0x09)
  }

  /// A whole value of a CSV or TSV row.
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

  mutating func quote() {
    if format == .csv { bytes.append(0x22) }
  }

  /// A part of a value: between quotes for CSV, repaired where it is no UTF-8, with nothing that would end the value.
  mutating func part(_ text: UnsafeRawBufferPointer) {
    if text.reduce(0, |) >= 0x80, String(validating: text, as: UTF8.self) == nil {
      var repaired = String(decoding: text, as: UTF8.self)
      repaired.withUTF8 { part(UnsafeRawBufferPointer($0)) }
      return
    }
    var rest = text[...]
    while let place = rest.firstIndex(where: isSpecial) {
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: rest[..<place]))
      // A quote is doubled; what ends a value of TSV, which has no way to write it, becomes a space.
      bytes += format == .csv ? [0x22, 0x22] : [0x20]
      rest = rest[(place + 1)...]
    }
    bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: rest))
  }

  private func isSpecial(_ byte: UInt8) -> Bool {
    format == .csv ? byte == 0x22 : byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
