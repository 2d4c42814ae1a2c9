import Scrollwork
import ScrollworkHostInterface
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// The look of files that were cut and not pasted yet.

extension FileStage {
  /// The texts of the last frame that have the colour of disabled ones.
  fileprivate var paleTexts: Set<String> {
    harness.show()
    let pale = harness.host.environment.theme.colors.textDisabled
    return Set(
      harness.frame.groups.flatMap(\.canvas.commands).compactMap { command in
        if case .text(let line, _, let color) = command, color == pale { return line.readableText }
        return nil
      })
  }
}

@MainActor @Test(arguments: ["1", "2", "3"])
func `cut files look paler until Escape, a copy, or the paste that moves them`(layout: String) async throws {
  let (folder, other) = (try textFiles(["a.txt", "b.txt", "c.png"]), try TemporaryFolder())
  try folder.makeFolder("d")
  let names = ["a.txt", "b.txt", "c.png", "d"]
  let shown = try await FileStage(folder.path)
  try await shown.key("Ctrl+" + layout)
  try await shown.key("Ctrl+A")
  #expect(shown.paleTexts.isDisjoint(with: names))
  try await shown.key("Ctrl+X")
  #expect(shown.paleTexts.isSuperset(of: names), "\(shown.paleTexts)")
  shown.harness.key(.escape)
  #expect(shown.status.contains("No longer cut: 4 items"), "\(shown.status)")
  try await shown.rest()
  #expect(shown.paleTexts.isDisjoint(with: names) && shown.harness.clipboard.items.isEmpty)
  try await shown.key("Ctrl+A")
  try await shown.key("Ctrl+X")
  try await shown.key("Ctrl+C")
  #expect(shown.paleTexts.isDisjoint(with: names) && !shown.harness.clipboard.items.isEmpty)
  try await shown.key("Ctrl+X")
  try shown.viewer.open(other.path)
  try await shown.wait(forCount: 0)
  shown.viewer.focusList()
  try await shown.key("Ctrl+V")
  try await shown.wait(forCount: 4)
  #expect(shown.paleTexts.isDisjoint(with: names))
  try await shown.key("Ctrl+Z")
  try shown.viewer.open(folder.path)
  try await shown.wait(forCount: 4)
  #expect(shown.paleTexts.isDisjoint(with: names), "\(shown.paleTexts)")
}
