import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkViewerCore
import Testing

// Filters of tables that pass over rows without the text that they look for. A negated filter passes over nothing, so
// that both together have all rows, and none twice.

/// Returns the rows that match all filters.
private func rows(_ filter: String..., in snapshot: CSVSnapshot) async throws -> [Int32] {
  let expressions = try filter.map { try TableFilterExpression($0, columns: snapshot.columns) }
  let log = ValueLog<CSVQueryResult>()
  let query = CSVQuery(expressions) { [weak log] in log?.add($0) }
  log.keep(query)
  query.update(snapshot)
  let result = await log.first { $0.isComplete }
  #expect(result.searched == snapshot.rowCount)
  return result.rows ?? []
}

/// Returns random rows, some with rare texts. Each ends with one of several line breaks; some have quotes.
private func randomRows(_ random: inout SeededGenerator, count: Int) -> [UInt8] {
  let ends: [[UInt8]] = random.pick([[[0x0A]], [[0x0D, 0x0A]], [[0x0D]], [[0x0A], [0x0D], [0x0D, 0x0A]]])
  let (quotes, rare) = (random.pick([0, 0, 1, 30]), random.pick([0, 1, 1, 20, 100]))
  let common = ["plain", "", "a longer text of the row", "17", "x"]
  let special = ["error", "ERROR 42", "an error,", "it's \"\"err\"\"or", "err\u{E9}or", "request 17 failed"]
  var bytes: [UInt8] = []
  for _ in 0..<count {
    let fields = (0..<random.pick([1, 3, 3, 3])).map { _ -> String in
      let text = random.chance(rare) ? random.pick(special) : random.pick(common)
      return random.chance(quotes) || text.contains(",") || text.contains("\"") ? "\"\(text)\"" : text
    }
    bytes += Array(fields.joined(separator: ",").utf8) + random.pick(ends)
  }
  return bytes + (random.chance(50) ? Array("error".utf8) : [])
}

private let filters = [
  "error", "ERR", "b~error", "b=error", "b~/request \\d+ failed/", "/err.*or/i", "c~it's \"err", "a=x", "17",
  "no such text", "b~/[a-z]+ 17/",
]

@Test(.serialized, arguments: 0..<rounds / 2) func `a table's filter finds what its negation leaves out`(
  seed: Int
) async throws {
  var random = SeededGenerator(seed: seed)
  // More than the reader takes at once, at times.
  let count = random.pick([0, 1, 40, 2_000, perBuild(debug: 2_000, optimized: 30_000)])
  let bytes = Array("a,b,c\n".utf8) + randomRows(&random, count: count)
  let choice = CSVDialect.Choice(delimiter: UInt8(ascii: ","), quote: .some(0x22), hasHeader: true, encoding: .utf8)
  let snapshot = try await csvSnapshot(bytes, choice, in: try TemporaryFolder())
  for filter in filters {
    let (found, others) = (try await rows(filter, in: snapshot), try await rows("!" + filter, in: snapshot))
    #expect((found + others).sorted() == (0..<Int32(snapshot.rowCount)).map { $0 }, "\(filter)")
    #expect(found == found.sorted())
  }
}

@Test(arguments: [CharacterEncoding.bareUTF16LittleEndian, .bareUTF16BigEndian, .utf8])
func `a long table with quotes is searched to its end in each encoding`(encoding: CharacterEncoding) async throws {
  let count = 70_000
  let text = "id,note\n" + (0..<count).map { "\($0),\"\($0 % 7 == 3 ? "alpha" : "beta")\"\n" }.joined()
  let units = text.utf8.flatMap { byte -> [UInt8] in
    switch encoding {
    case .utf8: [byte]
    case .bareUTF16BigEndian: [0, byte]
    default: [byte, 0]
    }
  }
  let choice = CSVDialect.Choice(
    delimiter: UInt8(ascii: ","), quote: .some(0x22), hasHeader: true, encoding: encoding)
  let snapshot = try await csvSnapshot(units, choice, in: try TemporaryFolder())
  let wanted = (0..<Int32(count)).filter { $0 % 7 == 3 }
  for filter in ["alpha", "note~alpha", "note=alpha", "note~/al+pha/"] {
    #expect(try await rows(filter, in: snapshot) == wanted, "\(filter)")
  }
}

