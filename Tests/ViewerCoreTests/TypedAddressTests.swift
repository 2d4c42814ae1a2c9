import ScrollworkHostInterface
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Addresses of files, typed or pasted in place of a path.

@MainActor @Test func `the address of a file is completed and opened like a path`() async throws {
  let folder = try TemporaryFolder()
  try folder.makeFolder("summer days")
  try folder.write("text", to: "summer days/one 100%.txt")
  for isCompleted in [false, true] {
    let shown = try await FileStage(folder.path)
    try await shown.key("Ctrl+Shift+L")
    let address = "file://\(folder.path)/summer%20days/one%20100%25.txt"
    shown.harness.type(isCompleted ? String(address.dropLast(9)) : address)
    if isCompleted {
      #expect(await waitUntil(shown.harness) { shown.text.contains("\"one 100%.txt\"") }, "\(shown.text)")
      shown.harness.key(.tab)
      #expect(await waitUntil(shown.harness) { shown.text.contains("one%20100%25.txt") }, "\(shown.text)")
    }
    shown.harness.key(.enter)
    try await waitForRest(of: shown.viewer, in: shown.harness)
    #expect(shown.viewer.title == "one 100%.txt - Scrollwork")
  }
}
