import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Mounted folders, an emptied trash, and the selection after changes of files.

/// A second mount of a folder, which ends when the object is released.
private final class MountedFolder: Sendable {
  let target: String

  /// Mounts a folder. Fails without the permission to mount.
  init?(_ source: String, at target: String, isReadOnly: Bool = false) {
    self.target = target
    guard mount(source, target, nil, UInt(4_096), nil) == 0 else { return nil }
    if isReadOnly { _ = mount(nil, target, nil, UInt(4_096 | 32 | 1), nil) }
  }

  func end() { umount2(target, 2) }

  deinit { end() }

  /// Whether this process may mount folders.
  static let isPossible: Bool = {
    guard let folder = try? TemporaryFolder(), mkdir(folder.file("a"), 0o700) == 0 else { return false }
    return MountedFolder(folder.path, at: folder.file("a")) != nil
  }()
}

/// Returns a folder with the folders `source`, which has two files, and `mounted`, a mount point for it.
private func mountable() throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  for name in ["source", "mounted"] { #expect(mkdir(folder.file(name), 0o700) == 0) }
  for name in ["a.txt", "b.txt"] { try folder.write("text of \(name)\n", to: "source/" + name) }
  return folder
}

// MARK: Mounted folders

@MainActor @Test(.enabled(if: MountedFolder.isPossible))
func `a file in a folder that is mounted twice goes to a trash of its own and comes back`() async throws {
  let folder = try mountable()
  let mounted = try #require(MountedFolder(folder.file("source"), at: folder.file("mounted")))
  let shown = try await FileStage(mounted.target)
  shown.select(0...0)
  try await shown.key("Delete")
  try await shown.wait(forCount: 1)
  #expect(shown.toast.contains("Moved “a.txt” to the trash"), "\(shown.toast)")
  #expect(shown.trashed.isEmpty)
  let trash = folder.file("source/.Trash-\(getuid())")
  #expect(TemporaryFolder.text(trash + "/files/a.txt") == "text of a.txt\n")
  #expect(TemporaryFolder.text(trash + "/info/a.txt.trashinfo").contains("\nPath=a.txt\n"))
  try await shown.key("Ctrl+Z")
  try await shown.wait(forCount: 2)
  #expect(TemporaryFolder.text(folder.file("source/a.txt")) == "text of a.txt\n")
  #expect(shown.selected == ["a.txt"])
}

@MainActor @Test(.enabled(if: MountedFolder.isPossible))
func `where a mounted folder can have no trash, its files are copied to the one at home and back`() async throws {
  let folder = try mountable()
  let mounted = try #require(MountedFolder(folder.file("source"), at: folder.file("mounted")))
  // Something else has the name of the trash.
  try folder.write("taken", to: "source/.Trash-\(getuid())")
  let shown = try await FileStage(mounted.target)
  shown.select(0...0)
  try await shown.key("Delete")
  try await shown.wait(forCount: 1)
  #expect(shown.trashed == ["a.txt"] && shown.note("a.txt").contains("/mounted/a.txt\n"), "\(shown.status)")
  try await shown.key("Ctrl+Z")
  try await shown.wait(forCount: 2)
  #expect(shown.trashed.isEmpty && shown.notes.isEmpty)
  #expect(TemporaryFolder.text(folder.file("source/a.txt")) == "text of a.txt\n")
}

@MainActor @Test(.enabled(if: MountedFolder.isPossible))
func `a large file that is copied to the trash shows its progress and can be stopped`() async throws {
  let folder = try mountable()
  #expect(truncate(folder.file("source/a.txt"), 999_000_000) == 0)
  let mounted = try #require(MountedFolder(folder.file("source"), at: folder.file("mounted")))
  try folder.write("taken", to: "source/.Trash-\(getuid())")
  let shown = try await FileStage(mounted.target)
  shown.select(0...0)
  shown.harness.key(.delete)
  let isShown = await waitUntil(shown.harness) { shown.status.contains("Moving to the trash 1 of 1") }
  #expect(isShown && shown.status.contains("of 999.0 MB"), "\(shown.status)")
  shown.harness.key(".", modifiers: .control)
  try await shown.rest()
  #expect(shown.status.contains("Stopped; the rest is where it was"), "\(shown.status)")
  #expect(shown.trashed.isEmpty && shown.notes.isEmpty)
  #expect(try FileInfo(path: folder.file("source/a.txt")).size == 999_000_000)
}

