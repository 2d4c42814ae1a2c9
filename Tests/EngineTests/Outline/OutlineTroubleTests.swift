import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct OutlineTroubleTests {
  @Test func `a cycle is cut where it closes, and reported once`() {
    let children = ["a": ["b", "c"], "b": ["d"], "d": ["a", "b", "e"]]
    let stage = OutlineStage(
      Outline([TreeNode("a")]) { node in children[node.id]?.map { TreeNode($0) } })
    stage.change { $0.expandAll() }
    #expect(stage.ids == ["a", "b", "d", "e", "c"])
    #expect(stage.rows.map(\.id) == stage.ids)
    #expect(stage.problems == [.outlineCycle(ElementID("a")), .outlineCycle(ElementID("b"))])
    #expect("\(stage.problems[0])".contains("its own ancestor"))
    stage.change { $0.collapse("a") }
    stage.change { $0.expand("a") }
    #expect(stage.problems.count == 2)
  }

  @Test func `the first of two nodes with one id is kept, and the other is reported`() {
    let stage = OutlineStage(
      Outline(
        [
          TreeNode("a", [TreeNode("x"), TreeNode("x"), TreeNode("y")]), TreeNode("b", [TreeNode("y"), TreeNode("z")]),
        ],
        expanded: ["a", "b"], children: \.children))
    #expect(stage.rows.map(\.id) == ["a", "x", "y", "b", "z"])
    #expect(stage.problems == [.repeatedNode(ElementID("x")), .repeatedNode(ElementID("y"))])
  }

  @Test func `a node is not moved below itself, and nothing is lost`() {
    let stage = OutlineStage([2, 2, 2], expanded: ["0", "0.0"])
    let before = stage.ids
    stage.change { outline in
      let moved = [
        outline.move("0", under: "0.0.1"), outline.move("0", under: "0"), outline.move("nobody", under: nil),
        outline.move("0", under: "nobody"),
      ]
      #expect(moved == [false, false, false, false])
    }
    #expect(stage.ids == before && stage.problems == [.outlineCycle(ElementID("0")), .outlineCycle(ElementID("0"))])
  }

  @Test func `questions about unknown nodes and changes of them do nothing`() {
    let stage = OutlineStage([2, 2])
    stage.change { outline in
      let done = [
        outline.expand("nobody"), outline.collapse("nobody"), outline.reveal("nobody"), outline.remove("nobody"),
        outline.update(TreeNode("nobody")), outline.insert([TreeNode("x")], under: "nobody"),
      ]
      #expect(!done.contains(true))
      outline.expandAll(under: "nobody")
      outline.expandSiblings(of: "nobody")
      outline.loadingFailed("nobody")
    }
    #expect(stage.ids == ["0", "1"])
    #expect(stage.outline.children(of: "nobody").isEmpty && stage.outline.level(of: "nobody") == nil)
  }

  @Test func `a node that an update removes while it is pressed, focused and pinned takes nothing with it`() {
    let stage = OutlineStage([3, 40], expanded: ["1"])
    stage.scroll(to: 600)
    stage.harness.press(at: Point(x: 300, y: 20))
    stage.change { $0.remove("1") }
    stage.harness.release()
    stage.harness.settle()
    #expect(stage.rows.map(\.id) == ["0", "2"])
    stage.press(.down)
    #expect(stage.focused != nil)
  }

  @Test func `an outline without nodes is empty, and one of empty folders shows the folders`() {
    let stage = OutlineStage([])
    #expect(stage.rows.isEmpty)
    stage.change { $0.setChildren([TreeNode("folder", [])], of: nil) }
    stage.clickChevron("folder")
    stage.harness.settle()
    #expect(stage.row("folder")?.states.contains(.expanded) == true)
    stage.change { $0.insert([TreeNode("file")], under: "folder") }
    #expect(stage.rows.map(\.id) == ["folder", "file"])
  }

  @Test func `a dragged row of an outline leaves the outline usable`() {
    let stage = OutlineStage(
      Outline(TreeNode.tree([3, 3]), expanded: ["0"], children: \.children),
      decorate: { $0.onReorder { _, _ in } })
    stage.harness.press(at: Point(x: 300, y: 60))
    stage.harness.move(to: Point(x: 300, y: 150))
    stage.harness.advance(by: .milliseconds(200))
    stage.harness.release()
    stage.harness.settle()
    #expect(stage.rows.map(\.id) == stage.ids)
    stage.clickChevron("0")
    stage.harness.settle()
    #expect(stage.rows.map(\.id) == ["0", "1", "2"])
  }
}
