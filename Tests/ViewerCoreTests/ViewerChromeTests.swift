import Dispatch
import Glibc
import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Tests of the bars around the list, and of the keys that the list does not use.

@MainActor
private func open(_ path: String, _ size: Size = Size(width: 1000, height: 400)) async throws -> (Viewer, ViewHarness) {
  let viewer = Viewer()
  try viewer.open(path)
  let harness = ViewHarness(content: viewer.root, size: size)
  let isShown = await waitUntil(harness) { !viewer.isBusy && viewer.list.itemCount > 0 }
  try #require(isShown)
  harness.settle()
  harness.host.onUnhandledKey = { viewer.handleKey($0) }
  viewer.focusList()
  return (viewer, harness)
}

@MainActor
private func status(_ harness: ViewHarness) -> String {
  harness.show()
  return harness.semantics.last { $0.role == .group && $0.bounds.height == 28 }?.text ?? ""
}

private let log = (10..<40).map { "2026-06-14T09:41:\($0)Z INFO net.http: request \($0)\n" }.joined()

@MainActor @Test func `the status line shows the encoding of a text`() async throws {
  let folder = try TemporaryFolder()
  for (bytes, words) in [
    (Array("caf\u{e9}\n".utf8), "UTF-8"), ([0x63, 0xE9, 0x0A], "Windows-1252"), ([0x61, 0, 0x0A], "UTF-8"),
    ([0xFF, 0xFE, 0x61, 0, 0x0A, 0], "UTF-16 LE"),
  ] as [([UInt8], String)] {
    let (_, harness) = try await open(folder.write(bytes, to: "a.txt"))
    #expect(status(harness).split(separator: ", ").contains(Substring(words)), "\(status(harness))")
  }
}

@MainActor @Test func `a narrow log keeps its messages and hides columns`() async throws {
  let folder = try TemporaryFolder()
  let (_, harness) = try await open(folder.write(log, to: "a.log"))
  func shows(_ text: String) -> Bool { harness.frame.textSnapshot.contains("\"\(text)\"") }
  #expect(shows("09:41:12") && shows("INFO") && shows("net.http") && shows("request 12"))
  harness.resize(to: Size(width: 460, height: 400))
  #expect(shows("09:41:12") && shows("INFO") && !shows("net.http") && shows("request 12"))
  harness.resize(to: Size(width: 320, height: 400))
  #expect(!shows("09:41:12") && shows("INFO") && !shows("net.http") && shows("request 12"))
  // The tooltip of a line shows the parts of the line that have no column.
  harness.move(to: Point(x: 200, y: 110))
  harness.advance(by: .seconds(1))
  #expect(harness.frame.textSnapshot.contains("net.http"))
}

@MainActor @Test func `a narrow status line keeps the count and the state`() async throws {
  let folder = try TemporaryFolder()
  let (_, harness) = try await open(folder.write(log, to: "a.log"), Size(width: 360, height: 300))
  harness.key("A", modifiers: .control)
  let text = harness.frame.textSnapshot
  #expect(text.contains("\"30\"") && text.contains("\"Live\""))
  #expect(!text.contains("\"UTF-8\"") && !text.contains("\"Log\""))
  harness.resize(to: Size(width: 800, height: 300))
  #expect(harness.frame.textSnapshot.contains("\"UTF-8\""))
}

@MainActor @Test(arguments: [(440.0, false), (1000.0, true)])
func `in a narrow window news takes the place of counts, and is read to its end`(
  width: Double, showsCounts: Bool
) async throws {
  let folder = try TemporaryFolder()
  for name in 0..<20 { try folder.write("", to: "\(name).txt") }
  let (_, harness) = try await open(folder.path, Size(width: width, height: 300))
  harness.key("A", modifiers: .control)
  harness.key("C", modifiers: .control)
  harness.show()
  let news = status(harness).split(separator: ", ").first { $0.hasPrefix("Copied") } ?? "none"
  #expect(news.count > 40, "\(news)")
  let text = harness.frame.textSnapshot
  #expect(text.contains("\"\(news)\"") && text.contains("\"Live\""), "\(text)")
  #expect(text.contains("\"files\"") == showsCounts, "\(text)")
}

@MainActor @Test func `the key hint in the filter field disappears when the field is used`() async throws {
  let folder = try TemporaryFolder()
  for name in ["a", "b"] { try folder.write("", to: "\(name).txt") }
  let (_, harness) = try await open(folder.path, Size(width: 700, height: 300))
  #expect(harness.frame.textSnapshot.contains("\"Filter files\""))
  #expect(!harness.frame.textSnapshot.contains("\"Ctrl+L\""))
  harness.resize(to: Size(width: 1000, height: 300))
  #expect(harness.frame.textSnapshot.contains("\"Filter files\""))
  #expect(harness.frame.textSnapshot.contains("\"Ctrl+L\""))
}

