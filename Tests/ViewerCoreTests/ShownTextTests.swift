import Foundation
import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Texts that the user can read to their end.

@MainActor
private func open(_ path: String, _ size: Size, scale: Double = 1) async throws -> (Viewer, ViewHarness) {
  let viewer = Viewer()
  try viewer.open(path)
  let harness = ViewHarness(content: viewer.root, size: size, scale: scale)
  try await waitForRest(of: viewer, in: harness)
  harness.show()
  return (viewer, harness)
}

// Seven characters are 54.6 logical pixels wide, which is a whole number of device pixels at scale 5 and no whole number
// of the parts of a pixel in which a table keeps widths.
@MainActor @Test(arguments: [1, 1.25, 1.5, 2, 3, 5])
func `a fitted column shows its widest text at each scale`(scale: Double) async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("a,b,c\nabcdefg,2024-01-02,1\nabcdefh,2024-01-03,2\n", to: "t.csv")
  let (_, harness) = try await open(path, Size(width: 600, height: 240), scale: scale)
  let text = harness.frame.textSnapshot
  #expect(text.contains("\"abcdefg\"") && text.contains("\"2024-01-03\""), "\(text)")
}

@MainActor @Test func `the smallest window shows the whole reason why an answer is refused`() async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(String(repeating: "a line\n", count: 40), to: "a.txt")
  let (viewer, harness) = try await open(path, Size(width: 360, height: 240))
  viewer.focusList()
  harness.key("G", modifiers: .control)
  harness.type("999999")
  harness.key(.enter)
  harness.show()
  let text = harness.frame.textSnapshot
  let reason = try #require(text.components(separatedBy: "\"").first { $0.hasPrefix("There are") }, "\(text)")
  #expect(!reason.contains("…") && reason.contains("40"))
}

@MainActor @Test func `a tree shows the control characters of a string as escapes, and no spaces in their place`()
  async throws
{
  let folder = try TemporaryFolder()
  let path = try folder.write(#"{"a":"x\ny\tz\u0001","b":"\u007f é","c":[1]}"#, to: "t.json")
  let (_, harness) = try await open(path, Size(width: 600, height: 240))
  let texts = harness.semantics.map(\.text)
  #expect(texts.contains(#"a "x\ny\tz\u0001""#) && texts.contains(#"b "\u007f é""#), "\(texts)")
}

@MainActor @Test func `the smallest window shows nested values of a row of JSON`() async throws {
  let folder = try TemporaryFolder()
  let line = #"{"id":1,"name":"a","place":{"city":"Kyoto","zip":600},"tags":["x","y"]}"# + "\n"
  let path = try folder.write(String(repeating: line, count: 5), to: "t.jsonl")
  let (viewer, harness) = try await open(path, Size(width: 360, height: 240))
  viewer.focusList()
  viewer.list.select(ElementPath(section: 0, item: 0))
  harness.settle()
  harness.key("I", modifiers: .control)
  try await waitForRest(of: viewer, in: harness)
  let values = harness.semantics.filter { $0.text.hasPrefix("place ") || $0.text.hasPrefix("tags ") }
  let rows = values.filter { $0.bounds.height == 28 && $0.bounds.maxY <= 240 - 28 }
  #expect(rows.count == 2, "\(harness.semantics.map { "\($0.text) \($0.bounds)" })")
}
