import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Files of a folder that was opened through a symbolic link.

@MainActor @Test(arguments: ["Ctrl+1", "Ctrl+3"])
func `undo selects a file again in a folder that was opened through a link`(layout: String) async throws {
  let folder = try textFiles(["a.txt", "b.txt", "c.txt"])
  let other = try TemporaryFolder()
  try #require(symlink(folder.path, other.file("link")) == 0)
  let shown = try await FileStage(other.file("link"))
  try await shown.key(layout)
  shown.select(1...1)
  try await shown.key("Delete")
  try await shown.wait(forCount: 2)
  #expect(shown.note("b.txt").contains("Path=\(folder.path)/b.txt"))
  try await shown.key("Ctrl+Z")
  try await shown.wait(forCount: 3)
  #expect(shown.selected == ["b.txt"])
}

@MainActor @Test func `undo shows a picture again in its place in a folder that was opened through a link`()
  async throws
{
  let folder = try pictureFolder(3)
  let other = try TemporaryFolder()
  try #require(symlink(folder.path, other.file("link")) == 0)
  let shown = try await FileStage(other.file("link"))
  shown.select(1...1)
  shown.harness.key(.enter)
  try await shown.wait(forTitle: "p101.png")
  shown.harness.key(.delete)
  try await shown.wait(forTitle: "p102.png")
  shown.harness.key("Z", modifiers: .control)
  try await shown.wait(forTitle: "p101.png")
  let isCounted = await waitUntil(shown.harness) { shown.status.hasPrefix("2 of 3 pictures") }
  #expect(isCounted, "\(shown.status)")
  #expect(shown.text.contains("\"link\""), "the crumbs name the link")
  shown.harness.key(.escape)
  try await shown.wait(forTitle: "link")
  shown.harness.settle()
  #expect(shown.selected == ["p101.png"])
}
