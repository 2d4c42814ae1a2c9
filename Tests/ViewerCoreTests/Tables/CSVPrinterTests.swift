import Glibc
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkViewerCore
import Testing

/// Returns the output of printing a table.
private func printed(
  _ bytes: [UInt8], _ format: PrintFormat, filters: [String] = [], sort: String? = nil, name: String = "table.csv"
) throws -> (text: [UInt8], outcome: PrintOutcome) {
  let folder = try TemporaryFolder()
  let file = try RandomAccessFile(path: try folder.write(bytes, to: name))
  let snapshot = CSVSnapshot.read(file, name: name)
  let printer = CSVPrinter(
    format: format, snapshot: snapshot,
    expressions: try filters.map { try TableFilterExpression($0, columns: snapshot.columns) },
    order: try sort.map { try RowSortKey.parse($0, columns: snapshot.columns) } ?? [])
  let descriptor = open(folder.file("out"), O_CREAT | O_WRONLY, 0o600)
  var output = OutputWriter(descriptor: descriptor)
  let outcome = try printer.print(to: &output)
  close(descriptor)
  let out = try RandomAccessFile(path: folder.file("out"))
  return (try out.bytes(at: 0, count: try out.size), outcome)
}

private let source = "name,n\r\n\"x, \"\"y\"\"\r\nz\",10\r\nplain,9\r\n\"q\",8\r\n"

@Test func `rows in the format of the file are printed byte for byte`() throws {
  #expect(try printed(Array(source.utf8), .csv).text == Array(source.utf8))
  #expect(try printed(Array(source.utf8), .text).text == Array(source.utf8))
  let filtered = try printed(Array(source.utf8), .csv, filters: ["n>8"], sort: "n")
  #expect(String(decoding: filtered.text, as: UTF8.self) == "name,n\r\nplain,9\r\n\"x, \"\"y\"\"\r\nz\",10\r\n")
  #expect(filtered.outcome == .printed(rows: 2))
  #expect(try printed(Array(source.utf8), .csv, filters: ["n>80"]).outcome == .noMatch)
}

@Test(arguments: [CharacterEncoding.utf16LittleEndian, .utf16BigEndian, .windows1252])
func `rows in the format of a file in another encoding become UTF-8, with their quotes and line ends`(
  encoding: CharacterEncoding
) throws {
  let text = "name,n\r\n\"é, \"\"y\"\"\r\nz\",10\r\n\"plain\",9\r\nq,8\r\n"
  let mark = encoding == .windows1252 ? "" : "\u{FEFF}"
  let bytes = (mark + text).utf16.flatMap { unit -> [UInt8] in
    let (low, high) = (UInt8(unit & 0xFF), UInt8(unit >> 8))
    return encoding == .windows1252 ? [low] : encoding == .utf16LittleEndian ? [low, high] : [high, low]
  }
  #expect(String(decoding: try printed(bytes, .csv).text, as: UTF8.self) == text)
  let filtered = try printed(bytes, .csv, filters: ["n>8"], sort: "n").text
  #expect(
    String(decoding: filtered, as: UTF8.self)
      == "name,n\r\n\"plain\",9\r\n\"é, \"\"y\"\"\r\nz\",10\r\n")
  // Another format encodes the fields anew.
  let tabs = try printed(bytes, .tsv, filters: ["n<10"]).text
  #expect(String(decoding: tabs, as: UTF8.self) == "name\tn\nplain\t9\nq\t8\n")
}

@Test func `rows are saved in the format of the ending, or of the table, but not as another`() throws {
  #expect(try RowSaver.format(of: "/a/b.ndjson", source: "t.csv") == .ndjson)
  #expect(try RowSaver.format(of: "b.json", source: "t.json.gz") == .text)
  #expect(try RowSaver.format(of: "b.log", source: "t.csv") == .text)
  for name in ["b.json", "b.XLSX"] {
    #expect(throws: FileError.self) { try RowSaver.format(of: name, source: "t.csv") }
  }
}

@Test func `a row too long to read is an error, and the rows after it are found`() throws {
  var bytes = Array("a,b\n1,".utf8)
  bytes += [UInt8](repeating: UInt8(ascii: "x"), count: 66 << 20)
  bytes += Array("\n2,3\n4,3\n".utf8)
  for (filters, sort) in [(["3"], nil), (["b=3"], nil), (["b=3"], "a:desc")] as [([String], String?)] {
    let found = try printed(bytes, .csv, filters: filters, sort: sort).text
    #expect(String(decoding: found, as: UTF8.self) == (sort == nil ? "a,b\n2,3\n4,3\n" : "a,b\n4,3\n2,3\n"))
  }
  let error = #expect(throws: FileError.self) { try printed(bytes, .csv) }
  #expect(error?.description.hasSuffix("1 row is longer than 64 MiB and written only up to there") == true)
}

