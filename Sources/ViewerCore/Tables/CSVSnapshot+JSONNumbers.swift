/// The numbers of a table of fields as numbers of JSON.
extension CSVSnapshot {
  /// Whether each column has numbers, all of which are written in the file as JSON writes numbers. In other columns, such
  /// as one of codes with zeros in front, a number that JSON allows would be the odd one out.
  /// - Complexity: O(*n*) in the number of bytes of the file.
  var columnsOfJSONNumbers: [Bool] {
    var hasNumbers = columns.map { $0.type == .number && !$0.style.hasDecimalComma }
    guard let last = hasNumbers.lastIndex(of: true) else { return hasNumbers }
    var reader = CSVReader(self, fieldCount: last + 1)
    _ = reader.visit(points: 0..<run.points.count) { line, row in
      guard line >= headerLines else { return true }
      var isLeft = false
      for column in 0...last where hasNumbers[column] {
        hasNumbers[column] = row.withField(column) { $0.map { Self.isJSONNumber($0) || !Self.isNumber($0) } ?? true }
        isLeft = isLeft || hasNumbers[column]
      }
      return isLeft
    }
    return hasNumbers
  }

  private static func isNumber(_ text: UnsafeRawBufferPointer) -> Bool {
    TableNumber.parse(TableValueType.trimmed(text)) != nil
  }

  /// Whether a text is a number of JSON (RFC 8259, section 6): without plus, leading zeros, commas and units.
  static func isJSONNumber(_ text: UnsafeRawBufferPointer) -> Bool {
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
