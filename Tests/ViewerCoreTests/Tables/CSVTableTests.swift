import Glibc
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkViewerCore
import Testing

@Test func `a table has the names of its header and the fields of its rows`() async throws {
  let text = "name,score\nAda,1.5\n\"Bob, the \"\"builder\"\"\nof things\",2\n"
  let snapshot = try await csvSnapshot(text.utf8, in: try TemporaryFolder())
  #expect(snapshot.columns.map(\.name) == ["name", "score"])
  #expect(snapshot.columns.map(\.type) == [.text, .number])
  #expect(snapshot.rowCount == 2)
  #expect(snapshot.isRowCountExact)
  #expect(snapshot.texts(0) == ["Ada", "1.5"])
  #expect(snapshot.texts(1) == ["Bob, the \"builder\"\nof things", "2"])
  #expect(snapshot.sourceBytes(of: 1) == Array("\"Bob, the \"\"builder\"\"\nof things\",2".utf8))
  #expect(snapshot.fields(of: 1, columns: 1..<2).map { $0?.text } == ["2"])
}

@Test(arguments: ["\n", "\r\n", "\r"]) func `rows end with any end of a line`(end: String) async throws {
  let snapshot = try await csvSnapshot(
    ["a,b", "1,2", "3,4", ""].joined(separator: end).utf8, in: try TemporaryFolder())
  #expect(snapshot.rowCount == 2)
  #expect(snapshot.texts(1) == ["3", "4"])
  #expect(snapshot.dialect.lineEnd.rawValue == ["\n": "LF", "\r\n": "CRLF", "\r": "CR"][end])
}

@Test func `a row that is too long to be read to its end says so, and not that it lacks fields`() async throws {
  // Unoptimised code would take too long for the long row.
  let size = perBuild(debug: 1_000, optimized: 68_000_000)
  let bytes = Array("a,b\n1,2\n".utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: size) + Array(",3\n4\n".utf8)
  let snapshot = try await csvSnapshot(bytes, in: try TemporaryFolder())
  #expect((0..<3).map { snapshot.fault(of: $0) } == [nil, size > 1 << 26 ? .tooLong : nil, .tooFew(1)])
}

@Test func `rows with too few and too many fields are counted and marked`() async throws {
  let snapshot = try await csvSnapshot("a,b\n1\n1,2\n\n1,2,3,4\n\"x\n".utf8, in: try TemporaryFolder())
  #expect((snapshot.shortRows, snapshot.longRows, snapshot.openQuotes) == (2, 1, 1))
  #expect((0..<5).map { snapshot.fault(of: $0) } == [.tooFew(1), nil, nil, .tooMany(4), .openQuote])
  #expect(snapshot.columns.map(\.name) == ["a", "b", "column 3", "column 4"])
  #expect(snapshot.texts(0) == ["1", nil, nil, nil])
  #expect(snapshot.texts(2) == [nil, nil, nil, nil])
  #expect(snapshot.texts(4) == ["\"x", nil, nil, nil])
}

@Test func `empty and equal names of columns are repaired`() async throws {
  let snapshot = try await csvSnapshot("name,,name,column 2,name (2),\nx,y,z,u,v,w\n".utf8, in: try TemporaryFolder())
  #expect(snapshot.columns.map(\.name) == ["name", "column 2 (2)", "name (3)", "column 2", "name (2)", "column 6"])
}

@Test func `zeros stay and invalid UTF-8 is replaced`() async throws {
  let bytes = Array("a,b\né,é\nx\u{0}y,".utf8) + [0xC3, 0x28, 0x0A]
  let snapshot = try await csvSnapshot(bytes, in: try TemporaryFolder())
  #expect(snapshot.texts(1) == ["x\u{0}y", "\u{FFFD}("])
  #expect(snapshot.sourceBytes(of: 1) == [0x78, 0, 0x79, 0x2C, 0xC3, 0x28])
}

