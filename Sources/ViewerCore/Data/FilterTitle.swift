/// The form in which a chip shows a filter. The filter itself stays as it was typed.
enum FilterTitle {
  /// The signs of comparisons.
  private static let signs = [
    ">=": "≥", "<=": "≤", "!=": "≠", "==": "=", "=": "=", ">": ">", "<": "<", "~": "~",
  ]

  /// Returns the title of a text or an expression to find: `not “healthz”` for `!healthz`, and any other text as typed.
  static func text(_ filter: String) -> String {
    guard filter.hasPrefix("!"), filter.utf8.count > 1 else { return filter }
    let text = filter.dropFirst()
    return text.hasPrefix("/") ? "not \(text)" : "not “\(text)”"
  }

  /// Returns the title of a condition, such as `level ≥ warn`.
  static func condition(_ name: some StringProtocol, _ sign: String, _ value: Substring, isNegated: Bool) -> String {
    (isNegated ? "not " : "") + "\(name) \(signs[sign] ?? sign) \(value.isEmpty ? "“”" : value)"
  }

  /// Returns the title of a filter for the rows of a table with the given columns.
  static func row(_ filter: String, columns: [TableColumnInfo]) -> String {
    let isNegated = filter.hasPrefix("!")
    guard
      let (column, relation, value) = TableFilterExpression.parse(isNegated ? filter.dropFirst() : filter[...], columns)
    else { return text(filter) }
    return condition(columns[column].name, relation.rawValue, value, isNegated: isNegated)
  }

  /// Returns the title of a filter for lines of text.
  static func line(_ filter: String) -> String {
    let isNegated = filter.hasPrefix("!")
    let text = isNegated ? filter.dropFirst() : filter[...]
    guard (try? LevelCondition(String(text))) != nil else { return self.text(filter) }
    // The condition is valid, so the word ends where the sign begins.
    let name = text.prefix(5)
    let rest = text.dropFirst(5).drop { $0 == " " }
    let sign = rest.prefix { "<>=".contains($0) }
    return condition(name, String(sign), rest.dropFirst(sign.count).drop { $0 == " " }, isNegated: isNegated)
  }
}
