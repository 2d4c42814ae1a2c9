/// Recognises first rows in which numbers or dates are the names of columns: `country,1990,1991` and `,0,1,2`.
enum CSVSeriesHeader {
  /// The range of numbers that are taken for years.
  private static let years = 1_500...2_200

  /// Whether the numbers or dates in a first row are column names.
  /// - Parameters:
  ///   - columns: The non-empty values below each field of the row.
  static func isHeader(_ first: [String], above columns: [[String]]) -> Bool {
    let series = first.indices.filter { [.number, .date].contains(TableValueType.type(of: first[$0])) }
    let texts = first.indices.filter { !first[$0].isEmpty && !series.contains($0) }
    guard series.count > 1, columns.contains(where: { !$0.isEmpty }),
      texts.allSatisfy({ TableValueType.type(of: first[$0]) == .text && !columns[$0].contains(first[$0]) })
    else { return false }
    let numbers = series.compactMap { Int(first[$0]) }
    if numbers.isEmpty { return areDates(series, first, columns) }
    guard numbers.count == series.count else { return false }
    if numbers == Array(0..<numbers.count) { return first[0].isEmpty && texts.isEmpty && isFull(0, columns) }
    let ascends = zip(numbers, numbers.dropFirst()).allSatisfy(<)
    let descends = zip(numbers, numbers.dropFirst()).allSatisfy(>)
    return (ascends || descends) && numbers.allSatisfy(years.contains) && series.first != first.startIndex
      && !series.contains { column in isMostly(columns[column]) { Int($0).map(years.contains) ?? false } }
  }

  /// Whether the fields in `series` are different dates above values of another type.
  private static func areDates(_ series: [Int], _ first: [String], _ columns: [[String]]) -> Bool {
    series.allSatisfy { TableValueType.type(of: first[$0]) == .date } && series.first != first.startIndex
      && Set(series.map { first[$0] }).count == series.count
      && !series.contains { isMostly(columns[$0]) { TableValueType.type(of: $0) == .date } }
  }

  /// Whether every row has a value in a column.
  private static func isFull(_ column: Int, _ columns: [[String]]) -> Bool {
    columns[column].count == columns.lazy.map(\.count).max()
  }

  /// Whether more than half of some values satisfy a condition.
  private static func isMostly(_ values: [String], _ condition: (String) -> Bool) -> Bool {
    values.count(where: condition) * 2 > values.count
  }
}