@MainActor @Test(.enabled(if: MountedFolder.isPossible))
func `a folder shows what is in its place after it was unmounted and mounted`() async throws {
  let folder = try mountable()
  try folder.write("below", to: "mounted/below.txt")
  let mounted = try #require(MountedFolder(folder.file("source"), at: folder.file("mounted")))
  let shown = try await FileStage(mounted.target)
  #expect(shown.viewer.list.itemCount == 2 && shown.status.contains("Live"), "\(shown.status)")
  mounted.end()
  try await shown.wait(forCount: 1)
  #expect(shown.rows.first?.hasPrefix("below.txt") == true && shown.status.contains("Live"))
  // The folder below is followed now.
  try folder.write("x", to: "mounted/more.txt")
  try await shown.wait(forCount: 2)
  let again = try #require(MountedFolder(folder.file("source"), at: folder.file("mounted")))
  let isBack = await waitUntil(shown.harness) { shown.rows.contains { $0.hasPrefix("a.txt") } }
  #expect(isBack, "\(shown.rows)")
  again.end()
}

@MainActor @Test(.enabled(if: MountedFolder.isPossible))
func `a picture whose folder is unmounted is gone`() async throws {
  let folder = try mountable()
  try folder.write("\0no picture", to: "source/p.png")
  let mounted = try #require(MountedFolder(folder.file("source"), at: folder.file("mounted")))
  let shown = try await FileStage(mounted.target)
  try shown.viewer.open(mounted.target + "/p.png")
  #expect(!shown.status.contains("The file is gone"), "\(shown.status)")
  mounted.end()
  let isGone = await waitUntil(shown.harness) { shown.status.contains("The file is gone") }
  #expect(isGone, "\(shown.status)")
}

@MainActor @Test func `a folder that changes without a word to watchers is not called live`() async throws {
  let shown = try await FileStage("/proc/sys/kernel")
  #expect(shown.status.contains("Not watched") && !shown.status.contains("Live"), "\(shown.status)")
}

// MARK: Trash and undo

@MainActor @Test func `undo tells that a file is no longer in the trash`() async throws {
  let folder = try textFiles(["a.txt", "b.txt", "c.txt"])
  let shown = try await FileStage(folder.path)
  shown.select(0...1)
  try await shown.key("Delete")
  try await shown.wait(forCount: 1)
  #expect(unlink(shown.data.file("Trash/files/a.txt")) == 0)
  try await shown.key("Ctrl+Z")
  try await shown.wait(forCount: 2)
  #expect(
    shown.status.contains("Brought back “b.txt”. “a.txt” is no longer in the trash, so nothing can bring it back"),
    "\(shown.status)")
  try await shown.key("Ctrl+Z")
  #expect(shown.status.contains("no file was changed"), "\(shown.status)")
}

@MainActor @Test func `undo tells that the folder of a file is gone, and brings the file back when it is there again`()
  async throws
{
  let folder = try TemporaryFolder()
  #expect(mkdir(folder.file("inner"), 0o700) == 0)
  try folder.write("x", to: "inner/a.txt")
  let shown = try await FileStage(folder.file("inner"))
  shown.select(0...0)
  try await shown.key("Delete")
  try await shown.wait(forCount: 0)
  try shown.viewer.open(folder.path)
  try await shown.rest()
  #expect(rmdir(folder.file("inner")) == 0)
  try await shown.key("Ctrl+Z")
  #expect(shown.status.contains("“a.txt” stays in the trash: the folder that had it is gone"), "\(shown.status)")
  #expect(mkdir(folder.file("inner"), 0o700) == 0)
  try await shown.key("Ctrl+Z")
  try await shown.rest()
  #expect(TemporaryFolder.text(folder.file("inner/a.txt")) == "x")
}

