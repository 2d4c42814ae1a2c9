import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// The bar in which the user finds text: its place over the content, and matches below it.

@MainActor
private struct Shown: ViewerStage {
  let folder: TemporaryFolder
  let viewer = Viewer()
  let harness: ViewHarness

  /// Shows a text.
  init(_ text: String, _ size: Size = Size(width: 1000, height: 600), motion: MotionPolicy = .full) async throws {
    folder = try TemporaryFolder()
    try viewer.open(folder.write(text, to: "a.txt"))
    harness = ViewHarness(showing: viewer, size: size, motion: motion)
    try await begin()
  }

  /// Shows pictures as a grid.
  init(grid size: Size) async throws {
    folder = try pictureFolder(12)
    try folder.write("\0", to: "zebra.png")
    try viewer.open(folder.path)
    harness = ViewHarness(showing: viewer, size: size)
    try await begin()
    try await press("3", .control)
  }

  func tile(_ name: String) throws -> SemanticsNode {
    harness.show()
    return try #require(harness.tiles.first { $0.text.hasPrefix(name) })
  }

  /// The frame of the field that has the focus.
  var field: Rect? {
    harness.show()
    return harness.semantics.first { $0.role == .textField && $0.states.contains(.focused) }?.bounds
  }
  /// The frame of the list.
  var list: Rect? {
    harness.show()
    return harness.semantics.first { $0.role == .list }?.bounds
  }
  /// The frame of the open bar.
  var bar: Rect? {
    guard let field else { return nil }
    return harness.semantics.last { $0.role == .group && $0.bounds.contains(field) }?.bounds
  }
}

private let lines = (1...400).map { "line \($0) " + String(repeating: "x", count: 100) + "\n" }.joined()

