import Scrollwork
import ScrollworkTesting
import Testing

/// Handlers that answer questions of the list, such as whether an item may be selected.
@MainActor
struct CellQuestionTests {
  private static func path(_ item: Int) -> ElementPath { ElementPath(section: 0, item: item) }

  /// Shows lazy rows of 40, which can be selected if `question` returns true.
  private func show(_ count: Int, _ question: @escaping @MainActor (CellContext) -> Bool, on stage: Stage) {
    stage.list.apply(
      List(sections: [
        Section(id: 0, data: 0..<count, id: \.self) { Plate(text: "\($0)").shouldSelect(question) }
          .withSectionLayout(.list(rowHeight: 40))
      ]))
    stage.harness.showIfNeeded()
  }

  private func click(_ item: Int, on stage: Stage, modifiers: Modifiers = [], count: Int = 1) {
    stage.harness.click(at: Point(x: 50, y: Double(item) * 40 + 20), modifiers: modifiers, count: count)
  }

  @Test func `an item that refuses to be selected gets the focus alone`() {
    let stage = Stage()
    show(10, { $0.path.item != 1 }, on: stage)
    click(0, on: stage)
    click(1, on: stage)
    #expect(stage.selected() == [0] && stage.focused == 1)
    stage.harness.key(.down)
    #expect(stage.selected() == [2])
    stage.harness.key(.up)
    #expect(stage.selected() == [2] && stage.focused == 1)
    stage.harness.key(.space)
    #expect(stage.selected() == [2])
    click(1, on: stage, modifiers: .control)
    #expect(stage.selected() == [2])
  }

  @Test func `a range and Select all leave out the items that refuse`() {
    let stage = Stage()
    show(10, { $0.path.item % 3 != 1 }, on: stage)
    click(0, on: stage)
    click(5, on: stage, modifiers: .shift)
    #expect(stage.selected() == [0, 2, 3, 5])
    stage.harness.key("A", modifiers: .control)
    #expect(stage.selected() == [0, 2, 3, 5, 6, 8, 9])
    stage.list.selectAll()
    #expect(stage.selected() == Array(0..<10))
  }

  @Test func `the item and the list must both permit a selection`() {
    let stage = Stage()
    stage.list.apply(
      List {
        for id in 0..<4 { Cell(id: id, component: Plate(text: "\(id)")).shouldSelect { $0.path.item != 1 } }
      }
      .shouldSelect { $0.path.item != 2 })
    stage.harness.showIfNeeded()
    stage.harness.click(at: Point(x: 50, y: 20))
    stage.harness.key("A", modifiers: .control)
    #expect(stage.selected() == [0, 3])
  }

  @Test func `an item that refuses to be deselected stays selected`() {
    let stage = Stage()
    stage.list.apply(
      List {
        for id in 0..<5 { Cell(id: id, component: Plate(text: "\(id)")).shouldDeselect { $0.path.item != 1 } }
      })
    stage.harness.showIfNeeded()
    click(1, on: stage)
    click(3, on: stage)
    #expect(stage.selected() == [1, 3])
    click(1, on: stage, modifiers: .control)
    #expect(stage.selected() == [1, 3])
    stage.harness.key(.escape)
    #expect(stage.selected() == [1])
    stage.harness.click(at: Point(x: 50, y: 280))
    #expect(stage.selected() == [1])
    stage.list.selectionMode = .single
    click(4, on: stage)
    #expect(stage.selected() == [1] && stage.focused == 4)
    stage.list.deselect(Self.path(1))
    #expect(stage.selected().isEmpty)
  }

  @Test func `the program's own calls are not asked`() {
    let stage = Stage()
    var questions = 0
    let refuse: @MainActor (CellContext) -> Bool = { _ in
      questions += 1
      return false
    }
    let rows = Section(id: 0, data: 0..<50, id: \.self) { Plate(text: "\($0)") }
    stage.list.apply(
      List(sections: [rows]).shouldSelect(refuse).shouldDeselect(refuse).canFocus(refuse).shouldHighlight(refuse))
    stage.harness.showIfNeeded()
    stage.list.select(Self.path(3))
    stage.list.focus(Self.path(5))
    #expect(stage.selected() == [3] && stage.focused == 5)
    stage.list.selectAll()
    stage.list.deselect(Self.path(3))
    stage.list.deselectAll()
    #expect(stage.selected().isEmpty && questions == 0)
  }

