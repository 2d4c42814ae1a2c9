import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// The state of a screen when its content is shown anew: read again, in another form, or with other entries.

@MainActor
private struct Shown: ViewerStage {
  let viewer = Viewer()
  let harness: ViewHarness

  init(_ path: String, size: Size = Size(width: 1000, height: 400)) async throws {
    try viewer.open(path)
    harness = ViewHarness(showing: viewer, size: size, text: try BundledText.shared())
    try await begin()
  }

  var list: CollectionView { viewer.list }

  /// The rows of a list or the values of a tree that are bound, from the top.
  private var items: [SemanticsNode] {
    harness.show()
    return harness.semantics.filter { [.cell, .treeItem].contains($0.role) }.sorted { $0.target.minY < $1.target.minY }
  }

  /// The texts of the visible items from the top.
  var rows: [String] { items.map(\.text) }

  /// The text of the focused item, if it is visible.
  var focused: String? { items.first { $0.states.contains(.focused) }?.text }

  /// The texts of the visible items that are selected.
  var selected: [String] { items.filter { $0.states.contains(.selected) }.map(\.text) }

  /// Whether a filter is a chip above the list.
  func hasChip(_ filter: String) -> Bool {
    harness.show()
    return harness.semantics.contains { $0.role == .button && $0.text == "Filter " + filter }
  }

  /// Adds a filter as a chip, as Return does in the filter bar.
  func filter(_ text: String) async throws {
    try viewer.addFilter(text)
    try await rest()
  }

  func goTo(_ line: Int) async throws {
    harness.key("G", modifiers: .control)
    harness.key("A", modifiers: .control)
    harness.type("\(line)")
    try await press(.enter)
  }

  func key(_ text: String) async throws {
    let shortcut = try #require(KeyShortcut(text: text))
    try await press(shortcut.key, shortcut.modifiers)
  }
}

private func table(_ count: Int = 2_000) -> String {
  "id,name,score\n" + (0..<count).map { "\($0),row \($0),\($0 &* 7 % 1_000)\n" }.joined()
}

private func log(_ count: Int = 1_000) -> String {
  (0..<count).map { "line \($0) " + ($0 % 3 == 0 ? String(repeating: "word ", count: 60) : "short") + "\n" }.joined()
}

private let hasGzip = CompressedData.Program.gzip.isPresent

// MARK: Compressed files

@MainActor @Test(.enabled(if: hasGzip)) func `a compressed table that is read again stays as it is`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(folder.write(CompressedData.Program.gzip.compress(table()), to: "t.csv.gz"))
  try shown.viewer.setSort("score:desc")
  try await shown.filter("score>500")
  try await shown.press(.end)
  try await shown.press(.up, .up)
  try await shown.press(.down, .shift)
  try await shown.press("5")
  let (rows, focused, selected) = (shown.rows, try #require(shown.focused), shown.selected)
  #expect(selected.count == 2 && shown.hasChip("score > 500"))
  let status = shown.status
  try await shown.press("F5")
  #expect(shown.rows == rows && shown.focused == focused && shown.selected == selected, "\(shown.rows)")
  #expect(shown.hasChip("score > 500") && shown.status == status, "\(shown.status)")
  #expect(shown.titles.contains("score, sorted descending"))
  // The undo of the tags is kept too.
  try await shown.press("Z", .control)
  #expect(!shown.status.contains("tagged"), "\(shown.status)")
}

@MainActor @Test(.enabled(if: hasGzip)) func `a compressed log that is read again stays as it is`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(folder.write(CompressedData.Program.gzip.compress(log()), to: "a.log.gz"))
  try await shown.goTo(500)
  try await shown.press("M", "W")
  try await shown.filter("word")
  try await shown.goTo(499)
  try await shown.press(.down, .shift)
  let (rows, focused, selected) = (shown.rows, try #require(shown.focused), shown.selected)
  let status = shown.status
  #expect(status.contains("1 bookmark") && selected.count == 2)
  for key: Key in ["F5", "F5"] {
    try await shown.press(key)
    #expect(shown.rows == rows && shown.focused == focused && shown.selected == selected, "\(shown.rows)")
    #expect(shown.hasChip("word") && shown.status == status, "\(shown.status)")
  }
}

@MainActor @Test(.enabled(if: hasGzip)) func `of a compressed file with another content no line stays selected`()
  async throws
{
  let folder = try TemporaryFolder()
  let path = try folder.write(CompressedData.Program.gzip.compress(log()), to: "a.log.gz")
  let shown = try await Shown(path)
  try await shown.goTo(500)
  try await shown.press(.down)
  #expect(shown.list.selectedCount == 1)
  let changed = (0..<1_000).map { "new \($0) of a text with other words\n" }.joined()
  try folder.write(CompressedData.Program.gzip.compress(changed), to: "a.log.gz")
  try await shown.press("F5")
  #expect(shown.list.selectedCount == 0 && shown.rows.allSatisfy { $0.hasPrefix("new ") })
}

