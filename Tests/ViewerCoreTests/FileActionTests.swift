import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Trash, new folder and their undo, as a user does them.

// MARK: Trash

@MainActor @Test func `Delete moves a file to the trash with a note of its path, and selects the next one`()
  async throws
{
  let folder = try textFiles(["a b%ü.txt", "c.txt", "d.txt"])
  let shown = try await FileStage(folder.path)
  shown.select(0...0)
  try await shown.key("Delete")
  try await shown.wait(forCount: 2)
  #expect(folder.names == ["c.txt", "d.txt"])
  #expect(shown.trashed == ["a b%ü.txt"])
  let lines = shown.note("a b%ü.txt").split(separator: "\n")
  try #require(lines.count == 3)
  #expect(lines[0] == "[Trash Info]" && lines[1] == "Path=\(folder.path)/a%20b%25%C3%BC.txt")
  #expect(lines[2].hasPrefix("DeletionDate=20") && lines[2].utf8.count == "DeletionDate=2024-01-01T00:00:00".utf8.count)
  #expect(shown.toast == "Moved “a b%ü.txt” to the trash. Ctrl+Z brings it back", "\(shown.toast)")
  #expect(shown.selected == ["c.txt"])
}

@MainActor @Test func `in a narrow window a long name gives way to the rest of the message`() async throws {
  let name = String(repeating: "long", count: 30) + ".txt"
  let folder = try textFiles([name, "z.txt"])
  let shown = try await FileStage(folder.path, size: Size(width: 500, height: 300))
  shown.select(0...0)
  try await shown.key("Delete")
  let message = shown.text.split(separator: "\n").first { $0.contains("Moved “") }.map(String.init) ?? shown.text
  #expect(message.contains("Moved “longlo"), "\(message)")
  #expect(message.contains("ng.txt” to the trash\""), "\(message)")
}

@MainActor @Test func `Ctrl+Z brings several files back from the trash and selects them`() async throws {
  let folder = try textFiles(["a.txt", "b.txt", "c.txt", "d.txt"])
  let shown = try await FileStage(folder.path)
  shown.select(1...2)
  try await shown.key("Delete")
  try await shown.wait(forCount: 2)
  #expect(shown.trashed == ["b.txt", "c.txt"] && shown.selected == ["d.txt"])
  #expect(shown.toast == "Moved 2 items to the trash. Ctrl+Z brings them back")
  try await shown.key("Ctrl+Z")
  try await shown.wait(forCount: 4)
  #expect(TemporaryFolder.text(folder.file("b.txt")) == "text of b.txt\n")
  #expect(shown.trashed.isEmpty && shown.notes.isEmpty)
  #expect(shown.status.contains("Brought back 2 items"), "\(shown.status)")
  #expect(shown.selected == ["b.txt", "c.txt"])
  try await shown.key("Ctrl+Z")
  #expect(shown.status.contains("Ctrl+Z does nothing here: no file was changed"))
}

@MainActor @Test func `a file that has its name again is not replaced by undo`() async throws {
  let folder = try textFiles(["a.txt", "b.txt"])
  let shown = try await FileStage(folder.path)
  shown.select(0...0)
  try await shown.key("Delete")
  try await shown.wait(forCount: 1)
  try folder.write("new", to: "a.txt")
  try await shown.wait(forCount: 2)
  try await shown.key("Ctrl+Z")
  #expect(shown.status.contains("“a.txt” stays in the trash: this name is already taken"))
  #expect(TemporaryFolder.text(folder.file("a.txt")) == "new" && shown.trashed == ["a.txt"])
  try folder.remove("a.txt")
  try await shown.wait(forCount: 1)
  try await shown.key("Ctrl+Z")
  try await shown.wait(forCount: 2)
  #expect(TemporaryFolder.text(folder.file("a.txt")) == "text of a.txt\n" && shown.trashed.isEmpty)
}

@MainActor @Test func `folders, links to nothing and the longest names go to the trash and come back`() async throws {
  let longest = String(repeating: "n", count: 251) + ".txt"
  let folder = try textFiles([longest])
  try folder.makeFolder("inner")
  try folder.write("x", to: "inner/x.txt")
  #expect(symlink("/nowhere/at all", folder.file("link")) == 0)
  let shown = try await FileStage(folder.path)
  let before = folder.names
  try await shown.key("Ctrl+A")
  try await shown.key("Delete")
  try await shown.wait(forCount: 0)
  #expect(folder.names.isEmpty && shown.trashed.count == 3 && shown.notes.count == 3)
  try await shown.key("Ctrl+Z")
  try await shown.wait(forCount: 3)
  #expect(folder.names == before && TemporaryFolder.text(folder.file("inner/x.txt")) == "x")
}

