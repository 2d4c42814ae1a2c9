import Glibc
import Scrollwork
import ScrollworkHostInterface
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// The focused row of a table through filters, and the last row of a huge table.

@MainActor
private struct Shown: ViewerStage {
  let viewer = Viewer()
  let harness: ViewHarness

  init(_ path: String, height: Double) async throws {
    try self.init(opened: path, height: height)
    try await begin()
  }

  init(opened path: String, height: Double) throws {
    try viewer.open(path)
    harness = ViewHarness(showing: viewer, size: Size(width: 700, height: height))
  }

  /// The focused row.
  var focused: SemanticsNode? { shown.first { $0.states.contains(.focused) && $0.role != .header } }

  /// The rows on screen.
  var shown: [SemanticsNode] {
    harness.semantics.filter { [.treeItem, .cell, .header].contains($0.role) && $0.bounds.width > 0 }
  }
}

@MainActor @Test(arguments: [["kind~a"], ["number<700"], ["!number=399", "kind=a"]])
func `the focused row keeps its place in every frame while a filter comes and goes`(filter: [String]) async throws {
  let folder = try TemporaryFolder()
  let rows = (0..<1_000).map { "\($0),\($0 % 3 == 1 ? "a" : "b")\n" }.joined()
  let shown = try await Shown(folder.write("number,kind\n" + rows, to: "a.csv"), height: 500)
  shown.viewer.list.scroll(to: .offset(395 * 28), animated: false)
  shown.harness.show()
  let row = try #require(shown.shown.first { $0.id == "400" })
  shown.harness.click(at: row.bounds.center)
  try await shown.rest()
  let place = try #require(shown.focused).bounds.minY
  for expressions in [filter, []] {
    try shown.viewer.setFilter(expressions)
    var (frames, moving) = (0, 0)
    while frames < 400, frames < 40 || shown.viewer.isBusy || shown.viewer.list.report.animating > 0 {
      try await Task.sleep(for: .milliseconds(1))
      shown.harness.advance(by: .milliseconds(16))
      shown.harness.show()
      frames += 1
      if shown.viewer.list.report.animating > 0 { moving += 1 }
      let focused = try #require(shown.focused, "frame \(frames)")
      #expect(focused.id == "400" && abs(focused.bounds.minY - place) <= 0.5, "frame \(frames): \(focused.bounds.minY)")
    }
    if filter != ["number<700"] { #expect(moving > 3, "the other rows in sight move") }
    #expect(shown.viewer.list.itemCount == (expressions.isEmpty ? 1_000 : filter[0] == "number<700" ? 700 : 333))
  }
}

@MainActor @Test func `End shows the last row of a sparse file of 10 GB that is not indexed yet`() async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("number,text\n" + (0..<1_000).map { "\($0),first\n" }.joined(), to: "a.csv")
  try #require(truncate(path, 10_000_000_000) == 0)
  try folder.append("\n" + (0..<50_000).map { "\($0),\"x, \($0)\"\n" }.joined(), to: "a.csv")
  let shown = try Shown(opened: path, height: 400)
  let isListed = await waitUntil(shown.harness) { shown.viewer.list.itemCount > 0 }
  #expect(isListed)
  shown.viewer.focusList()
  shown.harness.key(.end)
  let isAtEnd = await waitUntil(shown.harness) {
    shown.harness.advance(by: .milliseconds(16))
    return shown.rows.last?.hasSuffix("49999 x, 49999") == true
  }
  #expect(isAtEnd, "\(shown.rows)")
  #expect(shown.focused?.text.hasSuffix("49999 x, 49999") == true)
  // The rows before it are exact while the number of rows is estimated anew, and their numbers are marked as estimates.
  var counts: Set<Int> = []
  while counts.count < 20, shown.status.contains("Indexing") {
    let rows = shown.rows
    #expect(rows.count > 8)
    for (row, distance) in zip(rows.reversed(), 0...) {
      #expect(row.hasSuffix("\(49_999 - distance) x, \(49_999 - distance)"), "\(distance) from the end: \(rows)")
    }
    #expect(shown.focused?.text == rows.last)
    #expect(rows.allSatisfy { $0.hasPrefix("≈") }, "\(rows)")
    // The rows are where they belong, and do not come from elsewhere with each estimate.
    #expect(shown.shown.allSatisfy { abs($0.bounds.minY - $0.target.minY) <= 0.5 })
    counts.insert(shown.viewer.list.itemCount)
    #expect(shown.status.contains("about"), "\(shown.status)")
    try await Task.sleep(for: .milliseconds(1))
    shown.harness.advance(by: .milliseconds(16))
  }
  #expect(counts.count > 3)
}

