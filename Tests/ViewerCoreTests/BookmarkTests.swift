import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Bookmarks of lines: set, found, and kept for the next run.

private func text(_ count: Int = 300) -> String { (0..<count).map { "line \($0)\n" }.joined() }

extension ShownText {
  /// Goes to a line by its number, counted from 0, and presses a key there.
  fileprivate func press(_ key: Key, atLine line: Int) async throws {
    harness.key("G", modifiers: .control)
    harness.key("A", modifiers: .control)
    harness.type("\(line + 1)")
    try await press(.enter)
    try await press(key)
  }

  fileprivate var focused: Int? { viewer.list.focusedItem?.item }

  /// The visible lines with a bookmark.
  fileprivate var marked: [String] {
    harness.show()
    return harness.tiles.map(\.text).filter { $0.hasPrefix("Bookmark: ") }
  }
}

@MainActor
@Test func `M sets and removes a bookmark, and brackets go from one to the next`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(text(), to: "a.txt"))
  for line in [250, 40, 100] { try await shown.press("M", atLine: line) }
  #expect(shown.marked == ["Bookmark: line 100"])
  #expect(shown.status.contains("3 bookmarks"))
  for line in [250, 40, 100] {
    try await shown.press("]")
    #expect(shown.focused == line)
  }
  try await shown.press("[")
  try await shown.press("F2", .shift)
  #expect(shown.focused == 250)
  try await shown.press("M")
  #expect(shown.status.contains("2 bookmarks"))
  try await shown.press("F2")
  #expect(shown.focused == 40)
}

@MainActor
@Test func `selected lines get bookmarks together`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(text(), to: "a.txt"))
  try await shown.press(.down)
  try await shown.press(.down, .shift)
  try await shown.press(.down, .shift)
  try await shown.press("M")
  #expect(shown.marked == ["Bookmark: line 0", "Bookmark: line 1", "Bookmark: line 2"])
  try await shown.press("M")
  #expect(shown.marked.isEmpty)
  try await shown.press("A", .control)
  shown.harness.key("M")
  #expect(shown.status.contains("at most 100 lines get a bookmark at once"))
}

@MainActor
@Test func `bookmarks stay on their lines when lines are filtered and sorted`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(text(), to: "a.txt"))
  for line in [40, 41, 250] { try await shown.press("M", atLine: line) }
  try shown.viewer.setFilter(["0"])
  try await shown.rest()
  try await shown.press(.home)
  try await shown.press("]")
  #expect(shown.marked.contains("Bookmark: line 40"))
  try shown.viewer.setSort("text:desc")
  try await shown.rest()
  try await shown.press(.home)
  try await shown.press("]")
  #expect(shown.harness.tiles.first { $0.states.contains(.focused) }?.text == "Bookmark: line 40")
}

@MainActor
@Test func `bookmarks are kept for the next run, except on lines that changed`() async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(text(), to: "a.txt")
  let first = try await ShownText(path)
  first.viewer.places = SavedPositions()
  for line in [3, 5, 250] { try await first.press("M", atLine: line) }
  first.viewer.savePosition()
  let saved = try SavedPositions(text: try #require(first.viewer.places).text)
  try folder.write(text().replacing("line 5\n", with: "line V\n"), to: "a.txt")
  let viewer = Viewer()
  viewer.places = saved
  try viewer.open(path)
  let harness = ViewHarness(showing: viewer, size: Size(width: 640, height: 400))
  try await waitForRest(of: viewer, in: harness)
  viewer.focusList()
  harness.key(.home)
  harness.settle()
  harness.key("]")
  harness.settle()
  #expect(viewer.list.focusedItem?.item == 3)
  harness.key("]")
  #expect(viewer.list.focusedItem?.item == 250)
  viewer.savePosition()
  #expect(try SavedPositions(text: #require(viewer.places).text).text.contains("bookmarks=4:"))
}

@MainActor
@Test func `bookmarks stay when a file is read anew, except on lines that changed`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(text(), to: "a.txt"))
  for line in [3, 5, 250] { try await shown.press("M", atLine: line) }
  try await shown.press("F5")
  #expect(shown.status.contains("3 bookmarks"))
  // An editor writes another file and gives it the name.
  try folder.write(text().replacing("line 5\n", with: "line V\n"), to: "b.txt")
  try folder.rename("b.txt", to: "a.txt")
  #expect(await waitUntil(shown.harness) { shown.status.contains("2 bookmarks") && !shown.viewer.isBusy })
  try await shown.press(.home)
  for line in [3, 250] {
    try await shown.press("]")
    #expect(shown.focused == line)
  }
}

@MainActor
@Test func `bookmarks wait for their lines if a file is emptied and written again`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(text(), to: "a.txt"))
  shown.viewer.places = SavedPositions()
  try await shown.press("M", atLine: 250)
  try folder.write("", to: "a.txt")
  #expect(await waitUntil(shown.harness) { shown.viewer.list.itemCount == 0 && !shown.viewer.isBusy })
  shown.viewer.savePosition()
  #expect(try #require(shown.viewer.places).text.contains("bookmarks=251:"))
  try folder.write(text(), to: "a.txt", mode: "a")
  #expect(await waitUntil(shown.harness) { shown.status.contains("1 bookmark") })
}

@MainActor
@Test func `bookmarks and the place stay while the bytes are shown in between`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(text(), to: "a.txt"))
  try await shown.press("M", atLine: 250)
  let first = try #require(shown.first)
  try await shown.press("B")
  try await shown.press("B")
  #expect(shown.status.contains("1 bookmark"))
  #expect(shown.first?.id == first.id)
}

@MainActor
@Test func `without a bookmark the keys say so`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(text(), to: "a.txt"))
  shown.harness.key("]")
  #expect(shown.status.contains("there is no bookmark"))
}
