import ScrollworkTestSupport
import ScrollworkViewerCore
import Testing

/// Returns the description of the dialect that is detected in a text.
private func words(_ text: String, name: String = "table.csv") async throws -> [String] {
  try await csvSnapshot(text.utf8, in: try TemporaryFolder(), name: name).dialect.words
}

@Test func `the delimiter is found in the text and in the name`() async throws {
  #expect(try await words("a,b\n1,2\n").first == "Comma")
  #expect(try await words("a;b\n1,5;2,5\n3,5;4,5\n").first == "Semicolon")
  #expect(try await words("a|b|c\n1|2|3\n").first == "Pipe")
  #expect(try await words("a\tb\n1\t2\n").first == "Tab")
  #expect(try await words("a, b\tc, d\n1, 2\t3, 4\n", name: "x.tsv").first == "Tab")
  #expect(try await words("single\nvalues\n").first == "Comma")
  #expect(try await words("single\nvalues\n", name: "x.tsv").first == "Tab")
  #expect(try await words("\"a;b;c\",d\n\"e;f;g;h\",i\n").first == "Comma")
}

@Test func `a header is found by its texts`() async throws {
  #expect(try await words("name,age\nAda,36\n")[2] == "Header found")
  #expect(try await words("Ada,36\nBob,41\n")[2] == "No header")
  #expect(try await words("id,path\nx,a/b.png\n")[2] == "Header found")
  #expect(try await words("2026-01-01,x\n2026-01-02,y\n")[2] == "No header")
  #expect(try await words("red,blue\ngreen,red\nred,green\nblue,blue\n")[2] == "No header")
}

@Test func `years, dates and the numbers that pandas writes are names of columns`() async throws {
  #expect(try await words("country,1990,1991\nChad,5,7\nPeru,1500,9\n")[2] == "Header found")
  #expect(try await words("country,code,2001,2000,1999\nChad,TCD,,,7\nPeru,PER,x,y,9\n")[2] == "Header found")
  #expect(try await words(",0,1\n0,5,7\n1,3,4\n")[2] == "Header found")
  #expect(try await words("Lat,1/22/20,1/23/20\n5.5,0,3\n7.5,1,2\n")[2] == "Header found")
  // Rows of the same kind as the others.
  #expect(try await words("Bob,1990,1991\nAda,1985,1999\n")[2] == "No header")
  #expect(try await words("x,0,1\ny,5,7\n")[2] == "No header")
  #expect(try await words(",0,1\n,5,7\n")[2] == "No header")
  #expect(try await words("Ada,36,41\nBob,41,43\n")[2] == "No header")
}

@Test func `the encoding is found by a mark or by the bytes`() async throws {
  let folder = try TemporaryFolder()
  let marked = try await csvSnapshot([0xEF, 0xBB, 0xBF] + Array("a,b\n1,2\n".utf8), in: folder)
  #expect(marked.dialect.encoding == .utf8WithMark)
  #expect(marked.columns.map(\.name) == ["a", "b"])
  #expect(marked.sourceBytes(of: 0) == Array("1,2".utf8))
  let latin = try await csvSnapshot(Array("a,b\n".utf8) + [0xE4, 0x2C, 0x80, 0x0A], in: folder)
  #expect(latin.dialect.encoding == .windows1252)
  #expect(latin.texts(0) == ["ä", "€"])
}

@Test func `each part of a dialect can be chosen`() async throws {
  let choice = CSVDialect.Choice(
    delimiter: UInt8(ascii: ";"), quote: .some(nil), hasHeader: false, encoding: .windows1252)
  let snapshot = try await csvSnapshot("a,b;\"c\nä;2\n".utf8, choice, in: try TemporaryFolder())
  #expect(snapshot.dialect.words == ["Semicolon", "Windows-1252", "No header", "No quotes"])
  #expect((0..<2).map { snapshot.texts($0) } == [["a,b", "\"c"], ["Ã¤", "2"]])
  let single = try await csvSnapshot("a,b\n'x,y',1\n'z','2'\n".utf8, in: try TemporaryFolder())
  #expect(single.dialect.quote == UInt8(ascii: "'"))
  #expect(single.texts(0) == ["x,y", "1"])
}