@MainActor @Test func `files of one name get names of their own in the trash`() async throws {
  let folder = try textFiles(["a.txt"])
  let shown = try await FileStage(folder.path)
  for _ in 1...2 {
    shown.select(0...0)
    try await shown.key("Delete")
    try await shown.wait(forCount: 0)
    try folder.write("again", to: "a.txt")
    try await shown.wait(forCount: 1)
  }
  #expect(shown.trashed == ["a.2.txt", "a.txt"] && shown.notes == ["a.2.txt.trashinfo", "a.txt.trashinfo"])
}

@MainActor @Test func `a file on another disk goes to the trash of that disk, with a path relative to it`() async throws
{
  let disk = try TemporaryFolder()
  try disk.makeFolder("photos")
  try disk.write("x", to: "photos/a.txt")
  let shown = try await FileStage(disk.file("photos"), otherDisk: disk.path)
  shown.select(0...0)
  try await shown.key("Delete")
  try await shown.wait(forCount: 0)
  let trash = disk.file(".Trash-\(getuid())")
  #expect(TemporaryFolder.text(trash + "/files/a.txt") == "x")
  #expect(TemporaryFolder.text(trash + "/info/a.txt.trashinfo").contains("\nPath=photos/a.txt\n"))
  #expect(shown.trashed.isEmpty)
}

@MainActor @Test(arguments: [true, false])
func `the common trash of a disk is used only with its sticky bit`(isSticky: Bool) async throws {
  let disk = try textFiles(["a.txt"])
  try disk.makeFolder(".Trash")
  #expect(chmod(disk.file(".Trash"), isSticky ? 0o1777 : 0o777) == 0)
  let shown = try await FileStage(disk.path, otherDisk: disk.path)
  shown.select(0...0)
  try await shown.key("Delete")
  try await shown.wait(forCount: 0)
  let trash = isSticky ? ".Trash/\(getuid())" : ".Trash-\(getuid())"
  #expect(TemporaryFolder.text(disk.file(trash + "/files/a.txt")) == "text of a.txt\n")
}

@MainActor @Test func `a trash of a disk that is a link is not used, and the file stays`() async throws {
  let (disk, elsewhere) = (try textFiles(["a.txt"]), try TemporaryFolder())
  #expect(symlink(elsewhere.path, disk.file(".Trash-\(getuid())")) == 0)
  let shown = try await FileStage(disk.path, otherDisk: disk.path)
  shown.select(0...0)
  try await shown.key("Delete")
  #expect(shown.status.contains("“a.txt” was not moved to the trash: the trash"), "\(shown.status)")
  #expect(shown.status.contains("is a link or belongs to another user"))
  #expect(TemporaryFolder.text(disk.file("a.txt")) == "text of a.txt\n" && elsewhere.names.isEmpty)
}

@MainActor @Test func `files stay on a disk without a trash, and the reason is reported`() async throws {
  let folder = try textFiles(["a.txt"])
  let shown = try await FileStage(folder.path, otherDisk: "/proc")
  shown.select(0...0)
  try await shown.key("Delete")
  let words = "“a.txt” was not moved to the trash: its disk has no trash, and none can be made"
  #expect(shown.status.contains(words), "\(shown.status)")
  #expect(folder.names == ["a.txt"])
  try await shown.key("Ctrl+Z")
  #expect(shown.status.contains("no file was changed"))
}

@MainActor @Test func `a file deleted before it was moved to the trash is reported`() async throws {
  let folder = try textFiles(["a.txt"])
  let trash = Trash(data: folder.file("data")) { _ in nil }
  #expect(throws: FileError(path: folder.file("b.txt"), reason: .notFound, action: .write)) {
    try trash.put(folder.file("b.txt"))
  }
  #expect(folder.names == ["a.txt"])
}

