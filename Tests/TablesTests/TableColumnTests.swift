import Scrollwork
import ScrollworkHostInterface
import ScrollworkTesting
import Testing

// Columns and cells on screen: scrolling to them, their sort keys, and their tool tips.

@MainActor
struct TableColumnTests {
  @Test func `a column that is fitted on the way is wholly in sight at the end of the scroll to it`() {
    let stage = TableStage()
    let texts = (0..<20).map { "\($0) " + String(repeating: "long ", count: 8) }
    let columns = (0..<20).map { column in
      TableColumn<Person>("\(column)", width: .fitted(minimum: 40, maximum: 320)) { _ in texts[column] }
    }
    stage.show(Table(columns: columns, rows: (0..<5).map { Person($0) }))
    for column in ["12", "19", "3"] {
      stage.table.revealColumn(column)
      stage.harness.settle()
      let title = stage.title(column)
      #expect(title.map { $0.bounds.minX >= 0 && $0.bounds.maxX <= 640 && $0.bounds.width > 200 } == true, "\(column)")
    }
  }

  @Test func `titles of several sort keys have room for the places of the keys`() {
    let stage = TableStage()
    stage.show(Table(columns: TableColumn<Person>.standard, rows: (0..<5).map { Person($0) }))
    /// Returns the number of texts that consist of one letter or digit.
    func singleCount() -> Int {
      stage.harness.settle()
      return stage.harness.frame.groups.flatMap(\.canvas.commands).count { command in
        if case .text(let line, _, _) = command { line.glyphs.count == 1 } else { false }
      }
    }
    stage.table.sortKeys = [TableSortKey("name")]
    let count = singleCount()
    stage.table.sortKeys = [TableSortKey("name"), TableSortKey("age")]
    #expect(singleCount() == count + 2)
  }

  @Test func `the pointer over a cut cell shows its whole text`() throws {
    let stage = TableStage()
    let long = String(repeating: "long ", count: 40)
    stage.show(Table(columns: TableColumn<Person>.standard, rows: [Person(0, long), Person(1, "short")]))
    let environment = try #require(stage.table.host?.environment)
    func tip(_ row: Int) -> String? {
      let list = stage.table.list
      return list.cellToolTip(
        at: list.convertFromRoot(stage.cell(row, "name")), environment: environment)?.text
    }
    #expect(tip(0) == long && tip(1) == nil)
  }

  @Test func `a table with fewer columns forgets the column that a key scrolled to`() {
    let stage = TableStage()
    func columns(_ count: Int) -> [TableColumn<Person>] {
      (0..<count).map { column in
        TableColumn<Person>("\(count) \(column)", width: .fitted(minimum: 40, maximum: 320)) { $0.name + " \(column)" }
      }
    }
    stage.show(Table(columns: columns(20), rows: [Person(0), Person(1)]))
    stage.table.revealColumn("20 19")
    stage.harness.settle()
    stage.show(Table(columns: columns(3), rows: [Person(0), Person(1)]))
    #expect(stage.titleTexts == ["3 0", "3 1", "3 2"])
  }

  @Test func `a column at its maximum keeps its width when the user sizes another one`() {
    let stage = TableStage()
    let names = ["a", "b", "c"].map { name in
      TableColumn<Person>(name, width: .fitted(minimum: 40, maximum: 320)) { $0.name }
    }
    let long = Person(0, String(repeating: "long ", count: 40))
    stage.show(Table(columns: names, rows: [long]))
    #expect(stage.table.width(ofColumn: "b") == 320)
    stage.table.setWidth(100, ofColumn: "a")
    stage.harness.settle()
    stage.show(Table(columns: names, rows: [Person(1, "short"), Person(2, "and short")]))
    #expect(stage.table.width(ofColumn: "b") == 320 && stage.table.width(ofColumn: "a") == 100)
  }

  @Test func `Escape takes back a column that is dragged or resized`() throws {
    let stage = TableStage()
    stage.show(Table(columns: TableColumn<Person>.standard, rows: [Person(1), Person(2)]))
    stage.harness.click(at: stage.cell(0, "name"))
    let (titles, width) = (stage.titleTexts, stage.table.width(ofColumn: "name"))
    for isResize in [true, false] {
      let start = isResize ? stage.edge("name") : try #require(stage.title("name")).bounds.center
      stage.harness.press(at: start)
      for step in 1...10 { stage.harness.move(to: start + Point(x: 15 * Double(step), y: 0)) }
      stage.harness.advance(by: .milliseconds(100))
      #expect(stage.titleTexts != titles || stage.table.width(ofColumn: "name") != width)
      stage.harness.key(.escape)
      stage.harness.move(to: start + Point(x: 170, y: 0))
      stage.harness.release()
      stage.harness.settle()
      #expect(stage.titleTexts == titles && stage.table.width(ofColumn: "name") == width)
    }
  }

  @Test(arguments: [true, false]) func `a column that is held still while it is resized or dragged makes no frames`(
    isResize: Bool
  ) throws {
    let stage = TableStage()
    stage.show(Table(columns: TableColumn<Person>.standard, rows: (0..<50).map { Person($0) }))
    let start = isResize ? stage.edge("name") : try #require(stage.title("name")).bounds.center
    stage.harness.press(at: start)
    for step in 1...6 {
      stage.harness.move(to: start + Point(x: 5 * Double(step), y: 0))
      stage.harness.advance(by: .milliseconds(16))
    }
    // Columns that make room come to rest.
    stage.harness.settle()
    stage.harness.advance(by: .seconds(1))
    let frames = stage.harness.framesMade
    stage.harness.advance(by: .seconds(2))
    #expect(stage.harness.framesMade == frames)
    stage.harness.move(to: start + Point(x: 40, y: 0))
    #expect(stage.harness.framesMade > frames, "the pointer moves the column again")
    stage.harness.release()
  }
}
