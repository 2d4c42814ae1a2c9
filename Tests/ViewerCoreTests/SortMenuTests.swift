import Glibc
import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Tests of sorting by the menu of the window.

@MainActor
private struct Shown: ViewerStage {
  let viewer = Viewer()
  let harness: ViewHarness

  init(_ size: Size = Size(width: 800, height: 400), _ open: (Viewer) throws -> Void) async throws {
    try open(viewer)
    harness = ViewHarness(showing: viewer, size: size)
    try await begin()
  }

  /// Waits until the viewer is idle, and advances to about the middle of the animation.
  func halfway() async throws {
    let isDone = await waitUntil(harness) { !viewer.isBusy }
    try #require(isDone)
    harness.advance(by: .milliseconds(80))
  }

  func place(of button: String) throws -> Point {
    harness.show()
    let found = harness.semantics.first { [.button, .menuItem].contains($0.role) && $0.text == button }
    return try #require(found, "no “\(button)” is visible").bounds.center
  }

  func click(_ button: String) throws { harness.click(at: try place(of: button)) }

  var items: [(title: String, isChecked: Bool)] {
    harness.show()
    return harness.semantics.filter { $0.role == .menuItem }.map { ($0.text, $0.states.contains(.selected)) }
  }

  /// The file names in the visible rows, without their extensions, from the top.
  var names: [String] {
    harness.show()
    return harness.semantics.filter { $0.role == .cell }.sorted { $0.bounds.minY < $1.bounds.minY }
      .map { String($0.text.prefix { $0 != "," && $0 != "." }) }
  }

  func top(of name: String) -> Double? {
    harness.show()
    return harness.semantics.first { $0.role == .cell && $0.text.hasPrefix(name) }?.bounds.minY
  }
}

/// Makes a folder in which later letters have larger files, except for the last letter.
private func letters() throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  for (name, size) in [("a", 10), ("b", 20), ("c", 30), ("d", 5)] {
    try folder.write(String(repeating: "x", count: size), to: "\(name).txt")
  }
  return folder
}