@MainActor @Test func `a picture that is shown goes to the trash and the next one is shown`() async throws {
  let folder = try pictureFolder(3)
  let shown = try await FileStage(folder.path)
  shown.select(1...1)
  shown.harness.key(.enter)
  try await shown.wait(forTitle: "p101.png")
  shown.harness.key(.delete)
  try await shown.wait(forTitle: "p102.png")
  #expect(shown.trashed == ["p101.png"])
  shown.harness.host.handle(.keyDown(.delete, [], isRepeat: true), at: shown.harness.host.now)
  shown.harness.settle()
  #expect(folder.names == ["p100.png", "p102.png"], "a held key deletes nothing more")
  shown.harness.key(.delete)
  try await shown.wait(forTitle: "p100.png")
  #expect(folder.names == ["p100.png"], "the last one was shown, so the one before follows")
  shown.harness.key("Z", modifiers: .control)
  let isBack = await waitUntil(shown.harness) { folder.names == ["p100.png", "p102.png"] }
  #expect(isBack)
}

// MARK: New folder

@MainActor @Test func `Ctrl+Shift+N makes a folder and selects it, and undo removes it while it is empty`() async throws
{
  let folder = try textFiles(["a.txt", "b.txt"])
  let shown = try await FileStage(folder.path)
  try await shown.key("Ctrl+Shift+N")
  try await shown.key("Return")
  try await shown.wait(forCount: 3)
  #expect(folder.names == ["New folder", "a.txt", "b.txt"] && shown.selected == ["New"])
  try await shown.key("Ctrl+Shift+N")
  try await shown.key("Return")
  try await shown.wait(forCount: 4)
  #expect(folder.names.contains("New folder 2"))
  try folder.write("x", to: "New folder 2/x.txt")
  try await shown.key("Ctrl+Z")
  #expect(shown.status.contains("The folder “New folder 2” was not removed: it is not empty"), "\(shown.status)")
  try await shown.key("Ctrl+Z")
  try await shown.wait(forCount: 3)
  #expect(folder.names == ["New folder 2", "a.txt", "b.txt"])
  #expect(shown.status.contains("Removed the folder “New folder”"))
}

@MainActor @Test func `a folder that cannot be written says so in place`() async throws {
  let shown = try await FileStage("/proc/sys/kernel/random")
  let count = shown.viewer.list.itemCount
  try await shown.key("Ctrl+Shift+N")
  try await shown.key("Return")
  #expect(
    ["Permission denied", "No such file or folder", "Read-only file system"].contains { shown.text.contains($0) })
  try await shown.key("Escape")
  shown.select(0...0)
  try await shown.key("F2")
  try await shown.answer("other")
  #expect(shown.viewer.list.itemCount == count && !shown.status.contains("Renamed"))
}

@MainActor @Test func `commands that a list of several paths lacks give a reason; the trash works`() async throws {
  let folder = try textFiles(["a.txt", "b.txt"])
  let shown = try await FileStage(folder.path)
  _ = try shown.viewer.open([folder.file("a.txt"), folder.file("b.txt")])
  try await shown.wait(forCount: 2)
  shown.select(0...0)
  try await shown.key("F2")
  #expect(shown.status.contains("files are renamed in their own folder"), "\(shown.status)")
  try await shown.key("Ctrl+Shift+N")
  #expect(shown.status.contains("this list is not a folder"))
  try await shown.key("Delete")
  try await shown.wait(forCount: 1)
  #expect(folder.names == ["b.txt"] && shown.trashed == ["a.txt"])
}

@MainActor @Test func `addresses have no trash`() async throws {
  let folder = try TemporaryFolder()
  try folder.write("https://example.invalid/a.png\nhttps://example.invalid/b.png\n", to: "list.txt")
  let shown = try await FileStage(folder.file("list.txt"))
  shown.select(0...0)
  try await shown.key("Delete")
  #expect(shown.status.contains("Delete does nothing here: addresses are not files"), "\(shown.status)")
}

@MainActor @Test(arguments: [[], ["aa", "bb"]])
func `the title of the folders is visible above a new folder in their first row`(others: [String]) async throws {
  let folder = try pictureFolder(60)
  for name in others { try folder.makeFolder(name) }
  let shown = try await FileStage(folder.path)
  try await shown.key("Ctrl+Shift+N")
  try await shown.key("Return")
  try await shown.wait(forCount: 61 + others.count)
  #expect(shown.selected == ["New"])
  let title = try #require(shown.harness.semantics.first { $0.role == .header && $0.text.hasPrefix("Folders") })
  #expect(title.bounds.minY >= shown.viewer.list.convertToRoot(shown.viewer.list.bounds).minY)
  #expect(shown.viewer.list.contentOffset.y == 0)
}
