import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Files renamed in their place, as a user does it.

extension FileStage {
  /// The field in which a name in the list is edited; `nil` without one.
  var nameField: TextField? {
    guard let field = harness.host.focusedView as? TextField, field.isInside(viewer.list) else { return nil }
    return field
  }

  /// The selected part of the text in the field.
  var selectedText: String? { nameField.map { String(Array($0.text)[$0.selection]) } }

  /// Waits until a condition holds; fails if it does not hold in time.
  func wait(until condition: () -> Bool) async throws {
    let holds = await waitUntil(harness) { condition() }
    try #require(holds, "\(status) | \(nameField?.text ?? "no field")")
    harness.settle()
  }

  /// Clicks in the row of a file, far from its name.
  func clickBeside(_ name: String) throws {
    let row = try #require(harness.tiles.first { $0.text.hasPrefix(name) })
    harness.click(at: Point(x: 600, y: row.bounds.midY))
  }
}

/// Opens a folder and begins to edit the name of its first file.
@MainActor
private func editingFirst(in folder: TemporaryFolder) async throws -> FileStage {
  let shown = try await FileStage(folder.path)
  shown.select(0...0)
  try await shown.key("F2")
  return shown
}

/// The keys of a folder's layouts, each with the old and the new name of the entry that is renamed.
private let layouts: [(key: String, old: String, new: String)] = [
  ("1", "a.txt", "zebra.txt"), ("2", "a.txt", "zebra.txt"), ("3", "a.png", "zebra.png"), ("3", "inner", "zebra"),
]

@MainActor @Test(arguments: layouts)
func `F2 makes the name itself a text field, in rows, tables and tiles`(key: String, old: String, new: String)
  async throws
{
  let folder = try textFiles(["a.txt", "b.txt", "a.png", "b.png"])
  try folder.makeFolder("inner")
  let shown = try await FileStage(folder.path)
  try await shown.key("Ctrl+" + key)
  let tile = try #require(shown.harness.tiles.first { $0.text.hasPrefix(old) })
  shown.harness.click(at: tile.bounds.center)
  shown.harness.settle()
  try await shown.key("F2")
  let field = try #require(shown.nameField)
  let isFolder = old == "inner"
  #expect(field.text == old && shown.selectedText == (isFolder ? "inner" : "a"))
  #expect(shown.harness.tiles.contains { $0.bounds.contains(field.convertToRoot(field.bounds)) })
  shown.harness.type("zebra")
  #expect(shown.nameField?.text == new)
  try await shown.key("Return")
  try await shown.wait { folder.names.contains(new) && shown.selected == [new] }
  #expect(!folder.names.contains(old) && shown.viewer.list.isFocused)
  #expect(shown.toast.hasPrefix("Renamed to “\(new)”"), "\(shown.toast)")
  try await shown.key("Ctrl+Z")
  try await shown.wait { shown.selected == [old] }
  #expect(folder.names.contains(old) && !folder.names.contains(new))
}

@MainActor
@Test(arguments: [
  ("archive.tar.gz", "archive"), (".profile", ".profile"), ("Makefile", "Makefile"), ("a.b.txt", "a.b"),
  (".tar.gz", ".tar"),
])
func `the part of a name before its ending is selected`(name: String, stem: String) async throws {
  let folder = try textFiles([name])
  let shown = try await FileStage(folder.path)
  if name.hasPrefix(".") { try await shown.key("Ctrl+H") }
  try await shown.wait(forCount: 1)
  shown.select(0...0)
  try await shown.key("F2")
  #expect(shown.selectedText == stem)
}

