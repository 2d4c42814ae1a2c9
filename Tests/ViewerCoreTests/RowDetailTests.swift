import Scrollwork
import ScrollworkHostInterface
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// The details of a table's row at the side: its neighbours, its buttons, and values of any length.

@MainActor
private struct Shown: ViewerStage {
  let folder: TemporaryFolder
  let viewer = Viewer()
  let harness: ViewHarness

  init(_ text: String, name: String = "a.csv", size: Size = Size(width: 1280, height: 800)) async throws {
    folder = try TemporaryFolder()
    try viewer.open(folder.write(text, to: name))
    harness = ViewHarness(showing: viewer, size: size)
    try await begin()
  }

  /// The enabled buttons of the panel that have a text or name.
  func button(_ text: String) -> SemanticsNode? {
    harness.show()
    return harness.semantics.first { $0.role == .button && $0.text == text && $0.bounds.width > 0 }
  }

  func click(_ text: String) async throws {
    let found = try #require(button(text), "no button \(text)")
    harness.click(at: found.bounds.center)
    try await rest()
  }

  /// The texts of the panel.
  var panel: [String] {
    harness.show()
    let edge = button("Close")?.bounds.maxX ?? 0
    return harness.semantics.filter { $0.role == .label && $0.bounds.minX > edge - 330 && $0.bounds.minY > 48 }
      .map(\.text)
  }
}

private let trips = "trip,from,note\n1,East Pier,\n2,Kiln Lane,late\n3,Mill Basin,\n4,Kiln Lane,\n"

@MainActor @Test func `the side panel names the focused row, the number of selected ones, and empty values`()
  async throws
{
  let shown = try await Shown(trips)
  try await shown.press("I", .control)
  try await shown.press(.down, .down)
  #expect(shown.panel.starts(with: ["Row 2", "trip", "2", "from", "Kiln Lane", "note", "late"]), "\(shown.panel)")
  try await shown.press(.down, .shift)
  #expect(
    shown.panel.starts(with: ["Row 3", "2 selected", "trip", "3", "from", "Mill Basin", "note", "empty"]),
    "\(shown.panel)")
}

@MainActor @Test func `buttons of the side panel go to the previous and the next row, with its focus and selection`()
  async throws
{
  let shown = try await Shown(trips)
  try await shown.press("I", .control)
  try await shown.press(.down)
  #expect(shown.button("Previous row")?.states.contains(.disabled) == true)
  try await shown.click("Next row")
  try await shown.click("Next row")
  #expect(shown.panel.first == "Row 3" && shown.viewer.list.focusedItem?.item == 2)
  #expect(shown.viewer.list.selectedPaths.map(\.item) == [2])
  try await shown.click("Previous row")
  #expect(shown.panel.first == "Row 2")
  // Several selected rows stay selected.
  try await shown.press(.down, .shift)
  try await shown.click("Next row")
  #expect(shown.panel.prefix(2) == ["Row 4", "2 selected"])
  #expect(shown.button("Next row")?.states.contains(.disabled) == true)
}

@MainActor @Test func `the keys stay on the buttons of the side panel up to the last row`() async throws {
  let shown = try await Shown(trips)
  try await shown.press("I", .control)
  try await shown.press(.down)
  for _ in 0..<20 where shown.button("Next row")?.states.contains(.focused) != true { try await shown.press(.tab) }
  for row in 2...4 {
    try await shown.press(.space)
    #expect(shown.panel.first == "Row \(row)")
  }
  #expect(shown.button("Previous row")?.states.contains(.focused) == true)
  try await shown.press(.space)
  #expect(shown.panel.first == "Row 3")
}

@MainActor @Test func `the next row in a grouped table is beyond the title of its group`() async throws {
  let shown = try await Shown(trips)
  try await shown.press(.down, .right, .right, .right)
  try await shown.press("G", .shift)
  try await shown.press("I", .control)
  // Groups: East Pier 1; Kiln Lane 2, 4; Mill Basin 3.
  for row in [2, 4, 3] {
    try await shown.click("Next row")
    #expect(shown.panel.first == "Row \(row)")
  }
  #expect(shown.button("Next row")?.states.contains(.disabled) == true)
}

