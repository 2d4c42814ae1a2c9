import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Finding in a low and narrow window.

@MainActor
private struct Shown: ViewerStage {
  let folder: TemporaryFolder
  let viewer = Viewer()
  let harness: ViewHarness

  /// Shows pictures as a grid.
  init(_ size: Size) async throws {
    folder = try pictureFolder(12)
    try folder.write("\0", to: "zebra.png")
    try viewer.open(folder.path)
    harness = ViewHarness(showing: viewer, size: size)
    try await begin()
    try await press("3", .control)
  }

  func tile(_ name: String) throws -> SemanticsNode {
    harness.show()
    return try #require(harness.tiles.first { $0.text.hasPrefix(name) })
  }

  var field: Rect? { harness.semantics.first { $0.role == .textField && $0.states.contains(.focused) }?.bounds }
}

@MainActor @Test(arguments: ["p100", "p106", "zebra"])
func `the name of a match in a grid is in sight above the find bar of a low window`(name: String) async throws {
  let shown = try await Shown(Size(width: 360, height: 240))
  try await shown.find(name)
  let tile = try shown.tile(name)
  #expect(tile.bounds.maxY <= 240 - 28 - 44 && tile.bounds.maxY > 48 + 40, "\(tile.bounds)")
}

@MainActor @Test func `a narrow find bar leaves out words in place of shrinking its field`() async throws {
  let shown = try await Shown(Size(width: 360, height: 240))
  try await shown.press(.end)
  try await shown.find("p100")
  let words = "1 of 1, on from the start"
  #expect(shown.text.contains("\"1 of 1\"") && !shown.text.contains(words), "\(shown.text)")
  #expect(try #require(shown.field).width >= 160)
  shown.harness.resize(to: Size(width: 1000, height: 240))
  try await shown.rest()
  #expect(shown.text.contains("\"\(words)\""))
}
