import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkViewerCore
import Testing

// The cells in which the user finds a text, beside a search of each cell as it is shown.

/// Returns the result of a search for a text in the cells of a table, without hidden columns.
private func found(_ text: String, in snapshot: CSVSnapshot, hidden: Set<Int> = []) async throws -> CSVQueryResult {
  let pattern = try #require(try FindPattern(text))
  let count = snapshot.columns.count
  let log = ValueLog<CSVQueryResult>()
  let query = CSVQuery([TableFilterExpression(finding: pattern.expression, columnCount: count, hidden: hidden)]) {
    [weak log] in log?.add($0)
  }
  log.keep(query)
  query.update(snapshot)
  return await log.first { $0.isComplete }
}

/// Checks the number of cells that a search for a text counts in each row, without hidden columns.
private func expectCells(of text: String, in snapshot: CSVSnapshot, hidden: Set<Int> = []) async throws {
  var pattern = try #require(try FindPattern(text))
  var expected: [Int32: Int] = [:]
  for row in 0..<snapshot.rowCount {
    let values = snapshot.values(of: row, columns: 0..<snapshot.columns.count, limit: 1 << 20)
    let count = values.enumerated().count { column, field in
      !hidden.contains(column) && field.map { pattern.matches($0.text) } ?? false
    }
    if count > 0 { expected[Int32(row)] = count }
  }
  let result = try await found(text, in: snapshot, hidden: hidden)
  let (rows, cells) = (try #require(result.rows), try #require(result.cells))
  #expect(rows == expected.keys.sorted(), "\(text)")
  #expect(rows.indices.allSatisfy { cells[$0] == expected[rows[$0]] }, "\(text)")
  #expect(cells.total == expected.values.reduce(0, +), "\(text)")
}

@Test(.serialized, arguments: 0..<rounds / 2) func `the cells of a table with a text are those that show it`(
  seed: Int
) async throws {
  var random = SeededGenerator(seed: seed)
  let bytes = randomCSV(&random, limit: random.pick([10, 400, 3_000]))
  let snapshot = try await csvSnapshot(bytes, .plain, in: try TemporaryFolder())
  for text in ["a", "bc", "ax", "0x", ",", "a,b", "/[ab]0/", "é", "c\"", "/^$/"] {
    try await expectCells(of: text, in: snapshot, hidden: random.pick([[], [], [0], [1, 2]]))
  }
}

@Test func `the cells of JSON are found also where a row lacks keys before them`() async throws {
  let rows = [#"{"b": "pear", "c": "a pear"}"#, #"{"a": "pear"}"#, #"{"a": null, "c": "p\u0065ar"}"#, #"{"b": 1}"#]
  let snapshot = try await csvSnapshot(rows.joined(separator: "\n").utf8, in: try TemporaryFolder(), name: "a.jsonl")
  try await expectCells(of: "pear", in: snapshot)
  #expect(try await found("pear", in: snapshot).cells?.total == 4)
}

@Test func `the numbers of cells are those of single rows added up`() {
  var random = SeededGenerator(seed: 3)
  for first in [0, 1, 1_023, 1_024, 1_025, 3_000] {
    var (counts, expected) = (CellCounts(), [Int](repeating: 1, count: first))
    for count in expected { counts.append(count) }
    #expect(counts.areSingle)
    for _ in 0..<3_000 {
      if random.chance(20), !expected.isEmpty {
        counts.removeLast()
        expected.removeLast()
      } else {
        expected.append(random.pick([1, 1, 2, 9, 70_000]))
        counts.append(expected[expected.count - 1])
        expected[expected.count - 1] = min(65_535, expected[expected.count - 1])
      }
    }
    var total = 0
    for (row, count) in expected.enumerated() {
      if row % 97 == 0 || row % 1_024 < 2 { #expect(counts.total(before: row) == total && counts[row] == count) }
      total += count
    }
    #expect(counts.total == total && counts.rowCount == expected.count)
    #expect(counts.total(before: expected.count) == total)
  }
}
