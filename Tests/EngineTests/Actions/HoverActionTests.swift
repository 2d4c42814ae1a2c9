import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct HoverActionTests {
  @Test func `the pointer shows the actions at the end of its row, and the content stays where it is`() throws {
    let stage = ActionStage()
    stage.harness.move(to: stage.center(2))
    stage.harness.settle()
    #expect(stage.buttonTitles == ["Pin", "Delete", "Archive"] && stage.slide(2) == .zero)
    let (pin, delete) = (try #require(stage.button("Pin")), try #require(stage.button("Delete")))
    #expect(pin.bounds == Rect(x: 298, y: 86, width: 28, height: 28))
    #expect(delete.bounds == Rect(x: 354, y: 86, width: 28, height: 28))
    #expect(stage.button("Archive")?.bounds.maxX == delete.bounds.minX)
    stage.harness.move(to: stage.center(4))
    stage.harness.settle()
    #expect(stage.button("Delete")?.bounds.midY == 180)
  }

  @Test func `buttons fade in and out above a plate that lets nothing shine through`() throws {
    let stage = ActionStage()
    let before = stage.harness.frame.groups.count
    stage.harness.move(to: stage.center(2))
    stage.harness.advance(by: .milliseconds(32))
    #expect(stage.harness.frame.groups.last.map { $0.alpha > 0 && $0.alpha < 1 } == true)
    stage.harness.settle()
    #expect(stage.harness.frame.groups.count == before + 1 && stage.harness.frame.groups.last?.alpha == 1)
    stage.harness.leave()
    stage.harness.advance(by: .milliseconds(48))
    #expect(stage.harness.frame.groups.last.map { $0.alpha > 0 && $0.alpha < 1 } == true)
    #expect(stage.buttons.isEmpty)
    stage.harness.settle()
    #expect(stage.harness.frame.groups.count == before)
  }

  @Test func `a click on a button performs its action and does not select the row`() {
    let stage = ActionStage()
    stage.harness.move(to: stage.center(2))
    stage.harness.settle()
    stage.harness.click(at: stage.button("Archive")?.bounds.center ?? .zero)
    #expect(stage.performed == ["Archive 2"] && stage.selected.isEmpty && stage.list.focusedItem == nil)
    stage.harness.settle()
    stage.harness.click(at: stage.button("Delete")?.bounds.center ?? .zero)
    stage.harness.settle()
    #expect(stage.performed == ["Archive 2", "Delete 2"] && !stage.ids.contains(2))
    // The next row has come under the pointer.
    #expect(stage.button("Delete")?.bounds.midY == 100)
    stage.harness.click(at: stage.center(3))
    #expect(stage.selected == [3])
  }

  @Test func `a button explains its symbol, and a right click on it opens the menu of the row`() {
    let stage = ActionStage()
    stage.harness.move(to: stage.center(2))
    stage.harness.settle()
    let place = stage.button("Delete")?.bounds.center ?? .zero
    #expect(stage.list.cellToolTip(at: place, environment: stage.harness.host.environment)?.text == "Delete")
    stage.harness.click(at: place, button: .right)
    stage.harness.settle()
    #expect(stage.harness.semantics.filter { $0.role == .menuItem }.map(\.text) == ["Pin", "Delete", "Archive"])
    #expect(stage.buttons.isEmpty)
  }

  @Test func `no buttons are shown while the list scrolls or a row is dragged`() {
    let stage = ActionStage(100) { $0.decorate = { $0.onReorder { _, _ in } } }
    stage.harness.move(to: stage.center(2))
    stage.harness.settle()
    stage.harness.wheel(-1, at: stage.center(2))
    stage.harness.advance(by: .milliseconds(32))
    #expect(stage.buttons.isEmpty)
    stage.harness.settle()
    #expect(!stage.buttons.isEmpty)
    let start = Point(x: 200, y: 100)
    stage.harness.press(at: start)
    stage.harness.move(to: start + Point(x: 0, y: 60))
    stage.harness.advance(by: .milliseconds(100))
    #expect(stage.buttons.isEmpty)
    stage.harness.release()
  }

  @Test func `a button that is pressed while its row is deleted performs nothing for the next row`() {
    let stage = ActionStage()
    stage.harness.move(to: stage.center(2))
    stage.harness.settle()
    stage.harness.press(at: stage.button("Archive")?.bounds.center ?? .zero)
    stage.ids.remove(at: 2)
    stage.apply()
    stage.harness.settle()
    stage.harness.release()
    #expect(stage.performed.isEmpty)
    stage.harness.move(to: stage.center(3))
    stage.harness.settle()
    stage.harness.click(at: stage.button("Archive")?.bounds.center ?? .zero)
    #expect(stage.performed == ["Archive 3"])
  }

  @Test func `a pressed button whose row only moves performs its action for the row`() {
    let stage = ActionStage()
    stage.harness.move(to: stage.center(2))
    stage.harness.settle()
    stage.harness.press(at: stage.button("Archive")?.bounds.center ?? .zero)
    stage.ids.append(100)
    stage.apply()
    stage.harness.settle()
    stage.harness.release()
    #expect(stage.performed == ["Archive 2"])
  }

  @Test func `a pinned header covers the buttons of the row below it`() {
    let stage = ActionStage(100)
    stage.layout = .list(rowHeight: 40).headerPinToVisibleBounds()
    stage.decorate = { list in
      List(sections: list.sections.map { $0.withHeader(Plate(text: "header", height: 30)) })
    }
    stage.apply()
    stage.list.scroll(to: .offset(20), animated: false)
    stage.harness.settle()
    stage.harness.move(to: Point(x: 200, y: 40))
    stage.harness.settle()
    #expect(!stage.buttons.isEmpty)
    let place = Point(x: stage.button("Delete")?.bounds.midX ?? 0, y: 25)
    stage.harness.click(at: place)
    #expect(stage.performed.isEmpty)
    #expect(stage.harness.frame.groups.contains { $0.clip == Rect(x: 0, y: 30, width: 400, height: 20) })
  }

  @Test func `the buttons are mirrored in a list that reads from right to left`() {
    let stage = ActionStage()
    stage.harness.changeEnvironment { $0.direction = .rightToLeft }
    stage.harness.settle()
    stage.harness.move(to: stage.center(2))
    stage.harness.settle()
    #expect(stage.button("Pin")?.bounds.minX == 74 && stage.button("Delete")?.bounds.minX == 18)
    #expect(stage.button("Archive")?.bounds.minX == 46)
  }

  @Test func `a list without actions draws nothing for them`() {
    let stage = ActionStage { $0.titles = { _ in ([], []) } }
    let before = stage.harness.frame.groups.count
    stage.harness.move(to: stage.center(2))
    stage.harness.settle()
    #expect(stage.harness.frame.groups.count == before && stage.buttons.isEmpty)
  }
}
