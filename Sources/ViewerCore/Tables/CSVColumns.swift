/// Finds the columns of a CSV file: their names, and their types in a sample of the rows.
enum CSVColumns {
  /// The largest number of columns that are shown beyond those of the first row, if rows have more fields.
  static let largestExcess = 100
  /// The number of rows at the start of the file that are in the sample. The next constants are the number of blocks
  /// after them, the number of rows of each block, and the largest number of fields of the sample.
  private static let firstRows = 256
  private static let laterBlocks = 32
  private static let rowsOfBlock = 8
  private static let largestSample = 100_000
  /// The number of columns whose type is detected; others are text.
  private static let typedColumns = 16_384

  /// Returns the names: those of the header, repaired for display. An empty name becomes "column 3", the second one of
  /// two equal names "name (2)".
  /// - Parameter count: The number of columns.
  static func names(_ header: [String], count: Int) -> [String] {
    var used = Set(header.filter { !$0.isEmpty })
    var seen: Set<String> = []
    var next: [String: Int] = [:]
    return (0..<count).map { column in
      let name = column < header.count ? header[column] : ""
      if !name.isEmpty, seen.insert(name).inserted { return name }
      let base = name.isEmpty ? "column \(column + 1)" : name
      if name.isEmpty, used.insert(base).inserted { return base }
      var number = next[base, default: 2]
      while !used.insert("\(base) (\(number))").inserted { number += 1 }
      next[base] = number + 1
      return "\(base) (\(number))"
    }
  }

  /// Returns the columns, with their types in a sample of the snapshot's rows.
  /// - Complexity: Reads at most 33 blocks of 80 KB.
  static func columns(_ names: [String], typesIn snapshot: CSVSnapshot) -> [TableColumnInfo] {
    var counts = [TableTypeCount](repeating: TableTypeCount(), count: min(names.count, typedColumns))
    let rows = max(0, snapshot.run.count - snapshot.headerLines)
    var left = largestSample
    func add(_ row: Int) {
      guard left > 0, row < rows else { return }
      // The text of a line without JSON is no value of the first column.
      if snapshot.dialect.form != .fields, snapshot.fault(of: row) != nil { return }
      left -= counts.count
      for (column, value) in snapshot.values(of: row, columns: counts.indices, limit: 256).enumerated() {
        if let value { counts[column].add(value.text) }
      }
    }
    for row in 0..<min(rows, firstRows) { add(row) }
    for block in 1...laterBlocks where rows > 2 * firstRows {
      let start = rows / (laterBlocks + 1) * block
      for row in start..<start + rowsOfBlock { add(row) }
    }
    return names.enumerated().map { column, name in
      guard column < counts.count else { return TableColumnInfo(name: name, type: .text) }
      return TableColumnInfo(name: name, type: counts[column].type, style: counts[column].style)
    }
  }
}
