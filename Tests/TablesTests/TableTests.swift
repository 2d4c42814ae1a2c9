import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

@MainActor
@Suite struct TableTests {
  private static func people(_ ids: some Sequence<Int>) -> [Person] { ids.map { Person($0) } }

  private func texts(_ people: [Person]) -> [String] {
    people.map { "\($0.id) \($0.name) \($0.age.map(String.init) ?? "—")" }
  }

  // MARK: Rows and columns

  @Test func `a table shows titles and the values of its rows`() {
    let stage = TableStage()
    stage.show(
      Table(columns: TableColumn<Person>.standard, rows: [Person(1, "Ada", age: 36), Person(2, "Bo", age: -1)]))
    #expect(stage.titleTexts == ["Number", "Name", "Age"])
    #expect(stage.rows == ["1 Ada 36", "2 Bo -1"])
  }

  @Test func `a missing value is shown as a dash`() {
    let stage = TableStage()
    let column = TableColumn<Person>("age") { _ in nil }
    stage.show(Table(columns: [column], rows: Self.people(0..<1)))
    #expect(stage.rows == ["—"])
  }

  @Test(arguments: [1_000, 10_000_000])
  func `only visible rows times visible columns are asked for`(count: Int) {
    let asked = Counter()
    let columns = (0..<2_000).map { column in
      TableColumn<Int>("c\(column)", width: .fixed(100)) { row in
        asked.count += 1
        return "\(row).\(column)"
      }
    }
    let stage = TableStage(size: Size(width: 800, height: 32 + 10 * 28))
    stage.show(
      Table(columns: columns) { row in Section(id: "rows", data: 0..<count, id: \.self) { row($0) } })
    let first = asked.count
    // Rows beyond the edges are prepared too.
    #expect(first >= 80 && first <= 600)
    stage.table.list.scroll(to: .end, animated: false)
    stage.table.revealColumn("c1999", animated: false)
    stage.harness.settle()
    #expect(stage.rows.last?.hasSuffix("\(count - 1).1999") == true)
    #expect(asked.count <= first + 1_200)
  }

  @Test func `rows that are used again show their own values in every column`() {
    let stage = TableStage()
    let all = Self.people(0..<200)
    stage.show(Table(columns: TableColumn<Person>.standard, rows: all))
    for step in 1...6 {
      let some = all.filter { $0.id % 7 == step }
      stage.show(Table(columns: TableColumn<Person>.standard, rows: some))
      #expect(stage.rows.prefix(8) == texts(some)[..<8])
      stage.show(Table(columns: TableColumn<Person>.standard, rows: all.reversed()))
      #expect(stage.rows.prefix(8) == texts(all.reversed())[..<8])
    }
  }

  @Test func `rows show their own values after scrolling both ways`() {
    let columns = (0..<40).map { column in TableColumn<Int>("c\(column)", width: .fixed(90)) { "\($0).\(column)" } }
    let stage = TableStage()
    stage.show(Table(columns: columns) { row in Section(id: "rows", data: 0..<1000, id: \.self) { row($0) } })
    for (row, column) in [(500, 20), (10, 3), (900, 39), (0, 0)] {
      stage.table.list.scroll(to: .offset(Double(row) * 28), animated: false)
      stage.table.revealColumn("c\(column)", animated: false)
      stage.harness.settle()
      for text in stage.rows {
        let parts = text.split(separator: " ").map { $0.split(separator: ".") }
        #expect(Set(parts.map { $0[0] }).count == 1)
        #expect(parts.contains { $0[1] == "\(column)" })
      }
    }
  }

  // MARK: Sorting

