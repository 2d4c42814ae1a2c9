import Glibc
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkViewerCore
import Testing

// Filters of whole rows with quotes, many of which are searched at once, beside a filter of each row by itself.

private let filters = [
  "/[abc]{2}/", "/b +c/", "/b+c$/", "/^a,/", "/ ,0/", "/a\"b?/", "/\u{E9}/", "/a\\n[bc]/", "bc", "!/ca/", "\",",
  // At the end of a field behind its quotes, such as "a"x.
  "ax", "!0x",
]

/// Returns the forms of a row in which a text is found: its fields without quotes, and the same with a space in place of
/// each control character, where a line end of two characters is one space or two.
func searchedForms(of row: SlowRow) -> [[UInt8]] {
  let text = Array(row.fields.joined(separator: [UInt8(ascii: ",")]))
  guard text.contains(where: { $0 < 0x20 }) else { return [text] }
  let blanks = text.map { $0 < 0x20 ? 0x20 : $0 }
  let single = text.indices.filter { text[$0] != 0x0A || $0 == 0 || text[$0 - 1] != 0x0D }.map { blanks[$0] }
  return [text, blanks, single]
}

/// Returns the sources of the rows that match, by their numbers. Each row is searched alone, without quotes.
private func slowRows(_ filter: String, _ rows: [SlowRow]) throws -> [Int: [UInt8]] {
  let isNegated = filter.hasPrefix("!")
  var matcher = Filter([try FilterExpression(isNegated ? String(filter.dropFirst()) : filter)])
  var found: [Int: [UInt8]] = [:]
  for (number, row) in rows.enumerated() {
    let isMatch = searchedForms(of: row).contains { $0.withUnsafeBytes { matcher.matches(line: $0) } }
    if isMatch != isNegated { found[number] = row.source }
  }
  return found
}

@Test(.serialized, arguments: 0..<rounds / 2) func `rows with quotes are found by their text without quotes`(
  seed: Int
) async throws {
  var random = SeededGenerator(seed: seed)
  // More than the reader takes at once, at times.
  let bytes = randomCSV(
    &random, limit: random.pick([10, 400, 3_000, 3_000, perBuild(debug: 3_000, optimized: 700_000)]))
  let (slow, folder) = (SlowParser().parse(bytes).rows, try TemporaryFolder())
  let snapshot = try await csvSnapshot(bytes, .plain, in: folder)
  #expect(snapshot.rowCount == slow.count)
  for filter in filters {
    let expression = try TableFilterExpression(filter, columns: snapshot.columns)
    let expected = try slowRows(filter, slow)
    let log = ValueLog<CSVQueryResult>()
    let query = CSVQuery([expression]) { [weak log] in log?.add($0) }
    log.keep(query)
    query.update(snapshot)
    let numbers = await log.first { $0.isComplete }.rows
    #expect(numbers == expected.keys.sorted().map { Int32($0) }, "\(filter)")
    // Rows are printed as they stand in the file.
    let descriptor = open(folder.file("out"), O_CREAT | O_WRONLY | O_TRUNC, 0o600)
    var output = OutputWriter(descriptor: descriptor)
    let outcome = try CSVPrinter(format: .text, snapshot: snapshot, expressions: [expression]).print(to: &output)
    close(descriptor)
    #expect(outcome == (expected.isEmpty ? .noMatch : .printed(rows: expected.count)))
    let out = try RandomAccessFile(path: folder.file("out"))
    let ends: [CSVDialect.LineEnd: [UInt8]] = [.lineFeed: [0x0A], .both: [0x0D, 0x0A], .carriageReturn: [0x0D]]
    let sources = expected.sorted { $0.key < $1.key }.map { $0.value + (ends[snapshot.dialect.lineEnd] ?? []) }
    #expect(try out.bytes(at: 0, count: try out.size) == Array(sources.joined()), "\(filter)")
  }
}