@Test func `rows in other formats are encoded anew`() throws {
  let tabs = try printed(Array(source.utf8), .tsv).text
  #expect(String(decoding: tabs, as: UTF8.self) == "name\tn\n\"x, \"\"y\"\"\r\nz\"\t10\nplain\t9\nq\t8\n")
  let lines = try printed(Array(source.utf8), .ndjson, filters: ["n>8"]).text
  #expect(
    String(decoding: lines, as: UTF8.self)
      == "{\"name\":\"x, \\\"y\\\"\\r\\nz\",\"n\":10}\n{\"name\":\"plain\",\"n\":9}\n")
  let other = try printed(Array("a;b\n1;\"x;y\"\n2;\"p,q\"\n".utf8), .csv).text
  #expect(String(decoding: other, as: UTF8.self) == "a,b\n1,x;y\n2,\"p,q\"\n")
}

@Test(.enabled(if: system("python3 -c 'import csv' 2>/dev/null") == 0, "python3 is not installed"))
func `printed CSV and JSON lines have the fields that Python finds in the file`() throws {
  let folder = try TemporaryFolder()
  let script = """
    import csv, json, sys
    rows = list(csv.reader(open('in.csv', newline='', encoding='utf-8')))
    again = list(csv.reader(open('out.csv', newline='', encoding='utf-8')))
    assert rows == again, 'csv'
    tabs = list(csv.reader(open('out.tsv', newline='', encoding='utf-8'), dialect='excel-tab'))
    assert rows == tabs, 'tsv'
    lines = [json.loads(line) for line in open('out.json', encoding='utf-8')]
    assert [list(line.values()) for line in lines] == rows[1:], 'json'
    """
  try folder.write(script, to: "check.py")
  var random = SeededGenerator(seed: 8)
  let texts = [
    "plain", "a,b", "\"quoted\"", "line\nline", "日本語", "שלום", "x\r\ny", "", " space ", "😀\t", "\"",
    "a \"b\"",
  ]
  var text = "a;b;c\n"
  for _ in 0..<500 {
    let row = (0..<3).map { _ in "\"" + random.pick(texts).replacing("\"", with: "\"\"") + "\"" }
    text += row.joined(separator: ";") + "\n"
  }
  try folder.write(text.replacing(";", with: ","), to: "in.csv")
  try folder.write(try printed(Array(text.utf8), .csv).text, to: "out.csv")
  let tabs = try printed(Array(text.utf8), .tsv).text
  try folder.write(tabs, to: "out.tsv")
  try folder.write(try printed(Array(text.utf8), .ndjson).text, to: "out.json")
  #expect(system("cd '\(folder.path)' && python3 check.py") == 0)
  // Printed as CSV again, the rows are those that were printed at first.
  let again = try printed(tabs, .csv, name: "table.tsv").text
  #expect(again == (try printed(Array(text.utf8), .csv).text))
}

@Test func `values of TSV are quoted only where their reader needs it`() throws {
  let rows = "a;b\n\"\"\"x\"\" y\";2\n1 \"z\";\"\"\nx\ty;\"p\nq\"\n"
  let text = try printed(Array(rows.utf8), .tsv).text
  #expect(
    String(decoding: text, as: UTF8.self)
      == "a\tb\n\"\"\"x\"\" y\"\t2\n1 \"z\"\t\n\"x\ty\"\t\"p\nq\"\n")
  let single = try printed(Array("a\n\"\"\nx\n".utf8), .tsv).text
  #expect(String(decoding: single, as: UTF8.self) == "a\n\"\"\nx\n")
}

