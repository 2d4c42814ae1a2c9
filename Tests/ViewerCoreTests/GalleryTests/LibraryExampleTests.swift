import Scrollwork
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

/// Behaviour that the examples of KarrotListKit and Conv have, on the screens that copy them.
@MainActor
struct LibraryExampleTests {
  @Test func `VerticalLayout: pages load near the end up to a thousand rows, and a refresh starts again`() async throws
  {
    let stage = try GalleryStage("vertical-layout")
    #expect(stage.list.itemCount == 100)
    for count in stride(from: 200, through: 1_000, by: 100) {
      stage.list.scroll(to: .end, animated: false)
      stage.harness.settle()
      let isLoaded = await waitUntil(stage.harness) { stage.list.itemCount == count }
      try #require(isLoaded)
    }
    stage.list.scroll(to: .end, animated: false)
    stage.harness.settle()
    #expect(stage.texts.last?.hasPrefix("Row 1000") == true)
    stage.harness.key("F5")
    let isFresh = await waitUntil(stage.harness) { stage.list.itemCount == 100 }
    #expect(isFresh)
  }

  @Test func `VerticalLayout: the rows stay where they are when one is selected`() throws {
    let stage = try GalleryStage("vertical-layout")
    let before = stage.cells.map(\.bounds)
    try stage.click("Row 3")
    #expect(stage.shows("1 selected") && stage.cells.map(\.bounds) == before)
  }

  @Test func `List: equal ids are in every section, and each section changes alone`() throws {
    let stage = try GalleryStage("list")
    #expect(stage.texts.filter { $0 == "face 0" }.count == 2)
    let places = stage.cells.prefix(3).map(\.bounds)
    #expect(Set(places.map(\.minY)).count == 1 && Set(places.map(\.minX)).count == 3, "three in a row")
    try stage.press("Add section")
    #expect(stage.list.snapshot().sections.count == 3)
    try stage.press("Add item")
    #expect(stage.list.itemCount == 6 + 6 + 3 + 1)
    try stage.click("face 0")
    #expect(stage.list.itemCount == 15)
    #expect(stage.problems.texts == [])
  }

  @Test(arguments: [500, 800, 1_000.0])
  func `Detail: the bar follows the scroll position to the end`(height: Double) throws {
    let stage = try GalleryStage("detail", width: height * 1.5, height: height)
    func progress() -> String? { stage.harness.semantics.first { $0.bounds.height == 4 }?.text }
    let start = progress()
    stage.harness.key(.end)
    stage.harness.settle()
    #expect(progress() != start && progress()?.contains("100") == true, "\(progress() ?? "")")
  }

  @Test func `Interaction: a face moves within its section and not into another`() throws {
    let stage = try GalleryStage("interaction", height: 900)
    func faces() -> [String] { stage.cells.map { "\($0.section) \($0.text)" } }
    let before = faces()
    let (first, third) = (stage.cells[0].bounds.center, stage.cells[2].bounds.center)
    stage.harness.drag(from: first, to: third + Point(x: 8, y: 0), over: .milliseconds(400))
    stage.harness.settle()
    #expect(faces().prefix(3) == ["First face 1", "First face 2", "First face 0"])
    stage.harness.key(.left, modifiers: .alt)
    stage.harness.key(.left, modifiers: .alt)
    stage.harness.settle()
    #expect(faces() == before)
    let other = try #require(stage.cells.first { $0.section == "Second" }).bounds.center
    stage.harness.drag(from: first, to: other, over: .milliseconds(400))
    stage.harness.settle()
    #expect(Set(faces().filter { $0.hasPrefix("First") }).count == 72, "no face left its section")
  }

  @Test func `Shuffle: sections rotate, items change sections, reset restores both`() throws {
    let stage = try GalleryStage("conv-shuffle", height: 1200)
    func sections() -> [String] { stage.list.snapshot().sections.dropFirst().map(\.id.description) }
    let (before, order) = (stage.texts, sections())
    try stage.press("Rotate sections")
    #expect(sections() == Array(order.dropFirst() + order.prefix(1)))
    try stage.press("Shuffle items")
    #expect(Set(stage.texts) == Set(before) && stage.texts != before)
    try stage.press("Reset")
    #expect(stage.texts == before && sections() == order)
  }

