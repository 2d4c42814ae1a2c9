import Glibc
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkViewerCore
import Testing

// Rows that are printed in another order than that of their file, read many at a time.

/// Prints rows of a table in a format.
private func printed(_ rows: [Int32], of snapshot: CSVSnapshot, _ format: PrintFormat) throws -> [UInt8] {
  let folder = try TemporaryFolder()
  let descriptor = open(folder.file("out"), O_CREAT | O_WRONLY, 0o600)
  var output = OutputWriter(descriptor: descriptor)
  var printer = CSVPrinter(format: format, snapshot: snapshot)
  (printer.rows, printer.hasHeader) = (rows, false)
  #expect(try printer.print(to: &output) == .printed(rows: rows.count))
  close(descriptor)
  let file = try RandomAccessFile(path: folder.file("out"))
  return try file.bytes(at: 0, count: try file.size)
}

/// Returns a random row, in most cases of a few bytes and sometimes longer than the pieces in which files are read.
private func row(_ number: Int, using generator: inout SeededGenerator) -> String {
  switch Int.random(in: 0..<40, using: &generator) {
  case 0: ""
  case 1: "\(number),\"two\nlines, \"\"quoted\"\"\""
  case 2: "\(number)," + String(repeating: "far ", count: Int.random(in: 1_000...5_000, using: &generator))
  case 3 where number % 7 == 0: "\(number)," + String(repeating: "long ", count: 60_000)
  default: "\(number),text \(number)"
  }
}

@Test(arguments: ["", "\u{FEFF}"]) func `rows in any order are printed as they stand in the file`(mark: String) throws {
  for seed in seeds(perBuild(debug: 3, optimized: 12)) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let count = Int.random(in: 1...400, using: &generator)
    let texts = (0..<count).map { row($0, using: &generator) }
    let text = mark + "id,text\n" + texts.map { $0 + "\n" }.joined()
    let folder = try TemporaryFolder()
    // With a byte order mark, each character has two bytes.
    let bytes = mark.isEmpty ? Array(text.utf8) : text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let snapshot = CSVSnapshot.read(
      try RandomAccessFile(path: try folder.write(bytes, to: "a.csv")), name: "a.csv",
      choice: CSVDialect.Choice(delimiter: 0x2C, quote: 0x22, hasHeader: true))
    try #require(snapshot.rowCount == count, "seed \(seed)")
    let rows = (0..<Int32(count)).shuffled(using: &generator).prefix(Int.random(in: 1...count, using: &generator))
    let expected = rows.map { texts[Int($0)] + "\n" }.joined()
    let result = String(decoding: try printed(Array(rows), of: snapshot, .csv), as: UTF8.self)
    #expect(result == expected, "seed \(seed)")
  }
}

@Test func `more rows than one batch has are printed in their order`() throws {
  let count = 600_000
  let folder = try TemporaryFolder()
  let path = try folder.write("id,text\n" + (0..<count).map { "\($0),row\n" }.joined(), to: "a.csv")
  let snapshot = CSVSnapshot.read(try RandomAccessFile(path: path), name: "a.csv")
  let rows = Array((0..<Int32(count)).reversed())
  let expected = rows.map { "\($0),row\n" }.joined()
  #expect(try printed(rows, of: snapshot, .csv) == Array(expected.utf8))
}