@MainActor @Test func `a filter that removes the focused row of a grouped table leaves the focus on its neighbour`()
  async throws
{
  let folder = try TemporaryFolder()
  let rows = (0..<600).map { "\($0),\(["a", "b", "c"][$0 % 3])\n" }.joined()
  let path = try folder.write("number,kind\n" + rows, to: "a.csv")
  let cases = [
    (301, "number!=301", 304), (598, "number!=598", 2), (301, "number<301", 2), (599, "number<30", 29),
    (301, "kind=a", 597),
  ]
  for (row, filter, neighbour) in cases {
    let shown = try await Shown(path, height: 500)
    try await shown.press(.down, .right, .right, .right)
    try await shown.press("G", .shift)
    try await shown.go(to: row)
    // On its way the typed text matches nothing.
    shown.harness.key("L", modifiers: .control)
    shown.harness.type(filter)
    try await shown.restAlsoEmpty()
    try await shown.press(.enter)
    try shown.expectFocus(neighbour, filter)
    // The focus returns with the row.
    try shown.viewer.setFilter([])
    try await shown.rest()
    try shown.expectFocus(row, "without \(filter)")
  }
}

@MainActor @Test func `an arrow key goes on from the neighbour of a row that a filter hid, and the focus stays there`()
  async throws
{
  let folder = try TemporaryFolder()
  let rows = (0..<600).map { "\($0),\($0 % 3)\n" }.joined()
  let shown = try await Shown(folder.write("number,kind\n" + rows, to: "a.csv"), height: 500)
  try await shown.go(to: 301)
  try shown.viewer.setFilter(["kind=0"])
  try await shown.rest()
  try shown.expectFocus(303, "the next row")
  try await shown.press(.down)
  try shown.expectFocus(306, "the row after it")
  try shown.viewer.setFilter([])
  try await shown.rest()
  try shown.expectFocus(306, "the row that the user went to")
}

@MainActor @Test func `Ctrl+G to a row that does not exist says so in its bar, also in a small window`() async throws {
  let folder = try TemporaryFolder()
  let rows = (1...40).map { "\($0),x\n" }.joined()
  let shown = try await Shown(folder.write("number,kind\n" + rows, to: "a.csv"), height: 500)
  for width in [700.0, 360] {
    shown.harness.resize(to: Size(width: width, height: 500))
    shown.harness.key("G", modifiers: .control)
    for (text, words) in [
      ("99", "There are 40 rows; this is the last one"), ("0", "The first row has the number 1"),
      ("abc", "“abc” is not a number; type 120 or 50%"), ("", "Type the number of a row, or a share such as 50%"),
    ] {
      shown.harness.key("A", modifiers: .control)
      shown.harness.key(.delete)
      shown.harness.type(text)
      try await shown.press(.enter)
      let label = shown.harness.semantics.first { $0.text == words && $0.bounds.width > 0 }
      #expect(label.map { $0.bounds.maxX <= width } == true, "\(text) in \(width): \(shown.text)")
    }
    try await shown.press(.escape)
    #expect(shown.focused?.id == "39")
  }
}

extension Shown {
  /// Goes to a row by its number, counted from 0.
  fileprivate func go(to row: Int) async throws {
    harness.key("G", modifiers: .control)
    harness.type("\(row + 1)")
    try await press(.enter)
    try expectFocus(row, "gone to")
  }

  /// Waits until the viewer is at rest, with any number of rows.
  fileprivate func restAlsoEmpty() async throws {
    #expect(await waitUntil(harness) { !viewer.isBusy })
    harness.settle()
  }

  /// Expects that a row has the focus and is wholly visible.
  fileprivate func expectFocus(_ row: Int, _ words: String) throws {
    harness.show()
    let list = viewer.list.convertToRoot(viewer.list.bounds)
    let focused = try #require(focused, "\(words): \(shown.map(\.text))")
    #expect(focused.id == "\(row)", "\(words): \(focused.text)")
    #expect(focused.bounds.minY >= list.minY && focused.bounds.maxY <= list.maxY, "\(words): \(focused.bounds)")
  }
}
