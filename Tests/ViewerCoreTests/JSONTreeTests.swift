import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Trees of JSON: finding and filtering in a document, and the nested values of a table's row in the side panel.

@MainActor
private struct Shown: ViewerStage {
  let viewer = Viewer()
  let harness: ViewHarness
  static let size = Size(width: 1000, height: 600)

  init(_ path: String) async throws {
    try viewer.open(path)
    harness = ViewHarness(showing: viewer, size: Self.size)
    try await begin()
  }

  func rest() async throws {
    let isAtRest = await waitUntil(harness) { !viewer.isBusy }
    try #require(isAtRest)
    harness.settle()
  }

  func type(_ text: String) async throws {
    harness.type(text)
    try await rest()
  }

  /// Returns the rows at the left or, if `inPanel`, in the side panel.
  func cells(inPanel: Bool) -> [SemanticsNode] {
    harness.show()
    return harness.semantics.filter { [.cell, .treeItem].contains($0.role) && ($0.bounds.minX > 600) == inPanel }
  }

  var rows: [String] { cells(inPanel: false).map(\.text) }
  var panel: [String] { cells(inPanel: true).map(\.text) }
  var focused: String? {
    harness.semantics.first { [.cell, .treeItem].contains($0.role) && $0.states.contains(.focused) }?.text
  }
  /// The text of the focused row of a document whose rows are all visible.
  var current: String? {
    let (rows, item) = (rows, viewer.list.focusedItem?.item)
    return item.flatMap { $0 < rows.count ? rows[$0] : nil }
  }
  var copied: String? { harness.clipboard.text }

  func says(_ text: String) -> Bool {
    harness.show()
    return harness.semantics.contains { $0.text.contains(text) }
  }
}

private let document = """
  {"title": "Harbour", "ships": [{"name": "Ada", "crew": {"captain": "Grace", "cook": "Needle"}},
   {"name": "Bob", "tags": ["needle", "thread"]}], "needles": {"count": 3}}
  """

private let folded = ["title \"Harbour\"", "ships [ 2 items ]", "needles { 1 key }"]

@MainActor @Test func `a match in a document unfolds the values around it`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(folder.write(document, to: "a.json"))
  #expect(shown.rows == folded)
  try await shown.press("/")
  try await shown.type("needle")
  #expect(shown.current == "cook \"Needle\"" && shown.says("1 of 3"))
  #expect(
    shown.rows == [
      folded[0], folded[1], "0 { 2 keys }", "name \"Ada\"", "crew { 2 keys }", "captain \"Grace\"",
      "cook \"Needle\"", "1 { 2 keys }", folded[2],
    ])
  try await shown.press(.enter)
  #expect(shown.current == "0 \"needle\"" && shown.says("2 of 3"))
  // From the list, `n` and `N` go on and back; after the last match the first one follows.
  shown.viewer.focusList()
  try await shown.press("N")
  #expect(shown.current == folded[2] && shown.says("3 of 3"))
  try await shown.press("N")
  #expect(shown.current == "cook \"Needle\"" && shown.says("on from the start"))
  try await shown.press("N", modifiers: .shift)
  #expect(shown.current == folded[2] && shown.says("on from the end"))
  // Escape ends finding, and the values stay unfolded.
  try await shown.press(.escape)
  #expect(!shown.says("3 of 3") && shown.rows.count == 13)
}

@MainActor @Test func `matches in a document are marked`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(folder.write(document, to: "a.json"))
  let plain = shown.harness.frame.textSnapshot
  try await shown.press("F", modifiers: .control)
  try await shown.type("harbour")
  shown.harness.show()
  // The marked text is drawn once more, on the ground of the mark.
  func count(_ text: String) -> Int { text.split(separator: "\"Harbour\"", omittingEmptySubsequences: false).count - 1 }
  #expect(count(shown.harness.frame.textSnapshot) > count(plain))
  try await shown.press(.escape)
  #expect(count(shown.harness.frame.textSnapshot) == count(plain))
}

@MainActor @Test func `a filter shows the matching values of a document below their parents`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(folder.write(document, to: "a.json"))
  try await shown.press("L", modifiers: .control)
  try await shown.type("needle")
  let matching = [
    "ships [ 2 items ]", "0 { 2 keys }", "crew { 2 keys }", "cook \"Needle\"", "1 { 2 keys }", "tags [ 2 items ]",
    "0 \"needle\"", "needles { 1 key }",
  ]
  #expect(shown.rows == matching && shown.says("3") && shown.says("of 14 values"))
  // An object that matches by its key holds all its values.
  try await shown.press(.enter)
  shown.viewer.list.select(ElementPath(section: 0, item: 7))
  shown.viewer.list.focus(ElementPath(section: 0, item: 7))
  try await shown.press(.right)
  #expect(shown.rows == matching + ["count 3"])
  // The path is that of the document.
  shown.viewer.list.deselectAll()
  shown.viewer.list.focus(ElementPath(section: 0, item: 6))
  try await shown.press("C", modifiers: [.control, .shift])
  #expect(shown.copied == "$.ships[1].tags[0]")
  // Without the filter, all values are back, and the chosen one stays in sight.
  try shown.viewer.setFilter([])
  try await shown.rest()
  #expect(shown.rows.contains("1 \"thread\"") && shown.rows.contains("title \"Harbour\""))
  #expect(shown.current == "0 \"needle\"")
}