@Test(arguments: ["table.csv", "table.jsonl", "table.json"])
func `sorted rows of each form and encoding are those of the file`(name: String) throws {
  var random = SeededGenerator(seed: 5)
  let values = (0..<1_000).map { _ in random.below(500) }
  let isJSON = name != "table.csv"
  let rows = values.enumerated().map { number, value in
    let text = ["x", "é, ”", "two\r\nlines", ""][number % 4]
    let field = isJSON ? text.replacing("\r\n", with: "\\n") : "\"\(text)\""
    return isJSON ? "{\"v\":\(value),\"n\":\(number),\"t\":\"\(field)\"}" : "\(value),\(number),\(field)"
  }
  let order = values.indices.sorted { (values[$0], $0) < (values[$1], $1) }.filter { values[$0] < 400 }
  let text =
    name == "table.json"
    ? "[\n" + rows.joined(separator: ",\n") + "\n]"
    : (isJSON ? "" : "v,n,t\r\n") + rows.joined(separator: "\r\n")
  let format = isJSON ? PrintFormat.ndjson : .csv
  let expected = (isJSON ? [] : ["v,n,t"]) + order.map { rows[$0] }
  let found = String(
    decoding: try printed(Array(text.utf8), format, filters: ["v<400"], sort: "v", name: name).text, as: UTF8.self)
  // Elements of an array have no ends of lines to be kept.
  #expect(found == expected.map { $0 + (name == "table.json" ? "\n" : "\r\n") }.joined())
  if isJSON { return }
  let wide = ("\u{FEFF}" + text).utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
  #expect(
    String(decoding: try printed(wide, format, filters: ["v<400"], sort: "v").text, as: UTF8.self)
      == expected.map { $0 + "\r\n" }.joined())
}

@Test func `numbers with units are texts in JSON`() throws {
  let text = String(decoding: try printed(Array("n,m\n50%,$7\n7%,$8\n".utf8), .ndjson).text, as: UTF8.self)
  #expect(text == "{\"n\":\"50%\",\"m\":\"$7\"}\n{\"n\":\"7%\",\"m\":\"$8\"}\n")
}

@Test func `a column with a code that begins with zeros is all texts in JSON, and other columns keep their numbers`()
  throws
{
  let rows = (0..<2_000).map { "\(10_000 + $0),\($0)\n" }.joined()
  let text = String(
    decoding: try printed(Array(("zip,n\n" + rows + "00501,7\n12345,n/a\n").utf8), .ndjson).text, as: UTF8.self)
  let lines = text.split(separator: "\n")
  #expect(lines.first == "{\"zip\":\"10000\",\"n\":0}")
  #expect(lines.suffix(2) == ["{\"zip\":\"00501\",\"n\":7}", "{\"zip\":\"12345\",\"n\":\"n/a\"}"])
  // The rows of a filter are written as they are without it.
  let found = try printed(Array("zip,n\n00501,1.50\n10001,-2e5\n".utf8), .ndjson, filters: ["n<0"]).text
  #expect(String(decoding: found, as: UTF8.self) == "{\"zip\":\"10001\",\"n\":-2e5}\n")
  for other in ["+5", "1 000", "$5", "5.", ".5", " 05"] {
    let mixed = try printed(Array("n,m\n1,2\n\(other),3\n".utf8), .ndjson).text
    #expect(
      String(decoding: mixed, as: UTF8.self)
        == "{\"n\":\"1\",\"m\":2}\n{\"n\":\"\(other)\",\"m\":3}\n")
  }
}

