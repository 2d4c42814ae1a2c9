import Glibc
import Scrollwork
import ScrollworkHostInterface
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// A table on screen while it is sorted, tagged and copied, and tables that arrive through a pipe.

@MainActor
private struct Shown: ViewerStage {
  let viewer = Viewer()
  let harness: ViewHarness

  init(_ path: String, size: Size = Size(width: 1000, height: 400)) async throws {
    try viewer.open(path)
    harness = ViewHarness(showing: viewer, size: size)
    try await begin()
  }

  init(opened path: String) throws {
    try viewer.open(path)
    harness = ViewHarness(showing: viewer, size: Size(width: 1000, height: 400))
  }

  func copied(_ type: String = ClipboardItem.plainText) -> String? {
    harness.clipboard.items.first { $0.type == type }.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  /// Chooses a command in the palette.
  func choose(_ title: String) async throws {
    try await press("P", [.control, .shift])
    harness.type(title)
    try await press(.enter)
  }
}

private func manyRows(_ count: Int) -> String {
  "id,name\n" + (0..<count).map { "\($0),row \($0)\n" }.joined()
}

@MainActor @Test func `titles and cells change together when a tag makes a column`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(folder.write(manyRows(20_000), to: "a.csv"))
  #expect(shown.rows[1] == "2 1 row 1")
  // The large table is compared with the new one in the background, and meanwhile its rows stay.
  shown.harness.key(.down)
  shown.harness.key("3")
  #expect(shown.titles == ["#", "tag", "id", "name"])
  #expect(shown.rows[1] == "2  1 row 1")
  try await shown.rest()
  #expect(shown.rows[0...1] == ["1 3 0 row 0", "2  1 row 1"])
  // After all is undone, the column is gone.
  try await shown.press("Z", .control)
  #expect(shown.titles == ["#", "id", "name"] && shown.rows[1] == "2 1 row 1")
}

@MainActor @Test func `rows of a former filter stay while others are sorted, and are counted as such`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(folder.write(manyRows(500), to: "a.csv"))
  try shown.viewer.setFilter(["id<7"])
  try shown.viewer.setSort("id:desc")
  try await shown.rest()
  #expect(shown.rows.first == "7 6 row 6" && shown.status.contains("7 of 500 rows"))
  try shown.viewer.setFilter([])
  // The sort of all rows is not done, because no result of another thread can arrive here.
  #expect(shown.rows.first == "7 6 row 6")
  #expect(
    shown.status.contains("7 of 500 rows") && shown.status.contains("these are the former rows"), "\(shown.status)")
  shown.harness.key(.down)
  shown.harness.show()
  shown.harness.key("5")
  #expect(shown.titles == ["#", "tag", "id, sorted descending", "name"])
  #expect(shown.rows[0...1] == ["7 5 6 row 6", "6  5 row 5"])
  try await shown.rest()
  // The tagged row stays in its place.
  #expect(shown.rows.contains("7 5 6 row 6") && shown.status.contains("500 rows"), "\(shown.rows)")
  #expect(!shown.status.contains("former"))
}

@MainActor @Test func `rows are copied as they stand in the file, and as a table`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(folder.write("a,b\n\"x\ny\",\"1, 2\"\nz,<3>\n", to: "a.csv"))
  try await shown.press("A", .control)
  try await shown.press("C", .control)
  #expect(shown.copied() == "\"x\ny\",\"1, 2\"\nz,<3>")
  #expect(shown.copied("text/tab-separated-values") == "\"x\ny\"\t1, 2\nz\t<3>")
  #expect(shown.copied("text/html")?.contains("<th>a</th><th>b</th>") == true)
  #expect(shown.copied("text/html")?.contains("<td>x<br>y</td><td>1, 2</td>") == true)
  try await shown.choose("Copy as HTML")
  #expect(shown.copied()?.contains("<td>&lt;3&gt;</td>") == true)
}

@MainActor @Test func `cells of a range are copied with their values, and all rows whole`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(folder.write("a,b\n\"x\ny\",\"1, 2\"\nz,3\n", to: "a.csv"))
  try await shown.press(.home)
  try await shown.press(.right, .right)
  try await shown.press("C", .control)
  #expect(shown.copied() == "x\ny")
  try await shown.press(.right, .shift)
  try await shown.press(.down, .shift)
  try await shown.press("C", .control)
  #expect(shown.copied() == "\"x\ny\"\t1, 2\nz\t3")
  #expect(shown.status.contains("Copied 2 rows of 2 cells"), "\(shown.status)")
  try await shown.press("A", .control)
  try await shown.press("C", .control)
  #expect(shown.copied() == "\"x\ny\",\"1, 2\"\nz,3")
}