@MainActor
@Test(arguments: [
  ("b.txt", "This name is already taken"), ("", "Type a name"), ("x/y", "A name cannot contain a slash"),
  ("..", "“..” always means a folder"), (String(repeating: "n", count: 256), "The name is too long"),
])
func `a name that cannot be given is refused in place, and the field keeps it`(name: String, reason: String)
  async throws
{
  let folder = try textFiles(["a.txt", "b.txt"])
  let shown = try await editingFirst(in: folder)
  shown.harness.key("A", modifiers: .control)
  if name.isEmpty { shown.harness.key(.backspace) } else { shown.harness.type(name) }
  for key in ["Return", "Tab"] {
    try await shown.key(key)
    #expect(shown.text.contains(reason), "\(key): \(shown.text)")
    #expect(shown.nameField?.text == name && shown.nameField?.isInvalid == true)
  }
  #expect(folder.names == ["a.txt", "b.txt"])
  #expect(TemporaryFolder.text(folder.file("b.txt")) == "text of b.txt\n")
  shown.harness.type("x")
  #expect(!shown.text.contains(reason) && shown.nameField?.isInvalid == false)
  try await shown.key("Escape")
  #expect(shown.nameField == nil && shown.viewer.list.isFocused && shown.selected == ["a.txt"])
  #expect(folder.names == ["a.txt", "b.txt"] && !shown.status.contains("Renamed"))
}

@MainActor @Test(arguments: ["Return", "Escape", "Tab"])
func `a name that is left as it was keeps its bytes, also if they are no text`(key: String) async throws {
  let folder = try TemporaryFolder()
  for name in [[0x61, 0xFF, 0x0A, 0x62], Array("e\u{301}.txt".utf8)] as [[UInt8]] { folder.make(name, "x") }
  let before = folder.names
  let shown = try await FileStage(folder.path)
  for item in 0...1 {
    shown.select(item...item)
    try await shown.key("F2")
    #expect(shown.nameField != nil)
    try await shown.key(key)
    try await shown.key("Escape")
  }
  #expect(folder.names == before && shown.nameField == nil)
  try await shown.key("Ctrl+Z")
  #expect(shown.status.contains("no file was changed"))
}

@MainActor @Test func `renaming keeps the bytes of a name that are no text`() async throws {
  let folder = try TemporaryFolder()
  let path = PathBytes.decode(Array(folder.path.utf8) + [0x2F, 0x61, 0xFF, 0x62])
  try OutputFile.write("x", to: path)
  let shown = try await editingFirst(in: folder)
  shown.harness.key(.end)
  shown.harness.type("c")
  try await shown.key("Return")
  let renamed = PathBytes.decode(Array(folder.path.utf8) + [0x2F, 0x61, 0xFF, 0x62, 0x63])
  #expect(throws: Never.self) { try FileInfo(path: renamed) }
}

@MainActor @Test func `a renamed file is scrolled to where its new name belongs`() async throws {
  let folder = try textFiles((100..<200).map { "f\($0).txt" })
  let shown = try await editingFirst(in: folder)
  shown.harness.type("z")
  try await shown.key("Return")
  try await shown.wait { shown.selected == ["z.txt"] }
  let tile = try #require(shown.harness.tiles.first { $0.text.hasPrefix("z.txt") })
  #expect(tile.states.isSuperset(of: [.selected, .focused]) && tile.bounds.maxY <= 572)
}

@MainActor @Test func `F2 brings a file that is out of sight into view`() async throws {
  let folder = try textFiles((100..<200).map { "f\($0).txt" })
  let shown = try await FileStage(folder.path)
  shown.select(0...0)
  shown.viewer.list.scroll(to: .end, animated: false)
  shown.harness.settle()
  try await shown.key("F2")
  #expect(shown.nameField?.text == "f100.txt" && shown.selectedText == "f100")
  #expect(shown.harness.tiles.contains { $0.text.hasPrefix("f100.txt") && $0.bounds.minY >= 48 })
}

// MARK: Tab and clicks

@MainActor @Test(arguments: ["1", "2"])
func `Tab keeps the name and goes on to the next file, and Shift+Tab to the one before`(key: String) async throws {
  let folder = try textFiles((10..<60).map { "f\($0).txt" })
  let shown = try await FileStage(folder.path)
  try await shown.key("Ctrl+" + key)
  shown.select(0...0)
  try await shown.key("F2")
  for number in 10..<40 {
    #expect(shown.nameField?.text == "f\(number).txt" && shown.selectedText == "f\(number)")
    shown.harness.type("z\(number)")
    try await shown.key("Tab")
  }
  #expect(shown.nameField?.text == "f40.txt" && shown.selected == ["f40.txt"])
  try await shown.wait { folder.names.contains("z39.txt") && shown.viewer.list.itemCount == 50 }
  #expect(shown.nameField?.text == "f40.txt")
  try await shown.key("Tab")
  try await shown.key("Shift+Tab")
  #expect(shown.nameField?.text == "f40.txt")
  try await shown.key("Escape")
  #expect(folder.names == (40..<60).map { "f\($0).txt" } + (10..<40).map { "z\($0).txt" })
}

