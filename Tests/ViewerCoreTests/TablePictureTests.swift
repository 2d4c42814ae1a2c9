import Foundation
import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// The pictures of a table by the keys, the wheel and the menus of the window.

/// A table of `count` rows, each with its own picture.
@MainActor
private struct Shown: ViewerStage {
  let folder: TemporaryFolder
  let viewer = Viewer()
  let harness: ViewHarness

  init(_ count: Int = 200, pictures: Int = 40, motion: MotionPolicy = .full) async throws {
    folder = try TemporaryFolder()
    for index in 0..<pictures { try folder.write("\0not looked at", to: "p\(index).png") }
    let rows = (0..<count).map { "\($0),row \($0),p\($0 % max(1, pictures)).png,\($0 % 2 == 0 ? "even" : "odd")\n" }
    let path = try folder.write("id,name,file,kind\n" + rows.joined(), to: "a.csv")
    try viewer.open(path)
    harness = ViewHarness(showing: viewer, size: Size(width: 800, height: 600), motion: motion)
    try await begin()
  }

  var list: CollectionView { viewer.list }
  var cells: [SemanticsNode] { harness.tiles }
  var height: Double? { cells.first?.target.height }
  /// Whether several items are side by side.
  var isGrid: Bool { Set(cells.map(\.target.minX)).count > 1 }

  func cell(_ id: Int) throws -> SemanticsNode {
    try #require(cells.first { $0.id == String(id) }, "no \(id) in \(cells.map(\.id))")
  }

  /// The names of the pictures whose loads are pending.
  var requested: Set<String> {
    Set(
      harness.images.pending.compactMap { load in
        guard case .file(let path, _) = load.request.source else { return nil }
        return path.split(separator: "/").last.map(String.init)
      })
  }

  func node(_ role: SemanticsNode.Role, _ text: String) throws -> SemanticsNode {
    harness.show()
    let nodes = harness.semantics.filter { $0.role == role }
    return try #require(nodes.first { $0.text.hasPrefix(text) }, "no \(text) in \(nodes.map(\.text))")
  }

  func click(_ role: SemanticsNode.Role, _ text: String, button: PointerButton = .left) async throws {
    harness.click(at: try node(role, text).bounds.center, button: button)
    harness.settle()
    try await rest()
  }
}

@MainActor @Test func `the wheel with Control makes rows with pictures taller in steps around the pointer`()
  async throws
{
  let shown = try await Shown()
  #expect(shown.height == 48)
  shown.list.scroll(to: .offset(2_000), animated: false)
  shown.harness.settle()
  let middle = shown.cells[shown.cells.count / 2]
  let point = middle.bounds.center
  shown.harness.wheel(1, at: point, modifiers: .control)
  // The row grows in the next frames, and stays under the pointer meanwhile.
  shown.harness.advance(by: .milliseconds(60))
  let between = try shown.cell(Int(middle.id) ?? 0)
  #expect(between.bounds.height > 48 || between.bounds != between.target)
  for height in [64.0, 96, 128, 128] {
    shown.harness.settle()
    #expect(shown.height == height)
    let cell = try shown.cell(Int(middle.id) ?? 0)
    #expect(cell.bounds.minY <= point.y && point.y < cell.bounds.maxY, "\(cell.bounds) and \(point)")
    shown.harness.wheel(1, at: point, modifiers: .control)
  }
  shown.harness.key("-", modifiers: .control)
  shown.harness.settle()
  #expect(shown.height == 96)
  shown.harness.key("0", modifiers: .control)
  shown.harness.settle()
  #expect(shown.height == 48)
  for _ in 0..<5 { shown.harness.key("-", modifiers: .control) }
  shown.harness.settle()
  #expect(shown.height == 28)
}

@MainActor @Test func `the wheel with Control changes nothing in a table without pictures`() async throws {
  let shown = try await Shown(pictures: 0)
  let before = shown.cells
  shown.harness.wheel(1, at: before[3].bounds.center, modifiers: .control)
  shown.harness.key("+", modifiers: .control)
  shown.harness.key("G")
  shown.harness.settle()
  #expect(shown.cells.map(\.bounds) == before.map(\.bounds))
  #expect(try shown.node(.group, "200 rows").text.contains("does nothing here"), "the status line says so")
}

