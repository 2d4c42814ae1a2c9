import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Tests of positions that one run saves and the next one restores.

/// A run of the program. It starts with the positions that an earlier run saved as text.
@MainActor
private struct Run {
  let viewer = Viewer()
  let harness: ViewHarness

  init(_ path: String, after earlier: Run? = nil) async throws {
    viewer.places = try earlier.map { try $0.saved } ?? SavedPositions()
    try viewer.open(path)
    harness = ViewHarness(showing: viewer, size: Size(width: 700, height: 400))
    try await rest()
    viewer.focusList()
  }

  func rest() async throws { try await waitForRest(of: viewer, in: harness) }

  /// The positions to pass to the next run.
  var saved: SavedPositions {
    get throws {
      viewer.savePosition()
      return try SavedPositions(text: try #require(viewer.places).text)
    }
  }

  /// The visible cells with their frames.
  var visibleCells: [String] {
    harness.show()
    return harness.semantics.filter { $0.role == .cell }
      .map { "\($0.text.prefix { $0 != "," }) at \($0.bounds.minX), \($0.bounds.minY)" }
  }

  func scroll(_ notches: Double) {
    harness.wheel(-notches, at: Point(x: 300, y: 200))
    harness.settle()
  }
}

private func folderOfHundred() throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  for number in 100..<200 { try folder.write(String(repeating: "x", count: number), to: "\(number).txt") }
  return folder
}

@MainActor @Test func `a folder opens at its saved position`() async throws {
  let folder = try folderOfHundred()
  let first = try await Run(folder.path)
  let start = first.visibleCells
  first.scroll(7)
  let second = try await Run(folder.path, after: first)
  #expect(second.visibleCells == first.visibleCells && second.visibleCells != start)
  // Files that were added above the position between two runs move nothing.
  for number in 10..<30 { try folder.write("new", to: "0\(number).txt") }
  let third = try await Run(folder.path, after: second)
  #expect(third.visibleCells == first.visibleCells)
  third.scroll(-200)
  let fourth = try await Run(folder.path, after: third)
  #expect(fourth.viewer.list.isAtStart)
}

@MainActor @Test func `the chosen order, layout and tile size are restored`() async throws {
  let folder = try TemporaryFolder()
  for number in 100..<140 { try folder.write(String(repeating: "\0", count: 300 - number), to: "\(number).png") }
  let first = try await Run(folder.path)
  try first.viewer.setSort([SortKey(.size, descending: false)])
  try await first.rest()
  first.harness.key("+", modifiers: .control)
  try await first.rest()
  first.scroll(3)
  let second = try await Run(folder.path, after: first)
  #expect(second.visibleCells == first.visibleCells)
  second.harness.key("1", modifiers: .control)
  try await second.rest()
  second.scroll(2)
  let third = try await Run(folder.path, after: second)
  #expect(third.visibleCells == second.visibleCells && third.visibleCells != first.visibleCells)
}

@MainActor @Test func `a table opens with its columns, order, height of rows and dialect`() async throws {
  let folder = try TemporaryFolder()
  for number in 0..<10 { try folder.write("", to: "p\(number).png") }
  let rows = (0..<300).map { "\($0);p\($0 % 10).png;\(($0 * 7) % 300);note, \($0)\n" }
  let path = try folder.write("id;picture;a b=c;note\n" + rows.joined(), to: "a.csv")
  let first = try await Run(path)
  func header(_ run: Run, _ text: String) throws -> Rect {
    run.harness.show()
    return try #require(run.harness.semantics.first { $0.role == .header && $0.text.hasPrefix(text) }).bounds
  }
  let title = try header(first, "id")
  first.harness.drag(from: Point(x: title.maxX, y: title.midY), to: Point(x: title.maxX + 40, y: title.midY))
  first.harness.settle()
  first.harness.click(at: try header(first, "a b=c").center)
  try await first.rest()
  first.harness.wheel(1, at: Point(x: 300, y: 200), modifiers: .control)
  try await first.rest()
  first.scroll(9)
  let second = try await Run(path, after: first)
  #expect(second.visibleCells == first.visibleCells && first.visibleCells.first?.hasPrefix("1 ") == false)
  #expect(try header(second, "id").width == title.width + 40)
  #expect(try header(second, "a b=c, sorted ascending") == header(first, "a b=c"))
  #expect(second.harness.semantics.first { $0.role == .cell }?.bounds.height == 64)
  // The chosen dialect is saved too.
  func click(_ run: Run, _ role: SemanticsNode.Role, _ text: String) throws {
    run.harness.show()
    let node = try #require(run.harness.semantics.last { $0.role == role && $0.text.contains(text) }, "no \(text)")
    run.harness.click(at: node.bounds.center)
    run.harness.settle()
  }
  try click(second, .button, "CSV")
  try click(second, .menuItem, "First row is the header")
  try await second.rest()
  let third = try await Run(path, after: second)
  #expect(third.viewer.list.itemCount == 301)
}

