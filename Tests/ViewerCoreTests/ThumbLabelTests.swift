import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// The label beside the thumb of the scroll bar that tells the place.

@MainActor
private struct Shown: ViewerStage {
  let viewer = Viewer()
  let harness: ViewHarness

  init(_ path: String) async throws {
    try viewer.open(path)
    harness = ViewHarness(showing: viewer, size: Size(width: 900, height: 500))
    try await begin()
  }

  /// Presses the thumb at the start, drags it by a share of its track, and returns what the label says then.
  func drag(by share: Double, to words: (String) -> Bool) async throws -> String? {
    let list = try #require(harness.semantics.first { $0.role == .list }).bounds
    let x = list.maxX - 8
    harness.press(at: Point(x: x, y: list.minY + 8))
    harness.move(to: Point(x: x, y: list.minY + 8 + (list.height - 8) * share))
    harness.advance(by: .milliseconds(200))
    let labels = harness.semantics.filter { $0.role == .label && $0.bounds.maxX > list.maxX - 300 }
    return labels.map(\.text).first(where: words)
  }
}

private func log(_ count: Int) -> String {
  (0..<count).map { number in
    let parts = [number / 3600, number / 60 % 60, number % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "2026-06-14 \(parts.joined(separator: ":")) INFO [web] request \(number)\n  goes on\n"
  }.joined()
}

@MainActor @Test func `the dragged thumb tells the time of the first line of a log`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(folder.write(log(5_000), to: "a.log"))
  let words = try await shown.drag(by: 0.5) { $0.hasPrefix("14 Jun 2026, 00:") }
  #expect(words != nil, "\(shown.text)")
  shown.harness.release()
  try await shown.rest()
  #expect(!shown.text.contains("14 Jun 2026, 0"))
}

@MainActor
@Test(arguments: [
  ("a.txt", (1...3_000).map { "text \($0)\n" }.joined(), "Line 1,"),
  ("a.csv", "name,amount\n" + (1...3_000).map { "pear,\($0)\n" }.joined(), "Row 1,"),
])
func `the dragged thumb tells the number of the first line or row`(name: String, text: String, start: String)
  async throws
{
  let folder = try TemporaryFolder()
  let shown = try await Shown(folder.write(text, to: name))
  #expect(try await shown.drag(by: 0.5) { $0.hasPrefix(start) } != nil, "\(shown.text)")
}

@MainActor @Test func `the dragged thumb tells the group of a folder, or the day, or nothing`() async throws {
  let folder = try textFiles((1...200).map { "a\($0).txt" })
  let shown = try await Shown(folder.path)
  #expect(try await shown.drag(by: 0.5) { !$0.hasPrefix("a") } == nil, "names tell enough: \(shown.text)")
  shown.harness.release()
  try shown.viewer.setSort("date:desc")
  try await shown.rest()
  shown.viewer.list.scroll(to: .start, animated: false)
  try await shown.rest()
  #expect(try await shown.drag(by: 0.5) { $0 == "Today" } != nil, "\(shown.text)")
  shown.harness.release()
  try await shown.press("2", modifiers: [.control, .shift])
  shown.viewer.list.scroll(to: .start, animated: false)
  try await shown.rest()
  #expect(try await shown.drag(by: 0.5) { $0 == "Texts and sources" } != nil, "\(shown.text)")
}
