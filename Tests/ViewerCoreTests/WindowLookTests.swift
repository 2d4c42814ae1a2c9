import Glibc
import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// The places of buttons, columns and panels, in the smallest window and in very wide ones.

private let smallest = Size(width: 360, height: 240)

extension ViewHarness {
  /// Returns the points at which a text is drawn, in logical pixels of the window.
  fileprivate func points(of text: String) -> [Point] {
    show()
    return frame.groups.flatMap { group in
      group.canvas.commands.compactMap { command in
        guard case .text(let line, let point, _) = command, line.readableText == text else { return nil }
        return Point(x: group.frame.minX + point.x, y: group.frame.minY + point.y)
      }
    }
  }
}

@MainActor @Test
func `the button that turns a table into a grid stays under the pointer, and so does the one that turns it back`()
  async throws
{
  let folder = try textFiles(["p0.png"])
  let path = try folder.write("id,file\n1,p0.png\n2,p0.png\n", to: "a.csv")
  let shown = try await FileStage(path, size: Size(width: 800, height: 600))
  func place(_ title: String) throws -> Rect {
    shown.harness.show()
    return try #require(shown.harness.semantics.first { $0.role == .button && $0.text == title }).bounds
  }
  let (list, grid) = (try place("List"), try place("Grid"))
  for target in [grid, list, grid] {
    shown.harness.click(at: target.center)
    shown.harness.settle()
    try await shown.rest()
    let isGrid = Set(shown.harness.tiles.map(\.target.minX)).count > 1
    #expect(isGrid == (target == grid))
    #expect(try place("List") == list && place("Grid") == grid)
  }
}

// MARK: The smallest window

@MainActor @Test func `in the smallest window the button that stops copying stands between its progress and the state`()
  async throws
{
  let folder = try TemporaryFolder()
  try #require(truncate(folder.write("", to: "huge.bin"), 100 << 30) == 0)
  let shown = try await FileStage(folder.path, size: smallest)
  for key in ["Ctrl+A", "Ctrl+C"] { try await shown.key(key) }
  shown.harness.key("V", modifiers: .control)
  let isCopied = await waitUntil(shown.harness) { shown.status.contains("Copying 1 of 1") }
  try #require(isCopied)
  let stop = try #require(shown.harness.semantics.first { $0.role == .button && $0.text == "Stop" }).bounds
  let bar = try #require(shown.harness.semantics.first { $0.role == .progressBar }).bounds
  // A dot of 8 logical pixels stands 8 before the state.
  let state = try #require(shown.harness.points(of: "Live").last)
  #expect(bar.maxX <= stop.minX && stop.maxX <= state.x - 16, "\(bar) \(stop) \(state)")
  shown.harness.key(".", modifiers: .control)
  try await shown.rest()
}

@MainActor @Test func `the words, bar and button of copying are beside each other, and nothing says empty`()
  async throws
{
  let (folder, target) = (try TemporaryFolder(), try TemporaryFolder())
  try #require(truncate(folder.write("", to: "huge.bin"), 100 << 30) == 0)
  let shown = try await FileStage(folder.path, size: Size(width: 1000, height: 400))
  for key in ["Ctrl+A", "Ctrl+C"] { try await shown.key(key) }
  try shown.viewer.open(target.path)
  try await shown.rest()
  #expect(shown.text.contains("\"Empty folder\""))
  shown.harness.key("V", modifiers: .control)
  let isCopied = await waitUntil(shown.harness) { shown.status.contains("Copying 1 of 1") }
  try #require(isCopied)
  let stop = try #require(shown.harness.semantics.first { $0.role == .button && $0.text.hasPrefix("Stop") }).bounds
  let bar = try #require(shown.harness.semantics.first { $0.role == .progressBar }).bounds
  let items = try #require(shown.harness.points(of: "items").last)
  #expect(stop.minX - bar.maxX <= 8 && bar.minX < 340 && items.x > stop.maxX && items.x < stop.maxX + 40)
  #expect(!shown.text.contains("\"Empty folder\"") && shown.text.contains("\"Files are on their way\""))
  shown.harness.key(".", modifiers: .control)
  try await shown.rest()
  #expect(shown.text.contains("\"Empty folder\""))
}

@MainActor @Test func `the button that stops copying never moves back while the numbers before it change`()
  async throws
{
  let folder = try TemporaryFolder()
  try #require(truncate(folder.write("", to: "huge.bin"), 100 << 30) == 0)
  let shown = try await FileStage(folder.path, size: Size(width: 800, height: 400))
  for key in ["Ctrl+A", "Ctrl+C"] { try await shown.key(key) }
  shown.harness.key("V", modifiers: .control)
  var (statuses, places): (Set<String>, [Double]) = ([], [])
  _ = await waitUntil(shown.harness) {
    let button = shown.harness.semantics.first { $0.role == .button && $0.text.hasPrefix("Stop") }
    if let button, statuses.insert(shown.status).inserted { places.append(button.bounds.minX) }
    return statuses.count == 30
  }
  #expect(statuses.count == 30 && places == places.sorted(), "\(places)")
  shown.harness.key(".", modifiers: .control)
  try await shown.rest()
}

