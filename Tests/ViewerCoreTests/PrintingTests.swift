import Glibc
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkViewerCore
import Testing

/// Returns the bytes that `body` writes, and its result.
private func captured(
  _ body: (inout OutputWriter) throws(FileError) -> PrintOutcome
) throws -> (text: String, outcome: PrintOutcome) {
  let folder = try TemporaryFolder()
  let path = folder.file("output")
  let descriptor = creat(path, 0o600)
  var output = OutputWriter(descriptor: descriptor)
  let outcome = try body(&output)
  #expect(close(descriptor) == 0)
  let file = try RandomAccessFile(path: path)
  return (String(decoding: try file.bytes(at: 0, count: try file.size), as: UTF8.self), outcome)
}

private func printed(_ bytes: some Sequence<UInt8>, _ printer: LinePrinter) throws -> (
  text: String, outcome: PrintOutcome
) {
  let folder = try TemporaryFolder()
  let file = try RandomAccessFile(path: try folder.write(bytes, to: "input"))
  return try captured { output throws(FileError) in try printer.print(file, to: &output) }
}

private func filter(_ expression: String) throws -> Filter { Filter([try FilterExpression(expression)]) }

@Test(arguments: ["", "one", "one\n", "one\r\n\r\n\ntwo", "a\0b\n"]) func `text is printed unchanged`(text: String)
  throws
{
  #expect(try printed(text.utf8, LinePrinter(format: .text)).text == text)
}

@Test func `lines with bytes of value 0 are found and printed`() throws {
  let text = (0..<30).map { $0 % 3 == 0 ? "line \($0)\0 of it\n" : "ordinary line \($0)\n" }
  let found = try printed(text.joined().utf8, LinePrinter(format: .text, filter: filter("of it"))).text
  #expect(found == text.filter { $0.contains("of it") }.joined())
}

@Test(arguments: ["UTF-16", "UTF-16LE", "ISO-8859-1", "CP1251", "CP932"])
func `lines in another encoding are filtered as they are shown, and printed with their bytes`(name: String) throws {
  let word = ["CP1251": "соединение", "CP932": "これは試験"][name] ?? "älpha"
  let text = (0..<50).map { "line \($0) \($0 % 10 == 3 ? word : "other " + word.dropLast())\n" }
  let bytes = try encoded(text.joined(), name)
  let found = text.indices.filter { $0 % 10 == 3 }
  let lines = try printed(bytes, LinePrinter(format: .ndjson, filter: filter(word)))
  let record = { (line: Int) in "{\"line\":\(line + 1),\"text\":\"\(text[line].dropLast())\"}\n" }
  #expect(lines.text == found.map(record).joined())
  let folder = try TemporaryFolder()
  let file = try RandomAccessFile(path: try folder.write(bytes, to: "input"))
  let output = folder.file("output")
  let descriptor = creat(output, 0o600)
  var writer = OutputWriter(descriptor: descriptor)
  _ = try LinePrinter(format: .text, filter: filter(word)).print(file, to: &writer)
  #expect(close(descriptor) == 0)
  let copy = try RandomAccessFile(path: output)
  let plain = name == "UTF-16" ? "UTF-16LE" : name
  #expect(try copy.bytes(at: 0, count: 4_096) == encoded(found.map { text[$0] }.joined(), plain))
}

@Test func `lines in another encoding are printed as UTF-8 in JSON, however late it shows`() throws {
  let start = (0..<9_000).map { "plain line \($0)\n" }.joined()
  let bytes = try Array(start.utf8) + encoded("Größe\nkurz\n", "ISO-8859-1")
  let last = "{\"line\":9001,\"text\":\"Größe\"}\n"
  #expect(try printed(bytes, LinePrinter(format: .ndjson, filter: filter("größe"))).text == last)
  for order in [[], [SortKey(.line, descending: true)]] {
    let all = try printed(bytes, LinePrinter(format: .ndjson, order: order)).text
    #expect(all.contains(last) && !all.contains("\u{FFFD}"))
  }
}

@Test func `lines are printed as JSON with their numbers`() throws {
  let bytes = Array("say \"hi\"\t\\\r\n\nbéll \u{7}".utf8) + [0xFF]
  let result = try printed(bytes, LinePrinter(format: .ndjson))
  #expect(
    result.text == """
      {"line":1,"text":"say \\"hi\\"\\t\\\\"}
      {"line":2,"text":""}
      {"line":3,"text":"béll \\u0007\u{FFFD}"}

      """)
  #expect(result.outcome == .printed(rows: 3))
}

@Test func `lines are printed as CSV and TSV`() throws {
  let text = "a,\"b\"\nc\td\n"
  #expect(try printed(text.utf8, LinePrinter(format: .csv)).text == "line,text\n1,\"a,\"\"b\"\"\"\n2,\"c\td\"\n")
  #expect(try printed(text.utf8, LinePrinter(format: .tsv)).text == "line\ttext\n1\ta,\"b\"\n2\t\"c\td\"\n")
}