@MainActor @Test func `the columns of a folder's table and the height of its rows are restored`() async throws {
  let folder = try folderOfHundred()
  let first = try await Run(folder.path)
  first.harness.key("2", modifiers: .control)
  first.harness.key("+", modifiers: .control)
  try await first.rest()
  func kind(_ run: Run) throws -> Rect {
    run.harness.show()
    return try #require(run.harness.semantics.first { $0.role == .header && $0.text.hasPrefix("Kind") }).bounds
  }
  let title = try kind(first)
  first.harness.drag(from: Point(x: title.maxX, y: title.midY), to: Point(x: title.maxX + 30, y: title.midY))
  try await first.rest()
  let second = try await Run(folder.path, after: first)
  #expect(try kind(second) == kind(first) && kind(second).width == title.width + 30)
  #expect(second.visibleCells == first.visibleCells)
}

@MainActor @Test func `a text opens at its saved line, even after it grew`() async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write((0..<500).map { "line \($0)\n" }.joined(), to: "a.txt")
  let first = try await Run(path)
  first.scroll(20)
  try folder.append("more\n", to: "a.txt")
  let second = try await Run(path, after: first)
  #expect(second.visibleCells == first.visibleCells)
  // If the file has another, shorter text, that is shown from its start.
  try folder.write("only\nthis\n", to: "a.txt")
  let third = try await Run(path, after: second)
  #expect(third.viewer.list.isAtStart)
}

@MainActor @Test func `a log left at its end opens at its end and is followed`() async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write((0..<500).map { "line \($0)\n" }.joined(), to: "a.log")
  let first = try await Run(path)
  first.harness.key(.end)
  first.harness.settle()
  try folder.append((0..<100).map { "later \($0)\n" }.joined(), to: "a.log")
  let second = try await Run(path, after: first)
  #expect(second.viewer.list.isAtEnd && second.visibleCells.last?.contains("later 99") == true)
  try folder.append("newest\n", to: "a.log")
  let isSeen = await waitUntil(second.harness) { second.viewer.list.itemCount == 601 }
  try #require(isSeen)
  second.harness.settle()
  #expect(second.viewer.list.isAtEnd)
}

@MainActor @Test func `a reversed log opens reversed, at the same line`() async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write((0..<500).map { "line \($0)\n" }.joined(), to: "a.log")
  let first = try await Run(path)
  try first.viewer.setSort([SortKey(.line, descending: true)])
  try await first.rest()
  first.scroll(5)
  try folder.append((500..<520).map { "line \($0)\n" }.joined(), to: "a.log")
  let second = try await Run(path, after: first)
  #expect(second.visibleCells == first.visibleCells)
}

@MainActor @Test func `leaving before anything was read keeps the former position`() async throws {
  let folder = try folderOfHundred()
  let first = try await Run(folder.path)
  first.scroll(7)
  let viewer = Viewer()
  viewer.places = try first.saved
  try viewer.open(folder.path)
  viewer.savePosition()
  let (before, after) = (try first.saved, try #require(viewer.places))
  #expect(before[folder.path] == after[folder.path] && before[folder.path] != nil)
}

@Test func `the newest two hundred positions are saved`() throws {
  var places = SavedPositions()
  for number in 0..<300 {
    places.keep(SavedPosition(position: position("item \(number)")), for: "/folder/\(number)")
  }
  places.keep(SavedPosition(position: position("again")), for: "/folder/150")
  #expect(places.paths.count == SavedPositions.limit)
  #expect(places.paths.prefix(2) == ["/folder/150", "/folder/299"])
  #expect(places["/folder/150"]?.position == position("again") && places["/folder/0"] == nil)
  #expect(try SavedPositions(text: places.text).paths == places.paths)
}

@Test func `any path and any identity can be saved and read`() throws {
  var places = SavedPositions()
  let odd = "/a\tb\\n\nc\\\\ü/\u{0}"
  places.keep(
    SavedPosition(position: position("x\t\n\\"), sort: [SortKey(.kind), SortKey(.size, descending: true)]), for: odd)
  let read = try SavedPositions(text: places.text)
  #expect(read.paths == [odd])
  #expect(read[odd] == places[odd])
}

@Test(arguments: 0..<UInt64(rounds)) func `an invalid file is rejected with its line, and nothing traps`(
  seed: UInt64
) throws {
  var places = SavedPositions()
  for number in 0..<3 {
    places.keep(SavedPosition(position: position("\(number)"), sort: [SortKey(.size)]), for: "/\(number)")
  }
  var generator = SeededGenerator(seed: seed)
  var bytes = Array(places.text.utf8)
  for _ in 0..<Int.random(in: 1...3, using: &generator) {
    let place = Int.random(in: bytes.indices, using: &generator)
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
    case 1: bytes.removeSubrange(place...)
    default: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
    }
    if bytes.isEmpty { break }
  }
  do throws(SavedPositions.MalformedLine) {
    let read = try SavedPositions(text: String(decoding: bytes, as: UTF8.self))
    #expect(read.paths.allSatisfy { $0.hasPrefix("/") })
  } catch {
    #expect((1...6).contains(error.number))
  }
}