@MainActor @Test func `Tab visits the buttons of the bar in their visible order`() async throws {
  let folder = try TemporaryFolder()
  let (_, harness) = try await open(folder.write(log, to: "a.log"))
  var stops: [Double] = []
  for _ in 0..<20 {
    harness.key(.tab)
    harness.show()
    let focused = try #require(harness.semantics.first { $0.states.contains(.focused) })
    guard focused.bounds.maxY <= 48 else { break }
    stops.append(focused.bounds.minX)
  }
  #expect(stops.count > 3)
  #expect(stops == stops.sorted())
}

@MainActor @Test func `Ctrl+C copies the selected lines, and in a folder the paths`() async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("one\ntwo\nthree\nfour\n", to: "a.txt")
  try folder.write("x", to: "b.txt")
  let (_, text) = try await open(path)
  text.key("C", modifiers: .control)
  #expect((text.clipboard.text ?? "").isEmpty, "nothing is selected")
  text.key(.down)
  text.key(.down, modifiers: .shift)
  text.key("C", modifiers: .control)
  #expect(text.clipboard.text == "one\ntwo")
  #expect(status(text).contains("Copied 2 lines"))
  let (_, files) = try await open(folder.path)
  files.key("A", modifiers: .control)
  files.key("C", modifiers: .control)
  #expect(files.clipboard.text == path + "\n" + folder.file("b.txt"))
}

@MainActor @Test func `only the first of very many selected lines are copied, with a message`() async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(String(repeating: "x\n", count: 60_000), to: "a.txt")
  let (_, harness) = try await open(path)
  harness.key("A", modifiers: .control)
  harness.key("C", modifiers: .control)
  #expect(harness.clipboard.text?.utf8.count == 2 * 50_000 - 1)
  #expect(status(harness).contains("Copied the first 50,000 of 60,000 lines"))
}

@MainActor @Test func `an unfinished search is reported`() async throws {
  let folder = try TemporaryFolder()
  let (viewer, harness) = try await open(folder.write(log, to: "a.log"))
  // Matches are delivered on the main actor, which is busy here.
  try viewer.setFilter(["request 12"])
  #expect(status(harness).contains("Searching 0"))
  let isDone = await waitUntil(harness) { !viewer.isBusy }
  try #require(isDone)
  harness.settle()
  #expect(status(harness).contains("1 of 30 lines") && !status(harness).contains("Searching"))
}

@MainActor @Test func `keys move through the start screen from its first card`() throws {
  let viewer = Viewer()
  let harness = ViewHarness(content: viewer.root, size: Size(width: 1000, height: 700))
  viewer.focusList()
  harness.key(.down)
  harness.show()
  // The cards act as buttons, so keys move the focus alone.
  func focused() -> SemanticsNode? {
    harness.semantics.first { $0.role == .cell && $0.states.contains(.focused) }
  }
  #expect(focused()?.text.hasPrefix("Open…") == true)
  for key in [Key.down, .right] { harness.key(key) }
  harness.show()
  #expect(focused()?.text.hasPrefix("Log") == true)
}

@MainActor @Test func `Ctrl+W closes the window, and Ctrl+Q all windows`() {
  let viewer = Viewer()
  let harness = ViewHarness(content: viewer.root)
  harness.host.onUnhandledKey = { viewer.handleKey($0) }
  var closed: [String] = []
  viewer.onClose = { closed.append("one") }
  viewer.onQuit = { closed.append("all") }
  harness.key("Q", modifiers: .control)
  harness.key("W", modifiers: .control)
  #expect(closed == ["all", "one"])
}

@MainActor @Test func `the window has the name of its content`() async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(log, to: "a.log")
  let (viewer, harness) = try await open(path)
  var titles: [String] = []
  viewer.onTitleChange = { titles.append($0) }
  #expect(viewer.title == "a.log - Scrollwork")
  harness.key(.up, modifiers: .alt)
  #expect(titles == [String(folder.path.split(separator: "/").last ?? "") + " - Scrollwork"])
  #expect(Viewer().title == "Scrollwork")
}