@Test func `printed lines are filtered and sorted`() throws {
  let text = "beta\nalpha 1\ngamma\nalpha 2"
  let some = LinePrinter(format: .text, filter: try filter("ALPHA"))
  #expect(try printed(text.utf8, some).text == "alpha 1\nalpha 2")
  let down = LinePrinter(format: .text, order: [SortKey(.text, descending: true)])
  #expect(try printed(text.utf8, down).text == "gamma\nbeta\nalpha 2\nalpha 1\n")
  let back = LinePrinter(format: .ndjson, order: [SortKey(.line, descending: true)], filter: try filter("!alpha"))
  #expect(try printed(text.utf8, back).text == "{\"line\":3,\"text\":\"gamma\"}\n{\"line\":1,\"text\":\"beta\"}\n")
}

@Test(arguments: 0..<rounds / 4) func `lines are printed that match one by one`(seed: Int) throws {
  var random = SeededGenerator(seed: seed)
  let kinds = ["beta", "alpha 1", "alpha", "", "\u{1B}[31mal\u{1B}[0mpha 3", "pha \u{E9}", "al 2\r", "alpha 7\r"]
  let repeated = String(repeating: "x", count: random.pick([10, 400_000])) + "alpha 5"
  let count = random.pick([1, 30, perBuild(debug: 300, optimized: 60_000)])
  let lines = (0..<count).map { _ in random.chance(count < 100 ? 5 : 0) ? repeated : random.pick(kinds) }
  let hasEnd = random.chance(50)
  let text = lines.joined(separator: "\n") + (hasEnd ? "\n" : "")
  for expression in ["/al.*[0-9]$/", "/^alpha \\d/", "alpha", "!/pha/", "/\u{E9}/"] {
    var matcher = try filter(expression)
    // An empty last line is no line.
    let numbers = lines.indices.filter { number in
      let line = Array((lines[number].hasSuffix("\r") ? String(lines[number].dropLast()) : lines[number]).utf8)
      return (number < lines.count - 1 || hasEnd || !line.isEmpty)
        && line.withUnsafeBytes { matcher.matches(shown: $0) }
    }
    let result = try printed(text.utf8, LinePrinter(format: .text, filter: try filter(expression)))
    let expected = numbers.map { lines[$0] + ($0 < lines.count - 1 || hasEnd ? "\n" : "") }
    #expect(result.text.utf8.elementsEqual(expected.joined().utf8), "\(expression)")
    let table = try printed(text.utf8, LinePrinter(format: .tsv, filter: try filter(expression))).text
    let printedNumbers = table.utf8.split(separator: 0x0A).dropFirst().compactMap { line in
      Int(String(decoding: line.prefix { $0 != 0x09 }, as: UTF8.self))
    }
    #expect(printedNumbers == numbers.map { $0 + 1 }, "\(expression)")
  }
}

@Test func `a filter that matches nothing ends with 1, an empty input with 0`() throws {
  let nothing = try printed("a\n".utf8, LinePrinter(format: .ndjson, filter: try filter("b"))).outcome
  #expect(nothing == .noMatch)
  #expect(nothing.exitCode == 1)
  #expect(try printed("".utf8, LinePrinter(format: .text)).outcome.exitCode == 0)
}

@Test func `a line longer than the buffer is printed completely`() throws {
  let size = 9_000_000
  let long = [UInt8](repeating: 0x61, count: size - 1) + Array("é".utf8) + [UInt8](repeating: 0x62, count: 1_000)
  let result = try printed(long + Array("\nend\n".utf8), LinePrinter(format: .ndjson))
  #expect(result.outcome == .printed(rows: 2))
  #expect(result.text.utf8.count == long.count + 45)
  #expect(!result.text.unicodeScalars.contains("\u{FFFD}"))
}

@Test func `a closed pipe is no failure`() throws {
  let folder = try TemporaryFolder()
  let file = try RandomAccessFile(path: try folder.write(String(repeating: "a line\n", count: 100_000), to: "input"))
  var ends: [Int32] = [0, 0]
  #expect(pipe(&ends) == 0)
  close(ends[0])
  defer { close(ends[1]) }
  var output = OutputWriter(descriptor: ends[1])
  let outcome = try LinePrinter(format: .text).print(file, to: &output)
  #expect(outcome == .readerLeft)
  #expect(outcome.exitCode == 0)
  #expect(try FolderPrinter(format: .text).print(folder.path, to: &output) == .readerLeft)
}

@Test func `the content of a pipe is printed`() throws {
  var ends: [Int32] = [0, 0]
  #expect(pipe(&ends) == 0)
  #expect(write(ends[1], "one\ntwo", 7) == 7)
  close(ends[1])
  let (input, printer) = (ends[0], LinePrinter(format: .ndjson))
  let result = try captured { output throws(FileError) in
    try printer.print(descriptor: input, name: "standard input", to: &output)
  }
  close(input)
  #expect(result.text == "{\"line\":1,\"text\":\"one\"}\n{\"line\":2,\"text\":\"two\"}\n")
}

