import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

@MainActor @Test func `the panel at the side is hidden on the start screen, and is there again after it`()
  async throws
{
  let folder = try textFiles(["a.txt"])
  let shown = try await FileStage(folder.path)
  func hasPanel() -> Bool {
    shown.harness.show()
    let text = shown.harness.frame.textSnapshot
    return text.contains("\"Path\"") || text.contains("selected")
  }
  try await shown.key("Ctrl+I")
  #expect(hasPanel())
  try await shown.key("Alt+Home")
  #expect(!hasPanel())
  try await shown.key("Alt+Left")
  #expect(hasPanel())
}

@MainActor @Test func `the panel at the side tells the sums of a filter from those of the whole folder`() async throws {
  let folder = try TemporaryFolder()
  try folder.write(String(repeating: "a", count: 1_000), to: "a.txt")
  try folder.write(String(repeating: "b", count: 2_000), to: "b.txt")
  let shown = try await FileStage(folder.path, size: Size(width: 1_000, height: 500))
  try await shown.key("Ctrl+I")
  shown.harness.show()
  #expect(shown.text.contains("\"2 files\"") && shown.text.contains("\"Size\"") && shown.text.contains("3 KB"))
  try shown.viewer.setFilter(["a.txt"])
  try await shown.rest()
  shown.harness.show()
  #expect(shown.text.contains("\"1 file shown of 2 items\"") && shown.text.contains("\"Size shown\""), "\(shown.text)")
  #expect(shown.text.contains("1 KB") && !shown.text.contains("3 KB"), "\(shown.text)")
}

@MainActor
@Test func `items make room by animation when the panel at the side opens, and at once when the window is resized`()
  async throws
{
  let folder = try textFiles((0..<40).map { "\($0).txt" })
  let shown = try await FileStage(folder.path, size: Size(width: 1_000, height: 500))
  let list = shown.viewer.list
  try await shown.key("Ctrl+3")
  let shortcut = try #require(KeyShortcut(text: "Ctrl+I"))
  for _ in 0..<2 {
    shown.harness.key(shortcut.key, modifiers: shortcut.modifiers)
    shown.harness.show()
    #expect(list.report.animating > 10)
    try await shown.rest()
  }
  shown.harness.resize(to: Size(width: 900, height: 500))
  #expect(list.report.animating == 0)
}
