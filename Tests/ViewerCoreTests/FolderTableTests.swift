import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Folders as tables: by the keys, titles and menus of the window.

/// Returns a PNG file of 533 bytes with a size in its header and without pixels.
private func header(_ width: Int, _ height: Int) -> [UInt8] {
  func big(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
  return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + big(13) + Array("IHDR".utf8) + big(width) + big(height)
    + [8, 2, 0, 0, 0] + Array(repeating: 0, count: 504)
}

/// Makes a folder with a folder, pictures of known sizes, a broken picture, and a text.
private func mixedFolder() throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  #expect(mkdir(folder.file("zoo"), 0o700) == 0)
  for (name, width, height) in [("a", 300, 20), ("b", 1000, 60), ("c", 40, 500)] {
    try folder.write(header(width, height), to: "\(name).png")
  }
  try folder.write("\0no image.", to: "d.png")
  try folder.write(String(repeating: "x", count: 2_000), to: "e.txt")
  return folder
}

/// A window that shows a folder.
@MainActor
private struct Shown: ViewerStage {
  let folder: TemporaryFolder
  let viewer = Viewer()
  let harness: ViewHarness

  init(_ folder: TemporaryFolder, key: Key? = "2", size: Size = Size(width: 1000, height: 600)) async throws {
    self.folder = folder
    try viewer.open(folder.path)
    harness = ViewHarness(showing: viewer, size: size)
    try await begin()
    if let key { try await press(key, .control) }
  }

  /// The names of the visible files without their extensions, from the top.
  var names: [String] { rows.map { String($0.prefix { $0 != "." && $0 != " " }) } }

  /// The titles of the columns from the start.
  var titles: [String] {
    harness.show()
    return harness.semantics.filter { $0.role == .header && $0.bounds.height == 32 && $0.bounds.minY < 60 }
      .sorted { $0.bounds.minX < $1.bounds.minX }.map(\.text)
  }

  /// The left ends of the visible pictures in the window.
  var pictureEdges: Set<Double> {
    harness.show()
    let list = viewer.list
    let paths = (0..<2).flatMap { section in (0..<6).map { ElementPath(section: section, item: $0) } }
    var views = paths.filter(list.snapshot().contains).compactMap { list.content(of: list.id(at: $0)) }
    var edges: Set<Double> = []
    while let view = views.popLast() {
      if view.isHidden { continue }
      if view is ImageView { edges.insert(view.convertToRoot(view.bounds).minX) }
      views += view.children
    }
    return edges
  }

  func node(_ role: SemanticsNode.Role, _ text: String) throws -> SemanticsNode {
    harness.show()
    let nodes = harness.semantics.filter { $0.role == role }
    return try #require(nodes.first { $0.text.hasPrefix(text) }, "no \(text) in \(nodes.map(\.text))")
  }

  func click(_ role: SemanticsNode.Role, _ text: String, _ modifiers: Modifiers = [], count: Int = 1) async throws {
    harness.click(at: try node(role, text).bounds.center, modifiers: modifiers, count: count)
    try await rest()
  }
}

@MainActor @Test func `a folder is a table of names, kinds, sizes, dates, and the pixels of pictures`() async throws {
  let shown = try await Shown(try mixedFolder())
  #expect(
    shown.titles == ["Name, sorted ascending", "Kind", "Size", "Date modified", "Width", "Height"])
  let rows = shown.rows
  #expect(shown.names == ["zoo", "a", "b", "c", "d", "e"])
  #expect(rows[0].hasPrefix("zoo Folder 0 items "))
  #expect(rows[1].hasPrefix("a.png PNG picture 533 B ") && rows[1].hasSuffix(" 300 20"))
  #expect(rows[2].hasSuffix(" 1,000 60"))
  #expect(rows[4].hasPrefix("d.png PNG picture 10 B ") && rows[4].hasSuffix(" — —"))
  #expect(rows[5].hasPrefix("e.txt Text 2 KB ") && !rows[5].contains("—"))
  #expect(shown.harness.semantics.filter { $0.role == .cell }.allSatisfy { $0.bounds.height == 32 })
}