@MainActor @Test func `Copy row copies the row as Ctrl+C does, and Filter to value keeps the rows with that value`()
  async throws
{
  let shown = try await Shown(trips)
  try await shown.press("I", .control)
  try await shown.press(.down, .down)
  try await shown.press("C", .control)
  let copied = shown.harness.clipboard.items
  shown.harness.clipboard.text = nil
  try await shown.click("Copy row")
  #expect(shown.harness.clipboard.items == copied && shown.harness.clipboard.text == "2,Kiln Lane,late")
  #expect(shown.status.contains("Copied 1 row"), "\(shown.status)")
  // Without a cell there is no value to filter by.
  #expect(shown.button("Filter to value")?.states.contains(.disabled) == true)
  try await shown.press(.right, .right, .right)
  try await shown.click("Filter to value")
  #expect(shown.viewer.list.itemCount == 2 && shown.text.contains("from = Kiln Lane"), "\(shown.text)")
  #expect(shown.panel.first == "Row 2")
}

@MainActor @Test func `Tab reaches all buttons of the side panel, also where it fills a small window`() async throws {
  let shown = try await Shown(trips, size: Size(width: 360, height: 240))
  try await shown.press(.down, .down, .right, .right)
  try await shown.press("I", .control)
  var reached: Set<String> = []
  for _ in 0..<20 {
    try await shown.press(.tab)
    reached.formUnion(shown.harness.semantics.filter { $0.states.contains(.focused) }.map(\.text))
  }
  for name in ["Previous row", "Next row", "Close", "Copy row", "Filter to value"] {
    let place = try #require(shown.button(name)).bounds
    #expect(reached.contains(name), "\(reached)")
    #expect(place.minX >= 0 && place.maxX <= 360 && place.maxY <= 240 - 28, "\(name): \(place)")
  }
}

@MainActor @Test func `columns in the side panel stand as in the table, and hidden ones below`() async throws {
  let shown = try await Shown("a,b,c\n1,2,3\n")
  let table = try #require((shown.viewer.list.parent as? TableView))
  table.setColumn("b", hidden: true)
  table.moveColumn("c", to: 1)
  try await shown.press("I", .control)
  try await shown.press(.down)
  #expect(shown.panel.starts(with: ["Row 1", "c", "3", "a", "1", "b", "2"]), "\(shown.panel)")
}

@MainActor @Test func `a long value is shown to its end, which the panel scrolls to`() async throws {
  let words = (0..<3_000).map { "word\($0)" }.joined(separator: " ")
  let shown = try await Shown("id,text,last\n1,\(words),end\n")
  try await shown.press("I", .control)
  try await shown.press(.down)
  #expect(shown.panel.contains(words) && !shown.panel.contains { $0.contains("more") })
  func place(_ text: String) -> Rect? {
    shown.harness.semantics.first { $0.text == text && $0.bounds.minX > 960 }?.bounds
  }
  let last = try #require(place("last"))
  #expect(last.minY > 5_000)
  shown.harness.wheel(-1_000, at: Point(x: 1_100, y: 300))
  try await shown.rest()
  shown.harness.show()
  #expect(try #require(place("last")).maxY < 800)
}

@MainActor @Test func `of a value of megabytes the beginning is shown, and Copy row copies all of it`() async throws {
  let value = String(repeating: "0123456789 ", count: 1_000_000)
  for (name, source) in [("a.csv", "1,\"\(value)\""), ("a.jsonl", "{\"id\":1,\"text\":\"\(value)\"}")] {
    let shown = try await Shown((name == "a.csv" ? "id,text\n" : "") + source + "\n", name: name)
    try await shown.press("I", .control)
    try await shown.press(.down)
    let text = try #require(shown.panel.max { $0.utf8.count < $1.utf8.count })
    #expect(text.utf8.count > 60_000 && text.utf8.count <= 1 << 16 && value.hasPrefix(text))
    #expect(shown.panel.contains("10.9 MB more. Copy row copies all of it."), "\(shown.panel.suffix(4))")
    try await shown.click("Copy row")
    #expect(shown.harness.clipboard.text == source)
  }
}
