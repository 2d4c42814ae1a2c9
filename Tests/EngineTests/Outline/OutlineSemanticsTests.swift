import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct OutlineSemanticsTests {
  @Test func `a row is a tree item with its level, its state and its place among its siblings`() throws {
    let stage = OutlineStage([3, 4, 2], expanded: ["1", "1.2"])
    let root = try #require(stage.row("1"))
    #expect(root.role == .treeItem && root.level == 1 && root.position == 1 && root.setSize == 3)
    #expect(root.states.isSuperset(of: [.expandable, .expanded]))
    let child = try #require(stage.row("1.3"))
    #expect(child.level == 2 && child.position == 3 && child.setSize == 4)
    #expect(child.states.contains(.expandable) && !child.states.contains(.expanded))
    let leaf = try #require(stage.row("1.2.1"))
    #expect(leaf.level == 3 && leaf.position == 1 && leaf.setSize == 2)
    #expect(leaf.states.isDisjoint(with: [.expandable, .expanded]))
    #expect(leaf.text == "1.2.1")
  }

  @Test func `the place among siblings counts those that are out of view`() throws {
    let stage = OutlineStage([3, 3000], expanded: ["0", "1"])
    stage.scroll(to: 40 * 4000)
    let row = try #require(stage.rows.first { $0.id.hasPrefix("1.") })
    #expect(row.setSize == 3000 && "1.\(row.position ?? -1)" == row.id)
  }

  @Test func `the rows of other sections stay cells`() {
    let list = CollectionView()
    let harness = ViewHarness(content: list)
    let outline = Outline(TreeNode.tree([1]), children: \.children)
    list.apply(
      List {
        Section(id: "tree", outline: outline, onChange: { _ in }) { Plate(text: $0.id) }
        Section(id: "plain", data: Stage.items(0..<1)) { Plate(text: $0.text) }
      })
    harness.showIfNeeded()
    let roles = harness.semantics.filter { $0.text == "0" || $0.text == "item 0" }.map(\.role)
    #expect(roles == [.treeItem, .cell])
  }
}
