import Glibc
import Scrollwork
import ScrollworkGeometry
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// A log on the screen whose file is rotated or cut.

private func log(_ lines: Range<Int>, _ text: String = "request") -> String {
  let hour = text == "request" ? 10 : 11
  return lines.map { "2026-05-01 \(hour):\(10 + $0 / 50):\(10 + $0 % 50) INFO net: \(text) \($0)\n" }.joined()
}

/// A log of some lines, then rotated to a shorter one.
@MainActor
private final class Rotated {
  let folder: TemporaryFolder
  let shown: ShownText

  init(first: Int = 40, second: Int = 5, atEnd: Bool = false) async throws {
    folder = try TemporaryFolder()
    shown = try await ShownText(folder.write(log(0..<first), to: "a.log"))
    if atEnd { try await shown.press(.end) }
    try rotate(to: second)
    try await wait(for: first + 1 + second)
  }

  func rotate(to count: Int) throws {
    try folder.write(log(0..<count, "new"), to: "next")
    try folder.rename("next", to: "a.log")
  }

  func wait(for count: Int) async throws {
    let isShown = await waitUntil(shown.harness) { shown.viewer.list.itemCount == count }
    try #require(isShown, "\(shown.viewer.list.itemCount) rows")
    try await shown.rest()
  }

  /// The visible rows from above, and the numbers beside them.
  var rows: [String] {
    shown.harness.show()
    return shown.harness.tiles.sorted { $0.bounds.minY < $1.bounds.minY }.map(\.text)
  }
}

@MainActor
@Test func `after a rotation the lines stay, words follow, and the new lines are followed`() async throws {
  let stage = try await Rotated(atEnd: true)
  let end = stage.rows.suffix(6)
  #expect(end.first?.wholeMatch(of: /The file was replaced at \d\d:\d\d/) != nil, "\(end)")
  #expect(end.last?.hasSuffix("new 4") == true && stage.rows.contains { $0.hasSuffix("request 39") })
  #expect(stage.shown.status.contains("45 lines") && stage.shown.status.contains("Following"))
  #expect(stage.shown.status.firstMatch(of: /The file was replaced at \d\d:\d\d/) != nil)
  try stage.folder.append(log(5..<6, "new"), to: "a.log")
  try await stage.wait(for: 47)
  #expect(stage.rows.last?.hasSuffix("new 5") == true)
  // Another rotation.
  try stage.rotate(to: 2)
  try await stage.wait(for: 50)
  #expect(stage.rows.filter { $0.hasPrefix("The file was replaced at") }.count == 2)
  #expect(stage.rows.last?.hasSuffix("new 1") == true)
}

@MainActor
@Test func `the pill of a followed log counts the new lines that are listed, and no words between files`() async throws
{
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(log(0..<100), to: "a.log"))
  func pill() -> String? {
    shown.harness.show()
    return shown.harness.semantics.first { $0.role == .button && $0.text.hasSuffix(" new") }?.text
  }
  try folder.write(log(0..<12, "new"), to: "next")
  try folder.rename("next", to: "a.log")
  #expect(await waitUntil(shown.harness) { shown.viewer.list.itemCount == 113 })
  try await shown.rest()
  #expect(pill() == "12 new")
  try shown.viewer.setFilter(["/request|new [0-9]$/"])
  try await shown.rest()
  #expect(pill() == "10 new")
  try shown.viewer.setFilter(["request"])
  try await shown.rest()
  #expect(pill() == nil)
}

@MainActor
@Test func `a reader above stays at the line when the file is rotated`() async throws {
  let stage = try await Rotated()
  #expect(stage.shown.viewer.list.contentOffset.y == 0)
  #expect(stage.rows.first?.hasSuffix("request 0") == true)
  // Read again, or left and opened again, the new file is alone.
  try await stage.shown.press("F5")
  try await stage.wait(for: 5)
}

@MainActor
@Test func `the numbers of lines begin anew in the new file, and Ctrl+G goes there`() async throws {
  let stage = try await Rotated(first: 100, second: 60)
  stage.shown.harness.key("G", modifiers: .control)
  stage.shown.harness.key("A", modifiers: .control)
  stage.shown.harness.type("2")
  try await stage.shown.press(.enter)
  #expect(stage.shown.viewer.list.focusedItem?.item == 102)
  stage.shown.harness.key("G", modifiers: .control)
  stage.shown.harness.key("A", modifiers: .control)
  stage.shown.harness.type("10:10:55")
  try await stage.shown.press(.enter)
  #expect(stage.shown.viewer.list.focusedItem?.item == 45, "times go through all files")
}

@MainActor
@Test func `filters, orders and searches go through the files and leave the words out`() async throws {
  let stage = try await Rotated()
  try stage.shown.viewer.setFilter(["net"])
  try await stage.wait(for: 45)
  try stage.shown.viewer.setFilter(["replaced"])
  #expect(await waitUntil(stage.shown.harness) { stage.shown.viewer.list.itemCount == 0 })
  try stage.shown.viewer.setFilter(["/(request|new) 3$/"])
  try await stage.wait(for: 2)
  try stage.shown.viewer.setFilter([])
  try stage.shown.viewer.setSort("text:desc")
  try await stage.wait(for: 45)
  try stage.shown.viewer.setSort("line:desc")
  try await stage.wait(for: 46)
  #expect(stage.rows.first?.hasSuffix("new 4") == true && stage.rows[5].hasPrefix("The file was replaced"))
}