// MARK: Other forms

@MainActor @Test func `a table keeps its order, filter and place while it is shown as a text`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(folder.write(table(), to: "t.csv"))
  try shown.viewer.setSort("score:desc")
  try await shown.filter("score>500")
  try await shown.press(.home)
  for _ in 0..<40 { shown.harness.key(.down) }
  try await shown.rest()
  let (rows, focused) = (shown.rows, try #require(shown.focused))
  // The number of a row stands first, with its cells after it.
  let cells = focused.split(separator: " ").dropFirst().joined(separator: " ")
  try await shown.press("T")
  let line = try #require(shown.focused)
  #expect(line.replacingCommas == cells, "\(line) is not \(cells)")
  #expect(shown.list.itemCount == 2_001)
  #expect(shown.status.contains("Shown without “score>500”, which names a column"), "\(shown.status)")
  try await shown.press("T")
  #expect(shown.focused == focused && shown.rows == rows, "\(shown.rows)")
  #expect(shown.hasChip("score > 500") && shown.titles.contains("score, sorted descending"))
}

extension String {
  /// The text with spaces in place of commas, as the semantics of a row read.
  fileprivate var replacingCommas: String { split(separator: ",").joined(separator: " ") }
}

@MainActor @Test func `a filter of whole rows is one of lines too, and the row of a line has the focus`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(folder.write(table(), to: "t.csv"))
  try await shown.filter("row 19")
  try await shown.press("T")
  #expect(shown.hasChip("row 19") && shown.list.itemCount == 111)
  try await shown.press(.end)
  #expect(shown.focused?.hasPrefix("1999,") == true)
  try await shown.press("T")
  #expect(shown.hasChip("row 19") && shown.focused?.contains("row 1999") == true, "\(shown.rows)")
}

@MainActor @Test func `bytes begin at the focused line, and the text comes back as it was`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(folder.write(log(), to: "a.log"))
  try await shown.filter("99")
  try await shown.press(.home)
  try await shown.press(.down)
  try await shown.press(.down, .shift)
  let (rows, focused, selected) = (shown.rows, shown.focused, shown.selected)
  #expect(selected.count == 2)
  try await shown.press("B")
  let offset = try #require(log().range(ofLine: "line 299 "))
  let number = String(offset / 16 * 16, radix: 16)
  let row = try #require(shown.focused)
  #expect(row.hasPrefix(String(repeating: "0", count: 8 - number.count) + number) && shown.rows.first == row)
  #expect(shown.status.contains("Shown without “99”, because bytes have no filter"), "\(shown.status)")
  try await shown.press("B")
  #expect(shown.hasChip("99") && shown.rows == rows && shown.focused == focused && shown.selected == selected)
}

extension String {
  /// Returns the offset in bytes of the first line that begins with `start`; `nil` if there is none.
  fileprivate func range(ofLine start: String) -> Int? {
    var offset = 0
    for line in split(separator: "\n") {
      if line.hasPrefix(start) { return offset }
      offset += line.utf8.count + 1
    }
    return nil
  }
}

// MARK: Folders