@Test func `the types of columns are found, and other values do not hide them`() async throws {
  let head = "n,exp,group,day,time,flag,path,link,text,mixed\n"
  let row = "-1.5,6e23,\"1,234,567\",2026-03-01,2026-03-01T10:00:00.5Z,true,img/a.png,https://x.org/?a=1,some words,1\n"
  let odd = "NaN,,1,,,no,,,7,x\n"
  let text = head + String(repeating: row, count: 30) + odd + String(repeating: row, count: 3)
  let types = try await csvSnapshot(text.utf8, in: try TemporaryFolder()).columns.map(\.type)
  #expect(types == [.number, .number, .number, .date, .date, .boolean, .path, .address, .text, .number])
  let corrected = head + String(repeating: row, count: 300) + String(repeating: odd, count: 3_000)
  #expect(try await csvSnapshot(corrected.utf8, in: try TemporaryFolder()).columns[9].type == .text)
}

@Test func `a delimiter does not divide a character that has it as its second byte`() async throws {
  // ポ is 83 7C in Shift-JIS, and 7C is a vertical bar. The rows are longer than the blocks that are scanned.
  let name = Array(repeating: [0x83, 0x7C] as [UInt8], count: 45).joined()
  let row = Array("a".utf8) + name + Array("|".utf8) + name + Array("|1\n".utf8)
  let choice = CSVDialect.Choice(hasHeader: false, encoding: .shiftJIS)
  let folder = try TemporaryFolder()
  let snapshot = try await csvSnapshot(Array(repeating: row, count: 2_000).joined(), choice, in: folder)
  #expect(snapshot.dialect.words.first == "Pipe")
  let text = String(repeating: "ポ", count: 45)
  for line in [0, 1, 1_999] { #expect(snapshot.texts(line) == ["a" + text, text, "1"]) }
  #expect(snapshot.columns.count == 3)
}

@Test func `an apostrophe is a quote only if it surely stands around fields`() async throws {
  let (double, single) = (UInt8(ascii: "\""), UInt8(ascii: "'"))
  let units = "n,unit\n" + (0..<1_000).map { "\($0),\(["'", "m", "ft", "'", "in"][$0 % 5])\n" }.joined()
  let remarks = "n,remark\n" + (0..<300).map { "\($0),\($0 % 150 == 7 ? "'a remark'" : "plain")\n" }.joined()
  let texts: [(String, UInt8)] = [
    ("name,rating\nrock,'\npop,'\njazz,x\n", double), (units, double), (remarks, double),
    ("a,b\n'tis, he said,1\n'twas,2\n", double), ("a,b\n\"x,y\",'1'\n\"p,q\",'2'\n", double),
    ("a,b\n'x,y',1\n'z','2'\n", single), ("'x','1'\n'y','2'\n'z','3'\n", single),
    ("a;b\n'x';1\n'y';2\n;3\n", single), ("a,b\n'it''s \"so\", yes',1\n'z','2'\n", single),
  ]
  for (text, quote) in texts {
    let dialect = try await csvSnapshot(text.utf8, in: try TemporaryFolder()).dialect
    #expect(dialect.quote == quote, "\(text.prefix(80))")
    #expect(dialect.words.contains("Single quotes") == (quote == single))
  }
  #expect(try await csvSnapshot(units.utf8, in: try TemporaryFolder()).rowCount == 1_000)
  let none = try await csvSnapshot("a,b\n1,2\n".utf8, .init(quote: .some(nil)), in: try TemporaryFolder())
  #expect(none.dialect.words.last == "No quotes")
}
