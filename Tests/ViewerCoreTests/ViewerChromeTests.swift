import Scrollwork
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// What stands around the list, and what keys do that no list knows.

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

@MainActor @Test func `the status line says how a text is written`() async throws {
  let folder = try TemporaryFolder()
  for (bytes, words) in [
    (Array("caf\u{e9}\n".utf8), "UTF-8"), ([0x63, 0xE9, 0x0A], "Not UTF-8"), ([0x61, 0, 0x0A], "Binary"),
    ([0xFF, 0xFE, 0x61, 0, 0x0A, 0], "UTF-16"),
  ] as [([UInt8], String)] {
    let (_, harness) = try await open(folder.write(bytes, to: "a.txt"))
    #expect(status(harness).split(separator: ", ").contains(Substring(words)), "\(status(harness))")
  }
}

@MainActor @Test func `where it is narrow a log keeps its messages and lets go of its columns`() async throws {
  let folder = try TemporaryFolder()
  let (_, harness) = try await open(folder.write(log, to: "a.log"))
  func shows(_ text: String) -> Bool { harness.frame.textSnapshot.contains("\"\(text)\"") }
  #expect(shows("09:41:12") && shows("INFO") && shows("net.http") && shows("request 12"))
  harness.resize(to: Size(width: 460, height: 400))
  #expect(shows("09:41:12") && shows("INFO") && !shows("net.http") && shows("request 12"))
  harness.resize(to: Size(width: 320, height: 400))
  #expect(!shows("09:41:12") && shows("INFO") && !shows("net.http") && shows("request 12"))
  // What has no column is told of the line that the pointer rests on.
  harness.move(to: Point(x: 200, y: 110))
  harness.advance(by: .seconds(1))
  #expect(harness.frame.textSnapshot.contains("net.http"))
}

@MainActor @Test func `a narrow status line keeps count and state`() async throws {
  let folder = try TemporaryFolder()
  let (_, harness) = try await open(folder.write(log, to: "a.log"), Size(width: 360, height: 300))
  harness.key("A", modifiers: .control)
  let text = harness.frame.textSnapshot
  #expect(text.contains("\"30\"") && text.contains("\"Live\""))
  #expect(!text.contains("\"UTF-8\"") && !text.contains("\"Log\""))
  harness.resize(to: Size(width: 800, height: 300))
  #expect(harness.frame.textSnapshot.contains("\"UTF-8\""))
}

@MainActor @Test func `the keys of the field give way to what it is for`() async throws {
  let folder = try TemporaryFolder()
  for name in ["a", "b"] { try folder.write("", to: "\(name).txt") }
  let (_, harness) = try await open(folder.path, Size(width: 700, height: 300))
  #expect(harness.frame.textSnapshot.contains("\"Filter files\""))
  #expect(!harness.frame.textSnapshot.contains("\"Ctrl L\""))
  harness.resize(to: Size(width: 1000, height: 300))
  #expect(harness.frame.textSnapshot.contains("\"Filter files\""))
  #expect(harness.frame.textSnapshot.contains("\"Ctrl L\""))
}

@MainActor @Test func `Tab goes through the bar as it is seen`() async throws {
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

@MainActor @Test func `Ctrl and C copy the selected lines, and paths in a folder`() async throws {
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

@MainActor @Test func `of very many selected lines the first are copied, and it is said`() async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(String(repeating: "x\n", count: 60_000), to: "a.txt")
  let (_, harness) = try await open(path)
  harness.key("A", modifiers: .control)
  harness.key("C", modifiers: .control)
  #expect(harness.clipboard.text?.utf8.count == 2 * 50_000 - 1)
  #expect(status(harness).contains("Copied the first 50,000 of 60,000 lines"))
}

@MainActor @Test func `a search that is not done yet says so`() async throws {
  let folder = try TemporaryFolder()
  let (viewer, harness) = try await open(folder.write(log, to: "a.log"))
  // Nothing that is found comes in before the main actor is free.
  try viewer.setFilter(["request 12"])
  #expect(status(harness).contains("Searching 0"))
  let isDone = await waitUntil(harness) { !viewer.isBusy }
  try #require(isDone)
  harness.settle()
  #expect(status(harness).contains("1 of 30 lines") && !status(harness).contains("Searching"))
}

@MainActor @Test func `the start is walked through by keys from its first sample`() throws {
  let viewer = Viewer()
  let harness = ViewHarness(content: viewer.root, size: Size(width: 1000, height: 700))
  viewer.focusList()
  harness.key(.down)
  harness.show()
  let first = harness.semantics.first { $0.role == .cell && $0.states.contains(.selected) }
  #expect(first?.text.hasPrefix("Pictures") == true)
  harness.key(.right)
  harness.show()
  #expect(harness.semantics.first { $0.states.contains(.selected) }?.text.hasPrefix("Log") == true)
}

@MainActor @Test func `Ctrl with Q or W closes the window`() {
  let viewer = Viewer()
  let harness = ViewHarness(content: viewer.root)
  harness.host.onUnhandledKey = { viewer.handleKey($0) }
  var closed = 0
  viewer.onClose = { closed += 1 }
  harness.key("Q", modifiers: .control)
  harness.key("W", modifiers: .control)
  #expect(closed == 2)
}
