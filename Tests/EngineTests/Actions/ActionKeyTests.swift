import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

@MainActor
struct ActionKeyTests {
  private func menuTitles(_ stage: ActionStage) -> [String] {
    stage.harness.semantics.filter { $0.role == .menuItem }.map(\.text)
  }

  @Test func `the menu of an item has its actions, also if it has no others`() {
    let stage = ActionStage()
    stage.harness.click(at: stage.center(2))
    stage.harness.key(.menu)
    stage.harness.settle()
    #expect(menuTitles(stage) == ["Pin", "Delete", "Archive"])
    stage.harness.key(.enter)
    #expect(stage.performed == ["Pin 2"])
  }

  @Test func `the actions follow those of the menu, and are not repeated`() {
    let stage = ActionStage {
      $0.decorate = { list in
        list.contextMenu { _, _ in
          MenuAction("Open") {}
          MenuAction("Delete") {}
        }
      }
    }
    stage.harness.click(at: stage.center(2), button: .right)
    stage.harness.settle()
    #expect(menuTitles(stage) == ["Open", "Delete", "Pin", "Archive"])
    stage.harness.key(.escape)
    stage.harness.click(at: stage.center(4), modifiers: .control)
    stage.harness.click(at: stage.center(2), button: .right)
    stage.harness.settle()
    #expect(menuTitles(stage) == ["Open", "Delete"])
  }

  @Test func `the key of an action performs it for the focused item`() {
    let stage = ActionStage()
    stage.harness.click(at: stage.center(2))
    stage.harness.key(.delete)
    stage.harness.settle()
    #expect(stage.performed == ["Delete 2"] && !stage.ids.contains(2))
  }

  @Test func `a list declares actions for all its items, after those of the item`() {
    let stage = ActionStage()
    stage.titles = { $0 == 2 ? ([], ["Delete"]) : ([], []) }
    stage.decorate = { list in
      list.swipeActions { [weak stage] context in
        SwipeActions(trailing: [MenuAction("Mark \(context.id)") { stage?.performed.append("mark \(context.id)") }])
      }
    }
    stage.apply()
    stage.swipe(2, by: Point(x: -120, y: 0))
    #expect(Set(stage.buttonTitles) == ["Delete", "Mark 2"])
    #expect(stage.button("Delete")?.bounds.maxX == 400)
    stage.swipe(3, by: Point(x: -60, y: 0))
    stage.tap("Mark 3")
    #expect(stage.performed == ["mark 3"])
  }

  @Test func `cells with identity have actions too`() {
    let list = CollectionView()
    let harness = ViewHarness(content: list, size: Size(width: 400, height: 300))
    let performed = ValueLog<String>()
    list.apply(
      List {
        Cell(id: "a", component: Plate(text: "a"))
          .swipeActions(trailing: [MenuAction("Mute", key: "M") { performed.add("a") }])
      })
    harness.show()
    harness.click(at: Point(x: 50, y: 20))
    harness.key("M")
    #expect(performed.values == ["a"])
  }
}
