import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct OutlinePinTests {
  @Test func `the ancestors of the first visible row stay at the top, one below the other`() {
    let stage = OutlineStage([3, 3, 30], expanded: ["0", "0.0", "0.1", "0.2", "1"])
    stage.scroll(to: 400)
    #expect(stage.pinned == ["0", "0.0"])
    #expect(stage.row("0")?.target.minY == 0 && stage.row("0.0")?.target.minY == 40)
    stage.scroll(to: 20)
    #expect(stage.pinned == ["0", "0.0"], "a row is pinned as soon as it would leave its place below its parent")
    stage.scroll(to: 0)
    #expect(stage.pinned.isEmpty)
  }

  @Test func `the line below a pinned row gives way to the focus ring of the row`() {
    let stage = OutlineStage([2, 30], expanded: ["0"])
    func lines() -> [Rect] { stage.harness.frame.groups.map(\.frame).filter { $0.height == 1 } }
    stage.scroll(to: 200)
    #expect(stage.pinned == ["0"] && lines() == [Rect(x: 0, y: 39, width: 400, height: 1)])
    stage.harness.click(at: Point(x: 300, y: 20))
    stage.harness.key(.down)
    stage.harness.key(.up)
    stage.scroll(to: 200)
    #expect(stage.pinned == ["0"] && stage.focused == "0" && lines().isEmpty)
  }

  @Test func `the end of a subtree pushes its row off, under the row of its parent`() {
    let stage = OutlineStage([2, 3, 10], expanded: ["0", "0.0", "0.1", "0.2"])
    // `0.1` is row 12, at 480.
    stage.scroll(to: 480 - 80)
    #expect(stage.row("0.0")?.target.minY == 40 && stage.row("0.1")?.target.minY == 80)
    stage.scroll(to: 480 - 60)
    #expect(stage.row("0")?.target.minY == 0)
    #expect(stage.row("0.0")?.target.minY == 20 && stage.row("0.1")?.target.minY == 60)
    stage.scroll(to: 480 - 41)
    #expect(stage.row("0.0")?.target.minY == 1 && stage.row("0.1")?.target.minY == 41)
    stage.scroll(to: 480 - 39)
    #expect(stage.pinned == ["0", "0.1"] && stage.row("0.1")?.target.minY == 40)
    // In the overlap the parent is in front.
    stage.scroll(to: 480 - 60)
    stage.harness.click(at: Point(x: 300, y: 30))
    #expect(stage.focused == "0")
  }

  @Test func `the root is pushed off by the next root`() {
    let stage = OutlineStage([2, 10], expanded: ["0", "1"])
    stage.scroll(to: 440 - 10)
    #expect(stage.row("0")?.target.minY == -30 && stage.row("1")?.target.minY == 10)
    stage.scroll(to: 450)
    #expect(stage.pinned == ["1"] && stage.row("0") == nil)
  }

  @Test func `a pinned row is clicked, and its chevron collapses it where it is`() {
    let stage = OutlineStage([3, 50], expanded: ["1"])
    stage.scroll(to: 800)
    #expect(stage.pinned == ["1"])
    stage.click("1")
    #expect(stage.focused == "1" && stage.offset == 800)
    stage.change { $0.insert((0..<20).map { TreeNode("new \($0)") }) }
    stage.scroll(to: 800)
    stage.clickChevron("1")
    #expect(stage.y("1") == 0, "the row stays under the pointer")
    stage.harness.settle()
    #expect(stage.y("1") == 0)
    #expect(stage.changes == [.collapse("1")] && stage.pinned.isEmpty)
  }

  @Test func `a key never moves the focus to a row behind the stack`() {
    let stage = OutlineStage([3, 3, 30], expanded: ["0", "0.0", "0.1", "0.2"])
    stage.scroll(to: 1000)
    stage.click("0.0.28")
    for _ in 0..<30 {
      stage.press(.up)
      guard let focused = stage.focused, let row = stage.row(focused) else { return #expect(Bool(false)) }
      let ancestors = stage.outline.level(of: focused) ?? 0
      #expect(row.target.minY >= Double(ancestors) * 40, "\(focused) at \(row.target.minY)")
    }
    #expect(stage.focused == "0")
  }

  @Test func `a scroll to a row ends below the stack`() {
    let stage = OutlineStage([3, 3, 30], expanded: ["0", "0.0", "0.1", "0.2"])
    stage.list.scroll(to: .item(ElementPath(section: 0, item: 50)), at: .start, animated: false)
    stage.harness.show()
    #expect(stage.row(stage.ids[50])?.target.minY == 80)
  }

  @Test func `a deep chain covers at most two fifths of the window, and the outermost rows stay`() {
    let deepest = TreeNode("deepest", (0..<50).map { TreeNode("leaf \($0)") })
    let chain = (0..<20).reversed().reduce(deepest) { TreeNode("\($1)", [$0]) }
    var outline = Outline([chain], children: \.children)
    outline.expandAll()
    let stage = OutlineStage(outline)
    stage.scroll(to: 1200)
    #expect(stage.pinned == ["0", "1", "2"])
  }

  @Test func `rows of measured heights are stacked by their heights, and pushed off without a gap`() {
    let tree = TreeNode.tree([3, 3, 12]) { 30 + Double($0 % 4) * 17 }
    let stage = OutlineStage(
      Outline(tree, expanded: ["0", "0.0", "0.1", "0.2", "1"], children: \.children),
      layout: .list(estimatedRowHeight: 44))
    for step in 0..<400 {
      stage.scroll(to: Double(step) * 7)
      guard let root = stage.row("0"), stage.offset > 30, root.target.minY == 0 else { continue }
      let inner = ["0.0", "0.1", "0.2"].compactMap { stage.row($0) }.filter { $0.target.minY <= 30 }
      #expect(inner.count <= 1)
      guard let parent = inner.first else { continue }
      // The parent is right under the root, or its last child pushes it.
      if parent.target.minY < 30 {
        let last = stage.row("\(parent.id).11")?.target.maxY ?? -1
        #expect(
          abs(last - parent.target.maxY) <= 1, "\(parent.id) ends at \(parent.target.maxY), its last child at \(last)")
      }
    }
    #expect(stage.offset > 800)
  }

  @Test func `a pinned header of the section stays above the stack`() {
    let stage = OutlineStage(
      Outline(TreeNode.tree([2, 30]), expanded: ["0"], children: \.children),
      layout: .list(rowHeight: 40).headerPinToVisibleBounds(), header: "above")
    stage.scroll(to: 400)
    let header = stage.harness.semantics.first { $0.role == .header }
    #expect(header?.bounds.minY == 0)
    #expect(stage.row("0")?.target.minY == header?.bounds.maxY)
  }

  @Test func `an update while rows are pinned moves nothing that stays`() {
    let stage = OutlineStage([3, 3, 30], expanded: ["0", "0.0"])
    stage.scroll(to: 500)
    let before = stage.y("0.0.14")
    stage.change { $0.insert([TreeNode("first")], at: 0) }
    #expect(stage.y("0.0.14") == before)
    #expect(stage.pinned == ["0", "0.0"])
    stage.change { $0.remove("0.0.2") }
    #expect(stage.y("0.0.14") == before)
  }

  @Test func `a grid and a list without an outline pin nothing`() {
    let stage = Stage(Stage.items(0..<100))
    stage.scroll(to: 400)
    #expect(stage.node(0) == nil && stage.targetY(10) == 0)
  }
}
