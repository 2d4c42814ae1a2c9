import Scrollwork
import ScrollworkTesting
import Testing

@MainActor
struct SelectionTests {
  @Test func `a click selects one, Control adds and removes, Shift selects all between`() {
    let stage = Stage(Stage.items(0..<100))
    stage.click(2)
    #expect(stage.selected() == [2] && stage.focused == 2)
    stage.click(5, modifiers: .control)
    #expect(stage.selected() == [2, 5])
    stage.click(2, modifiers: .control)
    #expect(stage.selected() == [5] && stage.focused == 2)
    stage.click(4, modifiers: .shift)
    #expect(stage.selected() == [2, 3, 4])
    stage.click(0, modifiers: .shift)
    #expect(stage.selected() == [0, 1, 2])
    stage.click(5, modifiers: .control)
    stage.click(6, modifiers: [.control, .shift])
    #expect(stage.selected() == [0, 1, 2, 5, 6])
  }

  @Test func `a click on one of several selects it alone on release`() {
    let stage = Stage(Stage.items(0..<100))
    stage.click(1)
    stage.click(4, modifiers: .shift)
    stage.harness.press(at: Point(x: 50, y: 100))
    #expect(stage.selected() == [1, 2, 3, 4])
    stage.harness.release()
    #expect(stage.selected() == [2])
  }

  @Test func `the right button selects an unselected row and leaves a selected one`() {
    let stage = Stage(Stage.items(0..<100))
    stage.click(1)
    stage.click(4, modifiers: .shift)
    stage.click(2, button: .right)
    #expect(stage.selected() == [1, 2, 3, 4])
    stage.click(6, button: .right)
    #expect(stage.selected() == [6])
  }

  @Test func `a click beside the rows and Escape clear the selection`() {
    let stage = Stage(Stage.items(0..<3))
    stage.click(1)
    stage.harness.click(at: Point(x: 50, y: 250))
    #expect(stage.selected().isEmpty)
    stage.click(1)
    stage.harness.key(.escape)
    #expect(stage.selected().isEmpty)
    #expect(stage.focused == 1)
    #expect(!stage.harness.send(.keyDown(.escape, [], isRepeat: false)))
  }

  @Test func `Tab shows the focus: at the first visible row, or where the focus was`() {
    let stage = Stage(Stage.items(0..<100))
    stage.scroll(to: 205)
    stage.harness.host.focus(nil)
    stage.harness.key(.tab)
    stage.harness.show()
    #expect(stage.focused == 6)
    #expect(stage.list.isFocused && stage.selected().isEmpty)
    #expect(stage.node(6)?.states.contains(.focused) == true)
    stage.click(8)
    stage.harness.host.focus(nil)
    stage.harness.key(.tab)
    #expect(stage.focused == 8)
    stage.harness.host.focus(nil)
    stage.scroll(to: 2000)
    stage.harness.key(.tab)
    stage.harness.settle()
    #expect(stage.focused == 8)
    #expect(stage.y(8) == 0)
  }

  @Test func `an implicit focus that left the viewport is no anchor`() {
    let stage = Stage(Stage.items(0..<100), policy: .end)
    stage.list.scroll(to: .end, animated: false)
    stage.harness.settle()
    stage.harness.key(.tab)
    #expect(stage.focused == 93)
    stage.apply(Stage.items(0..<300))
    stage.harness.settle()
    #expect(stage.list.isAtEnd)
    stage.harness.key(.down)
    stage.harness.settle()
    #expect(stage.list.isAtEnd && stage.focused == 293)
    #expect(stage.selected() == [293])
  }

  @Test func `an implicit focus does not take the view along when its row moves away`() {
    let stage = Stage(Stage.items(0..<100))
    stage.harness.key(.tab)
    #expect(stage.focused == 0)
    stage.apply(Stage.items([Int](1..<100) + [0]))
    stage.harness.settle()
    #expect(stage.offset == 0)
    #expect(stage.focused == 99)
  }

  @Test func `a click into the empty part of a list focuses no row`() {
    let stage = Stage(Stage.items(0..<3))
    stage.harness.host.focus(nil)
    stage.harness.click(at: Point(x: 50, y: 250))
    #expect(stage.focused == nil)
  }