@MainActor @Test func `F5 keeps the selection of a table that did not change, and shows the tags of other programs`()
  async throws
{
  let folder = try TemporaryFolder()
  let path = try folder.write(manyRows(20), to: "a.csv")
  // Only a file that was not written just now is surely unchanged.
  var times = [timespec(tv_sec: 1_700_000_000, tv_nsec: 0), timespec(tv_sec: 1_700_000_000, tv_nsec: 0)]
  #expect(utimensat(AT_FDCWD, path, &times, 0) == 0)
  try await Task.sleep(for: .milliseconds(2_100))
  let shown = try await Shown(path)
  for key in [Key.down, .down] { try await shown.press(key) }
  try await shown.press(.down, .shift)
  #expect(shown.status.contains("2 selected"), "\(shown.status)")
  let snapshot = try await csvSnapshot(manyRows(20).utf8, in: TemporaryFolder())
  var other = try TagStore(table: path)
  _ = try other.set(7, rows: [(5, TagStore.checksum(snapshot.sourceBytes(of: 5)))])
  try await shown.press("F5")
  #expect(shown.status.contains("2 selected"), "\(shown.status)")
  #expect(shown.rows[5] == "6 7 5 row 5", "\(shown.rows)")
  // The selected rows are found again in a file that did change.
  try folder.write(manyRows(21), to: "a.csv")
  try await shown.press("F5")
  #expect(shown.rows.count > 10 && shown.status.contains("21 rows"), "\(shown.status)")
  #expect(await waitUntil(shown.harness) { shown.status.contains("2 selected") }, "\(shown.status)")
}

@MainActor @Test func `the column of groups is named, and the grid says why it is not possible`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(folder.write("file,kind\na.png,x\nb.png,y\nc.png,x\n", to: "a.csv"))
  try await shown.press(.home)
  try await shown.press(.right, .right, .right)
  try await shown.press("G", .shift)
  #expect(shown.status.contains("2 groups by kind"), "\(shown.status)")
  shown.harness.key("G")
  #expect(shown.status.contains("G does nothing here"), "\(shown.status)")
}

@MainActor @Test func `a long text is shown whole where the table has room`() async throws {
  let folder = try TemporaryFolder()
  let words = Array(repeating: "word", count: 14).joined(separator: " ")
  let shown = try await Shown(folder.write("id,text\n1,\(words)\n", to: "a.csv"))
  #expect(shown.text.contains("\"\(words)\""), "\(shown.text)")
  shown.harness.resize(to: Size(width: 400, height: 400))
  #expect(!shown.text.contains("\"\(words)\""))
}

@MainActor @Test func `a table without rows says so`() async throws {
  let folder = try TemporaryFolder()
  let shown = try Shown(opened: folder.write("a,b\n", to: "a.csv"))
  let isShown = await waitUntil(shown.harness) { !shown.viewer.isBusy }
  #expect(isShown && shown.text.contains("No rows"))
}