@Test func `the entries of a folder are printed`() throws {
  let folder = try TemporaryFolder()
  try folder.write("\02345", to: "b.png")
  try folder.write("", to: "a, \"quoted\".txt")
  #expect(mkdir(folder.file("inner"), 0o755) == 0)
  for name in ["b.png", "a, \"quoted\".txt", "inner"] {
    var times = [timespec(tv_sec: 1_781_628_005, tv_nsec: 0), timespec(tv_sec: 1_781_628_005, tv_nsec: 0)]
    #expect(utimensat(AT_FDCWD, folder.file(name), &times, 0) == 0)
  }
  func print(_ printer: FolderPrinter) throws -> (text: String, outcome: PrintOutcome) {
    let path = folder.path
    return try captured { output throws(FileError) in try printer.print(path, to: &output) }
  }
  #expect(try print(FolderPrinter(format: .text)).text == "inner\na, \"quoted\".txt\nb.png\n")
  let json = try print(FolderPrinter(format: .ndjson, filter: try EntryFilter(["/png$/"])))
  #expect(
    json.text == "{\"name\":\"b.png\",\"kind\":\"picture\",\"size\":5,\"modified\":\"2026-06-16T16:40:05Z\","
      + "\"width\":null,\"height\":null}\n")
  let csv = try print(
    FolderPrinter(
      format: .csv, order: FolderOrder([SortKey(.size, descending: true)]),
      filter: try EntryFilter(["!inner"])))
  #expect(
    csv.text == """
      name,kind,size,modified,width,height
      b.png,picture,5,2026-06-16T16:40:05Z,,
      "a, ""quoted"".txt",text,0,2026-06-16T16:40:05Z,,

      """)
  #expect(try print(FolderPrinter(format: .text, filter: try EntryFilter(["nothing"]))).outcome.exitCode == 1)
}

@Test func `the rows of a folder have the columns of its table, with the kinds of the contents`() throws {
  let folder = try TemporaryFolder()
  let picture = pictureHeader(40, 30, bytes: 600)
  try folder.write(picture, to: "named.png")
  try folder.write(picture, to: "unnamed")
  try folder.write("only a text\n", to: "wrong.png")
  func print(_ format: PrintFormat, _ filter: String...) throws -> [String] {
    let (path, printer) = (folder.path, FolderPrinter(format: format, filter: try EntryFilter(filter)))
    let text = try captured { output throws(FileError) in try printer.print(path, to: &output) }.text
    return text.split(separator: "\n").map(String.init)
  }
  let lines = try print(.csv).map { $0.split(separator: ",", omittingEmptySubsequences: false) }
  #expect(lines.map { $0[0] } == ["name", "named.png", "unnamed", "wrong.png"])
  #expect(lines.map { $0[1] } == ["kind", "picture", "picture", "text"])
  #expect(lines.map { $0[4...] } == [["width", "height"], ["40", "30"], ["40", "30"], ["", ""]])
  #expect(try print(.tsv)[2].hasSuffix("\t40\t30"))
  let objects = try print(.ndjson)
  #expect(objects[1].hasSuffix("\"width\":40,\"height\":30}"))
  #expect(objects[2].contains("\"kind\":\"text\"") && objects[2].hasSuffix("\"width\":null,\"height\":null}"))
  // Filters see the same values, also where names alone are printed.
  #expect(try print(.text, "kind=picture") == ["named.png", "unnamed"])
  #expect(try print(.text, "width=40") == ["named.png", "unnamed"])
}

@Test func `printing a missing folder fails with its path`() throws {
  var output = OutputWriter()
  var caught: FileError?
  do throws(FileError) {
    _ = try FolderPrinter(format: .text).print("/no/folder", to: &output)
  } catch {
    caught = error
  }
  #expect(caught?.description == "cannot read /no/folder: no such file or folder")
}

@Test func `lines of a stream are printed as they arrive, also with a filter`() async throws {
  var input: [Int32] = [-1, -1]
  var output: [Int32] = [-1, -1]
  #expect(pipe(&input) == 0)
  #expect(pipe(&output) == 0)
  let (source, sink) = (input[0], output[1])
  let printer = LinePrinter(format: .text, filter: try filter("o"))
  async let outcome = Task.detached {
    var writer = OutputWriter(descriptor: sink)
    let outcome = try printer.print(descriptor: source, name: "the pipe", to: &writer)
    close(sink)
    return outcome
  }.value
  func next() -> String {
    var buffer = [UInt8](repeating: 0, count: 100)
    let count = read(output[0], &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  }
  for text in ["one\nthree\n", "four\n"] {
    #expect(write(input[1], text, text.utf8.count) == text.utf8.count)
    #expect(next() == text.split(separator: "\n").filter { $0.contains("o") }.map { "\($0)\n" }.joined())
  }
  close(input[1])
  #expect(try await outcome == .printed(rows: 2))
  for end in [input[0], output[0]] { close(end) }
}
