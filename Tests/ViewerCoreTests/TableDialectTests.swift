import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// The dialect of a table, changed by the button in the status line; and tables whose files become shorter.

@MainActor
private struct Shown: ViewerStage {
  let viewer = Viewer()
  let harness: ViewHarness

  init(_ path: String, size: Size = Size(width: 1000, height: 400)) async throws {
    try viewer.open(path)
    harness = ViewHarness(showing: viewer, size: size)
    try await begin()
  }

  /// The title of the dialect button in the status line; `nil` if the button is not shown.
  var form: String? {
    harness.show()
    return harness.semantics.last { $0.role == .button && $0.bounds.height == 28 && $0.bounds.minY > 300 }?.text
  }

  func click(_ role: SemanticsNode.Role, _ text: String) throws {
    harness.show()
    let nodes = harness.semantics.filter { $0.role == role }
    let node = try #require(nodes.first { $0.text.hasPrefix(text) }, "no \(text) in \(nodes.map(\.text))")
    harness.click(at: node.bounds.center)
    harness.settle()
  }

  /// Opens the menu of the dialect, and clicks items with these titles.
  func choose(_ titles: String...) async throws {
    try click(.button, try #require(form))
    for title in titles { try click(.menuItem, title) }
    try await rest()
  }
}

@MainActor @Test func `delimiter, quotes and header of an open table are changed in the status line`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(folder.write("a;b,c\n1;'x,y'\n2;z\n", to: "a.csv"))
  #expect(shown.form == "Header found · Semicolon · UTF-8 · CSV")
  #expect(shown.rows == ["1 1 'x,y'", "2 2 z"])
  try await shown.choose("Delimiter", "Comma")
  #expect(shown.rows == ["1 1;'x y'", "2 2;z —"])
  #expect(shown.titles.contains("a;b") && shown.titles.contains("c"))
  try await shown.choose("Delimiter", "Semicolon")
  try await shown.choose("Quotes", "Single")
  #expect(shown.rows == ["1 1 x,y", "2 2 z"])
  try await shown.choose("First row is the header")
  #expect(shown.rows == ["1 a b,c", "2 1 x,y", "3 2 z"])
  #expect(shown.form == "No header · Semicolon · Single quotes · UTF-8 · CSV")
  try await shown.choose("Detect")
  #expect(shown.rows == ["1 1 'x,y'", "2 2 z"] && shown.form == "Header found · Semicolon · UTF-8 · CSV")
}

@MainActor
@Test(arguments: [
  ("KOI8-R", [0xD1, 0xC2, 0xCC, 0xCF, 0xCB, 0xCF] as [UInt8], "яблоко"),
  ("ISO 8859-2", [0xB3, 0xF3, 0x64, 0xBC], "łódź"),
  ("Latin-1", [0xC4, 0x70, 0x66, 0x65, 0x6C], "Äpfel"),
])
func `the encoding of an open table is changed in the status line`(name: String, bytes: [UInt8], text: String)
  async throws
{
  let folder = try TemporaryFolder()
  let content = Array("name,amount\n".utf8) + bytes + Array(",1\nBirne,2\n".utf8)
  let shown = try await Shown(folder.write(content, to: "a.csv"))
  try await shown.choose("Encoding", name)
  #expect(shown.rows == ["1 \(text) 1", "2 Birne 2"])
  // The rows are also found by their text.
  try shown.viewer.setFilter(["name=\(text)"])
  try await shown.rest()
  #expect(shown.rows == ["1 \(text) 1"])
}

@MainActor @Test func `UTF-16 without a mark is read when the user chooses it`() async throws {
  let folder = try TemporaryFolder()
  let content = "name,amount\nÄpfel,\"1,5\"\n".utf16.flatMap {
    [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)]
  }
  let shown = try await Shown(folder.write(content, to: "a.csv"))
  try await shown.choose("Encoding", "UTF-16 BE")
  #expect(shown.rows == ["1 Äpfel 1,5"])
}