@MainActor @Test(arguments: ["1", "3"] as [Key])
func `items are counted again in a folder that changed, and once`(former: Key) async throws {
  // Rows of the form before stay behind with the folder as it was.
  let shown = try await Shown(try mixedFolder(), key: former)
  try await shown.press("2", .control)
  #expect(shown.rows[0].hasPrefix("zoo Folder 0 items "))
  try shown.folder.write("", to: "zoo/a.txt")
  shown.harness.key("F5")
  let isCounted = await waitUntil(shown.harness) {
    shown.rows[0].hasPrefix("zoo Folder 1 item ") && !shown.viewer.isBusy
  }
  #expect(isCounted, "\(shown.rows[0])")
}

@MainActor @Test func `titles sort a folder with its folders first, and a third click restores the order by name`()
  async throws
{
  let shown = try await Shown(try mixedFolder())
  try await shown.click(.header, "Size")
  #expect(shown.names == ["zoo", "d", "a", "b", "c", "e"])
  #expect(shown.status.contains("By size"))
  try await shown.click(.header, "Size")
  #expect(shown.names == ["zoo", "e", "a", "b", "c", "d"])
  #expect(shown.status.contains("By size, descending"))
  try await shown.click(.header, "Size")
  #expect(shown.names == ["zoo", "a", "b", "c", "d", "e"])
  #expect(shown.titles[0] == "Name, sorted ascending" && !shown.status.contains("By"))
  // With Shift another column decides among equal kinds.
  try await shown.click(.header, "Kind")
  try await shown.click(.header, "Name", .shift)
  try await shown.click(.header, "Name", .shift)
  #expect(shown.names == ["zoo", "d", "c", "b", "a", "e"])
  #expect(shown.titles[0] == "Name, sorted descending, 2 of 2")
  try await shown.press("1", .control)
  #expect(shown.names == ["zoo", "d", "c", "b", "a", "e"], "the list has the order of the table")
}

@MainActor @Test func `pictures are sorted by their pixels, also new ones, and other files are at the end`()
  async throws
{
  let shown = try await Shown(try mixedFolder())
  try await shown.click(.header, "Width")
  #expect(shown.names == ["zoo", "c", "a", "b", "d", "e"])
  try await shown.click(.header, "Width")
  #expect(shown.names == ["zoo", "b", "a", "c", "d", "e"])
  #expect(shown.status.contains("By width, descending"))
  try await shown.click(.header, "Height")
  #expect(shown.names == ["zoo", "a", "b", "c", "d", "e"])
  try shown.folder.write(header(5, 100), to: "z.png")
  let isThere = await waitUntil(shown.harness) { shown.names == ["zoo", "a", "b", "z", "c", "d", "e"] }
  #expect(isThere, "\(shown.names)")
  // A file with other pixels moves to its new place.
  try shown.folder.write(header(5, 1_000), to: "a.png")
  let hasMoved = await waitUntil(shown.harness) { shown.names == ["zoo", "b", "z", "c", "a", "d", "e"] }
  #expect(hasMoved, "\(shown.names)")
  try await shown.click(.header, "Date")
  try await shown.click(.header, "Name")
  #expect(shown.names == ["zoo", "a", "b", "c", "d", "e", "z"])
}

@MainActor @Test func `all pictures of a large folder are sorted by their pixels`() async throws {
  let folder = try TemporaryFolder()
  for index in 1_000..<6_000 { try folder.write(header(index % 977 + 1, 7), to: "\(index).png") }
  let shown = try await Shown(folder)
  try await shown.click(.header, "Width")
  let widths = shown.rows.compactMap { $0.split(separator: " ").dropLast().last.flatMap { Int($0) } }
  #expect(widths.count > 10 && widths == widths.sorted() && widths[0] == 1 && widths.last.map { $0 < 5 } == true)
  try await shown.press(.end, .control)
  #expect(shown.rows.last?.hasSuffix(" 977 7") == true)
}

@MainActor @Test func `the table has the selection, filter and order of the grid, and they go back with it`()
  async throws
{
  let shown = try await Shown(try mixedFolder(), key: nil)
  try await shown.click(.cell, "b.png")
  try shown.viewer.setSort("name:desc")
  try shown.viewer.setFilter(["png"])
  try await shown.rest()
  let grid = shown.names
  #expect(shown.titles.isEmpty && Set(shown.harness.tiles.map(\.bounds.minX)).count > 1)
  try await shown.press("2", .control)
  #expect(shown.names == ["d", "c", "b", "a"])
  #expect(shown.titles[0] == "Name, sorted descending")
  #expect(try shown.node(.cell, "b.png").states.contains(.selected))
  #expect(shown.viewer.list.selectedCount == 1)
  try await shown.press("3", .control)
  #expect(shown.names == grid && shown.titles.isEmpty)
  #expect(try shown.node(.cell, "b.png").states.contains(.selected))
}

