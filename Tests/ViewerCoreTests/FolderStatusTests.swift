import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// The status line where there is little to tell or little room.

@MainActor
private struct Shown: ViewerStage {
  let viewer = Viewer()
  let harness: ViewHarness

  init(_ path: String, _ size: Size = Size(width: 1000, height: 400)) async throws {
    try viewer.open(path)
    harness = ViewHarness(showing: viewer, size: size)
    let isShown = await waitUntil(harness) { [viewer] in !viewer.isBusy }
    try #require(isShown)
    harness.settle()
  }
}

@MainActor @Test func `the status line of an empty folder says that there is nothing`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await Shown(folder.path)
  #expect(shown.status.hasPrefix("0 items, "), "\(shown.status)")
}

@MainActor @Test func `a folder whose filter has no match counts no items, and not nothing`() async throws {
  let folder = try textFiles(["a.txt", "b.txt"])
  let shown = try await FileStage(folder.path)
  try shown.viewer.setFilter(["zebra"])
  try await shown.rest()
  #expect(shown.status.hasPrefix("0 items of 2, "), "\(shown.status)")
}

@MainActor
@Test(arguments: [
  ("layouts", "sections", "Shift and wheel, drag or arrow keys move a row aside"),
  ("playground", "numbers", "Press the buttons while it still moves"),
])
func `a demo in a narrow window keeps its count and leaves out the hint`(
  demo: String, noun: String, hint: String
) async throws {
  let shown = try await Shown("gallery:" + demo, Size(width: 240, height: 240))
  #expect(shown.text.contains("\"\(noun)\"") && !shown.text.contains(hint.prefix(12)), "\(shown.text)")
  shown.harness.resize(to: Size(width: 1000, height: 400))
  #expect(shown.text.contains("\"\(noun)\"") && shown.text.contains("\"\(hint)\""))
}

@MainActor @Test func `an empty folder offers a new one, and one without files below the way up`() async throws {
  let folder = try TemporaryFolder()
  try folder.makeFolder("inner")
  let shown = try await FileStage(folder.file("inner"))
  func button(_ title: String) -> SemanticsNode? {
    shown.harness.show()
    return shown.harness.semantics.first { $0.role == .button && $0.text == title }
  }
  shown.harness.click(at: try #require(button("New folder")).bounds.center)
  try await shown.rest()
  #expect((shown.harness.host.focusedView as? TextField)?.text == "New folder")
  try await shown.key("Escape")
  try await shown.key("Ctrl+Shift+S")
  #expect(button("New folder") == nil)
  shown.harness.click(at: try #require(button("Go up")).bounds.center)
  try await shown.wait(forCount: 1)
  #expect(shown.viewer.title.hasPrefix(FilePath.lastComponent(of: folder.path)))
}
