import Glibc
import Scrollwork
import ScrollworkHostInterface
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// The focused and selected rows of a table while another program writes its file, and drags over its cells.

@MainActor
private struct Shown: ViewerStage {
  let viewer = Viewer()
  let harness: ViewHarness

  init(_ path: String) async throws {
    try viewer.open(path)
    harness = ViewHarness(showing: viewer, size: Size(width: 700, height: 500))
    try await begin()
  }

  /// The texts of the rows with a state, from the top.
  func rows(_ state: SemanticsNode.States) -> [String] {
    harness.show()
    return harness.semantics.filter { $0.role == .cell && $0.states.contains(state) }.map(\.text)
  }

  /// Waits until the table has a number of rows, and some of them are selected.
  func wait(forCount count: Int, selected: [String]) async throws {
    let isShown = await waitUntil(harness) { viewer.list.itemCount == count && rows(.selected) == selected }
    #expect(isShown, "\(viewer.list.itemCount): \(rows(.selected)) of \(rows)")
    try await rest()
    #expect(rows(.selected) == selected)
  }
}

private func table(_ rows: Range<Int>, after first: String = "") -> String {
  "name,score\n" + first + rows.map { "row \($0),\($0 * 7 % 30)\n" }.joined()
}

@MainActor @Test(arguments: [true, false])
func `the chosen rows stay chosen, and keys act on them, when another program writes rows above them`(
  replacesFile: Bool
) async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(table(0..<30), to: "a.csv")
  let shown = try await Shown(path)
  try await shown.press(.down, .down, .down, .down, .down)
  try await shown.press(.down, .shift)
  #expect(shown.rows(.selected) == ["5 row 4 28", "6 row 5 5"])
  let text = table(1..<30, after: "new 0,1\nnew 1,2\nnew 2,3\n")
  if replacesFile {
    #expect(rename(try folder.write(text, to: "b.csv"), path) == 0)
  } else {
    _ = try folder.write(text, to: "a.csv")
  }
  try await shown.wait(forCount: 32, selected: ["7 row 4 28", "8 row 5 5"])
  #expect(shown.rows(.focused) == ["8 row 5 5"])
  try await shown.press("3")
  #expect(shown.rows(.selected) == ["7 3 row 4 28", "8 3 row 5 5"])
  #expect(try TagStore.tags(of: .read(RandomAccessFile(path: path), name: "a.csv"), at: path).count == 2)
}

@MainActor @Test func `a chosen row stays chosen in a filtered and sorted table whose file is written`() async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(table(0..<30), to: "a.csv")
  let shown = try await Shown(path)
  try shown.viewer.setFilter(["score<20"])
  try shown.viewer.setSort("score:desc")
  try await shown.rest()
  try await shown.press(.down, .down)
  #expect(shown.rows(.selected) == ["25 row 24 18"])
  _ = try folder.write(table(1..<40, after: "new 0,20\nnew 1,19.5\n"), to: "a.csv")
  try await shown.wait(forCount: 27, selected: ["26 row 24 18"])
  #expect(shown.rows(.focused) == ["26 row 24 18"])
}

@MainActor @Test func `no row is selected if the selected one is gone, nor if another one was chosen meanwhile`()
  async throws
{
  let folder = try TemporaryFolder()
  let path = try folder.write(table(0..<30), to: "a.csv")
  let shown = try await Shown(path)
  try await shown.press(.down, .down, .down)
  _ = try folder.write(table(5..<30), to: "a.csv")
  try await shown.wait(forCount: 25, selected: [])
  try await shown.press(.down)
  let chosen = try #require(shown.rows(.selected).first)
  let number = try #require(chosen.split(separator: " ").first.flatMap { Int($0) })
  _ = try folder.write(table(4..<30), to: "a.csv")
  try await shown.wait(forCount: 26, selected: ["\(number + 1)" + chosen.drop { $0 != " " }])
}

@MainActor @Test func `a drag over cells selects them, and a drag of a number takes its row to other programs`()
  async throws
{
  let folder = try TemporaryFolder()
  let shown = try await Shown(folder.write(table(0..<30), to: "a.csv"))
  var dragged = 0
  shown.viewer.onDragOut = { content, _ in
    dragged += 1
    return content.paths.isEmpty
  }
  let rows = shown.harness.semantics.filter { $0.role == .cell }.map(\.bounds)
  let name = Point(x: 80, y: rows[2].center.y)
  // Also where the row is selected already.
  shown.harness.click(at: name)
  shown.harness.drag(from: name, to: Point(x: 90, y: rows[4].center.y))
  try await shown.rest()
  #expect(dragged == 0 && shown.rows(.selected).count == 3)
  try await shown.press("C", .control)
  #expect(shown.harness.clipboard.text == "row 2\nrow 3\nrow 4")
  shown.harness.drag(from: Point(x: 20, y: rows[6].center.y), to: Point(x: 300, y: rows[7].center.y))
  try await shown.rest()
  #expect(dragged == 1 && shown.rows(.selected).count == 1)
}
