import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Lines that are wider than the window: wrapped, or scrolled sideways.

@MainActor
struct ShownText {
  let viewer = Viewer()
  let harness: ViewHarness

  init(_ path: String, size: Size = Size(width: 640, height: 400)) async throws {
    try viewer.open(path)
    harness = ViewHarness(showing: viewer, size: size, text: try BundledText.shared())
    try await rest()
    viewer.focusList()
  }

  func rest() async throws { try await waitForRest(of: viewer, in: harness) }

  func press(_ key: Key, _ modifiers: Modifiers = []) async throws {
    harness.key(key, modifiers: modifiers)
    try await rest()
  }

  var first: SemanticsNode? {
    harness.show()
    return harness.tiles.min { $0.bounds.minY < $1.bounds.minY }
  }

  func row(_ id: Int) -> SemanticsNode? {
    harness.show()
    return harness.tiles.first { $0.id == "\(id)" }
  }

  /// Returns the last frame as a picture.
  func picture() throws -> Picture {
    harness.show()
    return try Picture(of: harness.frame)
  }
}

private func text(_ count: Int) -> String {
  (0..<count).map { "line \($0) " + ($0 % 3 == 0 ? String(repeating: "word ", count: 60) : "short") + "\n" }.joined()
}

@MainActor
@Test func `wrapped lines are as high as their text, and unwrapped ones one row`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(text(50), to: "a.txt"))
  #expect(shown.harness.tiles.allSatisfy { $0.bounds.height == 20 })
  try await shown.press("W")
  #expect(try #require(shown.row(0)).bounds.height == 80)
  #expect(try #require(shown.row(1)).bounds.height == 20)
  // A narrower window needs more rows.
  shown.harness.resize(to: Size(width: 400, height: 400))
  try await shown.rest()
  #expect(try #require(shown.row(0)).bounds.height > 100)
  try await shown.press("W")
  #expect(shown.harness.tiles.allSatisfy { $0.bounds.height == 20 })
}

@MainActor
@Test(arguments: [0, 200, 999]) func `the first visible line stays when lines are wrapped`(line: Int) async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(text(2_000), to: "a.txt"))
  shown.viewer.list.scroll(to: .item(ElementPath(section: 0, item: line)), at: .start, animated: false)
  try await shown.rest()
  let before = try #require(shown.first)
  for _ in 0..<3 {
    try await shown.press("W")
    #expect(shown.first?.id == before.id)
    #expect(shown.first?.bounds.minY == before.bounds.minY)
  }
}

@MainActor
@Test func `the first visible line stays at the start of the file, and with another line focused`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(text(2_000), to: "a.txt"))
  let place = try #require(shown.row(5)).bounds
  shown.harness.click(at: Point(x: 200, y: place.midY))
  let top = try #require(shown.row(0)).bounds.minY
  for _ in 0..<3 {
    try await shown.press("W")
    #expect(shown.row(0)?.bounds.minY == top)
  }
}

@MainActor
@Test func `filtered lines of a long file keep their place when they are wrapped`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(text(310_000), to: "a.txt"))
  try shown.viewer.setFilter(["7 "])
  try await shown.rest()
  shown.viewer.list.scroll(to: .item(ElementPath(section: 0, item: 500)), at: .start, animated: false)
  try await shown.rest()
  let before = try #require(shown.first)
  for _ in 0..<2 {
    try await shown.press("W")
    #expect(shown.first?.id == before.id)
  }
}

@MainActor
@Test func `wrapped lines are filtered, sorted and followed like others`() async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(text(2_000), to: "a.txt")
  let shown = try await ShownText(path)
  try await shown.press("W")
  try shown.viewer.setFilter(["0 "])
  try await shown.rest()
  #expect(shown.viewer.list.itemCount < 2_000)
  try shown.viewer.setFilter([])
  try await shown.rest()
  #expect(shown.viewer.list.itemCount == 2_000)
  try await shown.press(.end)
  try folder.append("the last line\n", to: "a.txt")
  #expect(await waitUntil(shown.harness) { shown.viewer.list.itemCount == 2_001 })
  try await shown.rest()
  #expect(shown.harness.tiles.contains { $0.text == "the last line" })
}

