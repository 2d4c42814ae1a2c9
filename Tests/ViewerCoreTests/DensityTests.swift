import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Tests of the density in the settings.

@Test func `the density is kept in the file of settings, and unknown ones are reported`() {
  var settings = ViewerSettings()
  settings.density = .compact
  var text = SettingsText("")
  text.update(from: ViewerSettings(), to: settings)
  #expect(text.text == "density = compact\n" && text.settings(commands: []).settings == settings)
  let (_, problems) = SettingsText("density = tight\n").settings(commands: [])
  #expect(problems.map(\.reason) == ["density must be one of comfortable, compact, not “tight”"])
}

@MainActor private func setDensity(_ density: Density, _ viewer: Viewer) {
  var settings = viewer.settings
  settings.density = density
  viewer.change(settings)
}

/// Returns the first tile whose top is at or below `top`.
@MainActor private func first(_ harness: ViewHarness, below top: Double) throws -> SemanticsNode {
  harness.settle()
  harness.show()
  return try #require(harness.tiles.filter { $0.bounds.minY >= top }.min { $0.bounds.minY < $1.bounds.minY })
}

@MainActor @Test(arguments: [("Ctrl+1", 36.0, 28.0, 48.0), ("Ctrl+2", 32, 28, 80)])
func `rows of a folder change their height at once, and what is at the top stays there`(
  key: String, tall: Double, low: Double, top: Double
) async throws {
  let folder = try textFiles((100..<200).map { "f\($0).txt" })
  let shown = try await FileStage(folder.path)
  try await shown.key(key)
  shown.viewer.list.scroll(to: .item(ElementPath(section: 0, item: 40)), at: .start, animated: false)
  let before = try first(shown.harness, below: top)
  #expect(before.bounds.height == tall)
  setDensity(.compact, shown.viewer)
  let after = try first(shown.harness, below: 48)
  #expect(after.bounds.height == low && after.text == before.text && after.bounds.minY <= before.bounds.minY)
  setDensity(.comfortable, shown.viewer)
  let again = try first(shown.harness, below: top)
  #expect(again.bounds == before.bounds && again.text == before.text)
}

@MainActor @Test func `folders among tiles change their height at once`() async throws {
  let folder = try textFiles(["a.png"])
  try folder.makeFolder("inner")
  let shown = try await FileStage(folder.path)
  try await shown.key("Ctrl+3")
  #expect(try first(shown.harness, below: 48).bounds.height == 68)
  setDensity(.compact, shown.viewer)
  #expect(try first(shown.harness, below: 48).bounds.height == 60)
}

@MainActor @Test(arguments: [400, 40_000], [false, true])
func `lines change their height at once, and the line at the top stays there`(count: Int, wraps: Bool) async throws {
  let folder = try TemporaryFolder()
  let text = (0..<count).map { "line \($0)\n" }.joined()
  let shown = try await ShownText(folder.write(text, to: "a.txt"))
  if wraps { try await shown.press("W") }
  shown.viewer.list.scroll(to: .item(ElementPath(section: 0, item: count / 2)), at: .start, animated: false)
  let before = try first(shown.harness, below: 48)
  #expect(before.bounds.height == 20 && before.text == "line \(count / 2)")
  setDensity(.compact, shown.viewer)
  try await shown.rest()
  let after = try first(shown.harness, below: 48)
  #expect(after.bounds.height == 18 && after.text == before.text && after.bounds.minY == before.bounds.minY)
}

@MainActor @Test func `rows and titles of a table change their height at once`() async throws {
  let folder = try TemporaryFolder()
  let text = "name,size\n" + (0..<300).map { "row \($0),\($0)\n" }.joined()
  let shown = try await ShownText(folder.write(text, to: "a.csv"))
  #expect(try first(shown.harness, below: 48).bounds == Rect(x: 0, y: 80, width: 640, height: 28))
  setDensity(.compact, shown.viewer)
  #expect(try first(shown.harness, below: 48).bounds == Rect(x: 0, y: 76, width: 640, height: 24))
}

@MainActor @Test func `a folder that is opened later has the chosen density`() async throws {
  let folder = try textFiles(["a.txt"])
  let viewer = Viewer()
  setDensity(.compact, viewer)
  try viewer.open(folder.path)
  let harness = ViewHarness(content: viewer.root, size: Size(width: 1000, height: 600))
  try await waitForRest(of: viewer, in: harness)
  #expect(try first(harness, below: 48).bounds.height == 28)
}