@MainActor @Test func `a filter shows a value below 10,000 levels`() async throws {
  let folder = try TemporaryFolder()
  let levels = 10_000
  let deep = String(repeating: "[", count: levels) + "1" + String(repeating: "]", count: levels)
  let shown = try await Shown(folder.write(deep, to: "a.json"))
  try shown.viewer.setFilter(["1"])
  try await shown.rest()
  #expect(shown.viewer.list.itemCount == levels && shown.rows.first == "0 [ 1 item ]")
}

@MainActor @Test func `filters of a document combine, also those that exclude values`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(folder.write(document, to: "a.json"))
  try shown.viewer.setFilter(["/^(name|cook)$/", "!Bob"])
  try await shown.rest()
  #expect(
    shown.rows == [
      "ships [ 2 items ]", "0 { 2 keys }", "name \"Ada\"", "crew { 2 keys }", "cook \"Needle\"",
    ])
  // Finding goes through the shown values only.
  try await shown.press("F", modifiers: .control)
  try await shown.type("needle")
  #expect(shown.says("1 of 1"))
  try shown.viewer.setFilter(["nothing like this"])
  try await shown.rest()
  #expect(shown.rows.isEmpty && shown.says("None of 14 values matches"))
}

@MainActor @Test func `Escape removes the last filter of a document before it clears the selection`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(folder.write(document, to: "a.json"))
  try shown.viewer.setFilter(["/^(name|cook)$/", "!Bob"])
  try await shown.rest()
  let list = shown.viewer.list
  list.select(ElementPath(section: 0, item: 2))
  try await shown.press(.escape)
  #expect(shown.rows.contains("name \"Bob\"") && !shown.rows.contains("title \"Harbour\""))
  #expect(list.selectedCount == 1)
  try await shown.press(.escape)
  #expect(shown.rows.contains("title \"Harbour\"") && list.selectedCount == 1)
  try await shown.press(.escape)
  #expect(list.selectedCount == 0)
}

@MainActor @Test func `matches are found below 20,000 levels and among 100,000 values`() async throws {
  let folder = try TemporaryFolder()
  let levels = 20_000
  let deep = String(repeating: "[", count: levels) + "\"needle\"" + String(repeating: "]", count: levels)
  let wide = (0..<100_000).map { "{\"value\": \($0)}" }.joined(separator: ",")
  let path = try folder.write("{\"deep\": \(deep), \"wide\": [\(wide)]}", to: "a.json")
  let shown = try await Shown(path)
  try await shown.press("F", modifiers: .control)
  try await shown.type("99876")
  #expect(shown.rows.contains("value 99876") && shown.says("1 of 1"))
  shown.harness.key("A", modifiers: .control)
  try await shown.type("needle")
  #expect(shown.says("1 of 1"))
}

private let lines = """
  {"name": "pear", "size": {"w": 3, "box": [1, {"deep": true}]}, "tags": []}
  {"name": "fig", "note": "plain"}
  {"name": "plum", "size": {"w": 5, "box": []}}

  """

@MainActor @Test func `nested values of a row unfold in the side panel, and stay unfolded for other rows`() async throws
{
  let folder = try TemporaryFolder()
  let shown = try await Shown(folder.write(lines, to: "a.jsonl"))
  try await shown.press(.down)
  try await shown.press("I", modifiers: .control)
  #expect(shown.panel == ["size { 2 keys }"])
  // A click on the chevron unfolds.
  let row = try #require(shown.cells(inPanel: true).first).bounds
  shown.harness.click(at: Point(x: row.minX + 16, y: row.midY))
  try await shown.rest()
  #expect(shown.panel == ["size { 2 keys }", "w 3", "box [ 2 items ]"])
  // The table keeps the keys until the user clicks a value.
  let box = try #require(shown.cells(inPanel: true).last).bounds
  shown.harness.click(at: Point(x: box.midX, y: box.midY))
  try await shown.press(.right)
  #expect(shown.panel == ["size { 2 keys }", "w 3", "box [ 2 items ]", "0 1", "1 { 1 key }"])
  try await shown.press("C", modifiers: [.control, .shift])
  #expect(shown.copied == "$.size.box")
  try await shown.press("C", modifiers: .control)
  #expect(shown.copied == #"[1, {"deep": true}]"#)
  try await shown.press(.left)
  #expect(shown.panel == ["size { 2 keys }", "w 3", "box [ 2 items ]"])
  // A row without nested values, then one that has some.
  shown.viewer.focusList()
  try await shown.press(.down)
  #expect(shown.panel.isEmpty && shown.says("plain"))
  try await shown.press(.down)
  #expect(shown.panel == ["size { 2 keys }", "w 5", "box [ 0 items ]"])
}

@MainActor @Test func `the button of the side panel copies the path to a value in an array`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(folder.write(#"[{"a": 1}, {"a": {"b c": [7]}}]"#, to: "a.json"))
  try await shown.press(.down, .down)
  try await shown.press("I", modifiers: .control)
  let row = try #require(shown.cells(inPanel: true).first).bounds
  shown.harness.click(at: Point(x: row.midX, y: row.midY))
  try await shown.press(.right, .down)
  #expect(shown.focused == "b c [ 1 item ]" && shown.says("$[1].a['b c']"))
  let button = try #require(shown.harness.semantics.first { $0.text == "Copy path" }).bounds
  shown.harness.click(at: Point(x: button.midX, y: button.midY))
  #expect(shown.copied == "$[1].a['b c']")
}
