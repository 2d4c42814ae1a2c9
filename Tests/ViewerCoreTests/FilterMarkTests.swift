import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Marks of the matches of a filter, and the words of the status line.

@MainActor
private struct Marked: ViewerStage {
  let viewer = Viewer()
  let harness: ViewHarness

  init(_ path: String, size: Size = Size(width: 800, height: 400)) async throws {
    try viewer.open(path)
    harness = ViewHarness(showing: viewer, size: size)
    try await begin()
  }

  /// Returns the texts that are drawn in a colour.
  func texts(_ color: KeyPath<Palette, Color>) -> [String] {
    harness.show()
    let color = harness.host.environment.theme.colors[keyPath: color]
    return harness.frame.groups.flatMap(\.canvas.commands).compactMap { command in
      guard case .text(let line, _, color) = command else { return nil }
      return line.readableText
    }
  }

  /// Returns the number of marks that are drawn in a colour.
  func fills(_ color: KeyPath<Palette, Color>) -> Int {
    harness.show()
    let color = harness.host.environment.theme.colors[keyPath: color]
    return harness.frame.groups.flatMap(\.canvas.commands).count { command in
      switch command {
      case .fill(_, color), .roundedRect(_, _, color): true
      default: false
      }
    }
  }
}

@MainActor
@Test func `matches of filters are marked in the lines, unless the user finds a text`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Marked(folder.write("one pear\ntwo apple pears\nthree\n", to: "a.txt"))
  #expect(shown.fills(\.match) == 0)
  try shown.viewer.setFilter(["pear", "!apple"])
  try await shown.rest()
  #expect(shown.fills(\.match) == 1, "what a filter leaves out has no marks")
  try shown.viewer.setFilter(["/p+/"])
  try await shown.rest()
  #expect(shown.fills(\.match) == 3)
  try await shown.find("two")
  #expect(shown.fills(\.match) == 0 && shown.fills(\.matchNow) > 0)
  try shown.viewer.setFilter([])
  try await shown.rest()
  #expect(shown.fills(\.match) == 0)
}

@MainActor
@Test func `the lane of the marks is hidden while nothing is found`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Marked(folder.write(String(repeating: "line\n", count: 200), to: "a.txt"))
  try await shown.find("nothing")
  #expect(!shown.viewer.list.showsScrollBarLane)
  try await shown.find("line")
  #expect(shown.viewer.list.showsScrollBarLane)
}

@MainActor
@Test func `the reason of a wrong filter has the colour of an error`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Marked(folder.write("/o one\n", to: "a.txt"))
  shown.harness.key("L", modifiers: .control)
  shown.harness.type("/o(/")
  try await shown.rest()
  let reason = try #require(shown.texts(\.error).first)
  #expect(shown.status.contains(reason) && reason.count > 8, "\(shown.texts(\.error)) \(shown.status)")
}

@MainActor
@Test func `an expression that is being typed narrows the lines, and its slash is marked where it stands`() async throws
{
  let folder = try TemporaryFolder()
  let shown = try await Marked(folder.write("/took 1\ntook 1\ntook 2\n", to: "a.txt"))
  shown.harness.key("L", modifiers: .control)
  shown.harness.type("/took 1")
  try await shown.rest()
  #expect(shown.viewer.list.itemCount == 2 && shown.fills(\.match) == 2)
  shown.harness.type("(")
  try await shown.rest()
  #expect(shown.viewer.list.itemCount == 2, "the last valid result stays")
}

@MainActor
@Test func `the page tells why a text is no filter, and not that nothing matches it`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Marked(folder.write("one\n", to: "a.txt"))
  shown.harness.key("L", modifiers: .control)
  shown.harness.type("/x")
  #expect(await waitUntil(shown.harness) { shown.text.contains("No match") })
  shown.harness.type("(")
  #expect(!shown.text.contains("No match") && !shown.text.contains("None of"), "\(shown.text)")
  #expect(shown.text.split(separator: "is not closed").count == 2, "said once: \(shown.text)")
  shown.harness.type("y)")
  #expect(await waitUntil(shown.harness) { !shown.viewer.isBusy })
  #expect(shown.text.contains("No match") && !shown.text.contains("is not closed"), "\(shown.text)")
}

@MainActor
@Test func `a text that grows is live, and one that has not grown says nothing of it`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Marked(folder.write("one\n", to: "a.txt"))
  #expect(!shown.status.contains("Live") && !shown.status.contains("Following"), "\(shown.status)")
  try folder.append("two\n", to: "a.txt")
  try #require(await waitUntil(shown.harness) { shown.viewer.list.itemCount == 2 })
  shown.harness.settle()
  #expect(shown.status.hasSuffix("Following"), "\(shown.status)")
}

