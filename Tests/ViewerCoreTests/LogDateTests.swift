import Foundation
import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// The dates of a log where they change, and a file that another one takes the place of.

/// Returns a log of several days, each with five lines and a stack trace at the end.
private func log(days: Int = 3) -> String {
  (1...days).map { day in
    (0..<5).map { "2024-05-0\(day) 09:41:1\($0) ERROR store: line \($0)\n" }.joined() + "  at a frame\n"
  }.joined()
}

/// Returns how often a frame has a text.
@MainActor
private func count(_ words: String, in harness: ViewHarness) -> Int {
  harness.show()
  return harness.frame.textSnapshot.components(separatedBy: "\"\(words)\"").count - 1
}

@MainActor
@Test func `the date is shown at the first line and where it changes`() async throws {
  let folder = try TemporaryFolder()
  let viewer = Viewer()
  try viewer.open(folder.write(log(), to: "a.log"))
  let harness = ViewHarness(content: viewer.root, size: Size(width: 700, height: 500))
  try await waitForRest(of: viewer, in: harness)
  for day in 1...3 { #expect(count("\(day) May 2024", in: harness) == 1) }
  try viewer.setFilter(["line 4"])
  try await waitForRest(of: viewer, in: harness)
  for day in 1...3 { #expect(count("\(day) May 2024", in: harness) == 1) }
  try viewer.setSort("text:desc")
  try await waitForRest(of: viewer, in: harness)
  #expect(count("1 May 2024", in: harness) == 0, "sorted lines have no order of dates")
}

@MainActor
@Test func `a line parts days, but not the first day from the bar above`() async throws {
  let folder = try TemporaryFolder()
  let viewer = Viewer()
  try viewer.open(folder.write(log(), to: "a.log"))
  let harness = ViewHarness(content: viewer.root, size: Size(width: 700, height: 500))
  try await waitForRest(of: viewer, in: harness)
  let lines = harness.frame.groups.filter { group in
    group.canvas.commands.contains { command in
      guard case .fill(let rect, let color) = command else { return false }
      return color == harness.host.environment.color(.edge) && rect.height == 1 && rect.minX == 20
    }
  }
  #expect(lines.count == 2, "one above each day but the first")
}

@MainActor
@Test func `a file that is replaced says so and when, and one that is read again does not`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(log(), to: "a.log"))
  shown.harness.key("F5")
  try await shown.rest()
  #expect(!shown.status.contains("replaced"))
  try folder.write(log(days: 2), to: "next")
  try folder.rename("next", to: "a.log")
  #expect(await waitUntil(shown.harness) { shown.viewer.list.itemCount == 18 + 1 + 12 })
  #expect(shown.status.firstMatch(of: /The file was replaced at \d\d:\d\d/) != nil)
}

@MainActor
@Test func `a replacement is reported also after the file could not be read again`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(log(), to: "a.log"))
  try folder.rename("a.log", to: "old")
  #expect(await waitUntil(shown.harness) { shown.status.contains("The file is gone") })
  try await shown.press("F5")
  try folder.write(log(days: 2), to: "next")
  try folder.rename("next", to: "a.log")
  #expect(await waitUntil(shown.harness) { shown.viewer.list.itemCount == 18 + 1 + 12 })
  #expect(shown.status.contains("The file was replaced at"))
}

@MainActor
@Test func `the date covers no text of its line, also in a narrow window`() async throws {
  let folder = try TemporaryFolder()
  let line = "2024-05-01 09:41:10 INFO store: " + String(repeating: "word ", count: 60)
  let viewer = Viewer()
  try viewer.open(folder.write("\(line)\n\(line)\n", to: "a.log"))
  let harness = ViewHarness(content: viewer.root, size: Size(width: 360, height: 240))
  try await waitForRest(of: viewer, in: harness)
  harness.show()
  var texts: [(text: String, start: Double, end: Double)] = []
  for command in harness.frame.groups.flatMap(\.canvas.commands) {
    guard case .text(let line, let point, _) = command else { continue }
    texts.append((line.readableText, point.x, point.x + line.width))
  }
  let date = try #require(texts.first { $0.text == "1 May 2024" })
  let messages = texts.filter { $0.text.hasPrefix("word") }
  #expect(
    messages.count == 2 && messages[0].end < date.start - 6 && messages[1].end > date.start, "\(messages) \(date)")
}