@Test(.serialized, arguments: 0..<rounds / 4) func `a filter of rows that are lines finds what it finds in a text`(
  seed: Int
) async throws {
  var random = SeededGenerator(seed: seed)
  let texts = ["plain", "", "error", "err,or", "an error 17", "17", "x", "\u{E9}rr"]
  let kinds = (0..<random.pick([1, 4, 60])).map { _ in (0..<3).map { _ in random.pick(texts) }.joined(separator: ",") }
  let lines = ["a,b,c"] + (0..<random.pick([1, 50, 9_000])).map { _ in random.pick(kinds) }
  let text = lines.joined(separator: random.pick(["\n", "\r\n"])) + random.pick(["", "\n"])
  let choice = CSVDialect.Choice(delimiter: UInt8(ascii: ","), quote: .some(0x22), hasHeader: true, encoding: .utf8)
  let snapshot = try await csvSnapshot(text.utf8, choice, in: try TemporaryFolder())
  for (first, second) in [
    ("error", "x"), ("/err.*17/", "!/^,/"), ("/err.r,/i", "/17/"), ("!x", "/[0-9]$/"), ("/\u{E9}r+/", "/or/"),
  ] {
    var filter = Filter([try FilterExpression(first), try FilterExpression(second)])
    // An empty last line is no row.
    let expected = lines.indices.dropFirst().filter {
      filter.matches(lines[$0]) && ($0 < lines.count - 1 || text.hasSuffix("\n") || !lines[$0].isEmpty)
    }
    #expect(try await rows(first, second, in: snapshot) == expected.map { Int32($0 - 1) }, "\(first) \(second)")
  }
}

@Test func `a filter of the elements of a JSON array does not take lines for elements`() async throws {
  let text =
    "[\n{\"a\": 1,\n\"b\": \"x\"}, {\"a\": 2, \"b\": \"y\"},\n\n"
    + (3..<3_000).map {
      "{\"a\": \($0),\n\n\"b\": \"\($0 % 1_000 == 0 ? "error" : "fine")\"},\n"
    }.joined() + "{\"a\": 3000, \"b\": \"error\"}]\n"
  let snapshot = try await csvSnapshot(text.utf8, in: try TemporaryFolder(), name: "a.json")
  #expect(snapshot.rowCount == 3_000)
  #expect(try await rows("error", in: snapshot) == [999, 1_999, 2_999])
  #expect(try await rows("/\te..or$/", in: snapshot) == [999, 1_999, 2_999])
  #expect(try await rows("b=error", in: snapshot) == [999, 1_999, 2_999])
  #expect(try await rows("!fine", in: snapshot) == [0, 1, 999, 1_999, 2_999])
}

@Test(.serialized, arguments: 0..<rounds / 4) func `a filter of JSON lines finds texts behind escapes`(
  seed: Int
) async throws {
  var random = SeededGenerator(seed: seed)
  let texts = [
    #""plain""#, #""err\u006fr""#, #""error""#, "17", #"{"x": "error"}"#, #""a \"quoted\" error""#, "[1, 2]",
  ]
  let lines = (0..<random.pick([10, 1_000])).map { _ in
    let text = random.chance(random.pick([1, 50])) ? random.pick(texts) : texts[0]
    return random.chance(2) ? "no JSON, error\n" : "{\"a\": 1, \"b\": \(text)}\n"
  }
  let snapshot = try await csvSnapshot(lines.joined().utf8, in: try TemporaryFolder(), name: "a.jsonl")
  for filter in ["error", "b~error", "b=error", "b~{\"x\"", "b~/err.r/", "b~[1,2]"] {
    guard filter == "error" || snapshot.columns.contains(where: { $0.name == "b" }) else { continue }
    let (found, others) = (try await rows(filter, in: snapshot), try await rows("!" + filter, in: snapshot))
    #expect((found + others).sorted() == (0..<Int32(snapshot.rowCount)).map { $0 }, "\(filter)")
  }
}

@Test func `rows before and after those that are passed over keep their numbers`() async throws {
  let count = 60_000
  let text = "n,t\r\n" + (0..<count).map { "\($0),\($0 % 1_000 == 999 ? "Needle" : "hay")\r\n" }.joined() + "needle"
  let snapshot = try await csvSnapshot(text.utf8, in: try TemporaryFolder())
  let expected = (0..<Int32(count)).filter { $0 % 1_000 == 999 }
  #expect(try await rows("needle", in: snapshot) == expected + [Int32(count)])
  #expect(try await rows("t~needle", in: snapshot) == expected)
  #expect(try await rows("t=Needle", in: snapshot) == expected)
}
