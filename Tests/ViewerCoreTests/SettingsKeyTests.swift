import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Tests of the settings without a pointer.

/// A text file in a window, with the settings open.
@MainActor
private struct OpenSettings: ViewerStage {
  let folder: TemporaryFolder
  let viewer = Viewer()
  let harness: ViewHarness

  init(_ size: Size = Size(width: 900, height: 600)) async throws {
    folder = try TemporaryFolder()
    try viewer.open(folder.write("one\n", to: "a.txt"))
    harness = ViewHarness(showing: viewer, size: size)
    try await begin()
    harness.key(",", modifiers: .control)
    harness.settle()
  }

  /// Presses keys one after the other.
  func keys(_ keys: Key...) {
    for key in keys {
      harness.key(key)
      harness.settle()
    }
  }

  /// The text of the element that has the focus; empty if only the list has it.
  var focused: String {
    harness.show()
    let nodes = harness.semantics.filter { $0.states.contains(.focused) && $0.role != .list }
    return nodes.last?.text ?? ""
  }
}

@MainActor @Test func `arrow keys walk through the settings and change the one with the focus`() async throws {
  let stage = try await OpenSettings()
  #expect(stage.focused.hasPrefix("Theme"))
  stage.keys(.right)
  #expect(stage.viewer.settings.theme == .light)
  stage.keys(.right, .right, .left)
  #expect(stage.viewer.settings.theme == .dark && stage.focused.hasPrefix("Theme"))
  stage.keys(.down, .down, .space)
  #expect(stage.viewer.settings.density == .compact && stage.focused.hasPrefix("Density"))
  stage.keys(.enter)
  #expect(stage.viewer.settings.density == .comfortable, "after the last choice comes the first one")
  stage.keys(.up, .up, .up, .left, .left, .left)
  #expect(stage.viewer.settings.theme == .auto, "the first choice is the end")
}

@MainActor @Test(arguments: [360.0, 900.0]) func `each size of texts that the file of settings allows can be chosen`(
  width: Double
) async throws {
  let stage = try await OpenSettings(Size(width: width, height: 600))
  var settings = stage.viewer.settings
  settings.textSize = 120
  stage.viewer.change(settings)
  stage.keys(.down, .down, .down)
  #expect(stage.focused.hasPrefix("Text size"))
  for _ in 0..<9 { stage.keys(.left) }
  var sizes = [stage.viewer.settings.textSize]
  for _ in 0..<9 {
    stage.keys(.right)
    sizes.append(stage.viewer.settings.textSize)
  }
  #expect(sizes == [80, 90, 100, 110, 125, 150, 175, 200, 200, 200], "\(sizes)")
  for size in sizes { #expect(stage.text.contains("\"\(size)\""), "\(size) is shown whole") }
}

@MainActor @Test func `a size of texts from the file of settings is among the choices`() async throws {
  let stage = try await OpenSettings()
  var settings = stage.viewer.settings
  settings.textSize = 120
  stage.viewer.change(settings)
  stage.harness.settle()
  #expect(stage.text.contains("\"120\""))
}

@MainActor @Test func `space and arrow keys turn a switch on and off`() async throws {
  let stage = try await OpenSettings()
  stage.keys(.end)
  #expect(stage.focused.hasPrefix("Film strip"))
  stage.keys(.space)
  #expect(!stage.viewer.settings.showsFilmStrip)
  stage.keys(.right, .right)
  #expect(stage.viewer.settings.showsFilmStrip)
  stage.keys(.left)
  #expect(!stage.viewer.settings.showsFilmStrip)
}

@MainActor @Test func `Tab visits each setting once, then the button that closes`() async throws {
  let stage = try await OpenSettings()
  var visited = [stage.focused]
  for _ in 0..<20 {
    stage.keys(.tab)
    if stage.focused == visited[0] { break }
    visited.append(stage.focused)
  }
  #expect(visited.count == 10 && Set(visited).count == 10 && visited.last == "Close", "\(visited)")
  stage.harness.key(.tab, modifiers: .shift)
  #expect(stage.focused == "Close")
  stage.keys(.enter)
  #expect(!stage.text.contains("\"Settings\"") && stage.viewer.list.isFocused)
}

@MainActor @Test func `the focused setting is in sight and has a ring in a small window`() async throws {
  let stage = try await OpenSettings(Size(width: 360, height: 240))
  for _ in 0..<8 {
    stage.harness.show()
    let row = try #require(stage.harness.tiles.first { $0.states.contains(.focused) })
    #expect(row.bounds.minY >= 0 && row.bounds.maxY <= 240, "\(row)")
    let before = stage.text
    stage.keys(.down)
    #expect(stage.text != before || stage.focused.hasPrefix("Film strip"))
  }
  #expect(stage.focused.hasPrefix("Film strip"))
  stage.keys(.escape)
  #expect(!stage.text.contains("\"Settings\""))
}
