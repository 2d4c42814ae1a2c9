import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkViewerCore
import Testing

// Texts whose names do not tell that they are tables.

private func form(_ text: String, name: String = "data") -> RowForm? { RowForm.detect(Array(text.utf8), name: name) }

@Test(arguments: [
  "name,score\nAda,1\nBob,2\n", "id\tname\tcity\n1\tAda\tLondon\n2\tBob\tParis\n", "a;b;c\n1,5;2;x\n2,5;3;y\n",
  "name,note,city\nAda,\"x, y\",London\nBob,,Paris\n", ",a,b\n0,1,2\n1,3,4\n", "sep=;\na;b\n1;2\n",
  "time,level,message\n2026-01-02 03:04:05,INFO,started\n2026-01-02 03:04:06,WARN,slow\n",
])
func `a text with names above rows of the same length is a table`(text: String) { #expect(form(text) == .fields) }

@Test(arguments: [
  "", "one line\n", "Hello, world\nGood morning, everybody\nGood night, moon\n",
  "Dear Ada,\nthis is a letter, as you see,\nand no table,\n", "int a;\nint b;\nint c;\n",
  "| a | b |\n|---|---|\n| 1 | 2 |\n", "# Title\n\nSome words, and more.\n",
  "2026-01-02 03:04:05,123 INFO one\n2026-01-02 03:04:06,456 INFO two\n2026-01-02 03:04:07,789 INFO three\n",
  "a1b2c3\tFix the bug\nd4e5f6\tAdd a test\n0a1b2c\tWrite docs\n", "12\t./a\n13\t./b\n14\t./c\n",
  "a,b,c\n1,2\n3\n4,5,6,7\n", "foo(a, b);\nbar(c, d);\nbaz(e, f);\n", "\u{1}\u{2}\u{3}\u{4},b\n\u{5}\u{6},2\n",
])
func `a text that is no table stays a text`(text: String) { #expect(form(text) == nil) }

@Test func `the ending of a text file decides against a table`() {
  #expect(form("name,score\nAda,1\nBob,2\n", name: "a.txt") == nil)
  #expect(form("name,score\nAda,1\nBob,2\n", name: "a.xyz") == .fields)
  #expect(form("{\"a\":1}\n{\"a\":2}\n", name: "data") == .jsonLines)
}

@Test func `a first line with the separator names the delimiter and is no row`() async throws {
  for (line, text) in [("sep=;\n", "a;b\nx,1;2\n"), ("sep=|\r\n", "a|b\r\nx,1|2\r\n"), ("\"sep=;\"\n", "a;b\nx,1;2\n")]
  {
    let snapshot = try await csvSnapshot((line + text).utf8, in: try TemporaryFolder())
    #expect(snapshot.columns.map(\.name) == ["a", "b"], "\(line)")
    #expect(snapshot.rowCount == 1 && snapshot.texts(0) == ["x,1", "2"])
    #expect(snapshot.row(at: snapshot.offset(of: 0)) == 0)
  }
  let plain = try await csvSnapshot("sep=\na\n".utf8, in: try TemporaryFolder())
  #expect(plain.columns.map(\.name) == ["sep="])
}

@Test func `a value that equals the name of its column hides no header`() async throws {
  func header(_ text: String) async throws -> Bool {
    try await csvSnapshot(text.utf8, in: try TemporaryFolder()).dialect.hasHeader
  }
  #expect(try await header("name,score\nAda,1\nname,2\n"))
  #expect(try await header("name,city\n" + (0..<9).map { "n\($0),c\($0)\n" }.joined() + "name,x\n"))
  #expect(try await !header("red,blue\ngreen,red\nred,green\nblue,blue\n"))
}

@Test func `a row with several faults is one ragged row`() async throws {
  let snapshot = try await csvSnapshot("a,b\n1\n1,2\n\n1,2,3,4\n\"x\n".utf8, in: try TemporaryFolder())
  #expect(snapshot.badRows == 3)
  let open = try await csvSnapshot("a,b\n1,2\n\"x,2\n3,4\n".utf8, in: try TemporaryFolder())
  #expect(open.badRows == 1)
}
