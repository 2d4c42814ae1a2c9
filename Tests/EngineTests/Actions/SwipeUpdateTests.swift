import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct SwipeUpdateTests {
  @Test func `an open row that is deleted closes, and its neighbours are not open`() {
    let stage = ActionStage()
    stage.swipe(2, by: Point(x: -120, y: 0))
    stage.ids.remove(at: 2)
    stage.apply()
    stage.harness.settle()
    #expect(stage.buttons.isEmpty && stage.cells.allSatisfy { $0.bounds == $0.target })
    stage.tap(at: Point(x: 390, y: 100))
    #expect(stage.performed.isEmpty)
  }

  @Test func `a row deleted under the finger performs nothing, nor does the one that takes its place`() {
    let stage = ActionStage()
    let start = stage.center(2)
    stage.drag(2, by: Point(x: -260, y: 0))
    stage.ids.remove(at: 2)
    stage.apply()
    stage.move(from: start + Point(x: -260, y: 0), by: Point(x: -40, y: 0))
    #expect(stage.slide(3)?.x == 0)
    stage.harness.touch(.ended, at: start + Point(x: -300, y: 0))
    stage.harness.settle()
    #expect(stage.performed.isEmpty && stage.ids.contains(3) && stage.buttons.isEmpty)
    stage.swipe(3, by: Point(x: -120, y: 0))
    #expect(stage.slide(3)?.x == -144)
  }

  @Test func `an open row stays open when rows come before it, and its actions act on it`() {
    let stage = ActionStage()
    stage.swipe(2, by: Point(x: -120, y: 0))
    stage.ids.insert(100, at: 0)
    stage.apply()
    stage.harness.settle()
    #expect(stage.slide(2)?.x == -144)
    #expect(stage.button("Delete")?.bounds.midY == stage.center(2).y)
    stage.tap("Delete")
    #expect(stage.performed == ["Delete 2"])
  }

  @Test func `a row whose actions change while it is open closes, and the old ones cannot be chosen`() {
    let stage = ActionStage()
    stage.swipe(2, by: Point(x: -120, y: 0))
    let place = stage.button("Delete")?.bounds.center ?? .zero
    stage.titles = { _ in (["Pin"], ["Mute"]) }
    stage.submit()
    stage.harness.advance(by: .milliseconds(40))
    stage.tap(at: place)
    #expect(stage.performed.isEmpty && stage.slide(2) == .zero && stage.buttons.isEmpty)
  }

  @Test func `a list that is replaced as a whole has no open row`() {
    let stage = ActionStage()
    stage.swipe(2, by: Point(x: -120, y: 0))
    stage.list.reloadData()
    stage.harness.settle()
    #expect(stage.buttons.isEmpty && stage.cells.allSatisfy { $0.bounds == $0.target })
  }

  @Test func `actions may change the list, scroll and select while they are performed`() {
    let stage = ActionStage(100)
    stage.decorate = { list in
      list.swipeActions { [weak stage] context in
        SwipeActions(trailing: [
          MenuAction("Move") {
            guard let stage else { return }
            stage.ids.reverse()
            stage.submit()
            stage.list.select(ElementPath(section: 0, item: 0))
            stage.list.scroll(to: .end, animated: false)
          }
        ])
      }
    }
    stage.titles = { _ in ([], []) }
    stage.apply()
    stage.swipe(2, by: Point(x: -50, y: 0))
    stage.tap("Move")
    #expect(stage.selected == [99] && stage.offset == stage.maximum && stage.buttons.isEmpty)
  }
}
