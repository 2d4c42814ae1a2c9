import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct OutlineTests {
  @Test func `a click on the chevron shows the children of a node, and another one hides them`() {
    let stage = OutlineStage([3, 2, 2])
    #expect(stage.rows.map(\.id) == ["0", "1", "2"])
    stage.clickChevron("1")
    stage.harness.settle()
    #expect(stage.changes == [.expand("1")])
    #expect(stage.rows.map(\.id) == ["0", "1", "1.0", "1.1", "2"])
    stage.clickChevron("1.0")
    stage.harness.settle()
    #expect(stage.rows.map(\.id) == ["0", "1", "1.0", "1.0.0", "1.0.1", "1.1", "2"])
    stage.clickChevron("1")
    stage.harness.settle()
    #expect(stage.rows.map(\.id) == ["0", "1", "2"])
    stage.clickChevron("1")
    stage.harness.settle()
    #expect(stage.rows.map(\.id) == ["0", "1", "1.0", "1.0.0", "1.0.1", "1.1", "2"], "a child keeps its state")
  }

  @Test func `a click beside the chevron selects the row and asks for nothing`() {
    let stage = OutlineStage([3, 2])
    stage.click("1")
    #expect(stage.changes.isEmpty)
    #expect(stage.row("1")?.states.contains(.selected) == true)
    stage.clickChevron("1")
    stage.harness.settle()
    #expect(stage.row("1")?.states.contains(.selected) == true)
    #expect(stage.list.selectedRanges(inSection: 0) == [1..<2])
  }

  @Test func `a leaf has no chevron, so a click there selects it`() {
    let stage = OutlineStage([3, 2], expanded: ["0"])
    stage.clickChevron("0.1")
    #expect(stage.changes.isEmpty)
    #expect(stage.row("0.1")?.states.contains(.selected) == true)
  }

  @Test func `nothing changes if the program does not do as the user asks`() {
    let stage = OutlineStage([3, 2])
    stage.accepts = false
    stage.clickChevron("1")
    stage.harness.settle()
    #expect(stage.changes == [.expand("1")])
    #expect(stage.rows.map(\.id) == ["0", "1", "2"])
  }

  @Test func `a row is indented by its level, and a deep one leaves half of the row to its content`() {
    let chain = (0..<60).reversed().reduce([TreeNode]()) { [TreeNode("\($1)", $0.isEmpty ? nil : $0)] }
    var outline = Outline(chain, children: \.children)
    outline.expandAll()
    let stage = OutlineStage(outline)
    let starts = stage.contentStarts
    #expect(starts.prefix(3) == [24, 40, 56])
    stage.list.scroll(to: .end, animated: false)
    stage.harness.show()
    #expect(stage.contentStarts.last == 200)
  }

  @Test func `rows of a right-to-left outline are indented from the right`() {
    let stage = OutlineStage([2, 2], expanded: ["0"])
    stage.harness.changeEnvironment { $0.direction = .rightToLeft }
    stage.harness.show()
    #expect(stage.contentStarts.prefix(2) == [0, 0])
    stage.harness.click(at: Point(x: 388, y: 20))
    stage.harness.settle()
    #expect(stage.changes == [.collapse("0")])
  }

  @Test func `selection and focus stay with their nodes, also while these are hidden`() {
    let stage = OutlineStage([4, 3], expanded: ["1"])
    stage.click("1.2")
    #expect(stage.focused == "1.2")
    stage.change { $0.expand("0") }
    #expect(stage.focused == "1.2")
    stage.change { $0.collapse("1") }
    #expect(stage.rows.allSatisfy { !$0.states.contains(.selected) })
    #expect(stage.focused == "1", "the collapsed parent has the focus")
    stage.change { $0.expand("1") }
    #expect(stage.row("1.2")?.states.contains(.selected) == true && stage.focused == "1.2")
    stage.change { $0.remove("1.2") }
    #expect(stage.focused == "2", "a removed node leaves the focus to its neighbour")
  }

  @Test func `the expanded row keeps its place in the middle of a scrolled outline, and so it does when collapsed`() {
    let stage = OutlineStage([100, 10])
    stage.scroll(to: 1010)
    let before = stage.y("28")
    stage.clickChevron("28")
    #expect(stage.y("28") == before)
    stage.harness.settle()
    #expect(stage.y("28") == before)
    stage.clickChevron("28")
    stage.harness.settle()
    #expect(stage.y("28") == before)
  }

  @Test func `a program reveals a node, and all its ancestors are expanded`() {
    let stage = OutlineStage([5, 5, 5, 5])
    // The children of a node that was never expanded are unknown.
    let isKnown = stage.outline.reveal("3.2.1.4")
    #expect(!isKnown)
    stage.outline.expandAll()
    stage.outline.collapseAll()
    stage.change { $0.reveal("3.2.1.4") }
    #expect(stage.outline.row(of: "3.2.1.4") == 3 + 1 + 2 + 1 + 1 + 1 + 4)
    #expect(stage.outline.expandedIDs == ["3", "3.2", "3.2.1"])
    #expect(stage.outline.parent(of: "3.2.1.4")?.id == "3.2.1")
    #expect(stage.outline.level(of: "3.2.1.4") == 3)
    let place = stage.outline.place(amongSiblings: "3.2.1.4")
    #expect(place?.position == 4 && place?.count == 5)
    #expect(stage.outline.place(amongSiblings: "nobody") == nil)
  }

  @Test func `a program draws the rows itself`() {
    let outline = Outline(TreeNode.tree([2, 2]), expanded: ["1"], children: \.children)
    let list = CollectionView()
    let harness = ViewHarness(content: list)
    list.apply(
      List {
        Section(id: "tree", outline: outline, onChange: { _ in }) { node, state in
          Plate(text: "\(node.id) at \(state.level)\(state.isExpandable ? state.isExpanded ? " -" : " +" : "")")
        }
      })
    harness.showIfNeeded()
    #expect(
      harness.semantics.filter { $0.role == .treeItem }.map(\.text) == [
        "0 at 0 +", "1 at 0 -", "1.0 at 1", "1.1 at 1",
      ])
  }
}
