import Scrollwork
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

/// The playground in a window.
@MainActor
private struct PlaygroundStage {
  let viewer = Viewer()
  let harness: ViewHarness
  let playground: Playground

  init() throws {
    try viewer.open("gallery:playground")
    playground = try #require(viewer.playground)
    harness = ViewHarness(content: viewer.root, size: Size(width: 1000, height: 600))
    harness.settle()
  }

  var cells: [SemanticsNode] { harness.semantics.filter { $0.role == .cell } }
  var ids: [[Int]] { playground.numbers.map { $0.map(\.id) } }

  /// Clicks the button with a title above the list.
  func press(_ title: String) throws {
    let y = playground.list.convertToRoot(playground.list.bounds).minY - 28
    let points = stride(from: 0.0, to: 1000, by: 8).map { Point(x: $0, y: y) }
    let point = try #require(points.first { (viewer.root.hitTest($0) as? Button)?.title == title }, "\(title)")
    harness.click(at: point)
  }

  func tell(_ line: String) throws {
    guard case .list(let command) = try ScriptCommand.parse(line) else {
      Issue.record("\(line)")
      return
    }
    _ = playground.perform(command)
    harness.showIfNeeded()
  }
}

@MainActor @Test func `buttons shuffle, add and remove numbers`() throws {
  let stage = try PlaygroundStage()
  let before = stage.ids
  try stage.press("Shuffle")
  stage.harness.advance(by: .milliseconds(80))
  #expect(stage.cells.contains { $0.bounds != $0.target }, "the item is moving")
  try stage.press("Add ten")
  try stage.press("Take ten away")
  try stage.press("Add ten")
  stage.harness.settle()
  #expect(stage.playground.list.itemCount == before.joined().count + 10)
  #expect(stage.ids.map { Set($0) } != before.map { Set($0) })
  #expect(stage.cells.map(\.id) == stage.ids.joined().prefix(stage.cells.count).map { "\($0)" })
}

@MainActor @Test func `a window of the smallest width has all buttons of the playground`() throws {
  let stage = try PlaygroundStage()
  stage.harness.resize(to: Size(width: 360, height: 240))
  stage.harness.settle()
  let count = stage.playground.list.itemCount
  for layout in Playground.Arrangement.allCases {
    _ = stage.playground.perform(.layout(layout))
    stage.harness.settle()
    let buttons = stage.harness.semantics.filter { $0.role == .button && $0.bounds.minY >= 48 && $0.bounds.maxY <= 104 }
    #expect(buttons.count == 5, "\(layout)")
    for button in buttons { #expect(button.bounds.minX >= 12 && button.bounds.maxX <= 348, "\(layout): \(button)") }
  }
  let add = try #require(stage.harness.semantics.first { $0.role == .button && $0.text == "Add ten" })
  stage.harness.click(at: add.bounds.center)
  stage.harness.settle()
  #expect(stage.playground.list.itemCount == count + 10)
}

@MainActor @Test func `buttons switch layouts and animators`() throws {
  let stage = try PlaygroundStage()
  for layout in Playground.Arrangement.allCases {
    try stage.press("Layout: \(layout.rawValue)")
    stage.harness.advance(by: .milliseconds(50))
  }
  for animator in Playground.Movement.allCases { try stage.press("Animator: \(animator.rawValue)") }
  try stage.press("Layout: rows")
  try stage.press("Animator: springs")
  stage.harness.settle()
  #expect(stage.cells.allSatisfy { $0.bounds == $0.target })
}

@MainActor @Test func `a script sets the list and reads its reports`() throws {
  let stage = try PlaygroundStage()
  try stage.tell("list show 3,1,2:80 - 7-9")
  #expect(stage.ids == [[3, 1, 2], [], [7, 8, 9]])
  try stage.tell("list layout measured")
  try stage.tell("list show 1-4 | 5-8 | 2:60,4")
  stage.harness.settle()
  #expect(stage.cells.map(\.text) == ["item 2", "item 4"])
  #expect(stage.cells.map(\.bounds.height) == [60, 40])
  let report = stage.playground.report
  #expect((report.calls, report.applied, report.superseded, report.repeated) == (6, 4, 2, 0))
  #expect(report.displayed == [2: 1, 4: 1] && report.shown == 2 && report.unpaired == 0)
}

@MainActor @Test func `a view with another height keeps it until it is rendered again`() throws {
  let stage = try PlaygroundStage()
  try stage.tell("list layout measured")
  try stage.tell("list show 1-3")
  stage.harness.settle()
  try stage.tell("list grow 7 100")
  stage.harness.settle()
  #expect(stage.cells.map(\.bounds.height) == [40, 40, 100], "the nearest to 7")
  try stage.tell("list show 1-3:50")
  stage.harness.settle()
  #expect(stage.cells.map(\.bounds.height) == [50, 50, 50])
}

@MainActor @Test func `pages load near the end and can be removed`() throws {
  let stage = try PlaygroundStage()
  try stage.tell("list pages 2")
  try stage.tell("list show 1-3")
  stage.harness.settle()
  #expect(
    stage.ids == [[1, 2, 3] + (0..<10).map { Playground.firstOfPages + $0 }], "more than fit into the window")
  stage.harness.key(.end)
  stage.harness.settle()
  try stage.tell("list show 1-2 5")
  #expect(stage.ids == [[1, 2], [5] + (0..<20).map { Playground.firstOfPages + $0 }], "loaded items stay at the end")
  try stage.tell("list pages 0")
  #expect(stage.ids == [[1, 2], [5]])
}

@MainActor @Test(arguments: [Theme.light, .dark, .highContrastLight, .highContrastDark])
func `the numbers stand out from their plates`(theme: Theme) throws {
  let viewer = Viewer()
  try viewer.open("gallery:playground")
  let harness = ViewHarness(content: viewer.root, size: Size(width: 1000, height: 600), theme: theme)
  harness.settle()
  var plates: Set<Color> = []
  for group in harness.frame.groups {
    for case .roundedRect(_, let radius, let color) in group.canvas.commands where radius == 6 {
      if group.frame.height == 40 { plates.insert(color) }
    }
  }
  #expect(!plates.isEmpty && plates.allSatisfy { theme.colors.text1.contrast(with: $0) >= 4.5 }, "\(plates)")
}
