import Scrollwork
import ScrollworkHostInterface
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

@MainActor
private struct Shown: ViewerStage {
  let viewer = Viewer()
  let harness: ViewHarness

  init(_ path: String, width: Double) async throws {
    try viewer.open(path)
    harness = ViewHarness(showing: viewer, size: Size(width: width, height: 300))
    try await begin()
  }

  /// Returns whether a tool tip with a text appears when the pointer rests on the button `name`.
  func shows(_ tip: String, over name: String) throws -> Bool {
    harness.show()
    let place = try #require(harness.semantics.last { $0.text == name && $0.bounds.minY < 48 }, "\(name)").bounds
    harness.move(to: Point(x: place.midX, y: place.midY - 1))
    harness.move(to: place.center)
    harness.advance(by: .seconds(1))
    return text.contains("\"\(tip)\"")
  }
}

@MainActor @Test func `tool tips of the bar name the keys of their commands, also changed ones`() async throws {
  let folder = try TemporaryFolder()
  for name in ["a", "b"] { try folder.write("", to: "\(name).txt") }
  let shown = try await Shown(folder.path, width: 1000)
  for (name, tip) in [
    ("Back", "Back (Alt+Left)"), ("Sort", "Sort (Alt+S)"), ("Details", "Details (Ctrl+I)"), ("Table", "Table (Ctrl+2)"),
  ] {
    #expect(try shown.shows(tip, over: name), "\(tip)")
  }
  shown.viewer.settings.keys = ["sort": [try #require(KeyShortcut(text: "F8"))]]
  #expect(try shown.shows("Sort (F8)", over: "Sort"))
}

@MainActor @Test func `the tool tip of a filter field without room for its key hint names the key`() async throws {
  let folder = try TemporaryFolder()
  for name in ["a", "b"] { try folder.write("", to: "\(name).txt") }
  let narrow = try await Shown(folder.path, width: 700)
  #expect(!narrow.text.contains("\"Ctrl+L\""))
  #expect(try narrow.shows("Filter (Ctrl+L)", over: "Filter"))
  let wide = try await Shown(folder.path, width: 1000)
  #expect(wide.text.contains("\"Ctrl+L\""))
  #expect(try !wide.shows("Filter (Ctrl+L)", over: "Filter"))
}
