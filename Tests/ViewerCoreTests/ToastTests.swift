import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// The toast that tells of a change of files, with its button that undoes the change.

extension FileStage {
  /// The button of the toast; `nil` without a toast.
  fileprivate var undo: SemanticsNode? {
    harness.show()
    return harness.semantics.first { $0.role == .button && $0.text == "Undo" }
  }

  /// Makes a folder with three files, and moves the first one to the trash.
  fileprivate static func afterDelete() async throws -> (folder: TemporaryFolder, shown: FileStage) {
    let folder = try textFiles(["a.txt", "b.txt", "c.txt"])
    let shown = try await FileStage(folder.path)
    shown.select(0...0)
    try await shown.key("Delete")
    try await shown.wait(forCount: 2)
    return (folder, shown)
  }
}

@MainActor @Test func `after Delete a toast above the status line undoes it by a click, and the list keeps the focus`()
  async throws
{
  let (folder, shown) = try await FileStage.afterDelete()
  let toast = try #require(shown.harness.semantics.last { $0.role == .group && $0.bounds.height == 44 }).bounds
  let window = shown.harness.host.size
  #expect(toast.maxY == window.height - 28 - 16 && abs(toast.midX - window.width / 2) <= 1, "\(toast)")
  #expect(shown.text.contains("\"Moved “a.txt” to the trash\"") && shown.viewer.list.isFocused)
  #expect(!shown.status.contains("trash"), "the same is not said twice: \(shown.status)")
  let undo = try #require(shown.undo)
  #expect(toast.contains(undo.bounds))
  shown.harness.click(at: undo.bounds.center)
  try await shown.wait(forCount: 3)
  #expect(folder.names == ["a.txt", "b.txt", "c.txt"] && shown.undo == nil && shown.toast.isEmpty)
  #expect(shown.status.contains("Brought back “a.txt”"), "\(shown.status)")
  #expect(shown.viewer.list.isFocused)
}

@MainActor @Test func `a toast is read out, and disappears by itself`() async throws {
  let (folder, shown) = try await FileStage.afterDelete()
  let spoken = shown.harness.host.takeAnnouncements()
  #expect(spoken.contains("Moved “a.txt” to the trash. Ctrl+Z brings it back"), "\(spoken)")
  #expect(shown.undo != nil)
  shown.harness.advance(by: .seconds(6))
  #expect(shown.undo == nil && shown.toast.isEmpty && folder.names == ["b.txt", "c.txt"])
}

@MainActor @Test func `Escape removes a toast before it does anything else`() async throws {
  let (folder, shown) = try await FileStage.afterDelete()
  #expect(shown.selected == ["b.txt"])
  try await shown.key("Escape")
  #expect(shown.undo == nil && shown.selected == ["b.txt"])
  try await shown.key("Escape")
  #expect(shown.selected.isEmpty && folder.names == ["b.txt", "c.txt"])
}

@MainActor @Test func `Escape ends typing before it removes a toast`() async throws {
  let (folder, shown) = try await FileStage.afterDelete()
  try await shown.key("F2")
  shown.harness.type("x")
  try await shown.key("Escape")
  #expect(shown.undo != nil && folder.names == ["b.txt", "c.txt"])
}

@MainActor @Test func `Tab moves to the button of a toast, which stays meanwhile, and Return undoes`() async throws {
  let (folder, shown) = try await FileStage.afterDelete()
  for _ in 0..<30 where shown.undo?.states.contains(.focused) != true { shown.harness.key(.tab) }
  try #require(shown.undo?.states.contains(.focused) == true)
  shown.harness.advance(by: .seconds(20))
  #expect(shown.undo != nil)
  try await shown.key("Return")
  try await shown.wait(forCount: 3)
  #expect(folder.names == ["a.txt", "b.txt", "c.txt"] && shown.undo == nil && shown.viewer.list.isFocused)
}

@MainActor @Test func `a toast goes with its screen, and when files are changed again`() async throws {
  let (folder, shown) = try await FileStage.afterDelete()
  try await shown.key("Ctrl+Z")
  try await shown.wait(forCount: 3)
  #expect(shown.undo == nil && shown.toast.isEmpty)
  try await shown.key("Ctrl+Y")
  try await shown.wait(forCount: 2)
  #expect(shown.undo != nil, "what is done again can be undone again")
  shown.select(0...0)
  try await shown.key("Return")
  #expect(shown.viewer.title.hasPrefix("b.txt"))
  #expect(shown.undo == nil && folder.names == ["b.txt", "c.txt"])
}

@MainActor @Test func `the toast of a picture that was moved to the trash brings the picture back`() async throws {
  let folder = try pictureFolder(3)
  let shown = try await FileStage(folder.path)
  shown.select(0...0)
  shown.harness.key(.enter)
  try await shown.wait(forTitle: "p100.png")
  shown.harness.key(.delete)
  try await shown.wait(forTitle: "p101.png")
  let undo = try #require(shown.undo)
  shown.harness.click(at: undo.bounds.center)
  try await shown.wait(forTitle: "p100.png")
  #expect(folder.names.count == 3)
}