@MainActor @Test func `Return and a double click open what the row shows`() async throws {
  let shown = try await Shown(try mixedFolder())
  shown.harness.click(at: try shown.node(.cell, "b.png").bounds.center, count: 2)
  #expect(await waitUntil(shown.harness) { shown.viewer.title.hasPrefix("b.png") })
  shown.harness.key(.escape)
  try await shown.rest()
  #expect(try shown.node(.cell, "b.png").states.contains(.selected))
  shown.harness.key(.home, modifiers: .control)
  shown.harness.key(.enter)
  #expect(await waitUntil(shown.harness) { shown.viewer.title.hasPrefix("zoo") })
}

@MainActor @Test func `columns and the height of rows stay while the folder is a grid`() async throws {
  let shown = try await Shown(try mixedFolder())
  let kind = try shown.node(.header, "Kind").bounds
  shown.harness.drag(from: Point(x: kind.maxX, y: kind.midY), to: Point(x: kind.maxX + 60, y: kind.midY))
  try await shown.rest()
  // The column moves before that of sizes.
  let date = try shown.node(.header, "Date").bounds
  let size = try shown.node(.header, "Size").bounds
  shown.harness.drag(from: date.center, to: Point(x: size.minX + 4, y: size.midY))
  try await shown.rest()
  let point = try shown.node(.cell, "b.png").bounds.center
  shown.harness.wheel(1, at: point, modifiers: .control)
  shown.harness.settle()
  let titles = shown.titles
  #expect(titles == ["Name, sorted ascending", "Kind", "Date modified", "Size", "Width", "Height"])
  #expect(try shown.node(.header, "Kind").bounds.width == kind.width + 60)
  #expect(shown.harness.tiles.allSatisfy { $0.bounds.height == 48 })
  try await shown.press("3", .control)
  try await shown.press("2", .control)
  #expect(shown.titles == titles)
  #expect(try shown.node(.header, "Kind").bounds.width == kind.width + 60)
  #expect(shown.harness.tiles.allSatisfy { $0.bounds.height == 48 })
  try await shown.press("0", .control)
  #expect(shown.harness.tiles.allSatisfy { $0.bounds.height == 32 })
}

@MainActor @Test func `rows make room for a new file, and close up after a deleted one`() async throws {
  let shown = try await Shown(try mixedFolder())
  let before = try shown.node(.cell, "e.txt").bounds.minY
  try shown.folder.write(header(1, 1), to: "bb.png")
  let isMoving = await waitUntil(shown.harness) {
    shown.harness.advance(by: .milliseconds(16))
    guard let row = shown.harness.tiles.first(where: { $0.text.hasPrefix("e.txt") }) else { return false }
    return row.bounds.minY > before + 1 && row.bounds.minY < before + 31
  }
  #expect(isMoving)
  try await shown.rest()
  #expect(try shown.node(.cell, "e.txt").bounds.minY == before + 32)
  #expect(shown.names == ["zoo", "a", "b", "bb", "c", "d", "e"])
  #expect(unlink(shown.folder.file("bb.png")) == 0)
  let isBack = await waitUntil(shown.harness) { shown.names == ["zoo", "a", "b", "c", "d", "e"] }
  #expect(isBack)
}

@MainActor @Test func `Ctrl+C copies the path of a named file, and the text of another cell`() async throws {
  let shown = try await Shown(try mixedFolder())
  try await shown.click(.cell, "b.png")
  shown.harness.key("C", modifiers: .control)
  #expect(shown.harness.clipboard.text == shown.folder.file("b.png"))
  for _ in 0..<5 { shown.harness.key(.right) }
  shown.harness.settle()
  shown.harness.key("C", modifiers: .control)
  #expect(shown.harness.clipboard.text?.hasPrefix("60") == true, "the last column is the height")
}

