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
