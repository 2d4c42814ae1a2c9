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

@MainActor @Test func `a list of the files of all folders cuts the folders and keeps the names of the files`()
  async throws
{
  let folder = try TemporaryFolder()
  let deep = "deep/" + String(repeating: "a long name of a folder ", count: 6)
  try FileManager.default.createDirectory(atPath: folder.file(deep), withIntermediateDirectories: true)
  try folder.write("x", to: deep + "/readme of all.txt")
  let shown = try await FileStage(folder.path, size: Size(width: 500, height: 300))
  try await shown.key("Ctrl+Shift+S")
  let names = shown.text.components(separatedBy: "\"").filter { $0.hasSuffix("/readme of all.txt") }
  #expect(names.count == 1 && names[0].hasPrefix("…"), "\(shown.text)")
}

@MainActor @Test func `folders of the path without room are behind a button that opens the nearest of them`()
  async throws
{
  let folder = try TemporaryFolder()
  let names = (1...8).map { "the folder number \($0)" }
  let path = folder.file(names.joined(separator: "/"))
  try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  try folder.write("x", to: names.joined(separator: "/") + "/a.txt")
  let (viewer, harness) = try await open(path, Size(width: 900, height: 300))
  // The test font makes a name 160 logical pixels wide, and the sign 20.
  let crumbs = harness.semantics.filter { $0.role == .button && names.contains($0.text) }
    .sorted { $0.bounds.minX < $1.bounds.minX }
  let more = try #require(crumbs.first)
  #expect(harness.frame.textSnapshot.contains("\"…\""))
  #expect(more.bounds.width < 40 && crumbs.dropFirst().allSatisfy { $0.bounds.width > 100 }, "\(crumbs)")
  #expect(crumbs.map(\.text) == names.suffix(crumbs.count), "the button stands for the folder before the others")
  harness.click(at: more.bounds.center)
  try await waitForRest(of: viewer, in: harness)
  #expect(viewer.title.hasPrefix(more.text), "\(viewer.title)")
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
