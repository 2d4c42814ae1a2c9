/// Detects texts that are tables by their first rows, if the name of the file does not tell.
///
/// A text that is shown as a table by mistake is hard to read, while a table that is shown as text can be changed to a
/// table by a command. So the rules are strict: a table must have names in its first row, fields without spaces around
/// them, and rows of the same length.
enum TableContent {
  /// The smallest number of rows, including the names, unless the whole text is known.
  private static let fewestRows = 3
  /// The largest length of a name in bytes; `mostWords` is the limit in words.
  private static let longestName = 64
  private static let mostWords = 4

  /// Returns the form of a text whose file name says nothing; `nil` if it is not a table.
  /// - Parameters:
  ///   - start: The first bytes of the text; `RowForm.sampleSize` bytes suffice.
  ///   - isWhole: Whether `start` is the whole text.
  static func form(of start: [UInt8], isWhole: Bool) -> RowForm? {
    if let form = RowForm.detect(text: JSONEncoding.text(start)) { return form }
    return hasFields(start, isWhole: isWhole) ? .fields : nil
  }

  /// Whether a text has rows of fields with names above them.
  private static func hasFields(_ start: [UInt8], isWhole: Bool) -> Bool {
    guard !BinaryContent.isBinary(start) else { return false }
    let (dialect, rows) = CSVDetection.sample(start, isWhole: isWhole)
    guard rows.count >= (isWhole ? 2 : fewestRows), let names = rows.first, names.count > 1, dialect.hasHeader,
      areNames(names)
    else { return false }
    let values = rows.dropFirst()
    let ragged = values.count { $0.count != names.count }
    // Words of a sentence have a space after their comma.
    let spaced = values.count { $0.contains { $0.first == " " } }
    guard ragged * 20 <= values.count, spaced * 10 <= values.count else { return false }
    return names.count > 2 && names.allSatisfy { wordCount($0) < 3 } || hasTypedColumn(values, names.count)
  }

  /// Whether fields look like column names. The first one may be empty, as above a column of row numbers.
  private static func areNames(_ fields: [String]) -> Bool {
    guard Set(fields).count == fields.count, !fields.dropFirst().contains("") else { return false }
    return fields.allSatisfy { name in
      name.first != " " && name.last != " " && name.utf8.count <= longestName && wordCount(name) <= mostWords
        && !name.unicodeScalars.contains { $0.value < 0x20 || "{}[]<>=;\"'`\\!?*|".unicodeScalars.contains($0) }
        && name.last != "."
    }
  }

  private static func wordCount(_ name: String) -> Int { name.split(separator: " ").count }

  /// Whether a column has values of another type than text.
  private static func hasTypedColumn(_ rows: ArraySlice<[String]>, _ count: Int) -> Bool {
    (0..<count).contains { column in
      var types = TableTypeCount()
      for row in rows where column < row.count { types.add(row[column]) }
      return types.type != .text
    }
  }
}