@MainActor @Test func `a table through a pipe becomes a table while it grows, with its filter`() async throws {
  signal(SIGPIPE, SIG_IGN)
  let folder = try TemporaryFolder()
  let path = folder.file("pipe")
  #expect(mkfifo(path, 0o600) == 0)
  let shown = try Shown(opened: path)
  let output = open(path, O_WRONLY)
  func send(_ text: String) { #expect(write(output, text, text.utf8.count) == text.utf8.count) }
  send("name,score\nAda,1\n")
  try await shown.rest()
  #expect(shown.titles.isEmpty)
  send("Bob,2\nCyd,13\n")
  let isTable = await waitUntil(shown.harness) { shown.titles == ["#", "name", "score"] && !shown.viewer.isBusy }
  #expect(isTable, "\(shown.text)")
  #expect(shown.rows == ["1 Ada 1", "2 Bob 2", "3 Cyd 13"])
  try shown.viewer.setFilter(["score>1"])
  send("Dan,4\nEve,0\n")
  let isFiltered = await waitUntil(shown.harness) { shown.rows == ["2 Bob 2", "3 Cyd 13", "4 Dan 4"] }
  #expect(isFiltered, "\(shown.rows)")
  // Tags have no file to stand in.
  shown.harness.key("1")
  #expect(shown.status.contains("tags are kept beside a file"), "\(shown.status)")
  try shown.viewer.setFilter([])
  try shown.viewer.setSort("score:desc")
  close(output)
  let isSorted = await waitUntil(shown.harness) { shown.rows.first == "3 Cyd 13" && !shown.viewer.isBusy }
  #expect(isSorted && shown.rows.last == "5 Eve 0", "\(shown.rows)")
}

@MainActor @Test func `a table that still arrives says that it is grouped at the end`() async throws {
  signal(SIGPIPE, SIG_IGN)
  let folder = try TemporaryFolder()
  let path = folder.file("pipe")
  #expect(mkfifo(path, 0o600) == 0)
  let shown = try Shown(opened: path)
  let output = open(path, O_WRONLY)
  let text = "name,team\nAda,1\nBob,2\nCyd,1\n"
  #expect(write(output, text, text.utf8.count) == text.utf8.count)
  let isTable = await waitUntil(shown.harness) { shown.titles == ["#", "name", "team"] && !shown.viewer.isBusy }
  #expect(isTable, "\(shown.text)")
  shown.viewer.focusList()
  try await shown.press(.home, .right, .right, .right)
  #expect(!shown.status.contains("at the end"), "\(shown.status)")
  try await shown.press("G", .shift)
  #expect(shown.status.contains("Reading; grouped at the end"), "\(shown.status)")
  close(output)
  let isGrouped = await waitUntil(shown.harness) { shown.status.contains("2 groups by team") }
  #expect(isGrouped && !shown.status.contains("at the end"), "\(shown.status)")
}

@MainActor @Test func `letters find the column to sort by among thousands`() async throws {
  let folder = try TemporaryFolder()
  let names = (1...5_000).map { "col\($0)" }.joined(separator: ",")
  func row(_ value: Int) -> String { (1...5_000).map { _ in "\(value)" }.joined(separator: ",") + "\n" }
  let shown = try await Shown(folder.write(names + "\n" + row(1) + row(3) + row(2), to: "a.csv"))
  shown.harness.key("S", modifiers: .alt)
  shown.harness.type("col5000")
  try await shown.press(.enter)
  #expect(shown.rows.map { $0.prefix { $0 != " " } } == ["1", "3", "2"], "\(shown.rows.map { $0.prefix(10) })")
}

@MainActor @Test func `rows that arrive are filtered at once, and sorted when all are there`() async throws {
  signal(SIGPIPE, SIG_IGN)
  let folder = try TemporaryFolder()
  let path = folder.file("pipe")
  #expect(mkfifo(path, 0o600) == 0)
  let shown = try Shown(opened: path)
  let output = open(path, O_WRONLY)
  func send(_ text: String) { #expect(write(output, text, text.utf8.count) == text.utf8.count) }
  func wait(for rows: [String]) async {
    let isShown = await waitUntil(shown.harness) { shown.rows == rows && !shown.viewer.isBusy }
    #expect(isShown, "\(shown.rows) instead of \(rows)")
  }
  send("name,score\nAda,1\nBob,2\nCyd,13\n")
  await wait(for: ["1 Ada 1", "2 Bob 2", "3 Cyd 13"])
  try shown.viewer.setSort("score:desc")
  await wait(for: ["1 Ada 1", "2 Bob 2", "3 Cyd 13"])
  try shown.viewer.setFilter(["score>1"])
  await wait(for: ["2 Bob 2", "3 Cyd 13"])
  #expect(shown.status.contains("sorted at the end"), "\(shown.status)")
  send("Dan,4\nEve,0\n")
  await wait(for: ["2 Bob 2", "3 Cyd 13", "4 Dan 4"])
  try shown.viewer.setFilter([])
  await wait(for: ["1 Ada 1", "2 Bob 2", "3 Cyd 13", "4 Dan 4", "5 Eve 0"])
  try shown.viewer.setFilter(["!score=2"])
  close(output)
  await wait(for: ["3 Cyd 13", "4 Dan 4", "1 Ada 1", "5 Eve 0"])
}

@MainActor @Test func `the page about a filter without matches goes with the filter, also while rows are sorted`()
  async throws
{
  let folder = try TemporaryFolder()
  let shown = try await Shown(folder.write(manyRows(500), to: "a.csv"))
  try shown.viewer.setSort("id:desc")
  try shown.viewer.setFilter(["id>900"])
  try #require(await waitUntil(shown.harness) { !shown.viewer.isBusy && shown.text.contains("“id>900”") })
  for filters in [["id>490"], []] {
    try shown.viewer.setFilter(filters)
    // The sort is not done, because no result of another thread can arrive here.
    shown.harness.show()
    #expect(!shown.text.contains("“id>900”") && shown.text.contains("Sorting"), "\(shown.text)")
  }
  try await shown.rest()
  #expect(shown.rows.first == "500 499 row 499" && !shown.text.contains("Sorting"))
}

@MainActor @Test func `a text is shown as a table, and a table as text, by a key`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(folder.write("a,b\nx,y\n", to: "a.txt"))
  #expect(shown.titles.isEmpty)
  try await shown.press("T")
  #expect(shown.titles == ["#", "a", "b"] && shown.rows == ["1 x y"])
  try await shown.press("T")
  #expect(shown.titles.isEmpty && shown.rows.count == 2)
}

@MainActor @Test func `the command line says how a file is read`() async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("a,b\nx\ty,1\n", to: "a.csv")
  for (form, count) in [(InputForm.text, 0), (.csv, 3), (.tsv, 3), (.jsonl, 2)] {
    let viewer = Viewer()
    viewer.form = form
    try viewer.open(path)
    let harness = ViewHarness(showing: viewer, size: Size(width: 800, height: 300))
    try await waitForRest(of: viewer, in: harness)
    harness.show()
    #expect(harness.semantics.count { $0.role == .header } == count, "\(form)")
  }
}

