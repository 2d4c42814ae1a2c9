import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

/// Lists on which a finger or a mouse button is pressed.
@MainActor
struct HeldListTests {
  /// Waits until the scroll bar has faded out, and returns whether the view then requests another frame.
  private func asksForFrames(_ harness: ViewHarness) -> Bool {
    harness.advance(by: .milliseconds(3_000))
    let before = harness.frame.wake
    harness.advance(by: .milliseconds(200))
    return before != nil || harness.frame.wake != nil
  }

  @Test(arguments: [-100.0, 60])
  func `a finger that rests on the content asks for no frames, also beyond the start`(distance: Double) {
    let stage = Stage(Stage.items(0..<100))
    stage.harness.touch(.began, at: Point(x: 50, y: 150))
    stage.harness.touch(.moved, at: Point(x: 50, y: 150 + distance / 2))
    stage.harness.touch(.moved, at: Point(x: 50, y: 150 + distance))
    #expect(!asksForFrames(stage.harness))
    stage.harness.touch(.moved, at: Point(x: 50, y: 150 + distance - 30))
    stage.harness.show()
    #expect(distance > 0 || stage.offset == 130)
  }

  @Test func `a finger that rests on a nested container asks for no frames`() throws {
    let stage = InnerScrollStage()
    let place = try #require(stage.frame("cards 0")).center
    stage.harness.touch(.began, at: place)
    stage.harness.touch(.moved, at: place - Point(x: 30, y: 0))
    stage.harness.touch(.moved, at: place - Point(x: 60, y: 0))
    #expect(!asksForFrames(stage.harness))
  }

  @Test func `a finger that holds a swiped row asks for no frames`() {
    let stage = ActionStage()
    stage.drag(2, by: Point(x: -100, y: 0))
    #expect(!asksForFrames(stage.harness) && stage.slide(2)?.x == -100)
  }

  @Test func `a pressed item outside the viewport gets an event when it is deleted`() {
    let log = ValueLog<String>()
    let stage = Stage()
    func show(_ ids: [Int]) {
      stage.list.apply(
        List(sections: [
          Section(id: 0, data: ids, id: \.self) { id in
            Plate(text: "\(id)").onHighlight { _ in log.add("press \(id)") }
              .onUnhighlight { log.add("unpress \(id) \($0.content == nil)") }
          }
          .withSectionLayout(.list(rowHeight: 40))
        ]).onUnhighlight { log.add("list \($0.id)") })
      stage.harness.settle()
    }
    show(Array(0..<200))
    stage.harness.press(at: Point(x: 50, y: 100))
    stage.list.scroll(to: .offset(4_000), animated: false)
    stage.harness.settle()
    #expect(log.values == ["press 2"])
    show([0, 1] + Array(3..<200))
    #expect(log.values == ["press 2", "unpress 2 true", "list 2"])
    stage.harness.release()
    #expect(log.values.count == 3)
  }

  @Test func `a scroll to an item that is deleted on the way ends at its neighbour`() {
    let stage = Stage(Stage.items(0..<200))
    stage.harness.settle()
    stage.list.scroll(to: .item(ElementPath(section: 0, item: 20)), at: .start)
    stage.harness.advance(by: .milliseconds(64))
    #expect(stage.offset > 0 && stage.offset < 800)
    stage.apply(Stage.items((0..<200).filter { $0 != 20 }))
    stage.harness.settle()
    #expect(stage.y(21) == 0)
  }

  @Test func `a scroll to an item whose whole section is deleted on the way stops`() {
    let stage = Stage()
    stage.apply(sections: [Stage.items(0..<100), Stage.items(100..<200), Stage.items(200..<300)])
    stage.harness.settle()
    stage.list.scroll(to: .item(ElementPath(section: 1, item: 5)), at: .start)
    stage.harness.advance(by: .milliseconds(64))
    stage.apply(sections: [Stage.items(0..<100)])
    let offset = stage.offset
    stage.harness.settle()
    #expect(abs(stage.offset - offset) < 1)
  }