@MainActor @Test func `the name of a file that is too long for the bar keeps its ending`() async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("a\n", to: "the-harbour-from-the-hill-in-the-evening-of-the-first-day.txt")
  let shown = try await FileStage(path, size: smallest)
  #expect(shown.text.contains("y.txt\" at"), "\(shown.text)")
}

@MainActor @Test func `the columns of a log begin at the margin of a narrow window, and at that of a wide one`()
  async throws
{
  let folder = try TemporaryFolder()
  let log = (10..<40).map { "2026-06-14T09:41:\($0)Z INFO request \($0)\n" }.joined()
  let shown = try await FileStage(folder.write(log, to: "a.log"), size: smallest)
  #expect(shown.harness.points(of: "09:41:12").map(\.x) == [12])
  let message = try #require(shown.harness.points(of: "request 12").first).x
  #expect(message <= 164, "half of the window is left for the message, which begins at \(message)")
}

@MainActor @Test func `a panel that covers a narrow window has the margin of that window`() async throws {
  let folder = try textFiles(["a.txt"])
  let shown = try await FileStage(folder.path, size: smallest)
  shown.select(0...0)
  try await shown.key("Ctrl+I")
  #expect(shown.harness.points(of: "Details").map(\.x) == [12])
  #expect(shown.harness.points(of: "Kind").map(\.x) == [12])
  shown.harness.resize(to: Size(width: 1000, height: 600))
  #expect(shown.harness.points(of: "Details").map(\.x) == [700])
}

@MainActor @Test func `in the smallest window the reason why a picture is missing keeps off the bars`() async throws {
  let folder = try pictureFolder(1)
  let viewer = Viewer()
  try viewer.open(folder.file("p100.png"))
  let harness = ViewHarness(showing: viewer, size: smallest)
  let reason = "not a picture in a known format, as its first bytes say, which are those of another one"
  let isKnown = await waitUntil(harness) {
    for load in harness.images.pending { harness.images.fail(load.request.source, with: .unsupported(reason)) }
    return !viewer.isBusy && harness.semantics.contains { $0.text == "Try again" }
  }
  try #require(isKnown)
  harness.settle()
  let button = try #require(harness.semantics.first { $0.text == "Try again" }).bounds
  let title = try #require(harness.points(of: "Cannot show this picture").first)
  #expect(button.maxY <= 240 - 28 - 8 && title.y > 48 + 8 + 10, "\(button) \(title)")
}

// MARK: Very wide windows

@MainActor @Test(arguments: [(1, 414.0), (40, 494), (90, 854), (250, 1_134)])
func `the columns of a list of files stand near the longest name, also while a filter hides it`(
  length: Int, kind: Double
) async throws {
  let name = String(repeating: "n", count: length)
  let folder = try textFiles(["b", name])
  let shown = try await FileStage(folder.path, size: Size(width: 2_000, height: 400))
  #expect(shown.harness.points(of: "File").map(\.x) == [kind, kind])
  try shown.viewer.setFilter(["b"])
  try await shown.rest()
  #expect(shown.harness.points(of: "File").map(\.x) == [kind])
}

@MainActor @Test func `the columns of a list of files keep to the window where that is narrower than the names`()
  async throws
{
  let folder = try textFiles([String(repeating: "n", count: 200)])
  let shown = try await FileStage(folder.path, size: Size(width: 1_000, height: 400))
  // The kind is 150 wide, the size 92, the date 148, and the margin 20.
  #expect(shown.harness.points(of: "File").map(\.x) == [590])
}

@MainActor @Test func `the names that continue a path are listed near its start`() async throws {
  let folder = try textFiles(["one.txt", "two.txt"])
  let shown = try await FileStage(folder.path, size: Size(width: 2_000, height: 600))
  shown.harness.key("L", modifiers: [.control, .shift])
  let isShown = await waitUntil(shown.harness) { shown.harness.points(of: "one.txt").count == 2 }
  try #require(isShown)
  let plates = shown.harness.frame.groups.flatMap { group in
    group.canvas.commands.compactMap { if case .shadow(let place, _, _) = $0 { place.width } else { nil } }
  }
  #expect(!plates.isEmpty && plates.allSatisfy { $0 == 640 }, "\(plates)")
}

@MainActor @Test(arguments: [(500.0, "1"), (1_000, "3")])
func `while a name is edited, the line of text below it makes room for the field`(
  width: Double, key: String
) async throws {
  let folder = try pictureFolder(3)
  let shown = try await FileStage(folder.path, size: Size(width: width, height: 500))
  try await shown.key("Ctrl+" + key)
  shown.select(0...0)
  func lines() -> Int { shown.text.ranges(of: "14 B").count }
  let count = lines()
  #expect(count >= 3)
  try await shown.key("F2")
  #expect(lines() == count - 1)
  try await shown.key("Escape")
  #expect(lines() == count)
}
