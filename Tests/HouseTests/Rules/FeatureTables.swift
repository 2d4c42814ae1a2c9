/// The rule for the tables of features in the articles: each row names tests that exist, or says why there are none.
enum FeatureTables {
  /// Returns the names of all tests that are sentences.
  static func testNames(in files: [SourceFile]) -> Set<Substring> {
    Set(files.filter(\.isTest).flatMap(TestFilters.names))
  }

  /// Finds rows without an existing test. Tables count whose last column has the title "tests".
  static func rowsWithoutTests(in text: String, of path: String, names: Set<Substring>) -> [Finding] {
    var findings: [Finding] = []
    var isTable = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      guard line.hasPrefix("| "), let last = cells(of: line).last else {
        isTable = isTable && line.hasPrefix("|-")
        continue
      }
      if last == "tests" {
        isTable = true
      } else if isTable {
        findings += problems(in: last, names).map { Finding(path: path, line: index + 1, what: $0) }
      }
    }
    return findings
  }

  private static func cells(of line: Substring) -> [String] {
    line.split(separator: " | ").map { cell in
      String(cell.drop { "| ".contains($0) }.reversed().drop { "| ".contains($0) }.reversed())
    }
  }

  private static func problems(in cell: String, _ names: Set<Substring>) -> [String] {
    if cell.hasPrefix("none: ") { return [] }
    let tests = cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
    if tests.isEmpty { return ["the row names no test, and gives no reason after \"none: \""] }
    return tests.filter { !names.contains($0) }.map { "there is no test with the name \"\($0)\"" }
  }
}
