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