  @Test func `a click on a title sorts, again the other way round, then not at all`() {
    let stage = TableStage()
    let log = ValueLog<[TableSortKey]>()
    stage.show(Table(columns: TableColumn<Person>.standard, rows: Self.people(0..<5)).didChangeSort { log.add($0) })
    for _ in 0..<3 { stage.click("age") }
    stage.click("name")
    stage.click("age", modifiers: .shift)
    stage.click("age", modifiers: .shift)
    #expect(
      log.values == [
        [TableSortKey("age")], [TableSortKey("age", isDescending: true)], [], [TableSortKey("name")],
        [TableSortKey("name"), TableSortKey("age")], [TableSortKey("name"), TableSortKey("age", isDescending: true)],
      ])
  }

  @Test func `a column that cannot be sorted ignores clicks`() {
    let stage = TableStage()
    let column = TableColumn<Person>("name", isSortable: false) { $0.name }
    stage.show(Table(columns: [column], rows: Self.people(0..<5)))
    stage.click("name")
    #expect(stage.table.sortKeys.isEmpty)
  }

  // MARK: Columns

  @Test func `dragging the edge of a title resizes its column down to a minimum`() {
    let stage = TableStage()
    stage.show(Table(columns: TableColumn<Person>.standard, rows: Self.people(0..<5)))
    let edge = stage.edge("name")
    stage.harness.drag(from: edge, to: Point(x: edge.x + 50, y: edge.y))
    stage.harness.settle()
    #expect(stage.table.width(ofColumn: "name") == 210)
    let next = stage.edge("name")
    stage.harness.drag(from: next, to: Point(x: 0, y: next.y))
    stage.harness.settle()
    #expect(stage.table.width(ofColumn: "name") == 32)
  }

  @Test func `a double click on the edge of a title fits the column to its content`() {
    let stage = TableStage()
    stage.show(Table(columns: TableColumn<Person>.standard, rows: [Person(0, String(repeating: "long ", count: 12))]))
    stage.harness.click(at: stage.edge("name"), count: 2)
    stage.harness.settle()
    let wide = stage.table.width(ofColumn: "name") ?? 0
    #expect(wide > 300)
    stage.show(Table(columns: TableColumn<Person>.standard, rows: [Person(0, "x")]))
    stage.table.fitColumn("name")
    stage.harness.settle()
    #expect((stage.table.width(ofColumn: "name") ?? 0) < 100)
  }

  @Test(arguments: ["القاهرةالقاهر", "\u{1F469}\u{200D}\u{1F680}\u{1F469}\u{200D}\u{1F680}", "Ada"])
  func `a column fits its widest text, whatever takes more bytes or stands in more rows`(text: String) {
    func width(_ texts: [String]) -> Double {
      let stage = TableStage(size: Size(width: 800, height: 300))
      stage.show(
        Table(
          columns: [TableColumn<Person>("name", width: .fitted(minimum: 32, maximum: 600)) { $0.name }],
          rows: texts.enumerated().map { Person($0, $1) }))
      stage.harness.settle()
      return stage.table.width(ofColumn: "name") ?? 0
    }
    let wide = "Wagga Wagga, NSW"
    #expect(width(Array(repeating: text, count: 8) + [wide]) == width([wide]))
  }

  @Test func `a fitted column becomes wider for later values, unless the user gave it a width`() {
    let columns = ["a", "b"].map { TableColumn<Int>($0, width: .fitted(minimum: 32, maximum: 600)) { "\($0)" } }
    let stage = TableStage(size: Size(width: 800, height: 300))
    func show(_ last: Int) {
      stage.show(
        Table(columns: columns) { row in
          Section(id: "rows", data: Array(0..<100) + [last], id: \.self) { row($0) }
        })
      stage.harness.settle()
    }
    func width(_ id: String) -> Double { stage.table.width(ofColumn: id) ?? 0 }
    show(100)
    let narrow = width("a")
    stage.table.setWidth(narrow, ofColumn: "b")
    // Rows that come into view below are measured too.
    stage.table.list.scroll(to: .end, animated: false)
    show(1_000_000_000_000)
    #expect(width("a") > narrow + 40)
    #expect(width("b") == narrow)
    let wide = width("a")
    show(5)
    #expect(width("a") == wide)
  }

  @Test func `dragging a title moves its column while the others make room`() {
    let stage = TableStage()
    stage.show(Table(columns: TableColumn<Person>.standard, rows: [Person(1, "Ada", age: 36)]))
    let from = stage.title("number")?.bounds.center ?? .zero
    let to = stage.title("name")?.bounds ?? .zero
    stage.harness.drag(from: from, to: Point(x: to.maxX - 4, y: to.midY))
    stage.harness.settle()
    #expect(stage.table.columnOrder == ["name", "number", "age"])
    #expect(stage.titleTexts == ["Name", "Number", "Age"])
    #expect(stage.rows == ["Ada 1 36"])
  }

  @Test func `hidden columns are neither shown nor copied`() {
    let stage = TableStage()
    stage.show(Table(columns: TableColumn<Person>.standard, rows: [Person(1, "Ada", age: 36)]))
    stage.table.setColumn("name", hidden: true)
    stage.harness.settle()
    #expect(stage.titleTexts == ["Number", "Age"])
    #expect(stage.rows == ["1 36"])
    stage.table.list.select(ElementPath(section: 0, item: 0))
    stage.harness.settle()
    stage.table.copy()
    #expect(stage.harness.clipboard.text == "1\t36")
    stage.table.setColumn("name", hidden: false)
    stage.harness.settle()
    #expect(stage.titleTexts == ["Number", "Name", "Age"])
  }

  @Test func `the user's order and widths survive a new declaration of the columns`() {
    let stage = TableStage()
    stage.show(Table(columns: TableColumn<Person>.standard, rows: Self.people(0..<3)))
    stage.table.moveColumn("age", to: 0)
    stage.table.setWidth(222, ofColumn: "name")
    let more = TableColumn<Person>.standard + [TableColumn("twice") { "\($0.id * 2)" }]
    stage.show(Table(columns: more, rows: Self.people(0..<3)))
    // A new column follows the one that is declared before it.
    #expect(stage.table.columnOrder == ["age", "twice", "number", "name"])
    #expect(stage.table.width(ofColumn: "name") == 222)
  }

  // MARK: Keys

  @Test func `keys in the header sort, move and resize columns`() {
    let stage = TableStage()
    stage.show(Table(columns: TableColumn<Person>.standard, rows: Self.people(0..<3)))
    stage.harness.key(.tab)
    stage.harness.key(.home)
    stage.harness.key(.right)
    stage.harness.key(.space)
    #expect(stage.table.sortKeys == [TableSortKey("name")])
    stage.harness.key(.right, modifiers: .alt)
    #expect(stage.table.columnOrder == ["number", "age", "name"])
    stage.harness.key(.right, modifiers: .control)
    #expect(stage.table.width(ofColumn: "name") == 168)
  }

  @Test func `arrow keys move the focused cell, and Shift extends a range that is copied`() {
    let stage = TableStage()
    stage.show(
      Table(columns: TableColumn<Person>.standard, rows: [Person(1, "Ada\t\"A\"", age: 36), Person(2, "Bo", age: 4)]))
    stage.harness.click(at: stage.cell(0, "number"))
    stage.harness.key(.right)
    #expect(stage.table.focusedColumn == "name")
    stage.harness.key(.right, modifiers: .shift)
    stage.harness.key(.down, modifiers: .shift)
    stage.harness.settle()
    #expect(stage.table.rangeColumns == ["name", "age"])
    stage.harness.key("C", modifiers: .control)
    #expect(stage.harness.clipboard.text == "\"Ada\t\"\"A\"\"\"\t36\nBo\t4")
    stage.table.copy(as: .html)
    #expect(stage.harness.clipboard.text?.contains("<td>Ada\t&quot;A&quot;</td><td>36</td>") == true)
  }

  @Test func `Ctrl+C copies a cell, a range of cells and whole rows as text and as HTML`() {
    let stage = TableStage()
    let people = [Person(1, "Ada", age: 36), Person(2, "B<o>", age: 4)]
    stage.show(Table(columns: TableColumn<Person>.standard, rows: people))
    func copied() -> [String: String] {
      stage.harness.key("C", modifiers: .control)
      return Dictionary(
        stage.harness.clipboard.items.map { ($0.type, String(decoding: $0.bytes, as: UTF8.self)) },
        uniquingKeysWith: { $1 })
    }
    stage.harness.click(at: stage.cell(1, "number"))
    stage.harness.key(.right)
    #expect(
      copied() == [
        "text/plain;charset=utf-8": "B<o>", "text/html": "<table>\n<tr><td>B&lt;o&gt;</td></tr>\n</table>\n",
      ])
    stage.harness.key(.up, modifiers: .shift)
    stage.harness.key(.right, modifiers: .shift)
    let range = copied()
    #expect(range["text/plain;charset=utf-8"] == "Ada\t36\nB<o>\t4")
    #expect(range["text/html"]?.contains("<tr><td>Ada</td><td>36</td></tr>\n<tr><td>B&lt;o&gt;") == true)
    stage.harness.key(.escape)
    let rows = copied()
    #expect(rows["text/plain;charset=utf-8"] == "1\tAda\t36\n2\tB<o>\t4")
    #expect(rows["text/html"]?.contains("<tr><td>1</td><td>Ada</td><td>36</td></tr>") == true)
  }

  // MARK: Bad input

  @Test func `columns with empty and repeated identities are repaired and reported once`() {
    let stage = TableStage()
    var problems: [TableProblem] = []
    stage.table.onProblem = { problems.append($0) }
    let columns = ["a", "a", "", "a"].map { id in TableColumn<Person>(id, title: id) { "\($0.id)" } }
    for _ in 0..<2 { stage.show(Table(columns: columns, rows: Self.people(0..<2))) }
    #expect(problems == [.repeatedColumn("a", first: 0, second: 1), .emptyColumnID(2)])
    #expect(Set(stage.table.columnOrder).count == 4)
    #expect(stage.rows.first == "0 0 0 0")
  }

  @Test func `impossible widths are repaired`() {
    let stage = TableStage()
    stage.table.onProblem = { _ in }
    let widths: [TableColumnWidth] = [
      .fixed(.nan), .fixed(-5), .fixed(.infinity), .flexible(minimum: -1, weight: .nan),
      .fitted(minimum: 90, maximum: 10),
    ]
    let columns = widths.enumerated().map { index, width in
      TableColumn<Person>("\(index)", width: width) { "\($0.id)" }
    }
    stage.show(Table(columns: columns, rows: Self.people(0..<3)))
    for index in widths.indices {
      let width = stage.table.width(ofColumn: "\(index)") ?? 0
      #expect(width >= 32 && width <= 10_000)
    }
  }

  @Test func `a table without columns shows empty rows`() {
    let stage = TableStage()
    stage.show(Table(columns: [], rows: Self.people(0..<3)))
    #expect(stage.rows.count == 3)
    stage.harness.key(.tab)
    stage.harness.key(.right)
    stage.show(Table(columns: TableColumn<Person>.standard, rows: Self.people(0..<3)))
    #expect(stage.titleTexts.count == 3)
  }

  @Test func `a million columns and a text of 10 MB are shown`() {
    let columns = (0..<1_000_000).map { column in
      TableColumn<Int>("c\(column)", width: .fixed(100)) { "\($0 + column)" }
    }
    let stage = TableStage()
    stage.show(Table(columns: columns) { row in Section(id: "rows", data: 0..<100, id: \.self) { row($0) } })
    stage.table.revealColumn("c999999", animated: false)
    stage.harness.settle()
    #expect(stage.titleTexts.last == "c999999")
    let long = String(repeating: "0123456789", count: 1_000_000)
    stage.show(Table(columns: [TableColumn<Int>("long") { _ in long }], rows: [Single(id: 0)].map(\.id), id: \.self))
    #expect(stage.rows.first?.hasPrefix("0123456789") == true)
  }

  // MARK: Editing

  @Test func `an edited cell stays with its row when rows are sorted and its column goes out of sight`() {
    let stage = TableStage()
    let field = TableColumn<Person>("note", width: .fixed(200), text: { $0.name }, cell: { NoteField(text: $0.name) })
    let others = (0..<20).map { column in TableColumn<Person>("c\(column)", width: .fixed(120)) { "\($0.id)" } }
    let people = Self.people(0..<50)
    stage.show(Table(columns: [field] + others, rows: people))
    stage.harness.click(at: stage.cell(2, "note"))
    stage.harness.type("!")
    stage.harness.settle()
    let edited = stage.harness.host.focusedView as? TextField
    let text = edited?.text
    #expect(text?.contains("!") == true)
    stage.table.revealColumn("c19", animated: false)
    stage.harness.settle()
    stage.show(Table(columns: [field] + others, rows: people.reversed()))
    stage.table.list.scroll(to: .start, animated: false)
    stage.harness.settle()
    #expect(stage.harness.host.focusedView === edited)
    #expect(edited?.text == text)
    stage.harness.type("?")
    #expect(edited?.text.contains("?") == true)
  }
}