@MainActor
@Test func `long lines are scrolled sideways by keys and by the wheel`() async throws {
  let folder = try TemporaryFolder()
  let line = String(repeating: "a", count: 199) + "Z"
  let shown = try await ShownText(folder.write("\(line)\nshort\n", to: "a.txt"))
  let start = try shown.picture()
  try await shown.press(.right)
  let moved = try shown.picture()
  #expect(start != moved)
  try await shown.press(.left)
  try await shown.press(.left)
  shown.harness.wheel(-100, at: Point(x: 300, y: 100), modifiers: .shift)
  try await shown.rest()
  let end = try shown.picture()
  shown.harness.wheel(-100, at: Point(x: 300, y: 100), modifiers: .shift)
  try await shown.rest()
  #expect(try shown.picture() == end, "the lines go no farther than the widest one")
  shown.harness.wheel(100, at: Point(x: 300, y: 100), modifiers: .shift)
  try await shown.rest()
  #expect(shown.harness.semantics.contains { $0.role == .scrollBar })
  try await shown.press("W")
  #expect(shown.row(0)?.bounds.height == 60, "a word without spaces is divided")
}

@MainActor
@Test func `a match beyond the edge of the window is scrolled to`() async throws {
  let folder = try TemporaryFolder()
  let long = String(repeating: "hay ", count: 100)
  let shown = try await ShownText(folder.write("\(long)Needle \(long)\n", to: "a.txt"))
  shown.harness.key("F", modifiers: .control)
  shown.harness.type("needle")
  try await shown.rest()
  // The shadow of the find bar tints the pixels of the mark.
  let color = shown.harness.host.environment.theme.colors.matchNow
  let marks = shown.harness.frame.groups.flatMap(\.canvas.commands).compactMap { command -> Rect? in
    if case .roundedRect(let place, _, color) = command { place } else { nil }
  }
  #expect(marks.count == 1 && marks.allSatisfy { $0.minX > 40 && $0.maxX < 620 }, "\(marks)")
}

@MainActor
@Test func `a text of one long line stays at its start when it is wrapped`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(String(repeating: "word ", count: 3_000), to: "a.txt"))
  let top = try #require(shown.first).bounds.minY
  for isWrapped in [false, true, false, true] {
    let first = try #require(shown.first)
    #expect(first.bounds.minY == top)
    #expect(isWrapped ? first.bounds.height > 200 : first.bounds.height == 20)
    try await shown.press("W")
  }
}

@MainActor
@Test func `a narrow window shows the times of a log in place of the numbers of its lines`() async throws {
  let folder = try TemporaryFolder()
  let line = "2026-06-14 09:41:10 INFO store: a message of some words\n"
  let viewer = Viewer()
  try viewer.open(folder.write(String(repeating: line, count: 2_000), to: "a.log"))
  let harness = ViewHarness(showing: viewer, size: Size(width: 400, height: 240))
  try await waitForRest(of: viewer, in: harness)
  harness.settle()
  #expect(harness.frame.textSnapshot.contains("\"09:41:10\"") && !harness.frame.textSnapshot.contains("text \"2\""))
  harness.resize(to: Size(width: 900, height: 240))
  harness.settle()
  #expect(harness.frame.textSnapshot.contains("text \"2\""))
}

@MainActor
@Test func `the whole text of a cut line is shown at its end only, and no more than a few lines of it`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(String(repeating: "word ", count: 3_000) + "\nshort\n", to: "a.txt"))
  let row = try #require(shown.row(0)).bounds
  func tip(at x: Double) -> String? {
    shown.harness.move(to: Point(x: x, y: row.midY))
    shown.harness.advance(by: .seconds(1))
    shown.harness.show()
    return shown.harness.semantics.last { $0.role == .label && $0.text.hasPrefix("word") }?.text
  }
  #expect(tip(at: row.midX) == nil)
  let text = try #require(tip(at: row.maxX - 30))
  #expect(text.hasSuffix("…") && text.count < 300)
}

@MainActor
@Test func `marks of many rows beside the scroll bar leave space between them and tell how many there are`() {
  let many = FoundRows(count: 10_000, searched: 0..<100_000, isComplete: true) { $0 < 5_000 ? $0 : 10 * $0 }
  let marks = many.marks(among: 100_000, track: 400, tick: (8, 2), scale: 1)
  #expect(zip(marks, marks.dropFirst()).allSatisfy { $1.offset - $0.offset >= 4 })
  #expect(marks.first?.width == 8 && marks.last?.width == 4)
  let few = FoundRows(count: 3, searched: 0..<100_000, isComplete: true) { $0 * 40_000 }
  #expect(few.marks(among: 100_000, track: 400, tick: (8, 2), scale: 2).map(\.offset) == [0, 160, 320])
}