@MainActor
@Test func `a filter of a long log holds the line of the user, and calls nothing the end while it searches`()
  async throws
{
  let folder = try TemporaryFolder()
  let block = (0..<1_000).map { "2026-06-14 08:00:00 \($0 % 10 == 5 ? "ERROR" : "INFO") store: line \($0)\n" }.joined()
  let path = try folder.write(String(repeating: block, count: 400), to: "a.log")
  let shown = try await Marked(path)
  try #require(await waitUntil(shown.harness) { !shown.viewer.isBusy })
  try folder.append("2026-06-14 08:00:01 INFO store: last\n", to: "a.log")
  try #require(await waitUntil(shown.harness) { !shown.viewer.isBusy && shown.viewer.list.itemCount == 400_001 })
  shown.harness.key("G", modifiers: .control)
  shown.harness.type("350006")
  shown.harness.key(.enter)
  try await shown.rest()
  #expect(shown.viewer.list.focusedItem?.item == 350_005)
  shown.harness.key("4", modifiers: .alt)
  shown.harness.show()
  // No result of another thread has arrived yet.
  var words: Set<String> = [shown.status]
  try #require(
    await waitUntil(shown.harness) {
      shown.harness.show()
      if shown.viewer.isBusy { words.insert(shown.status) }
      return !shown.viewer.isBusy
    })
  shown.harness.settle()
  #expect(!words.contains { $0.contains("Following") || $0.contains("100 %") }, "\(words)")
  #expect(shown.viewer.list.focusedItem?.item == 35_000, "\(shown.rows.first ?? "")")
  let focused = shown.harness.tiles.first { $0.states.contains(.focused) }
  #expect(focused?.text.hasSuffix("line 5") == true, "\(shown.rows)")
}

@MainActor
@Test func `a message about files stays with the folder in which they were changed`() async throws {
  let folder = try textFiles(["a.txt", "b.txt"])
  let stage = try await FileStage(folder.path)
  try await stage.key("Down")
  try await stage.key("Delete")
  try #require(stage.toast.contains("trash"), "\(stage.status)")
  try stage.viewer.open(folder.write("another\n", to: "c.txt"))
  try await stage.rest()
  #expect(stage.toast.isEmpty && !stage.status.contains("trash"), "\(stage.status)")
}

@MainActor
@Test func `the palette says why the wanted command is not available`() async throws {
  let folder = try textFiles(["a.txt", "b.txt"])
  let stage = try await FileStage(folder.path)
  try await stage.key("Ctrl+Shift+P")
  stage.harness.type("rename")
  for _ in 0..<2 {
    stage.harness.settle()
    let isTold = stage.harness.semantics.contains { $0.text == "“Rename” is not available: nothing is selected" }
    #expect(isTold, "\(stage.harness.semantics.map(\.text))")
    // Return does not perform it.
    stage.harness.key(.enter)
  }
}

@MainActor
@Test func `the overview of keys has no command that the screen has no use for`() async throws {
  let folder = try TemporaryFolder()
  let size = Size(width: 1280, height: 900)
  let text = try await Marked(folder.write("one\n", to: "a.txt"), size: size)
  try await text.press("F1")
  #expect(!text.text.contains("Lines by their level") && !text.text.contains("Pick for the waiting program"))
  #expect(text.text.contains("Wrap long lines"))
  let log = try await Marked(folder.write("2026-06-14 09:10:01 INFO a: b\n", to: "a.log"), size: size)
  try await log.press("F1")
  #expect(log.text.contains("Lines by their level"))
}

@MainActor
@Test func `a match across two rows of a long line is found, and marked in both`() async throws {
  let folder = try TemporaryFolder()
  let (start, end) = (String(repeating: "a", count: LineText.byteLimit - 6), String(repeating: "b", count: 5_000))
  let shown = try await Marked(folder.write("first\n\(start)needle-in-two\(end)\nlast\n", to: "a.txt"))
  try await shown.press("W")
  try await shown.find("needle-in-two")
  #expect(shown.viewer.list.focusedItem?.item == 1)
  #expect(shown.fills(\.matchNow) > 0)
  shown.viewer.list.scroll(to: .item(ElementPath(section: 0, item: 2)), at: .start, animated: false)
  #expect(shown.fills(\.match) == 1, "the row after that begins with the rest of the match")
}
