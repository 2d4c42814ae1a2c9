import Scrollwork
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
