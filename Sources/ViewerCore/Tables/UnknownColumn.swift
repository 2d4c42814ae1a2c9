/// A column that a filter seems to name and that the table does not have.
enum UnknownColumn {
  /// Returns the column name in a filter such as `nope=1` if the table has no such column; `nil` for other filters.
  static func name(in filter: String, columns: [TableColumnInfo]) -> String? {
    let text = filter.hasPrefix("!") ? filter.dropFirst() : filter[...]
    let name = text.prefix { $0.isLetter || $0.isNumber || "_- .".contains($0) }
    guard let first = name.first, first.isLetter || first == "_",
      TableFilterExpression.Relation.allCases.contains(where: { text.dropFirst(name.count).hasPrefix($0.rawValue) }),
      let meant = try? TableFilterExpression(filter, columns: columns), case .row = meant.condition
    else { return nil }
    return String(name.reversed().drop { $0 == " " }.reversed())
  }

  /// The largest number of columns that an error names.
  private static let maximumNamed = 30

  /// Returns an error about the first filter that names an unknown column and whose text does not occur in any row. It
  /// lists the columns. Returns `nil` if there is no such filter, or if not all rows could be read.
  /// - Complexity: O(*n*) in the size of the file if a filter names an unknown column, else O(1).
  static func error(in filters: [String], of snapshot: CSVSnapshot) -> ExpressionError? {
    let columns = snapshot.columns
    guard snapshot.state.error == nil,
      let name = filters.lazy.compactMap({ filter in
        Self.name(in: filter, columns: columns).flatMap { hasText(of: filter, snapshot) ? nil : $0 }
      }).first
    else { return nil }
    let named = columns.prefix(maximumNamed).map { "“\(OneLine.text($0.name))”" }.joined(separator: ", ")
    let others = columns.count - maximumNamed
    let more = others > 0 ? " and \(Formats.count(others)) \(Words.count("other", others))" : ""
    return ExpressionError("No column has the name “\(name)”, and no row has the text; the columns are \(named)\(more)")
  }

  /// Whether any row contains the text of a filter, which may be negated.
  private static func hasText(of filter: String, _ snapshot: CSVSnapshot) -> Bool {
    let text = filter.hasPrefix("!") ? String(filter.dropFirst()) : filter
    guard let expression = try? TableFilterExpression(text, columns: snapshot.columns) else { return true }
    var (matcher, isFound) = (TableMatcher([expression]), false)
    var reader = CSVReader(
      snapshot, fieldCount: matcher.fieldCount(in: snapshot), containing: matcher.requiredTexts(in: snapshot))
    _ = reader.matches(
      of: &matcher, in: snapshot, points: 0..<snapshot.run.points.count, isCancelled: { isFound },
      didFind: { _, _ in isFound = true })
    return isFound
  }

  /// Returns the sentence about the first filter that names an unknown column; `nil` if there is none.
  static func words(in filters: [String], columns: [TableColumnInfo]) -> String? {
    filters.lazy.compactMap { Self.name(in: $0, columns: columns) }.first.map {
      "No column has the name “\($0)”, so the text was looked for in whole rows."
    }
  }
}
