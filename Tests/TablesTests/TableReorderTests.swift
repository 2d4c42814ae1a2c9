import Scrollwork
import ScrollworkTesting
import Testing

/// Rows of a table that the user puts in order.
@MainActor
struct TableReorderTests {
  @MainActor
  private final class Data {
    var people = [Person(1, "Ada"), Person(2, "Bo"), Person(3, "Cy"), Person(4, "Di")]
    let stage = TableStage()

    init() { show() }

    func show() {
      stage.show(
        Table(columns: TableColumn<Person>.standard, rows: people)
          .modifyingList { list in
            list.onReorder { [weak self] _, reorder in
              guard let self else { return }
              reorder.apply(to: &people)
              show()
            }
          })
    }

    var names: [String] { people.map(\.name) }
  }

  @Test func `a row of a table is dragged over others, and no range of cells is selected meanwhile`() {
    let data = Data()
    let stage = data.stage
    let (start, end) = (stage.cell(0, "name"), stage.cell(2, "age"))
    stage.harness.press(at: start)
    for step in 1...10 {
      stage.harness.move(to: start + Point(x: (end.x - start.x) * Double(step) / 10, y: 60 * Double(step) / 10))
      stage.harness.advance(by: .milliseconds(32))
    }
    #expect(stage.table.list.selectedItems.count == 1 && (stage.table.rangeColumns ?? []).count <= 1)
    stage.harness.advance(by: .milliseconds(400))
    #expect(stage.rows.map { $0.split(separator: " ")[1] } == ["Bo", "Cy", "Ada", "Di"])
    stage.harness.release()
    stage.harness.settle()
    #expect(data.names == ["Bo", "Cy", "Ada", "Di"])
    #expect(stage.rows.map { $0.split(separator: " ")[1] } == ["Bo", "Cy", "Ada", "Di"])
  }

  @Test func `Alt and an arrow key move a row of a table`() {
    let data = Data()
    data.stage.harness.click(at: data.stage.cell(1, "name"))
    data.stage.harness.key(.up, modifiers: .alt)
    data.stage.harness.settle()
    #expect(data.names == ["Bo", "Ada", "Cy", "Di"])
  }

  @Test func `a key that moves to another row ends the range of columns`() {
    let stage = TableStage()
    stage.show(Table(columns: TableColumn<Person>.standard, rows: [Person(1), Person(2), Person(3)]))
    stage.harness.drag(from: stage.cell(0, "name"), to: stage.cell(1, "age"))
    stage.harness.key(.down)
    stage.harness.settle()
    #expect(stage.table.list.selectedItems.count == 1 && stage.table.rangeColumns == ["age"])
  }

  @Test func `a table whose rows have no order of the program selects a range of cells by a drag`() {
    let stage = TableStage()
    stage.show(Table(columns: TableColumn<Person>.standard, rows: [Person(1, "Ada"), Person(2, "Bo")]))
    stage.harness.drag(from: stage.cell(0, "name"), to: stage.cell(1, "age"))
    #expect(stage.table.list.selectedItems.count == 2 && stage.table.rangeColumns == ["name", "age"])
  }
}