private struct Single: Identifiable {
  var id: Int
}

/// Counts calls of closures that are not isolated.
private final class Counter {
  var count = 0
}

/// A text field in a cell.
private struct NoteField: Component, Equatable {
  var text: String

  func renderContent() -> TextField { TextField() }
  func render(in content: TextField) { if !content.isFocused { content.text = text } }
}

@MainActor @Suite struct TableMarginTests {
  private static func stage() -> TableStage {
    let stage = TableStage(size: Size(width: 640, height: 200), motion: .off)
    stage.table.textMargin = 20
    let columns = (0..<9).map { index in
      TableColumn<Person>("c\(index)", title: "c\(index)", width: .fixed(100)) { $0.name }
    }
    stage.show(Table(columns: columns, rows: (0..<3).map { Person($0) }))
    return stage
  }

  @Test func `the first and the last column keep the margin from the sides`() {
    let stage = Self.stage()
    #expect(stage.title("c0")?.bounds.minX == 8)
    stage.table.revealColumn("c8", animated: false)
    stage.harness.settle()
    #expect(stage.title("c8")?.bounds.maxX == 632)
    stage.table.revealColumn("c0", animated: false)
    stage.harness.settle()
    #expect(stage.table.sidewaysOffset == 0 && stage.title("c0")?.bounds.minX == 8)
  }

  @Test func `the margin before the first column belongs to it`() {
    let stage = Self.stage()
    stage.harness.click(at: Point(x: 3, y: 16))
    #expect(stage.table.sortKeys == [TableSortKey("c0")])
  }
}