  @Test(arguments: [true, false])
  func `content that a finger has pulled beyond its start returns although the target of a scroll is deleted`(
    isReleased: Bool
  ) {
    let stage = Stage()
    stage.apply(sections: [Stage.items(0..<20), Stage.items(100..<200)])
    stage.harness.settle()
    stage.harness.touch(.began, at: Point(x: 50, y: 100))
    stage.harness.touch(.moved, at: Point(x: 50, y: 200))
    if isReleased { stage.harness.touch(.ended, at: Point(x: 50, y: 200)) }
    stage.harness.advance(by: .milliseconds(16))
    #expect(stage.offset < -20)
    // One frame gets the scroll, and the list in which its target is gone.
    stage.list.scroll(to: .item(ElementPath(section: 1, item: 0)), at: .start)
    stage.apply(sections: [Stage.items(0..<20)])
    #expect(stage.offset < -20)
    if !isReleased { stage.harness.touch(.ended, at: Point(x: 50, y: 200)) }
    stage.harness.settle()
    #expect(stage.offset == 0 && stage.y(0) == 0)
  }

  @Test func `a list that becomes shorter than its offset while the target of a scroll is deleted shows its end`() {
    let stage = Stage()
    stage.apply(sections: [Stage.items(0..<20), Stage.items(100..<200)])
    stage.list.scroll(to: .item(ElementPath(section: 1, item: 50)), at: .start, animated: false)
    stage.harness.settle()
    stage.list.scroll(to: .item(ElementPath(section: 1, item: 90)), at: .start)
    stage.harness.advance(by: .milliseconds(48))
    stage.apply(sections: [Stage.items(0..<20)])
    stage.harness.settle()
    #expect(stage.offset == 500 && stage.y(19) == 260)
  }
}

/// A row with a field whose text can be selected, and with actions.
@MainActor
struct SelectionInRowTests {
  private struct Note: Component, Equatable {
    var text: String

    func renderContent() -> Stack { Stack(.horizontal, TextField()) }
    func render(in content: Stack) { (content.children.first as? TextField)?.text = text }
  }

  private func shown(_ log: ValueLog<String>) -> (list: CollectionView, harness: ViewHarness) {
    let list = CollectionView()
    let harness = ViewHarness(content: list, size: Size(width: 400, height: 200))
    list.apply(
      List(sections: [
        Section(id: 0, data: ["some words to select", "others"], id: \.self) { text in
          Note(text: text).swipeActions(trailing: [MenuAction("Delete") { log.add(text) }])
        }
        .withSectionLayout(.list(rowHeight: 48))
      ]))
    harness.settle()
    return (list, harness)
  }

  @Test func `the pointer selects text in a row, and the row stays closed`() throws {
    let log = ValueLog<String>()
    let (list, harness) = shown(log)
    let field = try #require(list.content(of: ElementID("some words to select"))?.children.first as? TextField)
    harness.drag(from: Point(x: 20, y: 24), to: Point(x: 110, y: 24))
    harness.settle()
    #expect(!field.selection.isEmpty && log.values.isEmpty)
    #expect(harness.cells.first.map { $0.bounds == $0.target } == true)
  }

  @Test func `a finger swipes the row also where it begins on the field`() throws {
    let log = ValueLog<String>()
    let (list, harness) = shown(log)
    let field = try #require(list.content(of: ElementID("some words to select"))?.children.first as? TextField)
    harness.touch(.began, at: Point(x: 110, y: 24))
    for step in 1...8 {
      harness.advance(by: .milliseconds(16))
      harness.touch(.moved, at: Point(x: 110 - Double(step) * 8, y: 24))
    }
    harness.show()
    #expect(harness.cells.first.map { $0.bounds.minX < $0.target.minX } == true && field.selection.isEmpty)
    harness.touch(.ended, at: Point(x: 46, y: 24))
    harness.settle()
    #expect(log.values.isEmpty)
  }
}