@MainActor @Test func `a folder opens again as a table`() async throws {
  let folder = try mixedFolder()
  let first = Viewer()
  first.places = SavedPositions()
  try first.open(folder.path)
  let harness = ViewHarness(content: first.root, size: Size(width: 800, height: 400))
  harness.host.onUnhandledKey = { first.handleKey($0) }
  try await waitForRest(of: first, in: harness)
  first.focusList()
  harness.key("2", modifiers: .control)
  try first.setSort("width:desc")
  try await waitForRest(of: first, in: harness)
  first.savePosition()
  let second = Viewer()
  second.places = try SavedPositions(text: try #require(first.places).text)
  try second.open(folder.path)
  let next = ViewHarness(content: second.root, size: Size(width: 800, height: 400))
  try await waitForRest(of: second, in: next)
  #expect(next.semantics.contains { $0.role == .header && $0.text == "Width, sorted descending" })
  #expect(next.tiles.map { $0.text.prefix(1) } == ["z", "b", "a", "c", "d", "e"])
}

@Test func `a printed folder is sorted by the pixels of its pictures`() throws {
  let folder = try mixedFolder()
  let printed = try folder.write("", to: "zoo/printed")
  let descriptor = open(printed, O_WRONLY)
  var output = OutputWriter(descriptor: descriptor)
  let order = FolderOrder(try SortKey.parse("height:desc"))
  _ = try FolderPrinter(format: .text, order: order).print(folder.path, to: &output)
  close(descriptor)
  let text = try RandomAccessFile(path: printed).bytes(at: 0, count: 1_000)
  #expect(String(decoding: text, as: UTF8.self) == "zoo\nc.png\nb.png\na.png\nd.png\ne.txt\n")
}

@MainActor @Test(arguments: ["1", "2"] as [Key])
func `pictures go from the proportion of rows to that of tiles, and texts come last`(rows: Key) async throws {
  let shown = try await Shown(try mixedFolder(), key: rows)
  let list = shown.viewer.list
  shown.harness.key("3", modifiers: .control)
  var proportions: [Double] = []
  for _ in 0..<30 {
    shown.harness.advance(by: .milliseconds(17))
    let paths = list.snapshot().sections.enumerated().flatMap { section, rows in
      (0..<rows.count).map { ElementPath(section: section, item: $0) }
    }
    for tile in paths.compactMap({ list.content(of: list.id(at: $0)) }) {
      let texts = tile.children.compactMap { $0 as? Label }.filter { !$0.isHidden }
      guard let picture = tile.children.lazy.compactMap({ $0 as? ImageView }).first, texts.count < 3 else { continue }
      proportions.append(picture.frame.width / picture.frame.height)
      #expect(texts.allSatisfy { $0.frame.minY >= picture.frame.maxY }, "a text lies over the picture")
    }
  }
  #expect(proportions.count > 30)
  // The picture of a row is a square.
  #expect(proportions.allSatisfy { $0 > 0.95 && $0 < 4 / 3 + 0.05 }, "\(proportions)")
  #expect(proportions.suffix(4).allSatisfy { abs($0 - 4 / 3) < 0.05 }, "\(proportions)")
}

// MARK: Alignment

@MainActor @Test(arguments: [(1000.0, 20.0), (480, 12)])
func `the table begins and ends where the list does`(width: Double, margin: Double) async throws {
  let shown = try await Shown(try mixedFolder(), key: "1", size: Size(width: width, height: 600))
  #expect(shown.pictureEdges == [margin])
  try await shown.press("2", .control)
  #expect(shown.pictureEdges == [margin])
  #expect(try shown.node(.header, "Name").bounds.minX + 12 == margin)
  guard width > 600 else { return }
  #expect(try shown.node(.header, "Height").bounds.maxX - 12 == width - margin)
}

@MainActor @Test(arguments: [1366, 3840])
func `in a wide window the columns of the list stay near to the names`(width: Double) async throws {
  let shown = try await Shown(try textFiles(["a.txt", "b.txt"]), key: "1", size: Size(width: width, height: 600))
  shown.harness.show()
  let texts = shown.harness.frame.groups.flatMap { group in
    group.canvas.commands.compactMap { command -> (String, Double)? in
      guard case .text(let line, let point, _) = command else { return nil }
      return (line.readableText, group.frame.minX + point.x)
    }
  }
  let name = try #require(texts.last { $0.0 == "a.txt" }?.1)
  let kind = try #require(texts.last { $0.0 == "Text" }?.1, "\(texts)")
  #expect(kind - name == 358, "\(texts)")
}

@MainActor @Test func `in a very wide window the columns of the table stay near to the names`()
  async throws
{
  let shown = try await Shown(try mixedFolder(), size: Size(width: 3840, height: 600))
  #expect(try shown.node(.header, "Height").bounds.maxX == 1600 - 8)
  #expect(try shown.node(.header, "Name").bounds.minX == 8)
}