@MainActor @Test func `a table stays at its place when its dialect changes`() async throws {
  let folder = try TemporaryFolder()
  let lines = (0..<5_000).map { "\($0);row, \($0)\n" }
  let shown = try await Shown(folder.write("id;name\n" + lines.joined(), to: "a.csv"))
  shown.viewer.list.scroll(to: .offset(28_010), animated: false)
  shown.harness.settle()
  let (first, y) = (try #require(shown.rows.first), shown.viewer.list.contentOffset.y)
  #expect(first == "1,001 1000 row, 1000")
  try await shown.choose("Delimiter", "Comma")
  #expect(shown.rows.first == "1,001 1000;row  1000", "\(shown.rows)")
  #expect(shown.viewer.list.contentOffset.y == y)
  // Without a header, the first row has the number 1, and the same rows stay in sight.
  try await shown.choose("First row is the header")
  #expect(shown.rows.first == "1,002 1000;row  1000" && shown.viewer.list.contentOffset.y == y + 28)
}

@MainActor @Test func `a filter by a column that the header names does not outlive the header`() async throws {
  let folder = try TemporaryFolder()
  let lines = (0..<500).map { "\($0),\($0 * 7 % 1000)\n" }
  let shown = try await Shown(folder.write("id,score\n" + lines.joined(), to: "a.csv"))
  try shown.viewer.setFilter(["score>500"])
  shown.harness.key(.down)
  try await shown.rest()
  try shown.click(.button, try #require(shown.form))
  try shown.click(.menuItem, "First row is the header")
  // No column has that name now, so that no row is shown.
  let hasNone = await waitUntil(shown.harness) { !shown.viewer.isBusy && shown.viewer.list.itemCount == 0 }
  #expect(hasNone && shown.form == "No header · Comma · UTF-8 · CSV")
  try await shown.choose("First row is the header")
  #expect(shown.viewer.list.itemCount == lines.indices.count { $0 * 7 % 1000 > 500 })
}

@MainActor @Test func `the button of the dialect gives up words in a narrow window, and the state stays`() async throws
{
  let folder = try TemporaryFolder()
  let shown = try await Shown(
    folder.write("a,b\n1,2\n", to: "a.csv"), size: Size(width: 320, height: 400))
  let words = try #require(shown.form)
  #expect(words.hasSuffix("CSV") && !words.contains("Header"))
  let nodes = shown.harness.semantics.filter { $0.bounds.minY > 300 }
  #expect(nodes.allSatisfy { $0.bounds.maxX <= 320 })
}

@MainActor @Test(arguments: [1_000, 40_000])
func `End shows the last row of a table whose file became shorter`(count: Int) async throws {
  let folder = try TemporaryFolder()
  let lines = (0..<count).map { "\($0),row \($0)\n" }
  let path = try folder.write("id,name\n" + lines.joined(), to: "a.csv")
  let shown = try await Shown(path)
  shown.harness.key(.end)
  shown.harness.settle()
  #expect(shown.rows.last?.hasSuffix("row \(count - 1)") == true)
  for size in [count / 2, count / 4, 100] {
    try folder.write("id,name\n" + lines.prefix(size).joined(), to: "a.csv")
    let isShorter = await waitUntil(shown.harness) { shown.viewer.list.itemCount == size && !shown.viewer.isBusy }
    #expect(isShorter)
    shown.harness.settle()
    for key: Key in [.home, .end] {
      shown.harness.key(key)
      shown.harness.settle()
    }
    #expect(shown.rows.last?.hasSuffix("row \(size - 1)") == true, "\(shown.rows.last ?? "")")
    #expect(shown.viewer.list.isAtEnd)
    shown.harness.key(.home)
    shown.harness.settle()
    shown.harness.key(.end)
    shown.harness.settle()
    #expect(shown.rows.last?.hasSuffix("row \(size - 1)") == true, "\(shown.rows.last ?? "")")
  }
}