@MainActor @Test func `a key turns a table into a grid and back, with its selection, filter, order and place`()
  async throws
{
  let shown = try await Shown()
  try shown.viewer.setFilter(["kind=even"])
  try await shown.rest()
  try shown.viewer.setSort("id:desc")
  try await shown.rest()
  shown.list.scroll(to: .offset(1_500), animated: false)
  shown.harness.settle()
  let chosen = shown.cells[4]
  shown.harness.click(at: chosen.bounds.center)
  shown.harness.settle()
  shown.harness.key("G")
  shown.harness.settle()
  #expect(shown.isGrid)
  let tile = try shown.cell(Int(chosen.id) ?? 0)
  #expect(tile.states.contains(.selected) && tile.states.contains(.focused))
  #expect(tile.text == "row \(chosen.id)")
  #expect(shown.list.selectedCount == 1)
  #expect(shown.list.itemCount == 100)
  let ids = shown.cells.compactMap { Int($0.id) }
  #expect(ids == ids.sorted(by: >) && ids.allSatisfy { $0 % 2 == 0 })
  shown.harness.key("G")
  shown.harness.settle()
  #expect(!shown.isGrid)
  let row = try shown.cell(Int(chosen.id) ?? 0)
  #expect(row.states.contains(.selected) && abs(row.bounds.minY - chosen.bounds.minY) < 1)
  // Arrow keys move among the tiles.
  shown.harness.key("G")
  shown.harness.key(.right)
  shown.harness.settle()
  #expect(shown.cells.first { $0.states.contains(.focused) }?.id == String((Int(chosen.id) ?? 0) - 2))
}

@MainActor @Test func `a table that turns into a grid is turned back on the way without a jump`() async throws {
  let shown = try await Shown()
  let before = shown.cells.map(\.target)
  shown.harness.key("G")
  shown.harness.advance(by: .milliseconds(80))
  let midway = shown.cells.filter { $0.bounds != $0.target }
  #expect(!midway.isEmpty)
  shown.harness.key("G")
  shown.harness.advance(by: .milliseconds(17))
  for node in midway {
    guard let next = shown.cells.first(where: { $0.id == node.id }) else { continue }
    #expect(abs(next.bounds.midX - node.bounds.midX) < 120 && abs(next.bounds.midY - node.bounds.midY) < 120)
  }
  shown.harness.settle()
  #expect(shown.cells.map(\.bounds) == before)
}

@MainActor @Test func `a grid of a hundred thousand rows binds and measures only visible items`() async throws {
  let shown = try await Shown(100_000)
  shown.list.scroll(to: .offset(2_000_000), animated: false)
  shown.harness.settle()
  let first = shown.cells[0].id
  for _ in 0..<2 {
    let before = shown.list.report.work
    shown.harness.key("G")
    shown.harness.settle()
    let after = shown.list.report.work
    #expect(after.bindings - before.bindings < 150)
    #expect(after.measurements - before.measurements < 150)
  }
  #expect(shown.cells.contains { $0.id == first })
}

