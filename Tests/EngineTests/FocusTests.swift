import Scrollwork
import ScrollworkTesting
import Testing

/// Items that refuse the focus, and the focus without the selection.
@MainActor
struct FocusTests {
  private static func path(_ item: Int) -> ElementPath { ElementPath(section: 0, item: item) }

  /// Shows lazy rows, which can be focused if `question` returns true.
  private func show(
    _ count: Int, on stage: Stage, layout: SectionLayout = .list(rowHeight: 40),
    _ question: @escaping @MainActor (Int) -> Bool
  ) {
    stage.list.apply(
      List(sections: [
        Section(id: 0, data: 0..<count, id: \.self) { number in
          Plate(text: "\(number)").canFocus { _ in question(number) }
        }
        .withSectionLayout(layout)
      ]))
    stage.harness.showIfNeeded()
  }

  @Test func `keys pass over the items that cannot be focused`() {
    let stage = Stage()
    show(40, on: stage) { ![0, 3, 4, 5, 39].contains($0) }
    stage.harness.key(.tab)
    #expect(stage.focused == 1)
    stage.harness.key(.down, count: 2)
    #expect(stage.focused == 6)
    stage.harness.key(.up)
    #expect(stage.focused == 2)
    stage.harness.key(.end)
    #expect(stage.focused == 38)
    stage.harness.key(.down)
    #expect(stage.focused == 38)
    stage.harness.key(.home)
    #expect(stage.focused == 1)
    stage.harness.key(.up)
    #expect(stage.focused == 1)
  }

  @Test func `the line below a row gives way to the focus ring of the row`() {
    let stage = Stage()
    let rows = SectionLayout.list(rowHeight: .absolute(40), separator: LayoutSeparator(leadingInset: 20))
    show(4, on: stage, layout: rows) { _ in true }
    func lines() -> [Double] { stage.harness.frame.groups.filter { $0.frame.height == 1 }.map(\.frame.minY) }
    #expect(lines() == [39, 79, 119, 159])
    stage.harness.key(.tab)
    stage.harness.key(.down)
    stage.harness.settle()
    #expect(stage.focused == 1 && lines() == [39, 119, 159])
    stage.harness.key(.down)
    stage.harness.settle()
    #expect(stage.focused == 2 && lines() == [39, 79, 159])
  }

  @Test func `page keys stop at items that can be focused`() {
    let stage = Stage()
    show(60, on: stage) { $0 < 4 || $0 % 10 == 0 }
    stage.list.select(Self.path(30))
    for expected in [20, 10, 3, 0] {
      stage.harness.key(.pageUp)
      #expect(stage.focused == expected)
    }
    stage.harness.key(.pageDown)
    #expect(stage.focused == 10)
    stage.harness.key(.pageDown, count: 9)
    #expect(stage.focused == 50)
  }

  @Test func `in a grid, arrows pass over lines and places`() {
    // Four in a line; the second line cannot be focused.
    let stage = Stage()
    show(12, on: stage, layout: .grid(minimumItemWidth: 100, itemHeight: 50)) { !(4..<8).contains($0) && $0 != 2 }
    stage.list.select(Self.path(1))
    stage.harness.key(.right)
    #expect(stage.focused == 3)
    stage.harness.key(.down)
    #expect(stage.focused == 11)
    stage.harness.key(.left, count: 3)
    #expect(stage.focused == 8)
    stage.harness.key(.left)
    #expect(stage.focused == 3)
  }

  @Test func `if no item can be focused, none is`() {
    let stage = Stage()
    show(30, on: stage) { _ in false }
    stage.harness.key(.tab)
    #expect(stage.focused == nil)
    for key in [Key.down, .end, .pageDown, .home, .up] {
      #expect(stage.harness.send(.keyDown(key, [], isRepeat: false)))
      #expect(stage.focused == nil && stage.selected().isEmpty)
    }
  }

  @Test func `in a long list in which no item can be focused, a key asks for some and gives up`() {
    let stage = Stage()
    var questions = 0
    show(1_000_000, on: stage) { number in
      questions += 1
      return number == 0
    }
    stage.list.select(Self.path(0))
    for key in [Key.down, .end, .pageDown] {
      questions = 0
      stage.harness.key(key)
      #expect(stage.focused == 0 && questions <= 10_001)
    }
  }

  @Test func `a press selects an item that cannot be focused, and leaves the focus`() {
    let stage = Stage()
    show(10, on: stage) { $0 != 2 }
    stage.harness.click(at: Point(x: 50, y: 60))
    stage.harness.click(at: Point(x: 50, y: 100))
    #expect(stage.focused == 1 && stage.selected() == [2])
    stage.harness.key(.down)
    #expect(stage.focused == 3 && stage.selected() == [3])
  }