@MainActor
@Test func `a log that is cut in place keeps its lines above one that says so`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(log(0..<40), to: "a.log"))
  try folder.write("", to: "a.log")
  #expect(await waitUntil(shown.harness) { shown.viewer.list.itemCount == 41 })
  try folder.append(log(0..<3, "new"), to: "a.log")
  #expect(await waitUntil(shown.harness) { shown.viewer.list.itemCount == 44 })
  try await shown.rest()
  #expect(shown.status.contains("43 lines") && shown.status.contains("The file was cut at"), "\(shown.status)")
  try await shown.press(.end)
  let texts = shown.harness.tiles.sorted { $0.target.minY < $1.target.minY }.map(\.text)
  #expect(texts.last?.hasSuffix("new 2") == true, "\(texts)")
  #expect(texts.dropLast(3).last?.wholeMatch(of: /The file was cut at \d\d:\d\d/) != nil)
  #expect(texts.dropLast(4).last?.hasSuffix("request 39") == true)
}

@MainActor
@Test func `lines of earlier files stay in place when the newest file is cut`() async throws {
  let stage = try await Rotated(first: 100, second: 60)
  stage.shown.viewer.list.scroll(to: .item(ElementPath(section: 0, item: 30)), at: .start, animated: false)
  try await stage.shown.rest()
  let before = stage.rows
  try stage.folder.write(log(0..<2, "after"), to: "a.log")
  try await stage.wait(for: 164)
  #expect(stage.rows == before)
}

@MainActor
@Test func `bookmarks and the place are those of the newest file when it is opened again`() async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(log(0..<100), to: "a.log")
  let shown = try await ShownText(path)
  shown.viewer.places = SavedPositions()
  shown.viewer.list.scroll(to: .item(ElementPath(section: 0, item: 20)), at: .start, animated: false)
  try folder.write(log(0..<80, "new"), to: "next")
  try folder.rename("next", to: "a.log")
  #expect(await waitUntil(shown.harness) { shown.viewer.list.itemCount == 181 })
  shown.viewer.list.scroll(to: .item(ElementPath(section: 0, item: 131)), at: .start, animated: false)
  try await shown.rest()
  shown.viewer.list.select(PositionSet(131..<132))
  try await shown.press("M")
  #expect(shown.status.contains("1 bookmark"))
  shown.viewer.savePosition()
  let again = Viewer()
  again.places = try SavedPositions(text: try #require(shown.viewer.places).text)
  try again.open(path)
  let harness = ViewHarness(showing: again, size: Size(width: 640, height: 400), text: try BundledText.shared())
  try await waitForRest(of: again, in: harness)
  #expect(again.list.itemCount == 80)
  harness.show()
  let top = harness.tiles.min { $0.bounds.minY < $1.bounds.minY }
  #expect(top?.text.hasPrefix("Bookmark: ") == true && top?.text.hasSuffix("new 30") == true, "\(top?.text ?? "")")
}

@MainActor
@Test func `the line between two files is neither counted among the selected lines nor copied`() async throws {
  let stage = try await Rotated(first: 6, second: 2)
  let shown = stage.shown
  let lines = String((log(0..<6) + log(0..<2, "new")).dropLast())
  try await shown.press("A", .control)
  #expect(shown.status.contains("8 lines") && shown.status.contains("8 selected"), "\(shown.status)")
  shown.harness.key("C", modifiers: .control)
  #expect(shown.harness.clipboard.text == lines)
  #expect(shown.status.contains("Copied 8 lines"), "\(shown.status)")
  // The same holds for a selected text.
  try await shown.press(.escape)
  let rows = shown.harness.tiles.sorted { $0.bounds.minY < $1.bounds.minY }.map(\.bounds)
  shown.harness.drag(from: Point(x: 300, y: rows[4].midY), to: Point(x: 500, y: rows[7].midY))
  shown.harness.settle()
  #expect(shown.status.contains("3 lines selected"), "\(shown.status)")
  shown.harness.key("C", modifiers: .control)
  #expect(shown.harness.clipboard.text?.contains("replaced") == false)
  #expect(shown.harness.clipboard.text?.split(separator: "\n").count == 3)
}

@MainActor
@Test func `the line between two files is not picked`() async throws {
  let stage = try await Rotated(first: 6, second: 2)
  stage.shown.viewer.picksRows = true
  try await stage.shown.press("A", .control)
  #expect(stage.shown.viewer.pickRows())
  let descriptor = creat(stage.folder.file("out"), 0o600)
  var output = OutputWriter(descriptor: descriptor)
  guard case .picked(let pick)? = stage.shown.viewer.pickOutcome else { return #expect(Bool(false)) }
  try pick(&output)
  try output.flush()
  #expect(close(descriptor) == 0)
  #expect(TemporaryFolder.text(stage.folder.file("out")) == log(0..<6) + log(0..<2, "new"))
}

@MainActor
@Test func `the lines of a text without times stay when it is renamed and another file takes its name`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write("one\ntwo\nthree\n", to: "plain.log"))
  try await shown.press(.end)
  try folder.rename("plain.log", to: "plain.log.1")
  try folder.write("new 1\n", to: "plain.log")
  #expect(await waitUntil(shown.harness) { shown.viewer.list.itemCount == 5 })
  try await shown.rest()
  let texts = shown.harness.tiles.sorted { $0.target.minY < $1.target.minY }.map(\.text)
  #expect(texts.prefix(3) == ["one", "two", "three"] && texts.last == "new 1", "\(texts)")
  #expect(texts.dropFirst(3).first?.wholeMatch(of: /The file was replaced at \d\d:\d\d/) != nil)
  #expect(shown.status.contains("4 lines") && shown.status.contains("Following"), "\(shown.status)")
  try folder.append("new 2\n", to: "plain.log")
  #expect(await waitUntil(shown.harness) { shown.viewer.list.itemCount == 6 })
}