@MainActor @Test func `undo in the picture view shows the picture again`() async throws {
  let folder = try pictureFolder(4)
  let shown = try await FileStage(folder.path)
  shown.select(1...1)
  try shown.pressKey("Return")
  try await shown.wait(forTitle: "p101.png")
  try shown.pressKey("Delete")
  try await shown.wait(forTitle: "p102.png")
  try shown.pressKey("Ctrl+Z")
  try await shown.wait(forTitle: "p101.png")
  let isCounted = await waitUntil(shown.harness) { shown.status.contains("2 of 4 pictures") }
  #expect(isCounted, "\(shown.status)")
  try shown.pressKey("Right")
  try await shown.wait(forTitle: "p102.png")
}

@MainActor @Test func `all files that were pasted or brought back are selected`() async throws {
  let names = (1...7).map { "p\($0).png" } + ["a.txt", "b.txt"]
  let folder = try textFiles(names)
  let target = try textFiles(["other.txt", "z.png"])
  let shown = try await FileStage(folder.path)
  try await shown.key("Ctrl+A")
  try await shown.key("Ctrl+C")
  try shown.viewer.open(target.path)
  try await shown.wait(forCount: 2)
  try await shown.key("Ctrl+V")
  try await shown.wait(forCount: 11)
  #expect(shown.viewer.list.selectedCount == 9 && shown.status.contains("9 selected"), "\(shown.status)")
  #expect(Set(shown.selected).isDisjoint(with: ["other.txt", "z.png"]))
  try await shown.key("Delete")
  try await shown.wait(forCount: 2)
  try await shown.key("Ctrl+Z")
  try await shown.wait(forCount: 11)
  #expect(shown.viewer.list.selectedCount == 9)
}

// MARK: Cards and marks

@MainActor @Test func `a selected folder has a mark, as pictures have`() async throws {
  let folder = try pictureFolder(1)
  #expect(mkdir(folder.file("inner"), 0o700) == 0)
  let shown = try await FileStage(folder.path)
  shown.harness.show()
  #expect(!shown.text.contains("symbol check"))
  shown.select(0...0)
  #expect(shown.text.contains("symbol check"), "\(shown.text)")
}

@MainActor @Test(arguments: ["Ctrl+1", "Ctrl+2", "Ctrl+3"])
func `the texts of a filter are marked in names, in each layout`(layout: String) async throws {
  let folder = try textFiles(["harbour dawn.txt", "night harbour.png", "other.txt", "third dawn.txt"])
  let shown = try await FileStage(folder.path)
  try await shown.key(layout)
  try shown.viewer.setFilter(["dawn"])
  try await shown.rest()
  #expect(shown.markedNames == 2, "\(shown.text)")
  try shown.viewer.setFilter(["/ha[a-z]+r/", "!dawn"])
  try await shown.rest()
  #expect(shown.markedNames == 1)
  try shown.viewer.setFilter(["name~/^third/"])
  try await shown.rest()
  #expect(shown.viewer.list.itemCount == 1 && shown.markedNames == 1)
  try shown.viewer.setFilter([])
  try await shown.rest()
  #expect(shown.markedNames == 0)
}

extension FileStage {
  /// The number of visible names with marks.
  fileprivate var markedNames: Int {
    harness.show()
    let list = viewer.list
    let paths = list.snapshot().sections.enumerated().flatMap { section, rows in
      (0..<rows.count).map { ElementPath(section: section, item: $0) }
    }
    var (views, count) = (paths.compactMap { list.content(of: list.id(at: $0)) }, 0)
    while let view = views.popLast() {
      if view.isHidden { continue }
      if let label = view as? Label, label.marks != nil { count += 1 }
      views += view.children
    }
    return count
  }
}