@Test func `a damaged file is reported in one line, ignored and replaced`() throws {
  let folder = try TemporaryFolder()
  let file = PositionFile(path: folder.file("state/scrollwork/places"))
  var messages: [String] = []
  #expect(file.read { messages.append($0) }.paths.isEmpty && messages.isEmpty, "there is no file yet")
  var places = SavedPositions()
  places.keep(SavedPosition(position: position("one")), for: "/one")
  try file.write(places)
  #expect(file.read { messages.append($0) }.paths == ["/one"] && messages.isEmpty)
  try OutputFile.replace("scrollwork places 1\n/one\tnonsense\n", at: file.path)
  #expect(file.read { messages.append($0) }.paths.isEmpty)
  #expect(messages.count == 1 && messages[0].contains(file.path) && messages[0].contains("line 2"))
  try file.write(places)
  #expect(file.read { messages.append($0) }.paths == ["/one"] && messages.count == 1)
  // The folder contains no other file.
  #expect(try DirectoryReader(path: FilePath.parent(of: file.path)).next(limit: 10).map(\.name) == ["places"])
}

@Test func `positions saved by another window remain, except for those changed here`() throws {
  let folder = try TemporaryFolder()
  let file = PositionFile(path: folder.file("places"))
  var (here, there) = (SavedPositions(), SavedPositions())
  for path in ["/both", "/there", "/given up"] { there.keep(SavedPosition(position: position("there")), for: path) }
  for path in ["/both", "/here"] { here.keep(SavedPosition(position: position("here")), for: path) }
  // A position at the start replaces the saved one: the place was visited.
  here.keep(SavedPosition(position: ScrollPosition(places: [], isAtEnd: false)), for: "/given up")
  try file.write(there)
  try file.write(here)
  let saved = file.read { Issue.record("\($0)") }
  #expect(saved.paths == ["/given up", "/here", "/both", "/there"])
  #expect(saved["/given up"]?.position.places.isEmpty == true)
  #expect(saved["/both"]?.position == position("here") && saved["/there"]?.position == position("there"))
}

@Test func `an error of writing positions names the file`() throws {
  let folder = try TemporaryFolder()
  try folder.write("a file, no folder", to: "state")
  let file = PositionFile(path: folder.file("state/scrollwork/places"))
  var places = SavedPositions()
  places.keep(SavedPosition(position: position("one")), for: "/one")
  let error = #expect(throws: FileError.self) { try file.write(places) }
  #expect(error?.description.contains("state") == true)
}

private func position(_ item: String) -> ScrollPosition {
  ScrollPosition(
    places: [ScrollPosition.Place(section: "files", item: item, path: [0, 7], fraction: 0.125)], isAtEnd: false)
}

@MainActor @Test func `a picture that was opened by its path is a recent place, and one of a folder is not`()
  async throws
{
  let folder = try pictureFolder(3)
  func visited(_ path: String, _ keys: Key...) async throws -> [String] {
    let viewer = Viewer()
    viewer.places = SavedPositions()
    try viewer.open(path)
    let harness = ViewHarness(showing: viewer, size: Size(width: 700, height: 400))
    func rest() async throws {
      let isAtRest = await waitUntil(harness) {
        for load in harness.images.pending {
          harness.images.finish(load.request.source, with: Bitmap(width: 40, height: 30, color: .black))
        }
        return !viewer.isBusy
      }
      try #require(isAtRest)
      harness.settle()
    }
    try await rest()
    viewer.focusList()
    for key in keys {
      harness.key(key)
      try await rest()
    }
    viewer.savePosition()
    return try SavedPositions(text: #require(viewer.places).text).paths
  }
  let first = folder.file("p100.png")
  #expect(try await visited(first) == [first])
  #expect(try await visited(first, .right, .right) == [first], "a walk is one visit")
  #expect(try await visited(folder.path, .down, .enter) == [folder.path])
}
