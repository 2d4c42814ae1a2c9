import Scrollwork
import ScrollworkTesting
import Testing

/// The menu of the header, by the pointer and by keys.
@MainActor
struct TableHeaderMenuTests {
  private static func stage(_ columns: [TableColumn<Person>] = TableColumn<Person>.standard) -> TableStage {
    let stage = TableStage()
    stage.show(Table(columns: columns, rows: [Person(1, String(repeating: "long ", count: 6)), Person(2)]))
    return stage
  }

  private func items(_ stage: TableStage) -> [SemanticsNode] {
    stage.harness.show()
    return stage.harness.semantics.filter { $0.role == .menuItem }
  }

  /// Clicks the last item with a text, which belongs to the innermost menu.
  private func choose(_ text: String, _ stage: TableStage) throws {
    let item = try #require(items(stage).last { $0.text.hasPrefix(text) }, "no \(text) in \(items(stage).map(\.text))")
    stage.harness.click(at: item.bounds.center)
    stage.harness.settle()
  }

  private func open(_ id: String, _ stage: TableStage) throws {
    stage.harness.click(at: try #require(stage.title(id)).bounds.center, button: .right)
    stage.harness.settle()
  }

  @Test func `the pointer hides a column, shows it again and fits one in the menu of a title`() throws {
    let stage = Self.stage()
    try open("name", stage)
    try choose("Hide “Name”", stage)
    #expect(stage.titleTexts == ["Number", "Age"] && items(stage).isEmpty)
    try open("age", stage)
    try choose("Columns", stage)
    try choose("Name", stage)
    #expect(stage.titleTexts == ["Number", "Name", "Age"])
    let width = try #require(stage.table.width(ofColumn: "name"))
    try open("name", stage)
    try choose("Fit to content", stage)
    #expect(try #require(stage.table.width(ofColumn: "name")) > width + 20)
    // A title that was hidden and shown again is still where the menu finds it.
    try open("name", stage)
    try choose("Sort descending", stage)
    #expect(stage.table.sortKeys == [TableSortKey("name", isDescending: true)])
  }

  @Test(arguments: [(Key.menu, Modifiers()), ("F10", .shift)])
  func `keys hide a column and show it again in the menu of the focused title`(key: Key, modifiers: Modifiers) throws {
    let stage = Self.stage()
    stage.harness.key(.tab)
    stage.harness.key(.home)
    stage.harness.key(.right)
    /// Moves the focus to the item of the open menu whose text begins with `text`.
    /// - Parameter menu: Whether a text belongs to the menu.
    func moveTo(_ text: String, in menu: (String) -> Bool) throws {
      let texts = items(stage).map(\.text).filter(menu)
      let place = try #require(texts.firstIndex { $0.hasPrefix(text) }, "no \(text) in \(texts)")
      stage.harness.key(.home)
      stage.harness.key(.down, count: place)
      stage.harness.settle()
    }
    stage.harness.key(key, modifiers: modifiers)
    stage.harness.settle()
    let outer = Set(items(stage).map(\.text))
    #expect(outer.contains { $0.hasPrefix("Hide “Name”") })
    try moveTo("Hide “Name”") { _ in true }
    stage.harness.key(.enter)
    stage.harness.settle()
    #expect(stage.titleTexts == ["Number", "Age"] && items(stage).isEmpty)
    // The neighbour has the focus now.
    stage.harness.key(key, modifiers: modifiers)
    stage.harness.settle()
    let again = Set(items(stage).map(\.text))
    #expect(!again.isEmpty, "the focus is on a title that is on screen")
    try moveTo("Columns") { _ in true }
    stage.harness.key(.right)
    stage.harness.settle()
    try moveTo("Name") { !again.contains($0) }
    stage.harness.key(.enter)
    stage.harness.settle()
    #expect(stage.titleTexts == ["Number", "Name", "Age"])
  }

  @Test func `the last column cannot be hidden`() throws {
    let stage = Self.stage([TableColumn<Person>("name", title: "Name") { $0.name }])
    try open("name", stage)
    try choose("Hide “Name”", stage)
    #expect(stage.titleTexts == ["Name"])
  }

  @Test func `the menu of the header survives a table whose columns go while it is open`() throws {
    let stage = Self.stage()
    try open("age", stage)
    stage.show(Table(columns: [TableColumn<Person>("name", title: "Name") { $0.name }], rows: [Person(1)]))
    try choose("Hide “Age”", stage)
    #expect(stage.titleTexts == ["Name"] && stage.rows == ["person 1"])
  }
}
