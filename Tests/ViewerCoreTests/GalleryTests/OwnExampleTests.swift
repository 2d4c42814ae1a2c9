import Scrollwork
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

/// Tests of the examples of the gallery that show what only Scrollwork has.
@MainActor
struct OwnExampleTests {
  @Test func `Menus: a right click opens the menu of the selection, and keys do the same`() throws {
    let stage = try GalleryStage("menus")
    try stage.click("Clouds")
    stage.harness.click(at: try stage.cell("Fields").bounds.center, modifiers: .shift)
    stage.harness.click(at: try stage.cell("Clouds").bounds.center, button: .right)
    stage.harness.settle()
    try stage.press("Marked", role: .menuItem)
    #expect(stage.shows("Marked 4"))
    stage.harness.key(.delete)
    stage.harness.settle()
    #expect(stage.list.itemCount == 6 && stage.shows("Deleted 4"))
    stage.harness.type("sea")
    stage.harness.key("M", modifiers: .control)
    stage.harness.settle()
    #expect(stage.shows("Marked 1"))
  }

  @Test func `A million rows: changes anywhere leave the visible rows where they are`() throws {
    let stage = try GalleryStage("million")
    #expect(stage.list.itemCount == 1_000_000)
    stage.list.scroll(to: .item(ElementPath(section: 0, item: 500_000)), at: .start, animated: false)
    stage.harness.settle()
    let read = stage.cells
    for _ in 0..<3 { try stage.press("Change") }
    #expect(stage.shows("330 changes"))
    #expect(stage.list.itemCount == 1_000_000)
    let kept = read.filter { old in stage.cells.contains { $0.id == old.id && $0.bounds == old.bounds } }
    #expect(kept.count >= read.count - 2, "unless one of the few moved rows was among them")
  }

  @Test func `Table: a million sorted rows change while one is edited and a column is resized`() async throws {
    let stage = try GalleryStage("table")
    #expect(stage.list.itemCount == 1_000_000)
    stage.list.scroll(to: .item(ElementPath(section: 0, item: 500_000)), at: .start, animated: false)
    stage.harness.settle()
    let field = try #require(stage.views(TextField.self).dropFirst(4).first)
    stage.harness.click(field)
    stage.harness.type("calibrate")
    let before = stage.cells
    for _ in 0..<3 { try stage.press("Change") }
    #expect(stage.shows("30 changes") && stage.list.itemCount == 1_000_000)
    let kept = before.filter { old in stage.cells.contains { $0.id == old.id } }
    #expect(kept.count >= before.count - 3, "at most one row of those on screen changed each time")
    let table = try #require(stage.list.parent as? TableView)
    table.setWidth(220, ofColumn: "value")
    stage.harness.settle()
    stage.list.scroll(to: .start, animated: false)
    stage.harness.settle()
    stage.harness.type("!")
    #expect(field.isFocused && field.text == "calibrate!")
    #expect(stage.problems.texts == [])
  }

  @Test func `Table: a click on a title sorts all rows in the background`() async throws {
    let stage = try GalleryStage("table")
    let title = try #require(stage.harness.semantics.first { $0.role == .header && $0.text == "Sensor" })
    stage.harness.click(at: title.bounds.center)
    let isSorted = await waitUntil(stage.harness) { stage.texts.dropFirst().first?.hasPrefix("1") == true }
    #expect(isSorted, "\(stage.texts.prefix(3))")
    #expect(stage.texts.dropFirst(2).first?.hasPrefix("2") == true)
  }

  @Test func `Prefetched pictures: the header counts what is loaded ahead`() async throws {
    let stage = try GalleryStage("prefetch")
    #expect(stage.list.itemCount == 600)
    let isCounted = await waitUntil(stage.harness) { stage.shows("prefetched") && !stage.shows("0 prefetched, 0") }
    #expect(isCounted)
  }

  @Test func `Storm: the row that is read stays where it is while rows change around it`() throws {
    let stage = try GalleryStage("storm")
    stage.list.scroll(to: .item(ElementPath(section: 0, item: 100)), at: .start, animated: false)
    stage.harness.settle()
    var kept = 0
    for _ in 0..<30 {
      let read = stage.cells
      try stage.press("One update", settles: false)
      stage.harness.advance(by: .milliseconds(70))
      stage.harness.settle()
      if read.contains(where: { old in stage.cells.contains { $0.id == old.id && $0.bounds.minY == old.bounds.minY } })
      {
        kept += 1
      }
    }
    #expect(kept == 30)
    #expect(stage.shows("after 30 updates") && stage.problems.texts == [])
  }

  @Test func `Controls: each control changes the state that others show, and can be disabled`() throws {
    let stage = try GalleryStage("controls")
    let (toggles, segments) = (stage.views(Toggle.self), try #require(stage.views(SegmentedControl.self).last))
    try stage.press("As the switch")
    #expect(toggles.allSatisfy { !$0.isOn })
    let place = segments.convertToRoot(segments.bounds)
    stage.harness.click(at: Point(x: place.maxX - 10, y: place.midY))
    stage.harness.settle()
    #expect(stage.shows("Picker Large") || stage.shows("Picker Picker: Large"))
    try stage.press("Half")
    #expect(stage.shows("50 %"))
    try stage.press("Disable")
    try stage.press("As the switch")
    #expect(toggles.allSatisfy { !$0.isOn && !$0.isEnabled })
  }

  @Test func `Outline: Left closes a shelf, and Right opens it again with its boxes`() throws {
    let stage = try GalleryStage("outline")
    #expect(stage.shows("Box 3"))
    let shelf = try #require(stage.harness.semantics.first { $0.text == "Shelf 1" })
    stage.harness.click(at: shelf.bounds.center)
    stage.harness.key(.left)
    stage.harness.settle()
    #expect(!stage.shows("Box 3") && stage.shows("Shelf 5") && stage.list.itemCount == 100)
    stage.harness.key(.right)
    stage.harness.settle()
    #expect(stage.shows("Box 3") && stage.list.itemCount == 200)
  }

  @Test func `Inbox: keys and the menu perform the actions of a message`() throws {
    let stage = try GalleryStage("inbox")
    #expect(stage.shows("8 unread of 8"))
    try stage.click("Mia")
    stage.harness.key("U")
    stage.harness.settle()
    #expect(stage.shows("7 unread of 8"))
    stage.harness.click(at: try stage.cell("Mia").bounds.center, button: .right)
    stage.harness.settle()
    try stage.press("Delete", role: .menuItem)
    #expect(stage.shows("7 unread of 7") && stage.list.itemCount == 7)
  }

  @Test func `Board: a picture dragged to the other list is there and no longer here`() throws {
    let stage = try GalleryStage("board")
    #expect(stage.shows("Pictures (10)") && stage.shows("Exhibition (0)"))
    let start = try stage.cell("Fields").bounds.center
    stage.harness.drag(from: start, to: Point(x: 750, y: 160), over: .milliseconds(400))
    stage.harness.settle()
    #expect(stage.shows("Pictures (9)") && stage.shows("Exhibition (1)"))
  }
}