  @Test func `keys move, extend and add to the selection`() {
    let stage = Stage(Stage.items(0..<100))
    stage.click(2)
    stage.harness.key(.down)
    #expect(stage.selected() == [3])
    stage.harness.key(.down, modifiers: .shift, count: 2)
    #expect(stage.selected() == [3, 4, 5])
    stage.harness.key(.up, modifiers: .shift, count: 4)
    #expect(stage.selected() == [1, 2, 3])
    stage.harness.key(.down, modifiers: .control, count: 4)
    #expect(stage.selected() == [1, 2, 3] && stage.focused == 5)
    stage.harness.key(.space, modifiers: .control)
    #expect(stage.selected() == [1, 2, 3, 5])
    stage.harness.key(.end, modifiers: .shift)
    #expect(stage.selected() == Array(5..<100))
    stage.harness.settle()
    #expect(stage.y(99) == 260)
    stage.harness.key(.pageUp)
    stage.harness.settle()
    #expect(stage.focused == 92 || stage.focused == 93)
    #expect(stage.visible.contains { $0.states.contains(.focused) })
  }

  @Test func `Up and Down keep their column in a grid, until another column is chosen`() {
    // 4 in a row; the last row has 2.
    let stage = Stage(Stage.items(0..<10), layout: .grid(minimumItemWidth: 100, itemHeight: 50))
    stage.click(7)
    stage.harness.key(.down)
    #expect(stage.focused == 9)
    stage.harness.key(.up)
    #expect(stage.focused == 7)
    stage.harness.key(.left)
    stage.harness.key(.up)
    #expect(stage.focused == 2)
    stage.harness.click(at: Point(x: 20, y: 25))
    stage.harness.key(.down)
    #expect(stage.focused == 4)
  }

  @Test func `select all is one range, whatever the number of rows`() {
    let list = CollectionView()
    let harness = ViewHarness(content: list)
    list.apply(
      List(sections: [
        Section(id: 0, data: 0..<10_000_000, id: \.self) { Plate(text: "\($0)") }.withSectionLayout(
          .list(rowHeight: 20))
      ]))
    harness.showIfNeeded()
    harness.click(at: Point(x: 50, y: 50))
    harness.key("A", modifiers: .control)
    #expect(list.selectedCount == 10_000_000)
    #expect(list.selectedRanges(inSection: 0) == [0..<10_000_000])
  }

  @Test func `selection and focus move with their items`() {
    let stage = Stage(Stage.items(0..<20))
    stage.click(2)
    stage.click(4, modifiers: .shift)
    var reports = 0
    stage.list.onSelectionChange = { _ in reports += 1 }
    stage.apply(Stage.items((0..<20).reversed()))
    #expect(stage.selected() == [15, 16, 17])
    #expect(stage.focused == 15)
    stage.apply(Stage.items([4, 100, 2, 3]))
    #expect(stage.selected() == [0, 2, 3] && stage.focused == 0)
    #expect(reports == 0)
    stage.apply(Stage.items([100, 3]))
    #expect(stage.selected() == [1])
    #expect(reports == 1)
  }

  @Test func `when the focused item is deleted, the next survivor gets the focus`() {
    let stage = Stage(Stage.items(0..<6))
    var reports = 0
    stage.list.onFocusChange = { _ in reports += 1 }
    stage.click(2)
    stage.apply(Stage.items([0, 1, 4, 5]))
    #expect(stage.focused == 2)
    #expect(reports == 2)
    stage.harness.key(.down)
    stage.apply(Stage.items([0, 1]))
    #expect(stage.focused == 1)
    stage.apply(Stage.items([]))
    #expect(stage.focused == nil)
    #expect(reports == 5)
  }

  @Test func `handlers report selected and opened items`() {
    let stage = Stage()
    var reports: [String] = []
    stage.list.apply(
      List {
        Section(id: "s") {
          for name in ["a", "b"] {
            Cell(id: name, component: Plate(text: name))
              .didSelect { reports.append("select \($0.id) \($0.path.item)") }
              .didActivate { reports.append("open \($0.id)") }
          }
        }
      })
    stage.harness.showIfNeeded()
    stage.harness.click(at: Point(x: 50, y: 60), count: 2)
    #expect(reports == ["select b 1", "open b"])
    stage.harness.key(.up)
    stage.harness.key(.enter)
    #expect(reports == ["select b 1", "open b", "select a 0", "open a"])
  }

  @Test func `a single selection remains single`() {
    let stage = Stage(Stage.items(0..<20))
    stage.list.selectionMode = .single
    stage.click(2)
    stage.click(4, modifiers: .control)
    stage.click(5, modifiers: .shift)
    #expect(stage.selected() == [5])
    #expect(!stage.harness.send(.keyDown("A", .control, isRepeat: false)))
    #expect(stage.selected() == [5])
  }

  @Test func `a click hits target frames, not items in flight`() {
    let stage = Stage(Stage.items(0..<6))
    stage.apply(Stage.items([5, 0, 1, 2, 3, 4]))
    #expect(stage.y(0) == 0)
    stage.harness.click(at: Point(x: 50, y: 20))
    #expect(stage.focused == 0)
  }
}