@MainActor @Test func `the sort menu sorts a folder, and its rows move to their new positions`() async throws {
  let folder = try letters()
  let shown = try await Shown { try $0.open(folder.path) }
  #expect(shown.names == ["a", "b", "c", "d"])
  #expect(!shown.status.contains("By"))
  try shown.click("Sort")
  #expect(shown.items.filter(\.isChecked).map(\.title) == ["Name", "Ascending"])
  let (from, to) = (try #require(shown.top(of: "c")), try #require(shown.top(of: "a")))
  try shown.click("Size")
  #expect(shown.items.isEmpty, "choosing an item closes the menu")
  try await shown.halfway()
  let between = try #require(shown.top(of: "c"))
  #expect(between > to + 1 && between < from - 1)
  try await shown.rest()
  #expect(shown.names == ["c", "b", "a", "d"], "the largest first")
  #expect(shown.status.contains("By size, descending"))
  try shown.click("Sort")
  #expect(shown.items.filter(\.isChecked).map(\.title) == ["Size", "Descending"])
  try shown.click("Ascending")
  try await shown.rest()
  #expect(shown.names == ["d", "a", "b", "c"])
  #expect(shown.status.contains("By size") && !shown.status.contains("descending"))
}

@MainActor @Test func `keys open the menu, move in it and choose, then act on the list again`() async throws {
  let folder = try letters()
  let shown = try await Shown { try $0.open(folder.path) }
  shown.harness.key(.down)
  shown.harness.key("S", modifiers: .alt)
  for key in [Key.down, .down, .down, .enter] { shown.harness.key(key) }
  try await shown.rest()
  #expect(shown.status.contains("By kind"))
  shown.harness.key("S", modifiers: .alt)
  shown.harness.key(.end)
  shown.harness.key(.space)
  try await shown.rest()
  #expect(shown.status.contains("By kind, descending"))
  // Escape closes the menu without a change, and the list keeps the focus.
  try shown.click("Sort")
  shown.harness.key(.escape)
  #expect(shown.items.isEmpty)
  #expect(shown.viewer.list.isFocused)
  shown.harness.key(.down)
  #expect(shown.viewer.list.selectedCount == 1)
}

@MainActor @Test func `a press beside the menu closes it and does nothing else`() async throws {
  let folder = try letters()
  let shown = try await Shown { try $0.open(folder.path) }
  let row = try #require(shown.harness.semantics.first { $0.role == .cell }).bounds.center
  try shown.click("Sort")
  shown.harness.click(at: row)
  #expect(shown.items.isEmpty)
  #expect(shown.viewer.list.selectedCount == 0)
  shown.harness.click(at: row)
  #expect(shown.viewer.list.selectedCount == 1)
}

@MainActor @Test func `the back button of a mouse closes the menu and goes back`() async throws {
  let folder = try letters()
  #expect(mkdir(folder.file("inner"), 0o700) == 0)
  try folder.write("x", to: "inner/z.txt")
  let shown = try await Shown { try $0.open(folder.path) }
  shown.harness.key(.down)
  shown.harness.key(.enter)
  try await shown.rest()
  #expect(shown.names == ["z"])
  try shown.click("Sort")
  #expect(!shown.items.isEmpty)
  shown.harness.key(.back)
  try await shown.rest()
  #expect(shown.items.isEmpty)
  #expect(shown.names.contains("a"))
}

@MainActor @Test func `the focused row stays in place when the order changes`() async throws {
  let folder = try TemporaryFolder()
  for number in 100..<160 { try folder.write(String(repeating: "x", count: 200 - number), to: "\(number).txt") }
  let shown = try await Shown { try $0.open(folder.path) }
  shown.harness.wheel(-6, at: Point(x: 300, y: 200))
  shown.harness.settle()
  let name = shown.names[4]
  let row = try #require(shown.harness.semantics.first { $0.role == .cell && $0.text.hasPrefix(name) })
  shown.harness.click(at: row.bounds.center)
  shown.harness.key("S", modifiers: .alt)
  shown.harness.key(.end)
  shown.harness.key(.enter)
  for _ in 0..<8 {
    try await shown.halfway()
    #expect(shown.top(of: name) == row.bounds.minY)
  }
  #expect(shown.names.first != "159" && shown.status.contains("By name, descending"))
}

@MainActor @Test func `tiles move when the order changes`() async throws {
  let folder = try TemporaryFolder()
  for (name, size) in [("a", 10), ("b", 20), ("c", 30)] {
    try folder.write(String(repeating: "\0", count: size), to: "\(name).png")
  }
  let shown = try await Shown { try $0.open(folder.path) }
  func left(_ name: String) -> Double? {
    shown.harness.show()
    return shown.harness.semantics.first { $0.role == .cell && $0.text.hasPrefix(name) }?.bounds.minX
  }
  let (from, to) = (try #require(left("c")), try #require(left("a")))
  try shown.click("Sort")
  try shown.click("Size")
  try await shown.halfway()
  let between = try #require(left("c"))
  #expect(between > to + 1 && between < from - 1)
  try await shown.rest()
  #expect(left("c") == to && left("a") == from)
}

@MainActor @Test func `the menu reverses the lines of a text`() async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("one\ntwo\nthree\n", to: "a.txt")
  let shown = try await Shown { try $0.open(path) }
  try shown.click("Sort")
  #expect(shown.items.map(\.title) == ["Line number", "Text", "Ascending", "Descending"])
  try shown.click("Descending")
  try await shown.rest()
  #expect(shown.names == ["three", "two", "one"])
  try shown.click("Sort")
  try shown.click("Text")
  try await shown.rest()
  #expect(shown.names == ["one", "three", "two"])
  try shown.click("Sort")
  try shown.click("Line number")
  try await shown.rest()
  #expect(shown.names == ["one", "two", "three"])
}

@MainActor @Test func `the original order of a list of paths can be chosen again`() async throws {
  let folder = try letters()
  let paths = ["d", "b", "a"].map { folder.file($0 + ".txt") }
  let shown = try await Shown { _ = try $0.open(paths) }
  #expect(shown.names == ["d", "b", "a"])
  try shown.click("Sort")
  #expect(shown.items.filter(\.isChecked).map(\.title) == ["As listed"])
  try shown.click("Name")
  try await shown.rest()
  #expect(shown.names == ["a", "b", "d"])
  try shown.click("Sort")
  try shown.click("As listed")
  try await shown.rest()
  #expect(shown.names == ["d", "b", "a"])
}

@MainActor @Test func `content with one order has no sort button`() async throws {
  let viewer = Viewer()
  let harness = ViewHarness(showing: viewer, size: Size(width: 800, height: 400))
  harness.show()
  #expect(!harness.semantics.contains { $0.text == "Sort" })
  harness.key("S", modifiers: .alt)
  #expect(!harness.semantics.contains { $0.text == "Ascending" })
}
