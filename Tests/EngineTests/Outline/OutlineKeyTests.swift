import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct OutlineKeyTests {
  @Test func `Right expands a row, then goes to its first child, and does nothing at a leaf`() {
    let stage = OutlineStage([3, 2])
    stage.press(.down)
    #expect(stage.focused == "0")
    stage.press(.right)
    #expect(stage.changes == [.expand("0")] && stage.focused == "0")
    stage.press(.right)
    #expect(stage.focused == "0.0")
    stage.press(.right)
    #expect(stage.focused == "0.0" && stage.changes.count == 1)
  }

  @Test func `Left goes from a child to its parent, collapses the parent, and does nothing at a collapsed root`() {
    let stage = OutlineStage([3, 2], expanded: ["1"])
    stage.click("1.1")
    stage.press(.left)
    #expect(stage.focused == "1" && stage.changes.isEmpty)
    stage.press(.left)
    #expect(stage.changes == [.collapse("1")] && stage.focused == "1")
    stage.press(.left)
    #expect(stage.changes.count == 1 && stage.focused == "1")
  }

  @Test func `Left and Right swap in a right-to-left outline`() {
    let stage = OutlineStage([3, 2])
    stage.harness.changeEnvironment { $0.direction = .rightToLeft }
    stage.press(.down)
    stage.press(.left)
    #expect(stage.changes == [.expand("0")])
    stage.press(.left)
    #expect(stage.focused == "0.0")
    stage.press(.right)
    stage.press(.right)
    #expect(stage.focused == "0" && stage.changes == [.expand("0"), .collapse("0")])
  }

  @Test func `an asterisk expands the focused row and its siblings`() {
    let stage = OutlineStage([2, 3, 2], expanded: ["1"])
    stage.click("1.1")
    stage.harness.type("*")
    stage.harness.settle()
    #expect(stage.changes == [.expandSiblings("1.1")])
    #expect(stage.outline.expandedIDs == ["1", "1.0", "1.1", "1.2"])
    #expect(stage.focused == "1.1")
  }

  @Test func `up, down, Home and End pass over hidden rows, and Enter activates a row`() {
    let stage = OutlineStage([3, 2], expanded: ["1"])
    stage.press(.home)
    stage.press(.down, count: 2)
    #expect(stage.focused == "1.0")
    stage.press(.end)
    #expect(stage.focused == "2")
    stage.press(.up)
    #expect(stage.focused == "1.1")
    stage.press(.enter)
    #expect(stage.activated == ["1.1"])
  }

  @Test func `typed letters find a visible node`() {
    let stage = OutlineStage(
      Outline(
        [TreeNode("ant", [TreeNode("bee"), TreeNode("cat")]), TreeNode("bear", [TreeNode("cow")])],
        expanded: ["ant"], children: \.children),
      decorate: { $0.typeAhead { _, id in "\(id)" } })
    stage.press(.home)
    stage.harness.type("be")
    stage.harness.settle()
    #expect(stage.focused == "bee")
    stage.harness.advance(by: .seconds(2))
    stage.harness.type("c")
    stage.harness.settle()
    #expect(stage.focused == "cat", "cow is hidden, cat is not")
  }

  @Test func `a key that expands a row does not move it, and one that selects a parent far above reveals it`() {
    let stage = OutlineStage([30, 40])
    stage.scroll(to: 400)
    stage.click("13")
    let before = stage.y("13")
    stage.press(.right)
    #expect(stage.y("13") == before)
    stage.press(.down, count: 30)
    #expect(stage.focused == "13.29")
    stage.press(.left)
    #expect(stage.focused == "13")
    #expect(stage.y("13").map { $0 >= 0 && $0 <= 260 } == true)
    #expect(stage.pinned.isEmpty)
  }

  @Test func `a program that refuses the focus is asked before the arrows of an outline move it`() {
    let stage = OutlineStage(
      Outline(TreeNode.tree([2, 2]), expanded: ["0"], children: \.children),
      decorate: { $0.canFocus { $0.path.item != 1 } })
    stage.click("0")
    stage.press(.right)
    #expect(stage.focused == "0")
  }
}
