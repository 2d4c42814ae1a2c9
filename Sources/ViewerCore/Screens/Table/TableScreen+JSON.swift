import Scrollwork

/// Tables whose rows are JSON.
extension TableScreen {
  /// Returns whether filters or an order have another meaning with other columns. Keys that are found later add
  /// columns.
  func hasOtherMeaning(
    _ filters: [String], with columns: [TableColumnInfo], before old: [TableColumnInfo]
  ) -> Bool {
    guard old.count <= columns.count, zip(old, columns).allSatisfy({ $0.name == $1.name }) else { return true }
    func expressions(_ columns: [TableColumnInfo]) -> [TableFilterExpression]? {
      try? filters.map { try TableFilterExpression($0, columns: columns) }
    }
    guard old.count == columns.count else { return expressions(old) != expressions(columns) }
    // A column that turns out to be one of texts may be compared with a text.
    if zip(old, columns).allSatisfy({ $0.type == $1.type }) { return false }
    return (expressions(old) == nil) != (expressions(columns) == nil)
  }

  /// Returns status items with the numbers of invalid rows and of keys that have no column.
  func faultItems(_ snapshot: CSVSnapshot) -> [Status.Item] {
    var items: [Status.Item] = []
    let isJSON = snapshot.dialect.form != .fields
    if snapshot.badRows > 0 {
      let noun = Words.count(snapshot.dialect.form == .jsonLines ? "line" : "row", snapshot.badRows)
      items.append(
        .init(
          strong: Formats.count(snapshot.badRows), text: isJSON ? "\(noun) without JSON" : "ragged \(noun)",
          isWarning: true))
    }
    let excess = snapshot.excessKeys
    if excess > 0 {
      items.append(.init(strong: Formats.count(excess), text: "more " + Words.count("key", excess), isWarning: true))
    }
    return items
  }
}

extension CSVDialect {
  /// The words for the kind of the file, for the side panel.
  var kindWords: String {
    let words = words.joined(separator: ", ")
    // Only a delimiter is written with a small letter inside a sentence.
    return form.name + ", " + (form == .fields ? words.prefix(1).lowercased() + words.dropFirst() : words)
  }

  /// The extension of files with rows of this form, with the dot.
  var ending: String { form != .fields ? ".jsonl" : delimiter == 0x09 ? ".tsv" : ".csv" }

  /// The words at the end of the status line.
  var statusWords: [String] {
    (form == .fields ? [headerWords, delimiterWords] + quoteWords : []) + [encoding.name, form.name]
  }
}