@MainActor @Test func `Tab at the last file ends the edit`() async throws {
  let folder = try textFiles(["a.txt", "b.txt"])
  let shown = try await FileStage(folder.path)
  shown.select(1...1)
  try await shown.key("F2")
  shown.harness.type("c")
  try await shown.key("Tab")
  try await shown.wait { folder.names == ["a.txt", "c.txt"] && shown.selected == ["c.txt"] }
  #expect(shown.nameField == nil && shown.viewer.list.isFocused)
}

@MainActor @Test func `a click on another file keeps the name and selects that file`() async throws {
  let folder = try textFiles(["a.txt", "b.txt", "c.txt"])
  let shown = try await editingFirst(in: folder)
  shown.harness.type("x")
  try shown.clickBeside("b.txt")
  try await shown.wait { folder.names == ["b.txt", "c.txt", "x.txt"] }
  #expect(shown.nameField == nil && shown.selected == ["b.txt"])
}

@MainActor @Test func `a click in the field sets the caret`() async throws {
  let folder = try textFiles(["a.txt", "b.txt"])
  let shown = try await editingFirst(in: folder)
  let field = try #require(shown.nameField)
  shown.harness.click(field)
  #expect(shown.nameField === field && field.selection.isEmpty)
  shown.harness.click(field, count: 3)
  #expect(shown.selectedText == "a.txt")
}

@MainActor @Test func `a refused name stays in the field after a click on another file`() async throws {
  let folder = try textFiles(["a.txt", "b.txt", "c.txt"])
  let shown = try await editingFirst(in: folder)
  shown.harness.type("c")
  try shown.clickBeside("b.txt")
  shown.harness.settle()
  #expect(shown.nameField?.text == "c.txt" && shown.text.contains("This name is already taken"))
  shown.harness.type("d")
  try await shown.key("Return")
  try await shown.wait { folder.names == ["b.txt", "c.txt", "cd.txt"] }
}

@MainActor @Test func `a refused name is reported when the user turns to another part of the window`() async throws {
  let folder = try textFiles(["a.txt", "b.txt"])
  let shown = try await editingFirst(in: folder)
  shown.harness.type("b")
  try await shown.key("Ctrl+L")
  #expect(shown.nameField == nil && folder.names == ["a.txt", "b.txt"])
  #expect(
    shown.status.contains("“a.txt” keeps its name. This name is already taken"), "\(shown.status)")
}

@MainActor @Test func `the name is kept when the user leaves the folder`() async throws {
  let folder = try textFiles(["a.txt", "b.txt"])
  let shown = try await editingFirst(in: folder)
  shown.harness.type("x")
  try await shown.key("Alt+Up")
  #expect(folder.names == ["b.txt", "x.txt"] && shown.nameField == nil)
}

// MARK: Changes during the edit

@MainActor @Test(arguments: ["1", "2"])
func `the edit stays while the folder changes around it`(key: String) async throws {
  let folder = try textFiles((10..<60).map { "f\($0).txt" })
  let shown = try await FileStage(folder.path)
  try await shown.key("Ctrl+" + key)
  shown.select(3...3)
  try await shown.key("F2")
  shown.harness.type("new")
  let field = try #require(shown.nameField)
  field.selection = 1..<2
  for number in 0..<40 { try folder.write("x", to: "a\(number).txt") }
  try folder.remove("f10.txt")
  try folder.write("rewritten", to: "f13.txt")
  try await shown.wait(forCount: 89)
  #expect(shown.nameField === field && field.text == "new.txt" && field.selection == 1..<2)
  try folder.rename("f13.txt", to: "m.txt")
  try await shown.wait { shown.harness.tiles.contains { $0.text.hasPrefix("m.txt") } || shown.nameField == nil }
  #expect(shown.nameField === field && field.text == "new.txt" && field.selection == 1..<2)
  try await shown.key("Return")
  try await shown.wait { folder.names.contains("new.txt") && shown.selected == ["new.txt"] }
  #expect(!folder.names.contains("m.txt") && TemporaryFolder.text(folder.file("new.txt")) == "rewritten")
}