@MainActor @Test func `a filter that names no column says so where nothing matches`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(folder.write(manyRows(20), to: "a.csv"))
  func words(_ filter: String) async throws -> String {
    try shown.viewer.setFilter([filter])
    #expect(await waitUntil(shown.harness) { shown.text.contains("No match") })
    let words = shown.harness.semantics.map(\.text).joined(separator: " ")
    try shown.viewer.setFilter([])
    #expect(await waitUntil(shown.harness) { !shown.text.contains("No match") && !shown.viewer.isBusy })
    return words
  }
  #expect(try await words("nope>5").contains("No column has the name “nope”"))
  #expect(try await !words("id>500").contains("No column"))
}

@MainActor @Test func `after Escape no key refers to the cell that had the focus`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(folder.write(manyRows(20), to: "a.csv"))
  for key in [Key.down, .right, .right] { shown.harness.key(key) }
  try await shown.press("=")
  #expect(shown.rows.count == 1)
  try await shown.press(.escape)
  #expect(shown.viewer.list.itemCount == 20, "the filter goes first")
  try await shown.press(.escape)
  try await shown.press("-")
  #expect(shown.viewer.list.itemCount == 20)
}

@MainActor @Test func `a line that is no JSON is shown across all columns, and its text can be found`() async throws {
  let folder = try TemporaryFolder()
  let broken = "this is not JSON, and longer than the narrow first column"
  let lines = ["{\"id\":1,\"name\":\"one\"}", broken, "{\"id\":2,\"name\":\"two\"}"]
  let shown = try await Shown(folder.write(lines.map { $0 + "\n" }.joined(), to: "a.jsonl"))
  #expect(shown.rows.count == 3 && shown.rows[0] == "1 1 one" && shown.rows[1].contains(broken))
  let texts = shown.harness.frame.groups.flatMap(\.canvas.commands).compactMap { command in
    if case .text(let line, _, _) = command { line } else { nil }
  }
  let line = try #require(texts.first { $0.glyphs.count == broken.count })
  #expect(!line.isTruncated && line.width > 200)
  let name = try #require(shown.harness.semantics.first { $0.role == .header && $0.text == "name" })
  #expect(name.bounds.minX < 200, "the line does not widen the first column")
}

@MainActor @Test func `rows that are too short or too long, and lines without JSON, are counted in the status line`()
  async throws
{
  let folder = try TemporaryFolder()
  let ragged = try await Shown(folder.write("a,b\n1,2\n3\n4,5,6\n", to: "a.csv"))
  #expect(ragged.rows.count == 3 && ragged.text.contains("ragged rows"))
  let lines = try await Shown(folder.write("{\"a\":1}\nno\n{\"a\":2}\n", to: "a.jsonl"))
  #expect(lines.rows.count == 3 && lines.text.contains("line without JSON"))
}

@MainActor @Test func `numbers end at the same place, and texts begin at the same place`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(
    folder.write("n,text\n1234567890123,abcdefghijklmno\n12345678901,abcdefghijklmnopq\n", to: "a.csv"))
  shown.harness.show()
  /// Returns the left and right edges of the drawn texts with `count` glyphs.
  func places(_ count: Int) -> [(start: Double, end: Double)] {
    shown.harness.frame.groups.flatMap(\.canvas.commands).compactMap { command in
      guard case .text(let line, let point, _) = command, line.glyphs.count == count else { return nil }
      return (point.x, point.x + line.width)
    }
  }
  let (wide, narrow) = (try #require(places(13).last), try #require(places(11).last))
  #expect(abs(wide.end - narrow.end) < 1 && narrow.start > wide.start + 10)
  #expect(places(15).last?.start == places(17).last?.start)
}

@MainActor @Test func `the menu of sort orders opens at the end of the toolbar, also without a button for it`()
  async throws
{
  let folder = try TemporaryFolder()
  let shown = try await Shown(folder.write(manyRows(20), to: "a.csv"))
  try await shown.press("S", .alt)
  shown.harness.show()
  let item = try #require(shown.harness.semantics.first { $0.text.hasPrefix("As in the file") })
  #expect(item.bounds.minX > 500 && item.bounds.minY >= 40)
}
