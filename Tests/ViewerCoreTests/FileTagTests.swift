import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Tags of files, as a user gives them in folders and pictures.

extension FileStage {
  /// The names of the shown files with their tags.
  fileprivate var tagged: [String: String] {
    harness.show()
    let pairs = harness.tiles.map { tile in
      let tag = tile.text.range(of: "tag ").map { String(tile.text[$0.upperBound...].prefix(1)) } ?? ""
      return (String(tile.text.prefix { $0 != "," && $0 != " " }), tag)
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  /// The names of the shown files in their order.
  fileprivate var names: [String] { rows.map { String($0.prefix { $0 != "," && $0 != " " }) } }

  fileprivate func filter(_ texts: String...) async throws {
    try viewer.setFilter(texts)
    try await rest()
  }

  /// Presses a key without waiting for pictures, which are never loaded here.
  func pressKey(_ text: String) throws {
    let shortcut = try #require(KeyShortcut(text: text))
    harness.key(shortcut.key, modifiers: shortcut.modifiers)
    harness.settle()
  }

  fileprivate var detailTexts: [String] {
    harness.show()
    return harness.semantics.map(\.text)
  }
}

extension String {
  fileprivate func range(of part: String) -> Range<String.Index>? {
    indices.first { self[$0...].hasPrefix(part) }.map { $0..<index($0, offsetBy: part.count) }
  }
}

/// The keys that choose the layouts of a folder.
private let layouts = ["Ctrl+1", "Ctrl+3"]

@MainActor @Test(arguments: layouts)
func `a digit tags the selected files at once, beside neither of them, and Ctrl+Z takes it back`(
  layout: String
) async throws {
  let folder = try pictureFolder(4)
  let before = folder.names
  let shown = try await FileStage(folder.path)
  try await shown.key(layout)
  shown.select(1...1)
  shown.harness.key(layout == "Ctrl+3" ? .right : .down, modifiers: .shift)
  try await shown.key("3")
  #expect(shown.tagged == ["p100.png": "", "p101.png": "3", "p102.png": "3", "p103.png": ""])
  #expect(shown.status.contains("Tagged 2 items with 3"), "\(shown.status)")
  #expect(folder.names == before)
  // Another program finds them on disk already.
  let other = try await FileStage(folder.path, data: shown.data)
  #expect(other.tagged["p101.png"] == "3" && other.tagged["p103.png"] == "")
  shown.select(2...2)
  try await shown.key("Keypad 5")
  #expect(shown.tagged["p101.png"] == "3" && shown.tagged["p102.png"] == "5")
  #expect(shown.status.contains("1 selected") && shown.status.contains("tag 5"), "\(shown.status)")
  try await shown.key("Ctrl+Z")
  #expect(shown.tagged["p102.png"] == "3")
  #expect(shown.status.contains("“p102.png” has the tag 3 again"), "\(shown.status)")
  try await shown.key("Ctrl+Z")
  #expect(shown.tagged.values.allSatisfy { $0.isEmpty })
  #expect(shown.status.contains("2 items have no tag again"), "\(shown.status)")
  try await shown.key("Ctrl+Z")
  #expect(shown.status.contains("Ctrl+Z does nothing here: no file was changed"))
}

@MainActor @Test func `0 removes tags, and without a selection the focused file is tagged`() async throws {
  let folder = try textFiles(["a.txt", "b.txt"])
  let shown = try await FileStage(folder.path)
  try await shown.key("4")
  #expect(shown.status.contains("4 does nothing here: nothing is selected"), "\(shown.status)")
  shown.select(0...1)
  try await shown.key("4")
  #expect(shown.tagged == ["a.txt": "4", "b.txt": "4"])
  shown.select(1...1)
  try await shown.key("0")
  #expect(shown.tagged == ["a.txt": "4", "b.txt": ""])
  try await shown.key("0")
  try await shown.key("Ctrl+Z")
  #expect(shown.tagged == ["a.txt": "4", "b.txt": "4"])
}

@MainActor @Test func `files are filtered by their tags, and all that are left can be copied`() async throws {
  let folder = try textFiles(["a.txt", "b.txt", "c.txt", "d.txt"])
  let shown = try await FileStage(folder.path)
  shown.select(1...2)
  try await shown.key("3")
  shown.select(3...3)
  try await shown.key("7")
  try await shown.filter("tag=3")
  #expect(shown.names == ["b.txt", "c.txt"])
  try await shown.key("Ctrl+A")
  try await shown.key("Ctrl+C")
  #expect(shown.harness.clipboard.text == "\(folder.path)/b.txt\n\(folder.path)/c.txt")
  // A file that loses its tag leaves the list.
  shown.select(0...0)
  try await shown.key("0")
  #expect(shown.names == ["c.txt"])
  for (filter, names) in [
    ("!tag=3", ["a.txt", "b.txt", "d.txt"]), ("tag!=3", ["a.txt", "b.txt", "d.txt"]), ("tag>0", ["c.txt", "d.txt"]),
    ("tag=", ["a.txt", "b.txt"]), ("tag=9", []),
  ] {
    try await shown.filter(filter)
    #expect(shown.names == names, "\(filter)")
  }
}

@MainActor @Test func `a column of tags appears with the first tag, and files are sorted by it`() async throws {
  let folder = try textFiles(["a.txt", "b.txt", "c.txt", "d.txt"])
  let shown = try await FileStage(folder.path, size: Size(width: 1200, height: 600))
  try await shown.key("Ctrl+2")
  func titles() -> [String] {
    shown.harness.show()
    return shown.harness.semantics.filter { $0.role == .header && $0.bounds.height == 32 }.map(\.text)
  }
  #expect(!titles().contains { $0.hasPrefix("Tag") })
  shown.select(1...1)
  try await shown.key("5")
  shown.select(3...3)
  try await shown.key("2")
  #expect(titles().contains { $0.hasPrefix("Tag") }, "\(titles())")
  #expect(shown.rows[1].contains("b.txt 5 ") && shown.rows[3].contains("d.txt 2 "), "\(shown.rows)")
  try shown.viewer.setSort("tag")
  try await shown.rest()
  #expect(shown.names == ["d.txt", "b.txt", "a.txt", "c.txt"])
  try shown.viewer.setSort("tag:desc")
  try await shown.rest()
  #expect(shown.names == ["b.txt", "d.txt", "a.txt", "c.txt"])
  // A new tag moves its file.
  shown.select(3...3)
  try await shown.key("9")
  #expect(shown.names == ["c.txt", "b.txt", "d.txt", "a.txt"])
  for _ in 0..<3 { try await shown.key("Ctrl+Z") }
  #expect(!titles().contains { $0.hasPrefix("Tag") })
}

@MainActor @Test func `pictures are culled by keys: tag, next, trash and undo`() async throws {
  let folder = try pictureFolder(4)
  let shown = try await FileStage(folder.path)
  shown.select(0...0)
  try shown.pressKey("Return")
  try await shown.wait(forTitle: "p100.png")
  try shown.pressKey("1")
  #expect(shown.status.contains("Tag 1"), "\(shown.status)")
  #expect(shown.text.contains("\"1\""))
  try shown.pressKey("Ctrl+I")
  #expect(shown.detailTexts.contains("Tag"))
  try shown.pressKey("Ctrl+I")
  try shown.pressKey("Right")
  try await shown.wait(forTitle: "p101.png")
  #expect(!shown.status.contains("Tag"), "\(shown.status)")
  try shown.pressKey("Delete")
  try await shown.wait(forTitle: "p102.png")
  try shown.pressKey("2")
  try shown.pressKey("0")
  #expect(!shown.status.contains("Tag "), "\(shown.status)")
  try shown.pressKey("Ctrl+Z")
  #expect(shown.status.contains("Tag 2"), "\(shown.status)")
  try shown.pressKey("Escape")
  try await shown.wait(forCount: 3)
  #expect(shown.tagged == ["p100.png": "1", "p102.png": "2", "p103.png": ""])
}

@MainActor @Test func `a tag follows its file to another name, to the trash and back`() async throws {
  let folder = try textFiles(["a.txt", "b.txt"])
  let shown = try await FileStage(folder.path)
  shown.select(0...0)
  try await shown.key("6")
  try await shown.key("F2")
  try await shown.answer("z.txt")
  try await shown.wait(forCount: 2)
  #expect(shown.tagged == ["b.txt": "", "z.txt": "6"])
  shown.select(1...1)
  try await shown.key("Delete")
  try await shown.wait(forCount: 1)
  // Another file of the name has not its tag.
  try folder.write("other", to: "z.txt")
  try await shown.wait(forCount: 2)
  #expect(shown.tagged == ["b.txt": "", "z.txt": ""])
  #expect(unlink(folder.file("z.txt")) == 0)
  try await shown.wait(forCount: 1)
  try await shown.key("Ctrl+Z")
  try await shown.wait(forCount: 2)
  #expect(shown.tagged == ["b.txt": "", "z.txt": "6"])
  try await shown.key("Ctrl+Z")
  try await shown.rest()
  #expect(shown.tagged == ["a.txt": "6", "b.txt": ""])
}

@MainActor @Test func `the files in a folder keep their tags when it is renamed, moved or brought back`() async throws {
  let folder = try TemporaryFolder()
  for name in ["inner", "other"] { #expect(mkdir(folder.file(name), 0o700) == 0) }
  try folder.write("x", to: "inner/a.txt")
  let shown = try await FileStage(folder.path)
  try shown.viewer.open(folder.file("inner"))
  try await shown.wait(forCount: 1)
  shown.select(0...0)
  try await shown.key("8")
  try shown.viewer.open(folder.path)
  try await shown.wait(forCount: 2)
  shown.select(0...0)
  try await shown.key("F2")
  try await shown.answer("renamed")
  try await shown.rest()
  shown.select(1...1)
  try await shown.key("Ctrl+X")
  try shown.viewer.open(folder.file("other"))
  try await shown.rest()
  try await shown.key("Ctrl+V")
  try await shown.wait(forCount: 1)
  try await shown.key("Delete")
  try await shown.wait(forCount: 0)
  try await shown.key("Ctrl+Z")
  try await shown.wait(forCount: 1)
  try shown.viewer.open(folder.file("other/renamed"))
  try await shown.wait(forCount: 1)
  #expect(shown.tagged == ["a.txt": "8"])
}

@MainActor @Test func `tags that cannot be written are reported, and nothing else changes`() async throws {
  let folder = try textFiles(["a.txt", "b.txt"])
  let shown = try await FileStage(folder.path)
  try shown.data.write("no folder", to: "scrollwork")
  shown.select(0...0)
  try await shown.key("3")
  #expect(shown.status.contains("The tag was not written: "), "\(shown.status)")
  #expect(shown.tagged == ["a.txt": "", "b.txt": ""])
  try await shown.key("Ctrl+Z")
  #expect(shown.status.contains("no file was changed"), "\(shown.status)")
}

@MainActor @Test func `a folder behind a link has the same tags, and so have files that are listed by their paths`()
  async throws
{
  let folder = try textFiles(["a.txt", "b.txt"])
  let links = try TemporaryFolder()
  #expect(symlink(folder.path, links.file("link")) == 0)
  let shown = try await FileStage(links.file("link"))
  shown.select(1...1)
  try await shown.key("3")
  try shown.viewer.open(folder.path)
  try await shown.wait(forCount: 2)
  #expect(shown.tagged == ["a.txt": "", "b.txt": "3"])
  _ = try shown.viewer.open([folder.file("b.txt"), links.file("link/b.txt")])
  try await shown.wait(forCount: 2)
  #expect(shown.rows.allSatisfy { $0.contains("tag 3") }, "\(shown.rows)")
}

@MainActor @Test func `tags are saved with the list of files`() async throws {
  let folder = try textFiles(["a.txt", "b.txt"])
  let shown = try await FileStage(folder.path)
  shown.select(1...1)
  try await shown.key("3")
  let target = try TemporaryFolder()
  try await shown.key("Ctrl+S")
  try await shown.answer(target.file("list.csv"))
  let lines = TemporaryFolder.text(target.file("list.csv")).split(separator: "\n")
  #expect(lines.first == "name,kind,size,modified,width,height,tag")
  #expect(lines.count == 3 && lines.last?.hasPrefix("b.txt,") == true && lines.last?.hasSuffix(",,,3") == true)
}

@Test func `printed files are filtered and sorted by their tags`() throws {
  let folder = try textFiles(["a.txt", "b.txt", "c.txt"])
  let data = try TemporaryFolder()
  let storage = FileTagStorage(data: data.path)
  try storage.write(["a.txt": 4, "c.txt": 2], in: folder.path)
  func print(_ filters: [String], _ order: FolderOrder) throws -> String {
    let path = data.file("out")
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    defer { close(descriptor) }
    var output = OutputWriter(descriptor: descriptor, name: path)
    var printer = FolderPrinter(format: .text, order: order, filter: try EntryFilter(filters))
    printer.storage = storage
    _ = try printer.print(folder.path, to: &output)
    return TemporaryFolder.text(path)
  }
  #expect(try print(["tag>0"], .byName) == "a.txt\nc.txt\n")
  #expect(try print([], FolderOrder([SortKey(.tag)])) == "c.txt\na.txt\nb.txt\n")
}

// MARK: The files of tags

@Test func `names of all bytes, and folders with the name of the files of tags, keep their tags apart`() throws {
  let data = try TemporaryFolder()
  let storage = FileTagStorage(data: data.path)
  let names = ["a\nb\t%41", "caf\u{e9}", PathBytes.canonical("cafe\u{301}"), PathBytes.decode([0x61, 0xFF, 0xFE])]
  for (place, name) in names.enumerated() { try storage.write([name: UInt8(place + 1)], in: "/top") }
  try storage.write(["x": 5], in: "/top/.tags")
  try storage.write(["x": 6], in: "/top/..tags")
  try storage.write(["x": 7], in: "/")
  let tags = try storage.tagsByName(in: "/top")
  #expect(tags.count == 4)
  for (place, name) in names.enumerated() {
    #expect(tags.first { $0.name.utf8.elementsEqual(name.utf8) }?.tag == UInt8(place + 1))
  }
  #expect(try storage.tagsByName(in: "/top/.tags").map(\.tag) == [5])
  #expect(try storage.tagsByName(in: "/top/..tags").map(\.tag) == [6])
  #expect(try storage.tagsByName(in: "/").map(\.tag) == [7])
  try storage.moveFolder("/top", to: "/moved/here")
  #expect(try storage.tagsByName(in: "/top").isEmpty)
  #expect(try storage.tagsByName(in: "/moved/here/.tags").map(\.tag) == [5])
}

@Test func `a line of a tag that was not written to its end is left out, and the next one is whole`() throws {
  let data = try TemporaryFolder()
  let storage = FileTagStorage(data: data.path)
  try storage.write(["a": 1], in: "/f")
  try data.append("2\tb%2", to: "scrollwork/tags/f/.tags")
  try data.append("\n\tc\n12\td\n3\tx%2Fy\n4", to: "scrollwork/tags/f/.tags")
  try storage.write(["e": 5], in: "/f")
  let tags = try storage.tagsByName(in: "/f").filter { $0.name != "b%2" }
  #expect(Dictionary(uniqueKeysWithValues: tags.map { ($0.name, $0.tag) }) == ["a": 1, "e": 5])
}

@Test func `a file of tags that is something else is neither read nor changed`() throws {
  let data = try TemporaryFolder()
  let storage = FileTagStorage(data: data.path)
  #expect(OutputFile.makeFolders(data.file("scrollwork/tags/f")) == 0)
  try data.write("notes of mine", to: "scrollwork/tags/f/.tags")
  #expect(throws: FileError.self) { try storage.tagsByName(in: "/f") }
  #expect(throws: FileError.self) { try storage.write(["a": 1], in: "/f") }
  #expect(TemporaryFolder.text(data.file("scrollwork/tags/f/.tags")) == "notes of mine")
}

@MainActor @Test(arguments: layouts + ["Ctrl+2"])
func `digits and signs that are typed after letters find a name, and tag nothing`(layout: String) async throws {
  let folder = try TemporaryFolder()
  for number in 1_000..<1_030 { try folder.write("\0", to: "img-\(number).jpg") }
  let before = folder.names
  let shown = try await FileStage(folder.path)
  try await shown.key(layout)
  // A person presses a key, gets its letter and lets it go, with a little time in between.
  for letter in "img-1015" {
    let key = Key(letter.uppercased())
    shown.harness.send(.keyDown(key, [], isRepeat: false))
    shown.harness.send(.text(String(letter)))
    shown.harness.send(.keyUp(key, []))
    shown.harness.advance(by: .milliseconds(150))
  }
  try await shown.rest()
  #expect(shown.selected == ["img-1015.jpg"], "\(shown.status)")
  #expect(folder.names == before && !shown.tagged.values.contains { !$0.isEmpty }, "nothing is tagged")
  // After a pause a digit is a tag again.
  shown.harness.advance(by: .milliseconds(1_100))
  try shown.pressKey("4")
  try await shown.filter("tag=4")
  #expect(shown.names == ["img-1015.jpg"], "\(shown.names)")
}