@MainActor @Test(arguments: [1000.0, 500])
func `the find bar lies over the top end of the content, which keeps its size and place`(width: Double) async throws {
  let shown = try await Shown(lines, Size(width: width, height: 600))
  let (before, first) = (try #require(shown.list), shown.rows.first)
  shown.harness.key("F", modifiers: .control)
  shown.harness.show()
  #expect(shown.list == before)
  try await shown.rest()
  let bar = try #require(shown.bar)
  #expect(shown.list == before && shown.rows.first == first)
  #expect(bar.height == 48 && bar.minY == before.minY + 12, "\(bar)")
  #expect(width > 600 ? bar.maxX == width - 28 : bar.minX == 12 && bar.maxX == width - 12, "\(bar)")
}

@MainActor @Test(arguments: [1, 2, 3, 200, 399, 400])
func `a match that would be below the find bar is scrolled into sight`(number: Int) async throws {
  let shown = try await Shown(lines, Size(width: 500, height: 300))
  try await shown.find("line \(number) ")
  let (row, bar) = (try shown.tile("line \(number) "), try #require(shown.bar))
  #expect(row.bounds.minY >= bar.maxY && row.bounds.maxY <= 300 - 28, "\(row.bounds) below \(bar)")
  // Without the bar, the first line is at the top again.
  try await shown.press(.escape)
  #expect(number > 3 || shown.viewer.list.isAtStart)
  if number == 1 { #expect(try shown.tile("line 1 ").bounds.minY == shown.list?.minY) }
}

@MainActor @Test func `matches far from the find bar move nothing`() async throws {
  let shown = try await Shown(lines)
  let first = try shown.tile("line 1 ").bounds
  for text in ["line 1 ", "line 9 "] {
    try await shown.find(text)
    #expect(try shown.tile("line 1 ").bounds == first)
    try await shown.press(.escape)
  }
}

@MainActor @Test func `a match that lines lead to one after the other is never below the find bar`() async throws {
  let shown = try await Shown(lines, Size(width: 500, height: 300))
  try await shown.find("line")
  let bar = try #require(shown.bar)
  for step in 1...30 {
    #expect(try shown.tile("line \(step) ").bounds.minY >= bar.maxY, "\(step)")
    try await shown.press(.enter)
  }
  for step in stride(from: 30, through: 1, by: -1) {
    try await shown.press(.enter, .shift)
    #expect(try shown.tile("line \(step) ").bounds.minY >= bar.maxY, "\(step)")
  }
}

@MainActor @Test func `the status line tells the number of matches`() async throws {
  let shown = try await Shown("one\ntwo\ntwo\n")
  #expect(!shown.status.contains("match"))
  try await shown.find("two")
  #expect(shown.status.contains("2 matches"), "\(shown.status)")
  shown.harness.key("A", modifiers: .control)
  shown.harness.type("one")
  try await shown.rest()
  #expect(shown.status.contains("1 match") && !shown.status.contains("matches"), "\(shown.status)")
  shown.harness.type("x")
  try await shown.rest()
  #expect(!shown.status.contains("match"), "the bar says so: \(shown.status)")
  shown.harness.key(.backspace)
  try await shown.rest()
  try await shown.press(.escape)
  #expect(!shown.status.contains("match"), "\(shown.status)")
}

@MainActor @Test func `a wrong expression has its reason below the field, and the bar grows for it`() async throws {
  let shown = try await Shown("one\ntwo\n")
  try await shown.find("/[a")
  let (bar, field) = (try #require(shown.bar), try #require(shown.field))
  #expect(bar.height > 48 && bar.minY == 60)
  let reason = try #require(shown.harness.semantics.first { $0.text.contains("The bracket [ is not closed") })
  #expect(reason.bounds.minY >= field.maxY && bar.contains(reason.bounds))
  shown.harness.type("]/")
  try await shown.rest()
  #expect(shown.bar?.height == 48)
}

@MainActor @Test(arguments: [MotionPolicy.full, .reduced, .off])
func `the find bar fades in and out, and moves only with full motion`(motion: MotionPolicy) async throws {
  let shown = try await Shown("one\ntwo\n", motion: motion)
  /// The distance of the bar from the top of its place and its opacity in the frames until it is at rest.
  func frames() -> (places: Set<Double>, alphas: Set<Double>) {
    var (places, alphas) = (Set<Double>(), Set<Double>())
    for _ in 0..<40 {
      shown.harness.advance(by: .milliseconds(16))
      let panels = shown.harness.frame.groups.filter { $0.frame.width == 348 && $0.frame.height == 48 }
      guard let group = panels.last else { continue }
      places.insert(group.frame.minY)
      alphas.insert(group.alpha)
    }
    return (places, alphas)
  }
  shown.harness.key("F", modifiers: .control)
  let opening = frames()
  #expect((opening.places.count > 1) == (motion == .full), "\(opening)")
  #expect(opening.alphas.contains { $0 > 0 && $0 < 1 } == (motion != .off), "\(opening)")
  shown.harness.key(.escape)
  let closing = frames()
  #expect(closing.places.count <= 1, "\(closing)")
  #expect(closing.alphas.contains { $0 > 0 && $0 < 1 } == (motion != .off), "\(closing)")
}

@MainActor @Test(arguments: ["p100", "p106", "zebra"])
func `the name of a match in a grid is in sight below the find bar of a low window`(name: String) async throws {
  let shown = try await Shown(grid: Size(width: 360, height: 240))
  try await shown.find(name)
  let (tile, bar) = (try shown.tile(name), try #require(shown.bar))
  #expect(tile.bounds.maxY <= 240 - 28 && tile.bounds.maxY > bar.maxY + 40, "\(tile.bounds)")
}

@MainActor @Test func `a narrow find bar has no line about the other end`() async throws {
  let shown = try await Shown(grid: Size(width: 360, height: 240))
  try await shown.press(.end)
  try await shown.find("p100")
  let words = "On from the start"
  #expect(shown.text.contains("\"1 of 1\"") && !shown.text.contains(words), "\(shown.text)")
  #expect(try #require(shown.field).width >= 160)
  shown.harness.resize(to: Size(width: 1000, height: 240))
  try await shown.rest()
  #expect(shown.text.contains("\"1 of 1\"") && shown.text.contains("\"\(words)\""))
}