@MainActor @Test func `the edit goes on in another layout`() async throws {
  let folder = try textFiles(["a.png", "b.png"])
  let shown = try await editingFirst(in: folder)
  shown.harness.type("new")
  for title in ["List", "Table", "Grid"] {
    let segment = try #require(shown.harness.semantics.first { $0.text == title })
    shown.harness.click(at: segment.bounds.center)
    shown.harness.settle()
    #expect(shown.nameField?.text == "new.png" && shown.nameField?.selection == 3..<3, "\(title)")
  }
  try await shown.key("Return")
  try await shown.wait { folder.names == ["b.png", "new.png"] }
}

@MainActor @Test func `a file that is deleted during the edit ends it with a sentence`() async throws {
  let folder = try textFiles(["a.txt", "b.txt"])
  let shown = try await editingFirst(in: folder)
  shown.harness.type("z")
  try folder.remove("a.txt")
  try await shown.wait { shown.nameField == nil }
  #expect(shown.status.contains("“a.txt” is no longer there"), "\(shown.status)")
  #expect(folder.names == ["b.txt"] && shown.viewer.list.isFocused)
}

@MainActor @Test func `a file deleted just before it is renamed is reported`() async throws {
  let folder = try textFiles(["a.txt", "b.txt"])
  let shown = try await editingFirst(in: folder)
  shown.harness.type("z")
  try folder.remove("a.txt")
  shown.harness.key(.enter)
  #expect(shown.nameField == nil && shown.status.contains("“a.txt” is no longer there"), "\(shown.status)")
}

@MainActor @Test func `a folder that is deleted during the edit ends it`() async throws {
  let folder = try TemporaryFolder()
  try folder.makeFolder("inner")
  try folder.write("x", to: "inner/a.txt")
  let shown = try await FileStage(folder.file("inner"))
  shown.select(0...0)
  try await shown.key("F2")
  try folder.remove("inner/a.txt")
  #expect(rmdir(folder.file("inner")) == 0)
  try await shown.wait { shown.text.contains("no longer there") }
  #expect(shown.nameField == nil)
}

@MainActor @Test func `only one file of a folder can be renamed`() async throws {
  let folder = try textFiles(["a.txt", "b.txt"])
  let shown = try await FileStage(folder.path)
  try await shown.key("F2")
  #expect(shown.status.contains("F2 does nothing here: nothing is selected"))
  try await shown.key("Ctrl+A")
  try await shown.key("F2")
  #expect(shown.status.contains("F2 does nothing here: select one file alone"))
}

@MainActor @Test func `the field of a name on a tile covers no picture`() async throws {
  let folder = try textFiles(["a.png"])
  let shown = try await FileStage(folder.path)
  try await shown.key("Ctrl+3")
  shown.select(0...0)
  try await shown.key("F2")
  let field = try #require(shown.nameField)
  let place = field.convertToRoot(field.bounds)
  let tile = try #require(shown.harness.tiles.first { $0.text.hasPrefix("a.png") }).bounds
  // Below the picture follow 8, the name of 16, a line of 16 that is hidden, and 8 logical pixels.
  #expect(place.minY >= tile.maxY - 48 && place.maxY <= tile.maxY - 8, "\(place) in \(tile)")
}

@MainActor @Test func `the whole name of a file does not cover its neighbours while it is edited`() async throws {
  let name = String(repeating: "long", count: 40) + ".txt"
  let folder = try textFiles([name, "z.txt"])
  let shown = try await FileStage(folder.path)
  let row = try #require(shown.harness.tiles.first { $0.text.hasPrefix("long") }).bounds
  /// Returns whether a tool tip appears when the pointer rests on the name. Without one, the name is drawn once.
  func showsToolTip() -> Bool {
    shown.harness.move(to: Point(x: row.minX + 200, y: row.midY - 1))
    shown.harness.move(to: Point(x: row.minX + 200, y: row.midY))
    shown.harness.advance(by: .seconds(1))
    return shown.text.split(separator: "\n").count { $0.contains("longlong") } > 1
  }
  #expect(showsToolTip())
  shown.select(0...0)
  try await shown.key("F2")
  #expect(!showsToolTip())
}