  @Test func `the program focuses an item without selecting it, and keys go on from there`() {
    let stage = Stage(Stage.items(0..<100))
    stage.click(2)
    var reports = 0
    stage.list.onFocusChange = { _ in reports += 1 }
    stage.list.focus(Self.path(5))
    #expect(stage.focused == 5 && stage.selected() == [2] && reports == 1)
    stage.harness.key(.down)
    #expect(stage.focused == 6 && stage.selected() == [6])
  }

  @Test func `calls that come before their list is shown refer to that list, in order`() {
    let stage = Stage(Stage.items(0..<3))
    stage.list.select(Self.path(0))
    stage.list.apply(List(sections: [Section(id: 0, data: Stage.items(10..<20)) { Plate(text: $0.text) }]))
    stage.list.select(Self.path(8))
    stage.list.focus(Self.path(4))
    stage.list.deselect(Self.path(9))
    stage.harness.settle()
    #expect(stage.selected() == [8] && stage.focused == 4)
    stage.list.apply(List(sections: [Section(id: 0, data: Stage.items(15..<20)) { Plate(text: $0.text) }]))
    stage.list.selectAll()
    stage.list.deselect(Self.path(1))
    stage.list.focus(Self.path(2))
    stage.list.deselectAll()
    stage.list.selectAll()
    stage.list.deselect(Self.path(0))
    stage.harness.settle()
    #expect(stage.selected() == [1, 2, 3, 4] && stage.focused == 2)
  }

  @Test func `the list may refuse to move the focus`() {
    let stage = Stage()
    var asked: [String] = []
    stage.list.apply(
      List(sections: [Section(id: 0, data: 0..<10, id: \.self) { Plate(text: "\($0)") }])
        .shouldUpdateFocus { context in
          asked.append("\(context.previous.map { "\($0.id)" } ?? "-") \(context.next.id)")
          return context.next.path.item < 3
        })
    stage.harness.showIfNeeded()
    stage.harness.click(at: Point(x: 50, y: 60))
    stage.harness.key(.down, count: 2)
    #expect(stage.focused == 2 && stage.selected() == [2])
    #expect(asked == ["- 1", "1 2", "2 3"])
    stage.harness.click(at: Point(x: 50, y: 220))
    #expect(stage.focused == 2 && stage.selected() == [5])
    stage.list.focus(Self.path(7))
    #expect(stage.focused == 7)
  }

  @Test func `the program chooses the item that a key focuses first`() {
    let stage = Stage()
    var preferred: ElementPath? = Self.path(4)
    func show() {
      stage.list.apply(
        List(sections: [
          Section(id: 0, data: 0..<10, id: \.self) { Plate(text: "\($0)").canFocus { $0.path.item != 5 } }
        ])
        .preferredFocus { _ in preferred }, updateStrategy: .reloadData)
      stage.harness.showIfNeeded()
    }
    show()
    stage.harness.key(.tab)
    #expect(stage.focused == 4 && stage.selected().isEmpty)
    for wrong in [Self.path(5), Self.path(99), nil] {
      preferred = wrong
      show()
      stage.harness.key(.down)
      #expect(stage.focused == 0)
    }
    preferred = Self.path(7)
    show()
    stage.harness.key(.down)
    #expect(stage.focused == 7)
  }

  @Test(arguments: [UpdateStrategy.animatedBatchUpdates, .reloadData])
  func `the focus that a key gave to the first item ends with the item`(strategy: UpdateStrategy) {
    let stage = Stage(Stage.items(0..<3))
    stage.harness.key(.tab)
    #expect(stage.focused == 0)
    stage.apply([], strategy: strategy)
    #expect(stage.focused == nil)
    stage.apply(Stage.items(5..<8), strategy: strategy)
    stage.harness.key(.down)
    #expect(stage.focused == 0)
  }

  @Test func `selected items are listed by identity, with the sections around them`() {
    let stage = Stage()
    stage.list.apply(
      List {
        Section(id: "plain") { for id in ["a", "b"] { Cell(id: id, component: Plate(text: id)) } }
        Section(id: "outer", layout: .vertical()) {
          Section(id: "middle", layout: .vertical()) {
            Section(id: "inner") { for id in [1, 2] { Cell(id: id, component: Plate(text: "\(id)")) } }
              .withHeader(Plate(text: "header"))
          }
        }
      })
    stage.harness.showIfNeeded()
    stage.harness.click(at: Point(x: 50, y: 60))
    stage.harness.key("A", modifiers: .control)
    #expect(
      stage.list.selectedItems.map { $0.sections.map(\.description).joined(separator: "/") + " \($0.id)" } == [
        "plain a", "plain b", "outer/middle/inner 1", "outer/middle/inner 2",
      ])
    stage.list.deselect(ElementPath(section: 0, item: 0))
    #expect(stage.list.selectedItems.first?.id == ElementID("b"))
    #expect(stage.list.selectedItems.last?.path == ElementPath(section: 1, item: 2))
  }
}
