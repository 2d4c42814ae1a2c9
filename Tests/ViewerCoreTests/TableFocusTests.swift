import Glibc
import Scrollwork
import ScrollworkHostInterface
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// The focused row of a table through filters.

@MainActor
private struct Shown: ViewerStage {
  let viewer = Viewer()
  let harness: ViewHarness

  init(_ path: String, height: Double) async throws {
    try self.init(opened: path, height: height)
    try await begin()
  }

  init(opened path: String, height: Double) throws {
    try viewer.open(path)
    harness = ViewHarness(showing: viewer, size: Size(width: 700, height: height))
  }

  /// The focused row.
  var focused: SemanticsNode? { shown.first { $0.states.contains(.focused) && $0.role != .header } }

  /// The rows on screen.
  var shown: [SemanticsNode] {
    harness.semantics.filter { [.treeItem, .cell, .header].contains($0.role) && $0.bounds.width > 0 }
  }
}

@MainActor @Test(arguments: [["kind~a"], ["number<700"], ["!number=399", "kind=a"]])
func `the focused row keeps its place in every frame while a filter comes and goes`(filter: [String]) async throws {
  let folder = try TemporaryFolder()
  let rows = (0..<1_000).map { "\($0),\($0 % 3 == 1 ? "a" : "b")\n" }.joined()
  let shown = try await Shown(folder.write("number,kind\n" + rows, to: "a.csv"), height: 500)
  shown.viewer.list.scroll(to: .offset(395 * 28), animated: false)
  shown.harness.show()
  let row = try #require(shown.shown.first { $0.id == "400" })
  shown.harness.click(at: row.bounds.center)
  try await shown.rest()
  let place = try #require(shown.focused).bounds.minY
  for expressions in [filter, []] {
    try shown.viewer.setFilter(expressions)
    var (frames, moving) = (0, 0)
    while frames < 400, frames < 40 || shown.viewer.isBusy || shown.viewer.list.report.animating > 0 {
      try await Task.sleep(for: .milliseconds(1))
      shown.harness.advance(by: .milliseconds(16))
      shown.harness.show()
      frames += 1
      if shown.viewer.list.report.animating > 0 { moving += 1 }
      let focused = try #require(shown.focused, "frame \(frames)")
      #expect(focused.id == "400" && abs(focused.bounds.minY - place) <= 0.5, "frame \(frames): \(focused.bounds.minY)")
    }
    if filter != ["number<700"] { #expect(moving > 3, "the other rows in sight move") }
    #expect(shown.viewer.list.itemCount == (expressions.isEmpty ? 1_000 : filter[0] == "number<700" ? 700 : 333))
  }
}
