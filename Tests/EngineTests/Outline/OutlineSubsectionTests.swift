import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct OutlineSubsectionTests {
  @Test func `an outline in a subsection has the keys and the semantics of any other`() throws {
    let stage = SubsectionStage()
    #expect(stage.rows == ["0", "1"])
    stage.list.focus(ElementPath(section: 0, item: 4))
    stage.harness.showIfNeeded()
    stage.harness.key(.right)
    stage.harness.settle()
    #expect(stage.changes == [.expand("1")] && stage.rows == ["0", "1", "1.0", "1.1"])
    stage.harness.key(.right)
    stage.harness.settle()
    let child = try #require(stage.harness.semantics.first { $0.states.contains(.focused) && $0.role == .treeItem })
    #expect(child.number == "1.0" && child.level == 2 && child.position == 0 && child.setSize == 2)
    stage.harness.key(.left, count: 2)
    stage.harness.settle()
    #expect(stage.rows == ["0", "1"])
  }
}

/// An outline after a subsection of two rows, both with headers, in one section.
@MainActor
private final class SubsectionStage {
  let list = CollectionView()
  let harness: ViewHarness
  var outline = Outline(TreeNode.tree([2, 2]), children: \.children)
  var changes: [OutlineChange<String>] = []

  init() {
    harness = ViewHarness(content: list)
    harness.host.focus(list)
    apply()
  }

  func apply() {
    let tree = Section(id: "tree", outline: outline) { [weak self] change in
      guard let self else { return }
      changes.append(change)
      outline.perform(change)
      apply()
    } row: { node in
      Plate(text: node.id, height: 30)
    }
    let plain = Section(id: "plain", data: Stage.items(0..<2)) { Plate(text: $0.text, height: 20) }
    list.apply(
      List(sections: [
        Section(id: 0, sections: [plain, tree.withHeader(Plate(text: "tree", height: 20))])
      ]))
    harness.showIfNeeded()
  }

  var rows: [String] { harness.semantics.filter { $0.role == .treeItem }.map(\.number) }
}