@MainActor @Test func `captions show the columns that the menus of the header and of the pictures choose`()
  async throws
{
  let shown = try await Shown()
  shown.harness.key("G")
  shown.harness.settle()
  #expect(shown.cells[0].text == "row 0")
  for (column, caption) in [("kind", "row 1 odd"), ("name", "odd")] {
    shown.harness.key("G")
    shown.harness.settle()
    try await shown.click(.header, column, button: .right)
    try await shown.click(.menuItem, "Show in captions")
    shown.harness.key("G")
    shown.harness.settle()
    #expect(shown.cells[1].text == caption)
  }
  // The grid has no titles, so the menu of the pictures has the captions too.
  try await shown.click(.button, "Pictures: file")
  try await shown.click(.menuItem, "Captions")
  // The menu of the pictures lists the columns too, so the last item of the name is that of the captions.
  let names = shown.harness.semantics.filter { $0.role == .menuItem && $0.text.hasPrefix("name") }
  shown.harness.click(at: try #require(names.last).bounds.center)
  shown.harness.settle()
  try await shown.rest()
  #expect(shown.cells[1].text == "odd row 1")
}

@MainActor @Test func `a caption that is a value is cut at its end, and the name of a picture in the middle`()
  async throws
{
  let shown = try await Shown()
  shown.harness.key("G")
  shown.harness.settle()
  func truncation() throws -> Truncation {
    let tile = try #require(shown.list.content(of: ElementID(1)))
    return try #require(tile.children.lazy.compactMap { $0 as? Label }.first).truncation
  }
  #expect(try truncation() == .end)
  try await shown.click(.button, "Pictures: file")
  try await shown.click(.menuItem, "Captions")
  let names = shown.harness.semantics.filter { $0.role == .menuItem && $0.text.hasPrefix("name") }
  shown.harness.click(at: try #require(names.last).bounds.center)
  shown.harness.settle()
  try await shown.rest()
  #expect(try shown.cell(1).text == "p1.png" && truncation() == .middle)
}

@MainActor @Test func `a table with pictures has its button for sorting as rows and as a grid`() async throws {
  let shown = try await Shown()
  func hasButton() -> Bool {
    shown.harness.show()
    return shown.harness.semantics.contains { $0.role == .button && $0.text == "Sort" }
  }
  #expect(hasButton())
  shown.harness.key("G")
  shown.harness.settle()
  #expect(hasButton())
  try await shown.click(.button, "Sort")
  try await shown.click(.menuItem, "id")
  #expect(shown.viewer.list.itemCount == 200 && shown.cells[0].text == "row 0")
  shown.harness.key("S", modifiers: .alt)
  shown.harness.settle()
  try await shown.click(.menuItem, "Descending")
  #expect(shown.cells[0].text == "row 199")
  try await shown.click(.button, "Sort")
  try await shown.click(.menuItem, "As in the file")
  #expect(shown.cells[0].text == "row 0")
  shown.harness.key("G")
  shown.harness.settle()
  #expect(hasButton())
}

@MainActor @Test func `the status bar and the header's menu choose the column of pictures`() async throws {
  let shown = try await Shown()
  #expect(shown.height == 48)
  try await shown.click(.button, "Pictures: file")
  try await shown.click(.menuItem, "None")
  #expect(shown.height == 28)
  try await shown.click(.button, "Pictures: none")
  try await shown.click(.menuItem, "file")
  #expect(shown.height == 48)
  // The grid goes with its pictures.
  shown.harness.key("G")
  shown.harness.settle()
  try await shown.click(.button, "Pictures: file")
  try await shown.click(.menuItem, "None")
  #expect(!shown.isGrid && shown.height == 28)
  try await shown.click(.header, "file", button: .right)
  try await shown.click(.menuItem, "Show as pictures")
  #expect(shown.isGrid)
}

@MainActor @Test(arguments: [false, true])
func `a row's picture opens with its neighbours in the order on screen, and back returns to the row`(isGrid: Bool)
  async throws
{
  let shown = try await Shown(12, pictures: 12)
  try shown.viewer.setFilter(["kind=even"])
  try await shown.rest()
  try shown.viewer.setSort("id:desc")
  try await shown.rest()
  if isGrid { shown.harness.key("G") }
  shown.harness.settle()
  shown.answer()
  shown.harness.click(at: try shown.cell(8).bounds.center)
  shown.harness.key(.enter)
  shown.harness.settle()
  #expect(shown.viewer.title.hasPrefix("p8.png"))
  #expect(try shown.node(.group, "2 of 6 pictures").text.hasPrefix("2 of 6 pictures"))
  shown.harness.key(.right)
  #expect(shown.viewer.title.hasPrefix("p6.png"))
  shown.harness.key(.right)
  #expect(shown.viewer.title.hasPrefix("p4.png"))
  shown.harness.key(.left)
  shown.harness.key(.escape)
  shown.harness.settle()
  #expect(try shown.cell(6).states.contains(.selected))
  #expect(shown.list.selectedCount == 1)
  #expect(shown.isGrid == isGrid)
  shown.harness.click(at: try shown.cell(2).bounds.center, count: 2)
  shown.harness.settle()
  #expect(shown.viewer.title.hasPrefix("p2.png"))
}

@MainActor @Test(arguments: [10, 1_000])
func `the counter and the strip of a grouped table count pictures, not titles`(count: Int) async throws {
  let shown = try await Shown(count, pictures: 9)
  try await shown.press(.home)
  try await shown.press(.right, .right, .right, .right, .right)
  try await shown.press("G", .shift)
  #expect(shown.status.contains("2 groups"), "\(shown.status)")
  // The first group is that of the even numbers.
  let row = try #require(shown.harness.semantics.first { $0.role == .treeItem && $0.id == "2" })
  shown.harness.click(at: row.bounds.center, count: 2)
  let isOpen = await waitUntil(shown.harness) {
    shown.answer()
    return !shown.viewer.isBusy && shown.viewer.screenKind == .picture
  }
  try #require(isOpen)
  #expect(shown.status.contains("2 of \(count == 10 ? "10" : "1,000") pictures"), "\(shown.status)")
  #expect(shown.harness.tiles.contains { $0.states.contains(.selected) })
  if count < 12 { #expect(shown.harness.tiles.count == count) }
  shown.harness.key(.end)
  shown.harness.key(.escape)
  shown.harness.settle()
  shown.harness.show()
  #expect(shown.harness.semantics.contains { $0.id == "\(count - 1)" && $0.states.contains(.selected) })
}

@MainActor @Test func `a table with one picture says so in the singular`() async throws {
  let folder = try TemporaryFolder()
  try folder.write("\0not looked at", to: "a.png")
  let viewer = Viewer()
  try viewer.open(try folder.write("n,file\n0,\n1,a.png\n2,gone.png\n", to: "a.csv"))
  let harness = ViewHarness(showing: viewer, size: Size(width: 800, height: 400))
  try await waitForRest(of: viewer, in: harness)
  viewer.focusList()
  harness.click(at: harness.tiles[1].bounds.center)
  harness.key(.enter)
  harness.settle()
  harness.show()
  #expect(harness.semantics.contains { $0.text.hasPrefix("1 picture") && !$0.text.hasPrefix("1 pictures") })
  #expect(!harness.semantics.contains { $0.text.contains("1 of 1") })
}

@MainActor @Test func `walking through the pictures of a table leaves out rows without one`() async throws {
  let folder = try TemporaryFolder()
  for name in ["a", "b"] { try folder.write("\0not looked at", to: "\(name).png") }
  let path = try folder.write("n,file\n0,\n1,a.png\n2,gone.png\n3,../x.png\n4,b.png\n5,\n", to: "a.csv")
  let viewer = Viewer()
  try viewer.open(path)
  let harness = ViewHarness(showing: viewer, size: Size(width: 800, height: 400))
  try await waitForRest(of: viewer, in: harness)
  viewer.focusList()
  harness.click(at: harness.tiles[1].bounds.center)
  harness.key(.enter)
  harness.settle()
  var titles = [viewer.title]
  for key in [Key.right, .right, .left, .left, .end, .home] {
    harness.key(key)
    titles.append(viewer.title)
  }
  #expect(titles.map { String($0.prefix(5)) } == ["a.png", "b.png", "b.png", "a.png", "a.png", "b.png", "a.png"])
}

@MainActor @Test func `the picture of a row moves from its cell into its tile`() async throws {
  let shown = try await Shown()
  func picture() throws -> Rect {
    let content = try #require(shown.list.content(of: ElementID(3)))
    let frames = content.children.compactMap { ($0 as? ImageView)?.frame }
    return try #require(frames.first)
  }
  shown.harness.key("G")
  shown.harness.advance(by: .milliseconds(17))
  let start = try picture()
  #expect(start.minX > 100 && start.width < 100)
  shown.harness.settle()
  let end = try picture()
  #expect(end.minX == 8 && end.width > 150)
}

@MainActor @Test func `tiles of a table show the tags of their rows`() async throws {
  let shown = try await Shown()
  try await shown.press("G")
  shown.harness.key(.down)
  try await shown.press("7")
  #expect(try shown.cell(shown.list.focusedItem?.item ?? -1).text.contains("tag 7"))
  try await shown.press("0")
  #expect(!shown.cells.contains { $0.text.contains("tag") })
}

@MainActor @Test func `rows in groups have the sizes of pictures too, and a grid says that it has no groups`()
  async throws
{
  let shown = try await Shown()
  shown.harness.key(.down)
  shown.harness.key(.right)
  try await shown.press("G", .shift)
  try await shown.press("+", .control)
  #expect(shown.cells.contains { $0.target.height == 64 })
  try await shown.press("G", .shift)
  try await shown.press("G")
  try await shown.press("G", .shift)
  #expect(try shown.node(.group, "200 rows").text.contains("pictures in a grid have no groups"))
}