  @Test func `questions are asked when the user acts, not in each frame`() {
    let stage = Stage()
    var questions = 0
    let count: @MainActor (CellContext) -> Bool = { _ in
      questions += 1
      return true
    }
    let rows = Section(id: 0, data: 0..<50, id: \.self) {
      Plate(text: "\($0)").shouldSelect(count).shouldHighlight(count).canFocus(count)
    }
    stage.list.apply(List(sections: [rows]))
    stage.harness.settle()
    for x in 0..<20 { stage.harness.move(to: Point(x: 10 + Double(x), y: 60)) }
    stage.harness.wheel(-3, at: Point(x: 50, y: 50))
    stage.harness.settle()
    for _ in 0..<20 { stage.harness.show() }
    #expect(questions == 0)
    stage.harness.click(at: Point(x: 50, y: 20))
    #expect(questions == 3)
  }

  @Test func `a long lazy section makes no rows for Select all, unless a row on screen has the question`() {
    let stage = Stage()
    var made = 0
    func section(_ question: (@MainActor (CellContext) -> Bool)?) -> Section {
      Section(id: 0, data: 0..<20_000, id: \.self) { number in
        made += 1
        let row = Plate(text: "\(number)").didSelect { _ in }
        return question.map(row.shouldSelect) ?? row
      }
      .withSectionLayout(.list(rowHeight: 40))
    }
    stage.list.apply(List(sections: [section(nil)]))
    stage.harness.showIfNeeded()
    click(0, on: stage)
    made = 0
    stage.harness.key("A", modifiers: .control)
    #expect(stage.list.selectedCount == 20_000 && made < 100)
    stage.list.deselectAll()
    stage.list.apply(List(sections: [section { $0.path.item != 15_000 }]))
    stage.harness.showIfNeeded()
    click(0, on: stage)
    stage.harness.key("A", modifiers: .control)
    #expect(stage.list.selectedRanges(inSection: 0) == [0..<15_000, 15_001..<20_000])
  }

  // MARK: Calls from inside

  @Test func `a question may apply another list and select: the calls wait for the end of the event`() {
    let stage = Stage()
    var seen: [Int] = []
    show(
      10,
      { context in
        stage.list.apply(List(sections: [Section(id: 0, data: Stage.items(20..<23)) { Plate(text: $0.text) }]))
        stage.list.select(Self.path(2))
        seen.append(stage.list.itemCount)
        return context.path.item != 4
      }, on: stage)
    click(4, on: stage)
    stage.harness.settle()
    #expect(seen == [10] && stage.texts == ["item 20", "item 21", "item 22"])
    #expect(stage.selected() == [2] && stage.focused == 2)
  }

  @Test func `a question that removes the item it was asked about leaves a consistent selection`() {
    let stage = Stage()
    show(
      10,
      { _ in
        stage.list.apply(List())
        stage.list.reloadData()
        return true
      }, on: stage)
    click(3, on: stage, modifiers: .shift)
    stage.harness.key("A", modifiers: .control)
    stage.harness.settle()
    #expect(stage.list.itemCount == 0 && stage.list.selectedCount == 0 && stage.texts.isEmpty)
  }

  @Test func `handlers may change the list and the selection that they are told about`() {
    let stage = Stage()
    var told: [Int] = []
    stage.list.apply(
      List(sections: [Section(id: 0, data: 0..<6, id: \.self) { Plate(text: "\($0)") }])
        .didSelect {
          told.append($0.path.item)
          if $0.path.item < 3 { stage.list.select(Self.path($0.path.item + 1)) }
        }
        .didDeselect { told.append(-$0.path.item) }
        .onHighlight { _ in stage.list.deselectAll() })
    stage.harness.showIfNeeded()
    click(1, on: stage)
    stage.harness.settle()
    // The handlers of each call are told before the next call is made.
    #expect(told == [1, -1, 2, -2, 3] && stage.selected() == [3])
  }
}
