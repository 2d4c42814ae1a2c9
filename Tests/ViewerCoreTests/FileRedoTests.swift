import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Changes of files that are undone, and made again.

/// Keys that change the selected file, and the names that must be in its folder afterwards.
private struct Change: Sendable, CustomTestStringConvertible {
  var keys: [String]
  /// The text that is typed after the keys.
  var answer: String?
  var names: [String]
  var testDescription: String { keys.joined(separator: " ") }
}

@MainActor
@Test(arguments: [
  Change(keys: ["F2"], answer: "z.txt", names: ["b.txt", "z.txt"]),
  Change(keys: ["Delete"], names: ["b.txt"]),
  Change(keys: ["Ctrl+Shift+N"], answer: "made", names: ["a.txt", "b.txt", "made"]),
  Change(keys: ["Ctrl+C", "Ctrl+V"], names: ["a (copy).txt", "a.txt", "b.txt"]),
])
private func `Ctrl+Shift+Z and Ctrl+Y make a change again that Ctrl+Z took back`(change: Change) async throws {
  let folder = try textFiles(["a.txt", "b.txt"])
  let shown = try await FileStage(folder.path)
  shown.select(0...0)
  for key in change.keys { try await shown.key(key) }
  if let answer = change.answer { try await shown.answer(answer) }
  for key in ["Ctrl+Shift+Z", "Ctrl+Y"] {
    #expect(folder.names == change.names)
    try await shown.key("Ctrl+Z")
    try await shown.wait(forCount: 2)
    #expect(folder.names == ["a.txt", "b.txt"])
    try await shown.key(key)
    try await shown.wait(forCount: change.names.count)
  }
  #expect(folder.names == change.names)
  try await shown.key("Ctrl+Y")
  #expect(shown.status.contains("Ctrl+Y does nothing here: no change of files was undone"), "\(shown.status)")
}

@MainActor @Test func `several changes are made again in their order, until a new one is made`() async throws {
  let folder = try textFiles(["a.txt", "b.txt", "c.txt"])
  let shown = try await FileStage(folder.path)
  func first() { shown.select(0...0) }
  first()
  try await shown.key("4")
  try await shown.key("F2")
  try await shown.answer("a2.txt")
  try await shown.wait(forCount: 3)
  first()
  try await shown.key("Delete")
  try await shown.wait(forCount: 2)
  for _ in 0..<3 { try await shown.key("Ctrl+Z") }
  try await shown.wait(forCount: 3)
  #expect(folder.names == ["a.txt", "b.txt", "c.txt"] && !shown.rows.joined().contains("tag 4"), "\(shown.rows)")
  try await shown.key("Ctrl+Y")
  #expect(shown.rows[0].contains("tag 4"), "\(shown.rows)")
  try await shown.key("Ctrl+Y")
  try await shown.wait(forCount: 3)
  #expect(folder.names == ["a2.txt", "b.txt", "c.txt"] && shown.rows[0].contains("tag 4"), "\(shown.rows)")
  // Another change than the undone one.
  first()
  try await shown.key("7")
  try await shown.key("Ctrl+Y")
  #expect(shown.status.contains("no change of files was undone"), "\(shown.status)")
  #expect(folder.names == ["a2.txt", "b.txt", "c.txt"])
}

@MainActor @Test func `files that were cut and pasted are moved back and moved again`() async throws {
  let folder = try textFiles(["a.txt"])
  try folder.makeFolder("other")
  let shown = try await FileStage(folder.path)
  try await shown.key("End")
  try await shown.key("Ctrl+X")
  try shown.viewer.open(folder.file("other"))
  try await shown.rest()
  try await shown.key("Ctrl+V")
  try await shown.wait(forCount: 1)
  try await shown.key("Ctrl+Z")
  try await shown.wait(forCount: 0)
  #expect(shown.status.contains("Moved back “a.txt”") && folder.names == ["a.txt", "other"], "\(shown.status)")
  try await shown.key("Ctrl+Y")
  try await shown.wait(forCount: 1)
  #expect(folder.names == ["other"] && TemporaryFolder.text(folder.file("other/a.txt")) == "text of a.txt\n")
}

@MainActor @Test(arguments: [true, false])
func `what another program wrote since is neither deleted again nor taken back as a copy`(isRedo: Bool) async throws {
  let folder = try textFiles(["a.txt", "b.txt"])
  let shown = try await FileStage(folder.path)
  shown.select(0...0)
  for key in isRedo ? ["Delete", "Ctrl+Z"] : ["Ctrl+C", "Ctrl+V"] { try await shown.key(key) }
  try await shown.wait(forCount: isRedo ? 2 : 3)
  let name = isRedo ? "a.txt" : "a (copy).txt"
  try folder.write("newer work\n", to: name)
  try await shown.key(isRedo ? "Ctrl+Y" : "Ctrl+Z")
  #expect(TemporaryFolder.text(folder.file(name)) == "newer work\n" && shown.trashed.isEmpty)
  #expect(
    shown.status.contains("“\(name)” was not moved to the trash: it was changed afterwards"), "\(shown.status)")
  // It would fail again.
  try await shown.key(isRedo ? "Ctrl+Y" : "Ctrl+Z")
  #expect(shown.status.contains(isRedo ? "no change of files was undone" : "no file was changed"), "\(shown.status)")
}

@MainActor @Test func `what happened to files is not told again when the user comes back to their folder`()
  async throws
{
  let folder = try textFiles(["a.txt", "b.txt"])
  let shown = try await FileStage(folder.path)
  shown.select(0...0)
  try await shown.key("Delete")
  try await shown.wait(forCount: 1)
  try await shown.key("Ctrl+Z")
  try await shown.wait(forCount: 2)
  #expect(shown.status.contains("Brought back “a.txt”"), "\(shown.status)")
  try await shown.key("Return")
  try await shown.key("Alt+Left")
  #expect(shown.viewer.title.hasPrefix(FilePath.lastComponent(of: folder.path)))
  #expect(!shown.status.contains("Brought back"), "\(shown.status)")
}