@Test(arguments: [CharacterEncoding.utf16LittleEndian, .utf16BigEndian])
func `UTF-16 with a mark is read, quotes, ends and all`(encoding: CharacterEncoding) async throws {
  let text = "näme,zahl\r\n\"ü\r\n😀\"\"\",1\r\n" + String(repeating: "日本,2\r\n", count: 50_000) + "end,3"
  let units = ("\u{FEFF}" + text).utf16.flatMap { unit -> [UInt8] in
    let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
    return encoding == .utf16LittleEndian ? [low, high] : [high, low]
  }
  let snapshot = try await csvSnapshot(units, in: try TemporaryFolder())
  #expect(snapshot.dialect.words == ["Comma", encoding.name, "Header found"])
  #expect(snapshot.columns.map(\.name) == ["näme", "zahl"])
  #expect(snapshot.columns.map(\.type) == [.text, .number])
  #expect(snapshot.rowCount == 50_002)
  #expect(snapshot.texts(0) == ["ü\r\n😀\"", "1"])
  #expect(snapshot.texts(40_000) == ["日本", "2"])
  #expect(snapshot.texts(50_001) == ["end", "3"])
  #expect(snapshot.sourceBytes(of: 50_001).count == 10)
}

@Test func `a long field is cut at a character, and its length is known`() async throws {
  let long = String(repeating: "é", count: 5_000_000)
  let text = "a,b,c\n1,\(long),2\n3,\"\(long)\",4\n"
  let snapshot = try await csvSnapshot(text.utf8, in: try TemporaryFolder())
  for row in 0..<2 {
    let values = snapshot.values(of: row, columns: 0..<3)
    #expect(values[1].map { $0.text.utf8.count } == CSVField.shownLimit)
    #expect(values[1].map { long.hasPrefix($0.text) } == true)
    #expect(values[1]?.byteCount == 10_000_000 + 2 * row)
    #expect(values[1]?.isCut == true)
    #expect(values[2]?.text == ["2", "4"][row])
  }
  #expect(snapshot.sourceBytes(of: 0) == Array("1,\(long),2".utf8))
}

@Test func `a row of a million columns is read where it is needed`() async throws {
  let count = 1_000_000
  let text =
    (0..<count).map { "c\($0)" }.joined(separator: ",") + "\n" + (0..<count).map(String.init).joined(separator: ",")
  let snapshot = try await csvSnapshot(text.utf8, in: try TemporaryFolder())
  #expect(snapshot.columns.count == count)
  #expect(snapshot.columns[count - 1].name == "c999999")
  for start in [999_990, 0, 500_000, 500_010] {
    let values = snapshot.fields(of: 0, columns: start..<start + 10).map { $0?.text }
    #expect(values == (start..<start + 10).map(String.init))
  }
  #expect(snapshot.values(of: 0, columns: count..<count + 1) == [nil])
  #expect(snapshot.fieldCount(of: 0) == count)
  let clock = ContinuousClock()
  let time = clock.measure { for _ in 0..<100 { _ = snapshot.fields(of: 0, columns: 900_000..<900_012) } }
  #expect(time < .seconds(2))
}

@Test func `an empty file, a header alone and a single value are tables`() async throws {
  let folder = try TemporaryFolder()
  let empty = try await csvSnapshot([], in: folder, name: "empty.csv")
  #expect((empty.rowCount, empty.columns.count, empty.isRowCountExact) == (0, 0, true))
  let header = try await csvSnapshot("a,b\n".utf8, in: folder, name: "header.csv")
  #expect((header.rowCount, header.columns.map(\.name)) == (0, ["a", "b"]))
  let value = try await csvSnapshot("7".utf8, in: folder, name: "value.csv")
  #expect((value.rowCount, value.columns.map(\.name)) == (1, ["column 1"]))
}

@Test func `rows are found again by their offsets`() async throws {
  let text = "n\n" + (0..<5_000).map { "\($0),\"\n\"\n" }.joined()
  let snapshot = try await csvSnapshot(text.utf8, in: try TemporaryFolder())
  #expect((0..<snapshot.rowCount).first { snapshot.row(at: snapshot.offset(of: $0)) != $0 } == nil)
  #expect((0..<snapshot.rowCount).first { snapshot.row(at: snapshot.offset(of: $0) + 2) != $0 } == nil)
}
