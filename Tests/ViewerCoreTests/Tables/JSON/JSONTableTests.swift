import Glibc
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkViewerCore
import Testing

/// Returns the table of a file with JSON lines after all its rows are indexed.
private func table(
  _ text: String, in folder: TemporaryFolder, name: String = "rows.jsonl"
) async throws -> CSVSnapshot {
  try await csvSnapshot(Array(text.utf8), in: folder, name: name)
}

private func column(_ name: String, of snapshot: CSVSnapshot) -> [String?] {
  let column = snapshot.columns.firstIndex { $0.name == name } ?? -1
  return (0..<snapshot.rowCount).map { snapshot.texts($0)[column] }
}

@Test func `the columns of JSON lines are all keys in the order of their first appearance`() async throws {
  let folder = try TemporaryFolder()
  let lines = #"""
    {"id": 1, "name": "pear", "tags": [ "a\u00e9\ud83d\ude42\u0022\n\ud83d", {"b" : null} ]}
    {"name": "f\u00efg\n", "id": 2.50, "price": 1e400}

    {"id": null, "seen": true}
    [1, 2]
    """#
  let snapshot = try await table(lines, in: folder)
  #expect(snapshot.columns.map(\.name) == ["id", "name", "tags", "price", "seen", "value"])
  #expect(snapshot.columns[0].type == .number)
  #expect(snapshot.texts(0) == ["1", "pear", #"["aé🙂\u0022\n\ud83d",{"b":null}]"#, nil, nil, nil])
  #expect(snapshot.texts(1) == ["2.50", "fïg\n", nil, "1e400", nil, nil])
  #expect(snapshot.texts(2) == [nil, nil, nil, nil, nil, nil])
  #expect(snapshot.texts(3) == ["", nil, nil, nil, "true", nil])
  #expect(snapshot.texts(4) == [nil, nil, nil, nil, nil, "[1,2]"])
  #expect(snapshot.badRows == 0 && snapshot.rowCount == 5)
  #expect(snapshot.sourceBytes(of: 0) == Array(lines.utf8.prefix { $0 != 0x0A }))
}

@Test func `lines that are no JSON are shown in the first column and counted`() async throws {
  let folder = try TemporaryFolder()
  let snapshot = try await table("{\"a\":1,\"b\":2}\nWarning: no JSON\n{\"a\":3,\"c\":4\n{\"b\":5}\n", in: folder)
  #expect(snapshot.columns.map(\.name) == ["a", "b"])
  #expect(snapshot.texts(1) == ["Warning: no JSON", nil])
  #expect(snapshot.texts(2) == ["{\"a\":3,\"c\":4", nil])
  #expect(snapshot.badRows == 2)
  #expect(snapshot.fault(of: 0) == nil)
  #expect(snapshot.fault(of: 2) == .noJSON("the text ends before the value does"))
  // Without any JSON there is still a column for the lines.
  let bad = try await table("no\nJSON\n", in: folder)
  #expect(bad.columns.map(\.name) == ["value"] && column("value", of: bad) == ["no", "JSON"])
}

@Test func `lines that are no JSON do not change the type of the first column`() async throws {
  let lines = (0..<100).map { $0 % 10 == 9 ? "a plain line" : "{\"a\":\($0),\"b\":\"x\"}" }
  let snapshot = try await table(lines.joined(separator: "\n"), in: try TemporaryFolder())
  #expect(snapshot.columns.map(\.type) == [.number, .text] && snapshot.badRows == 10)
}

@Test func `keys that only later lines have become columns, up to a limit`() async throws {
  let folder = try TemporaryFolder()
  var lines = ""
  for row in 0..<3_000 { lines += "{\"id\": \(row), \"key \(row % 1_500)\": \"\(row)\"}\n" }
  let snapshot = try await table(lines, in: folder)
  #expect(snapshot.columns.count == 1_000 && snapshot.columns[999].name == "key 998")
  #expect(column("key 7", of: snapshot).compactMap { $0 } == ["7", "1507"])
  #expect(snapshot.excessKeys == 501)
}

@Test func `equal, empty and odd keys have columns of their own`() async throws {
  let folder = try TemporaryFolder()
  let long = String(repeating: "k", count: 1 << 20)
  let snapshot = try await table(
    #"{"a": 1, "a": 2, "": 3, "value": 4, "x\n": 5, "\u0061": 6}"# + "\n7\n{\"\(long)\": 8}\n", in: folder)
  #expect(
    snapshot.columns.map(\.name)
      == ["a", "column 2", "value", "x ", "value (2)", String(repeating: "k", count: 256) + "…"])
  #expect(snapshot.texts(0) == ["6", "3", "4", "5", nil, nil])
  #expect(snapshot.texts(1)[4] == "7" && snapshot.texts(2)[5] == "8")
}

@Test func `JSON lines of other encodings and line ends are read`() async throws {
  let folder = try TemporaryFolder()
  let text = "{\"a\":\"é\\u00e9\"}\r\n{\"a\":\"🙂\"}\r\n"
  let units = Array(text.utf16)
  let little: [UInt8] = [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] as [UInt8] }
  let big: [UInt8] = [0xFE, 0xFF] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] as [UInt8] }
  let marked: [UInt8] = [0xEF, 0xBB, 0xBF] + Array(text.utf8)
  let returns: [UInt8] = text.utf8.filter { $0 != 0x0A }
  for bytes in [marked, little, big, returns] {
    let snapshot = try await csvSnapshot(bytes, in: folder, name: "a.ndjson")
    #expect(column("a", of: snapshot) == ["éé", "🙂"] && snapshot.badRows == 0)
    let found = await rows(of: snapshot, ["a=🙂"])
    #expect(found == [1])
  }
}

@Test func `bytes of value 0, broken characters and a cut-off file are no obstacle`() async throws {
  let folder = try TemporaryFolder()
  let bytes = Array("{\"a\":1}\n\0\n{\"a\":\"x\0\"}\n{\"a\":\"".utf8) + [0xFF] + Array("\"}\n{\"a\":[1,".utf8)
  let snapshot = try await csvSnapshot(bytes, in: folder, name: "a.jsonl")
  #expect(column("a", of: snapshot) == ["1", "\0", "{\"a\":\"x\0\"}", "\u{FFFD}", "{\"a\":[1,"])
  #expect(snapshot.badRows == 3)
}

@Test func `a line of 100 MB and one of 100,000 levels are shown by their start`() async throws {
  let folder = try TemporaryFolder()
  let size = perBuild(debug: 20_000_000, optimized: 100_000_000)
  let levels = 100_000
  var bytes = Array("{\"id\":1,\"deep\":".utf8) + [UInt8](repeating: UInt8(ascii: "["), count: levels)
  bytes += [UInt8](repeating: UInt8(ascii: "]"), count: levels) + Array("}\n{\"id\":2,\"text\":\"".utf8)
  bytes += [UInt8](repeating: UInt8(ascii: "y"), count: size) + Array("\"}\n{\"id\":3}\n".utf8)
  let snapshot = try await csvSnapshot(bytes, in: folder, name: "a.jsonl")
  #expect(column("id", of: snapshot) == ["1", "2", "3"] && snapshot.badRows == 0)
  #expect(snapshot.texts(0)[1] == String(repeating: "[", count: CSVField.shownLimit))
  #expect(size > 1 << 26 || snapshot.texts(1)[2] == String(repeating: "y", count: CSVField.shownLimit))
}

/// Returns the rows that match all filters, in an order.
private func rows(
  of snapshot: CSVSnapshot, _ filters: [String], order: [RowSortKey] = []
) async -> [Int32]? {
  let log = ValueLog<CSVQueryResult>()
  let expressions = filters.compactMap { try? TableFilterExpression($0, columns: snapshot.columns) }
  let query = CSVQuery(expressions, order: order) { [weak log] in log?.add($0) }
  log.keep(query)
  query.update(snapshot)
  return await log.first { $0.isComplete }.rows
}

@Test func `JSON lines are filtered and sorted by their values`() async throws {
  let folder = try TemporaryFolder()
  let snapshot = try await table(
    #"""
    {"n": 10, "t": "Jos\u00e9"}
    {"n": 9.5, "t": {"x": "Ana"}}
    no JSON
    {"t": "zoe", "n": NaN}
    {"n": 1e2}
    """#, in: folder)
  #expect(snapshot.badRows == 1)
  #expect(await rows(of: snapshot, ["n>9"]) == [0, 1, 4])
  #expect(await rows(of: snapshot, ["José"]) == [0])
  #expect(await rows(of: snapshot, ["n=no JSON"]) == [2])
  #expect(await rows(of: snapshot, ["t~ana"]) == [1])
  #expect(await rows(of: snapshot, ["!n<50"]) == [2, 3, 4])
  #expect(await rows(of: snapshot, [], order: [RowSortKey(column: 0, type: .number)]) == [1, 0, 4, 2, 3])
  let byText = RowSortKey(column: 1, type: .text, descending: true)
  #expect(await rows(of: snapshot, [], order: [byText]) == [1, 3, 0, 2, 4])
}

@Test func `a text is looked for in the values of JSON lines, not in keys and syntax`() async throws {
  let folder = try TemporaryFolder()
  let snapshot = try await table(
    #"""
    {"name": "pear", "tags": ["a", "b"], "note": "x\ty"}
    {"name": "null", "tags": [], "note": null}
    name: no JSON
    {"note": "pear\"s name"}
    "apple"
    """#, in: folder)
  #expect(await rows(of: snapshot, ["name"]) == [2, 3])
  #expect(await rows(of: snapshot, ["null"]) == [1])
  #expect(await rows(of: snapshot, ["pear"]) == [0, 3])
  #expect(await rows(of: snapshot, ["!pear"]) == [1, 2, 4])
  #expect(await rows(of: snapshot, ["pear\"s"]) == [3])
  #expect(await rows(of: snapshot, [#"["a","b"]"#]) == [0])
  #expect(await rows(of: snapshot, ["/^apple$/"]) == [4])
  #expect(await rows(of: snapshot, ["/^pear\t/"]) == [0])
  #expect(try printed(snapshot, .text, ["name"]).split(separator: "\n").count == 2)
}

@Test func `a text in many JSON lines without escapes is found in their values only`() async throws {
  let folder = try TemporaryFolder()
  let text = (0..<20_000).map { "{\"key\": \($0), \"text\": \"\($0 % 1_000 == 7 ? "the key" : "other")\"}\n" }.joined()
  let snapshot = try await table(text, in: folder)
  #expect(await rows(of: snapshot, ["key"])?.count == 20)
  #expect(await rows(of: snapshot, ["!key"])?.count == 19_980)
}

@Test func `the names of printed columns are the keys of JSON as they are`() async throws {
  let folder = try TemporaryFolder()
  let long = String(repeating: "k", count: 300)
  let keys = #"{"": 1, "x\ny": 2, "a\u0007,b": 3, "q\"": 4, "value": 5, "\#(long)": 6}"#
  let snapshot = try await table(keys + "\n7\n", in: folder)
  // The rows of Python's csv module.
  #expect(
    try printed(snapshot, .csv)
      == ",\"x\ny\",\"a\u{7},b\",\"q\"\"\",value,\(long),value (2)\n1,2,3,4,5,6,\n,,,,,,7\n")
  let single = try await table("{\"\": \"x\"}\n{\"\": null}\n", in: try TemporaryFolder())
  #expect(try printed(single, .csv) == "\"\"\nx\n\"\"\n")
}

/// Returns printed rows.
private func printed(_ snapshot: CSVSnapshot, _ format: PrintFormat, _ filters: [String] = []) throws -> String {
  let folder = try TemporaryFolder()
  let descriptor = open(folder.file("out"), O_CREAT | O_WRONLY, 0o600)
  defer { close(descriptor) }
  var output = OutputWriter(descriptor: descriptor)
  let expressions = try filters.map { try TableFilterExpression($0, columns: snapshot.columns) }
  _ = try CSVPrinter(format: format, snapshot: snapshot, expressions: expressions).print(to: &output)
  return String(decoding: try RandomAccessFile(path: folder.file("out")).bytes(at: 0, count: 1 << 20), as: UTF8.self)
}

@Test func `printed JSON lines are those of the file, or rows of CSV`() async throws {
  let folder = try TemporaryFolder()
  let text = "{\"a\":  1, \"b\" : \"x\\\"y\"}\nno JSON\n\n{\"b\":[1, 2]}"
  let snapshot = try await table(text, in: folder)
  #expect(try printed(snapshot, .text) == text + "\n")
  #expect(try printed(snapshot, .ndjson) == text + "\n")
  #expect(try printed(snapshot, .text, ["a=1"]) == "{\"a\":  1, \"b\" : \"x\\\"y\"}\n")
  #expect(try printed(snapshot, .csv) == "a,b\n1,\"x\"\"y\"\nno JSON\n,\n,\"[1,2]\"\n")
}

@Test func `the elements of an array are the rows of a table`() async throws {
  let folder = try TemporaryFolder()
  var text = "\n [\n  {\"a\": 1, \"b\": \"],[\\\\\\\"\"},\n  {\"a\": [2, {\"c\": [3]}]} , 4,"
  for row in 4..<2_000 { text += "\n  {\n    \"a\": \(row),\n    \"d\": [\(row)]\n  }," }
  text += "[5]\n]\n"
  let snapshot = try await table(text, in: folder, name: "a.json")
  #expect(snapshot.dialect.form == .jsonElements && snapshot.rowCount == 2_000 && snapshot.badRows == 0)
  #expect(snapshot.columns.map(\.name) == ["a", "b", "value", "d"])
  #expect(snapshot.texts(0) == ["1", "],[\\\"", nil, nil])
  #expect(snapshot.texts(1) == ["[2,{\"c\":[3]}]", nil, nil, nil])
  #expect(snapshot.texts(2)[2] == "4" && snapshot.texts(1_000)[0] == "1001" && snapshot.texts(1_999)[2] == "[5]")
  #expect(String(decoding: snapshot.sourceBytes(of: 3), as: UTF8.self) == "{\n    \"a\": 4,\n    \"d\": [4]\n  }")
  #expect(await rows(of: snapshot, ["a>1998"]) == [1_998])
  #expect(try printed(snapshot, .ndjson, ["a=7"]) == "{\"a\":7,\"d\":[7]}\n")
  #expect(try printed(snapshot, .text, ["a=7"]) == "{\n    \"a\": 7,\n    \"d\": [7]\n  }\n")
}

@Test(arguments: [
  ("a.json", "[{\"a\":1}]", RowForm.jsonElements), ("a", " [ {", .jsonElements), ("a.json", "[1,{}]", nil),
  ("a.json", "{\"a\":1}\n", nil), ("a.json", "{\"a\":1}\n{\"a\":", .jsonLines),
  ("a", "{\"a\":1}\n{\"b\":2}\n", .jsonLines),
  ("a.json", "{\n\"a\":1}\n", nil), ("a.jsonl", "", .jsonLines), ("a.NDJSON", "words", .jsonLines),
  ("a.txt", "{\"a\":1}\n{\"b\":2}\n", nil), ("a.log", "[{", nil), ("a.csv", "{\"a\":1}\n{\"b\":2}\n", .fields),
])
func `the format of a file follows from its name or its first bytes`(name: String, start: String, form: RowForm?) {
  #expect(RowForm.detect(Array(start.utf8), name: name) == form)
}