@MainActor @Test(arguments: ["Ctrl+H", "Ctrl+Shift+S"])
func `filters, selection and focus of a folder stay when other entries are listed`(key: String) async throws {
  let folder = try textFiles((100..<200).map { "file \($0).txt" } + (100..<160).map { ".hidden \($0).txt" })
  let shown = try await Shown(folder.path)
  try await shown.filter("txt")
  try await shown.press(.home)
  for _ in 0..<30 { shown.harness.key(.down) }
  try await shown.press(.down, .shift)
  let (focused, selected) = (try #require(shown.focused), shown.selected)
  #expect(selected.count == 2)
  let top = try #require(shown.harness.tiles.first { $0.states.contains(.focused) }).bounds.minY
  for _ in 0..<2 {
    try await shown.key(key)
    #expect(shown.hasChip("txt") && shown.focused == focused && shown.selected == selected, "\(shown.rows)")
    #expect(shown.harness.tiles.first { $0.states.contains(.focused) }?.bounds.minY == top)
  }
}

// MARK: Trees

@MainActor @Test func `the unfolded values of a document stay when it is read again or changes`() async throws {
  let folder = try TemporaryFolder()
  // The array is too large for its items to be read at once.
  func document(_ title: String) -> String {
    let items = (0..<9_000).map { "{\"id\": \($0), \"name\": \"\(title) \($0) of many\"}" }.joined(separator: ",")
    return "{\"title\": \"\(title)\", \"rows\": [\(items)], \"end\": {\"a\": 1}}"
  }
  let shown = try await Shown(folder.write(document("one"), to: "a.json"))
  try await shown.press(.home)
  try await shown.press(.down)
  try await shown.press(.right)
  for _ in 0..<60 { shown.harness.key(.down) }
  try await shown.press(.right)
  // The row after the focused one is in sight.
  try await shown.press(.down, .down, .up)
  let (rows, focused) = (shown.rows, try #require(shown.focused))
  #expect(focused.hasPrefix("id ") && shown.list.itemCount == 9_005)
  try await shown.press("F5")
  #expect(shown.rows == rows && shown.focused == focused && shown.list.itemCount == 9_005, "\(shown.rows)")
  try folder.write(document("a longer title"), to: "a.json")
  let changed = rows.map { $0.hasPrefix("name ") ? $0.split(separator: "one").joined(separator: "a longer title") : $0 }
  let isRead = await waitUntil(shown.harness) { !shown.viewer.isBusy && shown.rows == changed }
  #expect(isRead, "\(shown.rows)")
  #expect(changed != rows && shown.focused == focused && shown.list.itemCount == 9_005)
}

// MARK: Undo

@MainActor @Test func `the tags of a table are undone after its header was taken for a row`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(folder.write(table(50), to: "t.csv"))
  func toggleHeader() async throws {
    try await shown.press("E", .control)
    let items = shown.harness.semantics.filter { $0.role == .menuItem }
    let item = try #require(items.first { $0.text.hasPrefix("First row is the header") }, "\(items.map(\.text))")
    shown.harness.click(at: item.bounds.center)
    shown.harness.settle()
    try await shown.rest()
  }
  try await shown.press(.home)
  try await shown.press("6")
  #expect(shown.status.contains("1 tagged"))
  try await toggleHeader()
  #expect(shown.list.itemCount == 51 && shown.status.contains("1 tagged"), "\(shown.status)")
  // The row has another number now.
  try await shown.press("Z", .control)
  #expect(!shown.status.contains("tagged"), "\(shown.status)")
  try await toggleHeader()
  try await shown.press("Y", .control)
  let isTagged = await waitUntil(shown.harness) { shown.rows.first == "1 6 0 row 0 0" }
  #expect(isTagged && shown.status.contains("1 tagged"), "\(shown.rows.first ?? "")")
}

@MainActor @Test func `a picture of a table that comes back from the trash is among the others again`() async throws {
  let folder = try TemporaryFolder()
  for index in 0..<5 { try folder.write("\0not looked at", to: "p\(index).png") }
  let rows = (0..<5).map { "\($0),p\($0).png\n" }.joined()
  let shown = try await FileStage(folder.write("id,file\n" + rows, to: "t.csv"))
  try await shown.key("Home")
  shown.harness.key(.enter)
  func finish() async throws {
    let isShown = await waitUntil(shown.harness) {
      let bitmap = Bitmap(width: 40, height: 30, color: Color(hex: 0x3060C0))
      for load in shown.harness.images.pending { shown.harness.images.finish(load.request.source, with: bitmap) }
      return !shown.viewer.isBusy && !shown.viewer.isChangingFiles
    }
    #expect(isShown)
    shown.harness.settle()
  }
  try await finish()
  shown.harness.key(.right)
  try await finish()
  #expect(shown.status.contains("2 of 5 pictures"), "\(shown.status)")
  shown.harness.key(.delete)
  try await finish()
  #expect(shown.viewer.title.hasPrefix("p2.png"))
  shown.harness.key("Z", modifiers: .control)
  try await finish()
  #expect(shown.viewer.title.hasPrefix("p1.png"))
  #expect(shown.status.contains("2 of 5 pictures") || shown.status.contains("Brought back"), "\(shown.status)")
  shown.harness.key(.end)
  try await finish()
  #expect(shown.viewer.title.hasPrefix("p4.png") && shown.status.contains("5 of 5 pictures"), "\(shown.status)")
}

// MARK: JSON documents

@MainActor @Test func `a JSON tree is shown as text and as a tree again, with its filter`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(
    folder.write("{\n  \"name\": \"oak\",\n  \"size\": {\"height\": 12, \"name\": \"tall\"}\n}\n", to: "tree.json"))
  let tree = shown.rows
  try await shown.filter("oak")
  let narrowed = shown.rows
  #expect(narrowed.count < tree.count, "\(narrowed)")
  try await shown.key("T")
  #expect(shown.rows.count == 1 && shown.rows.first?.contains("\"name\": \"oak\",") == true, "\(shown.rows)")
  #expect(shown.hasChip("oak"))
  try shown.viewer.setFilter([])
  try await shown.rest()
  #expect(shown.rows.count == 4, "\(shown.rows)")
  try await shown.filter("oak")
  try await shown.key("T")
  #expect(shown.rows == narrowed && shown.hasChip("oak"), "\(shown.rows)")
}