  @Test func `Profile: the header grows with its text, and the photos below make room`() throws {
    let stage = try GalleryStage("profile")
    let photo = try #require(stage.cells.first).bounds
    try stage.press("More")
    let moved = try #require(stage.cells.first).bounds
    #expect(moved.minY > photo.minY && moved.size == photo.size)
    stage.harness.resize(to: Size(width: 360, height: 640))
    stage.harness.settle()
    #expect(try #require(stage.cells.first).bounds.minY > moved.minY, "a narrow header is taller")
    for width in [360.0, 481, 640, 1_000] {
      stage.harness.resize(to: Size(width: width, height: 640))
      stage.harness.settle()
      #expect(stage.cells.map(\.bounds.maxX).max() == width, "photos from edge to edge")
    }
  }
}

/// Behaviour that the examples of CollectionKit have, on the screens that copy them.
@MainActor
struct CollectionKitExampleTests {
  @Test func `Horizontal Gallery: two rows of pictures scroll sideways`() throws {
    let stage = try GalleryStage("horizontal-gallery")
    #expect(Set(stage.cells.map(\.bounds.minY)).count == 2)
    #expect(Set(stage.cells.map(\.bounds.width)).count > 2)
    stage.wheel(-3)
    #expect(stage.list.contentOffset.x > 0 && stage.list.contentOffset.y == 0)
  }

  @Test func `Grid: the plane scrolls vertically and horizontally`() throws {
    let stage = try GalleryStage("grid")
    let first = try #require(stage.cells.first { $0.text == "21" }).bounds
    stage.wheel(-1, modifiers: .shift)
    let aside = try #require(stage.cells.first { $0.text == "21" }).bounds
    #expect(aside.minX < first.minX && aside.minY == first.minY)
    stage.wheel(-1)
    let down = try #require(stage.cells.first { $0.text == "42" }).bounds
    #expect(down.minX == aside.minX + 84, "a wheel down does not scroll aside")
    #expect(stage.list.contentOffset.y > 0)
  }

  @Test func `Articles: as many columns as fit`() throws {
    let stage = try GalleryStage("articles")
    func columns() -> Int { Set(stage.cells.map(\.bounds.minX)).count }
    #expect(columns() == 3)
    stage.harness.resize(to: Size(width: 360, height: 640))
    stage.harness.settle()
    #expect(columns() == 1)
  }

  @Test func `Reload: sets replace each other, one of them is empty, single items come and go`() throws {
    let stage = try GalleryStage("reload")
    #expect(stage.list.itemCount == 24)
    try stage.press("Append")
    #expect(stage.list.itemCount == 25)
    try stage.press("Remove")
    #expect(stage.list.itemCount == 24)
    try stage.press("Next set", settles: false)
    stage.harness.advance(by: .milliseconds(50))
    #expect(Set(stage.cells.map(\.alpha)).count > 2, "one after the other")
    stage.harness.settle()
    #expect(stage.list.itemCount == 18)
    try stage.press("Next set")
    #expect(stage.shows("An empty set"))
    try stage.press("Next set")
    #expect(stage.list.itemCount == 40)
  }

  @Test func `Header: headers stay visible until the switch turns that off`() throws {
    let stage = try GalleryStage("header", height: 400)
    stage.list.scroll(to: .offset(40), animated: false)
    stage.harness.settle()
    let top = stage.list.convertToRoot(stage.list.bounds).minY
    func header() -> Rect? { stage.harness.semantics.first { $0.text == "Section 1" }?.bounds }
    let pinned = try #require(header())
    #expect(pinned.minY >= top)
    try stage.press("Headers stay in sight")
    #expect(header().map { $0.minY < top } ?? true, "it scrolled out with its section")
  }

  @Test func `Animators: the selector changes how cells look and move`() throws {
    let stage = try GalleryStage("animators")
    try stage.press("EdgeShrink")
    #expect(stage.list.animator is EdgeShrinkAnimator)
    try stage.press("Zoom")
    #expect(stage.list.animator is ZoomAnimator)
    try stage.press("Wobble")
    #expect(stage.list.animator is WobbleAnimator)
    let before = stage.texts
    try stage.press("Shuffle")
    #expect(stage.texts != before)
    #expect(stage.cells.allSatisfy { $0.bounds == $0.target })
  }

  @Test func `Home: a preview can be used in its place`() throws {
    let stage = try GalleryStage("collectionkit-home", height: 1400)
    #expect(stage.shows("Home") && stage.shows("Set 1 of 4"))
    try stage.press("Next set")
    #expect(stage.shows("Set 2 of 4"))
    #expect(stage.viewer.title == "Home - Scrollwork")
  }
}
