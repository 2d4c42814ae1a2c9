import Scrollwork
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

/// Behaviour that the examples of Carbon have, on the screens that copy them.
@MainActor
struct CarbonExampleTests {
  @Test func `Menu: one click opens a row, arrows only move, Return opens`() throws {
    let stage = try GalleryStage("carbon-home")
    try stage.click("Pangram")
    #expect(stage.shows("You opened Pangram"))
    stage.harness.key(.down)
    stage.harness.settle()
    #expect(stage.shows("You opened Pangram"))
    stage.harness.key(.enter)
    stage.harness.settle()
    #expect(stage.shows("You opened Kyoto"))
  }

  @Test func `Hello: a click shows the other list, and Mia changes the section`() throws {
    let stage = try GalleryStage("hello")
    #expect(stage.texts == ["Hello Vincent", "Hello Jules", "Hello Mia"])
    try stage.click("Hello Mia")
    #expect(stage.texts == ["Hello Jules", "Hello Vincent", "Good bye Mia"])
    try stage.click("Hello Jules")
    #expect(stage.texts == ["Hello Vincent", "Hello Jules", "Hello Mia"])
  }

  @Test func `Pangram: each letter moves to another section in the same content view`() throws {
    let stage = try GalleryStage("pangram")
    func place(_ letter: String) throws -> (section: String, content: View) {
      let node = try #require(stage.harness.semantics.first { $0.role == .cell && $0.text == letter })
      let section = try #require(stage.list.snapshot().sections.firstIndex { $0.id.description == node.section })
      let path = ElementPath(section: section, item: try #require(node.position))
      return (node.section, try #require(stage.list.cell(at: path).content))
    }
    let before = try place("A")
    #expect(before.section == "alphabet")
    try stage.press("Sentence", settles: false)
    stage.harness.advance(by: .milliseconds(60))
    #expect(stage.cells.contains { $0.bounds != $0.target })
    stage.harness.settle()
    let after = try place("A")
    #expect(after.section == "wizards")
    #expect(after.content === before.content)
    #expect(stage.texts.joined() == "THEFIVEBOXINGWIZARDSJUMPQUICKLY")
    #expect(stage.problems.texts == [])
  }

  @Test func `Kyoto: the link adds cards, and the page keeps its place`() throws {
    let stage = try GalleryStage("kyoto", height: 1200)
    stage.list.scroll(to: .end, animated: false)
    stage.harness.settle()
    let (count, card) = (stage.list.itemCount, try #require(stage.cells.last))
    try stage.press("More places")
    #expect(stage.list.itemCount > count)
    #expect(stage.cells.first { $0.id == card.id }?.bounds == card.bounds)
  }

  @Test func `Shuffle Emoji: a click removes a face, shuffle keeps all, reset restores the order`() throws {
    let stage = try GalleryStage("shuffle-emoji")
    let order = stage.texts
    #expect(order.count == 72)
    try stage.click("face 5")
    #expect(stage.list.itemCount == 71 && !stage.texts.contains("face 5"))
    try stage.press("Shuffle")
    #expect(stage.texts != order && Set(stage.texts) == Set(order).subtracting(["face 5"]))
    try stage.press("Reset")
    #expect(stage.texts == order)
  }

  @Test func `Todo: tasks are added, done and deleted, and an empty list says so`() throws {
    let stage = try GalleryStage("todo")
    try stage.press("Add a task", role: .textField)
    stage.harness.type("Buy glue")
    stage.harness.key(.enter)
    stage.harness.settle()
    #expect(stage.texts.first == "Buy glue")
    let sections = { stage.cells.map { "\($0.section): \($0.text)" } }
    try stage.press("Buy glue")
    #expect(sections().contains("Done: Buy glue"))
    stage.viewer.focusList()
    stage.harness.key(.home)
    stage.harness.key(.delete)
    stage.harness.settle()
    #expect(!stage.shows("Order the frames"))
    while stage.list.itemCount > 0 {
      stage.harness.key(.home)
      stage.harness.key(.delete)
      stage.harness.settle()
    }
    #expect(stage.shows("All done"))
  }

  @Test func `Todo: a task is deleted by a swipe, by the button under the pointer and by its menu`() throws {
    let stage = try GalleryStage("todo")
    func end(of text: String) throws -> Point {
      let row = try stage.cell(text).bounds
      return Point(x: row.maxX - 200, y: row.midY)
    }
    let start = try end(of: "Sort the prints by year")
    stage.harness.touch(.began, at: start)
    for step in 1...10 {
      stage.harness.advance(by: .milliseconds(16))
      stage.harness.touch(.moved, at: start - Point(x: 60 * Double(step), y: 0))
    }
    stage.harness.touch(.ended, at: start - Point(x: 600, y: 0))
    stage.harness.settle()
    #expect(stage.list.itemCount == 3 && !stage.shows("Sort the prints by year"))
    stage.harness.move(to: try end(of: "Oil the tripod"))
    stage.harness.settle()
    try stage.press("Delete")
    #expect(stage.list.itemCount == 2 && !stage.shows("Oil the tripod"))
    stage.harness.click(at: try end(of: "Order the frames"), button: .right)
    stage.harness.settle()
    try stage.press("Delete", role: .menuItem)
    #expect(stage.texts == ["Find the key of the attic"])
  }

  @Test func `Profile Form: the field keeps the focus while rows come and go`() throws {
    let stage = try GalleryStage("profile-form")
    func fields() -> [TextField] { stage.views(TextField.self).filter { !$0.accessibleName.contains("Filter") } }
    stage.harness.click(try #require(fields().first { $0.accessibleName == "Name" }))
    stage.harness.type("Ida")
    stage.harness.settle()
    #expect(stage.shows("The profile of Ida"))
    let focused = try #require(stage.harness.host.focusedView as? TextField)
    #expect(focused.text == "Ida")
    try stage.press("Has a job")
    #expect(fields().count == 3)
    #expect(stage.harness.host.focusedView === focused)
    try stage.click("City")
    #expect(stage.texts.contains("Trieste"))
    try stage.click("Trieste")
    #expect(stage.shows("City: Trieste") && !stage.texts.contains("Porto"))
    try stage.press("Has a job")
    #expect(fields().count == 2)
  }

  @Test func `Component outside a list: a click shows the picture in the view above`() throws {
    let stage = try GalleryStage("outside")
    let second = try #require(stage.cells.dropFirst().first)
    stage.harness.click(at: second.bounds.center)
    stage.harness.settle()
    #expect(stage.harness.semantics.contains { $0.role != .cell && $0.bounds.maxY < 320 && $0.text == second.text })
  }

  @Test func `Playground: four rows from the smallest declaration`() throws {
    #expect(try GalleryStage("minimal").texts == ["Apple", "Pear", "Plum", "Quince"])
  }
}