@MainActor @Test func `while a file is indexed its first lines are visible, and the status line shows the progress`()
  async throws
{
  let folder = try TemporaryFolder()
  let path = try folder.write("first\nsecond\n", to: "a.txt")
  // The file is sparse, and too large to be read to its end.
  try #require(truncate(path, 1 << 43) == 0)
  let viewer = Viewer()
  let harness = ViewHarness(content: viewer.root, size: Size(width: 1000, height: 400))
  // The viewer is stopped as soon as some lines are known, so that the progress does not change.
  for attempt in 0..<12 where !harness.frame.textSnapshot.contains("\"first\"") {
    try viewer.open(path)
    usleep(10_000 << attempt)
    viewer.stop()
    await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
    harness.show()
  }
  #expect(harness.frame.textSnapshot.contains("\"first\""))
  let words = status(harness)
  #expect(words.contains("Indexing") && words.contains("%"))
  #expect(words.hasSuffix("Live"), "the end is not followed before it is known: \(words)")
}

@MainActor @Test func `a log has columns for the parts that its lines have`() async throws {
  let folder = try TemporaryFolder()
  func start(of message: String, in text: String) async throws -> Double {
    let (_, harness) = try await open(folder.write(text, to: "a.log"))
    let line = harness.frame.textSnapshot.split(separator: "\n").first { $0.contains("\"\(message)\"") }
    let place = line?.split(separator: "\" at ").last ?? ""
    let words = place.split { !"0123456789.-".contains($0) }.compactMap { Double($0) }
    return try #require(words.first)
  }
  let lines = 0..<40
  let full = try await start(
    of: "message 7", in: lines.map { "2026-06-14T09:41:\(10 + $0)Z INFO net.http: message \($0)\n" }.joined())
  let untimed = try await start(of: "message 7", in: lines.map { "INFO message \($0)\n" }.joined())
  #expect(full - untimed == 110 + 96)
}

@MainActor @Test func `a column appears when a visible line needs it`() async throws {
  let folder = try TemporaryFolder()
  let text = (0..<400).map { $0 == 390 ? "2026-06-14T09:41:10Z INFO message \($0)\n" : "INFO message \($0)\n" }.joined()
  let (_, harness) = try await open(folder.write(text, to: "a.log"))
  #expect(!harness.frame.textSnapshot.contains("09:41:10"))
  harness.key(.end)
  harness.settle()
  #expect(harness.frame.textSnapshot.contains("\"09:41:10\""))
  #expect(harness.frame.textSnapshot.contains("\"message 390\""))
}

@MainActor @Test func `deleted lines never overlap inserted ones`() async throws {
  let folder = try TemporaryFolder()
  let text = (0..<300).map { "INFO \($0 % 3 == 0 ? "even" : "odd") message \($0)\n" }.joined()
  let (viewer, harness) = try await open(folder.write(text, to: "a.log"))
  for filter in ["even", "odd", "", "message 1", "9", "odd message 2", ""] {
    try viewer.setFilter([filter])
    let isDone = await waitUntil(harness) { !viewer.isBusy }
    try #require(isDone)
    // The next filter is set before the previous animation has ended.
    for _ in 0..<(filter.count % 2 == 0 ? 4 : 12) {
      harness.advance(by: .milliseconds(17))
      try checkLegible(harness.frame)
    }
  }
}

/// Checks that no line is visible through another line that overlaps it: the upper one must have an opaque background.
@MainActor private func checkLegible(_ frame: Frame) throws {
  let lines = frame.groups.filter { $0.frame.height == 20 && $0.frame.width > 900 && $0.alpha > 0 }
  for (index, upper) in lines.enumerated() where upper.background == nil || upper.alpha < 1 {
    for lower in lines[..<index] {
      let common = upper.frame.intersection(lower.frame).height
      #expect(common < 1, "\(lower.frame) shows through \(upper.frame)")
    }
  }
}

@MainActor
@Test func `the status line of a window of any width shows whole titles of buttons, and that of wrapping last`()
  async throws
{
  let folder = try TemporaryFolder()
  let lines = (0..<2_000).map { "line \($0)\n" }.joined()
  let (viewer, harness) = try await open(folder.write(lines, to: "a.txt"))
  try viewer.setFilter(["1"])
  try await waitForRest(of: viewer, in: harness)
  var seen: Set<String> = []
  for width in stride(from: 900.0, to: 120, by: -3) {
    harness.resize(to: Size(width: width, height: 300))
    harness.settle()
    let text = harness.frame.textSnapshot
    let titles = ["Wrap and marks", "UTF-8"].filter { text.contains("\"\($0)\"") }
    #expect(!text.contains("\"Wrap") || titles.contains("Wrap and marks"), "\(width)")
    seen.insert(titles.joined(separator: ", "))
  }
  #expect(seen == ["Wrap and marks, UTF-8", "Wrap and marks", ""])
}