@Test func `the byte order mark and the line with the delimiter stay before a header that is copied`() throws {
  let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  let marked = mark + Array("a,b\n1,x\n2,y\n".utf8)
  for format in [PrintFormat.text, .csv] { #expect(try printed(marked, format).text == marked) }
  #expect(try printed(marked, .csv, filters: ["a=2"], sort: "a").text == mark + Array("a,b\n2,y\n".utf8))
  // In another format and another encoding there is none.
  #expect(try printed(marked, .tsv).text == Array("a\tb\n1\tx\n2\ty\n".utf8))
  let named = Array("sep=;\na;b\n1;x\n".utf8)
  #expect(try printed(named, .text).text == named)
  #expect(try printed(named, .csv).text == Array("a,b\n1,x\n".utf8))
  let wide = ("\u{FEFF}a,b\r\n1,é\r\n").utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
  #expect(try printed(wide, .text).text == wide)
  let lines = mark + Array("{\"a\":1}\n".utf8)
  #expect(try printed(lines, .ndjson, name: "a.jsonl").text == lines)
  let bare = mark + Array("Ada,36\nBob,41\n".utf8)
  #expect(try printed(bare, .text).text == bare)
}

@Test func `a line that is no JSON is the only field of its row`() throws {
  let lines = Array("{\"a\":1,\"b\":2}\nno JSON, really\n{\"a\":3,\"b\":4}\n".utf8)
  let text = String(decoding: try printed(lines, .csv, name: "a.jsonl").text, as: UTF8.self)
  #expect(text == "a,b\n1,2\n\"no JSON, really\"\n3,4\n")
  #expect(try printed(lines, .ndjson, name: "a.jsonl").text == lines)
}

@Test func `tags have a name of their own in a table with a column of that name`() throws {
  let columns = ["tag", "row tag", "x"].map { TableColumnInfo(name: $0, type: .text) }
  #expect(RowTags.columnName(beside: [columns[2]]) == "tag")
  #expect(RowTags.columnName(beside: [columns[0], columns[2]]) == "row tag")
  #expect(RowTags.columnName(beside: columns) == "row tag 2")
  let folder = try TemporaryFolder()
  let path = try folder.write("x,tag\n1,9\n2,8\n3,7\n", to: "a.csv")
  let snapshot = CSVSnapshot.read(try RandomAccessFile(path: path), name: path)
  var tags = RowTags()
  (tags[0], tags[2]) = (2, 1)
  func lines(_ format: PrintFormat, _ filter: String, _ sort: String) throws -> String {
    var printer = CSVPrinter(
      format: format, snapshot: snapshot, expressions: [try TableFilterExpression(filter, columns: snapshot.columns)],
      order: try RowSortKey.parse(sort, columns: snapshot.columns), tags: tags)
    printer.includesTags = true
    let descriptor = open(folder.file("out"), O_CREAT | O_WRONLY | O_TRUNC, 0o600)
    defer { close(descriptor) }
    var output = OutputWriter(descriptor: descriptor)
    _ = try printer.print(to: &output)
    return TemporaryFolder.text(folder.file("out"))
  }
  #expect(try lines(.csv, "row tag>0", "row tag") == "x,tag,row tag\n3,7,1\n1,9,2\n")
  #expect(try lines(.csv, "tag>7", "tag") == "x,tag,row tag\n2,8,\n1,9,2\n")
  #expect(try lines(.ndjson, "tag=7", "tag") == "{\"x\":3,\"tag\":7,\"row tag\":1}\n")
}

@Test func `rows are printed with a column of tags`() throws {
  func tagged(_ text: String, _ format: PrintFormat, name: String = "a.csv") throws -> String {
    let folder = try TemporaryFolder()
    let snapshot = CSVSnapshot.read(try RandomAccessFile(path: try folder.write(text, to: name)), name: name)
    var tags = RowTags()
    tags[1] = 7
    var printer = CSVPrinter(format: format, snapshot: snapshot, tags: tags)
    printer.includesTags = true
    let descriptor = open(folder.file("out"), O_CREAT | O_WRONLY, 0o600)
    var output = OutputWriter(descriptor: descriptor)
    _ = try printer.print(to: &output)
    close(descriptor)
    return TemporaryFolder.text(folder.file("out"))
  }
  #expect(try tagged("a,b\n1,\"x,y\"\n2\n", .csv) == "a,b,tag\n1,\"x,y\",\n2,,7\n")
  #expect(
    try tagged("a,b\n1,x\n2,y\n", .ndjson) == "{\"a\":1,\"b\":\"x\",\"tag\":null}\n{\"a\":2,\"b\":\"y\",\"tag\":7}\n")
  #expect(try tagged("{\"a\":1}\n{\"a\":2}\n", .ndjson, name: "a.jsonl") == "{\"a\":1}\n{\"a\":2,\"tag\":7}\n")
  // Values that cannot have a member get one beside them, and so do lines that are no JSON.
  #expect(try tagged("1\n[2]\n", .ndjson, name: "a.jsonl") == "1\n{\"value\":[2],\"tag\":7}\n")
  #expect(try tagged("1\n{}\n", .ndjson, name: "a.jsonl") == "1\n{\"tag\":7}\n")
  let faulty = "{\"a\":1,\"b\":2}\nno  \"JSON\n{\"a\":3}  x\n"
  #expect(
    try tagged(faulty, .ndjson, name: "a.jsonl")
      == "{\"a\":1,\"b\":2}\n{\"line\":\"no  \\\"JSON\",\"tag\":7}\n{\"a\":3}  x\n")
  #expect(
    try tagged(faulty, .csv, name: "a.jsonl") == "a,b,tag\n1,2,\n\"no  \"\"JSON\",,7\n\"{\"\"a\"\":3}  x\"\n")
}
