import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Files that the user made or renamed while the folder does not show them.

@MainActor @Test func `a new folder that the filter hides is told to be hidden, and so are its undo and redo`()
  async throws
{
  let folder = try textFiles(["sub one.txt", "two.txt"])
  let shown = try await FileStage(folder.path)
  try shown.viewer.setFilter(["sub"])
  try await shown.rest()
  try await shown.key("Ctrl+Shift+N")
  try await shown.answer("ok")
  #expect(shown.status.contains("Made the folder “ok”, which the filter hides"), "\(shown.status)")
  try await shown.key("Ctrl+Z")
  #expect(shown.status.contains("Removed the folder “ok”"), "\(shown.status)")
  try await shown.key("Ctrl+Y")
  #expect(shown.status.contains("Made the folder “ok” again, which the filter hides"), "\(shown.status)")
  try await shown.key("Ctrl+Shift+N")
  try await shown.answer("sub two")
  #expect(shown.status.contains("Made the folder “sub two”"), "\(shown.status)")
  #expect(!shown.status.contains("hides"), "\(shown.status)")
}

@MainActor @Test func `a file that gets a name which the filter hides is told to be hidden`() async throws {
  let folder = try textFiles(["sub one.txt", "two.txt"])
  let shown = try await FileStage(folder.path)
  try shown.viewer.setFilter(["sub"])
  try await shown.rest()
  shown.select(0...0)
  try await shown.key("F2")
  try await shown.answer("one.txt")
  #expect(
    shown.toast.hasPrefix("Renamed to “one.txt”, which the filter hides"), "\(shown.toast)")
  try await shown.key("Ctrl+Z")
  #expect(shown.status.contains("“one.txt” is “sub one.txt” again"), "\(shown.status)")
  #expect(!shown.status.contains("hides"), "\(shown.status)")
}

@MainActor @Test func `a file that gets the name of a hidden one is told to be hidden`() async throws {
  let folder = try textFiles(["one.txt", "two.txt"])
  let shown = try await FileStage(folder.path)
  shown.select(0...0)
  try await shown.key("F2")
  try await shown.answer(".one.txt")
  #expect(shown.toast.hasPrefix("Renamed to “.one.txt”, which is hidden"), "\(shown.toast)")
}
