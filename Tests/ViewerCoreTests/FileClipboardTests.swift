import Glibc
import Scrollwork
import ScrollworkHostInterface
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Copy, cut and paste of files, as a user does them.

extension FileStage {
  fileprivate func content(_ type: String) -> String {
    harness.clipboard.items.first { $0.type == type }.map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
  }

  /// Puts data of a type on the clipboard, as another program does.
  fileprivate func offer(_ type: String, _ text: String) {
    harness.clipboard.offer([ClipboardItem(type: type, bytes: Array(text.utf8))])
  }

  /// Opens a folder of `count` entries.
  fileprivate func show(_ folder: String, count: Int) async throws {
    try viewer.open(folder)
    try await wait(forCount: count)
    viewer.focusList()
  }
}

/// Copies or cuts, with `key`, the first entry or all of a folder, and opens another folder. Returns the viewer.
@MainActor
private func stage(
  _ folder: TemporaryFolder, _ key: String, all: Bool = false, then other: String, count: Int = 0
) async throws -> FileStage {
  let shown = try await FileStage(folder.path)
  if all { try await shown.key("Ctrl+A") } else { shown.select(0...0) }
  try await shown.key(key)
  try await shown.show(other, count: count)
  return shown
}

@MainActor @Test func `Ctrl+C offers files in the formats of other programs, and their paths as text`() async throws {
  let folder = try textFiles(["a b%ü.txt", "c.txt"])
  let shown = try await FileStage(folder.path)
  try await shown.key("Ctrl+A")
  try await shown.key("Ctrl+C")
  let first = "file://\(folder.path)/a%20b%25%C3%BC.txt"
  #expect(shown.content("text/uri-list") == "\(first)\r\nfile://\(folder.path)/c.txt\r\n")
  #expect(shown.content("x-special/gnome-copied-files") == "copy\n\(first)\nfile://\(folder.path)/c.txt")
  #expect(shown.harness.clipboard.text == "\(folder.path)/a b%ü.txt\n\(folder.path)/c.txt")
  #expect(shown.status.contains("Copied 2 items. Ctrl+V puts a copy into a folder"), "\(shown.status)")
  try await shown.key("Ctrl+X")
  #expect(shown.content("x-special/gnome-copied-files").hasPrefix("cut\n\(first)\n"))
  #expect(shown.content("application/x-kde-cutselection") == "1")
  #expect(shown.status.contains("Cut 2 items. Ctrl+V moves them to another folder"), "\(shown.status)")
}

@MainActor @Test func `pasting where the files are makes copies with names of their own`() async throws {
  let folder = try textFiles(["a.tar.gz", "b", "c (copy).txt"])
  let shown = try await FileStage(folder.path)
  try await shown.key("Ctrl+A")
  try await shown.key("Ctrl+C")
  try await shown.key("Ctrl+V")
  try await shown.wait(forCount: 6)
  try await shown.key("Ctrl+V")
  try await shown.wait(forCount: 9)
  #expect(
    folder.names == [
      "a (copy 2).tar.gz", "a (copy).tar.gz", "a.tar.gz", "b", "b (copy 2)", "b (copy)", "c (copy 2).txt",
      "c (copy 3).txt", "c (copy).txt",
    ])
  #expect(TemporaryFolder.text(folder.file("b (copy 2)")) == "text of b\n")
  #expect(shown.toast == "Copied 3 items, Ctrl+Z undoes it", "\(shown.toast)")
}

@MainActor @Test func `a pasted folder keeps its links, permissions, dates and everything in it`() async throws {
  let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
  try folder.makeFolder("tree/inner/empty")
  try folder.write("x", to: "tree/inner/x.sh")
  #expect(chmod(folder.file("tree/inner/x.sh"), 0o750) == 0 && chmod(folder.file("tree/inner"), 0o555) == 0)
  defer { chmod(folder.file("tree/inner"), 0o755) }
  #expect(symlink("../nowhere", folder.file("tree/link")) == 0)
  let time = timespec(tv_sec: 1_000_000_000, tv_nsec: 5_000)
  for name in ["tree/inner/x.sh", "tree/inner"] {
    #expect(utimensat(AT_FDCWD, folder.file(name), [time, time], 0) == 0)
  }
  let shown = try await stage(folder, "Ctrl+C", then: other.path)
  try await shown.key("Ctrl+V")
  try await shown.wait(forCount: 1)
  defer { chmod(other.file("tree/inner"), 0o755) }
  #expect(TemporaryFolder.text(other.file("tree/inner/x.sh")) == "x")
  let (script, inner) = (
    try FileInfo(path: other.file("tree/inner/x.sh")), try FileInfo(path: other.file("tree/inner"))
  )
  #expect(script.mode == 0o750 && inner.mode == 0o555)
  #expect(script.modified == FileTime(seconds: 1_000_000_000, nanoseconds: 5_000) && script.modified == inner.modified)
  #expect(try FileInfo(path: other.file("tree/link")).isLink)
  #expect(try FileInfo(path: other.file("tree/inner/empty")).kind == .directory)
  #expect(other.names == ["tree"] && shown.selected == ["tree"])
}

@MainActor @Test func `Ctrl+Z moves pasted copies to the trash`() async throws {
  let (folder, other) = (try textFiles(["a.txt"]), try TemporaryFolder())
  let shown = try await stage(folder, "Ctrl+C", then: other.path)
  try await shown.key("Ctrl+V")
  try await shown.wait(forCount: 1)
  try await shown.key("Ctrl+Z")
  try await shown.wait(forCount: 0)
  #expect(shown.trashed == ["a.txt"] && folder.names == ["a.txt"])
}

@MainActor @Test func `Ctrl+Z after two pastes takes back both, the last one first`() async throws {
  let (folder, other) = (try textFiles(["a.txt"]), try TemporaryFolder())
  let shown = try await stage(folder, "Ctrl+C", then: other.path)
  try await shown.key("Ctrl+V")
  try await shown.wait(forCount: 1)
  try await shown.key("Ctrl+V")
  try await shown.wait(forCount: 2)
  try await shown.key("Ctrl+Z")
  try await shown.wait(forCount: 1)
  #expect(other.names == ["a.txt"])
  try await shown.key("Ctrl+Z")
  try await shown.wait(forCount: 0)
  #expect(folder.names == ["a.txt"])
}

@MainActor @Test func `cut files move, keep what has their name there, and Ctrl+Z moves them back`() async throws {
  let (folder, other) = (try textFiles(["a.txt", "b.txt"]), try TemporaryFolder())
  try other.write("another", to: "a.txt")
  let shown = try await FileStage(folder.path)
  try await shown.key("Ctrl+A")
  try await shown.key("Ctrl+X")
  #expect(folder.names == ["a.txt", "b.txt"], "nothing moves before it is pasted")
  try await shown.show(other.path, count: 1)
  try await shown.key("Ctrl+V")
  try await shown.wait(forCount: 3)
  #expect(other.names == ["a (copy).txt", "a.txt", "b.txt"] && folder.names.isEmpty)
  #expect(TemporaryFolder.text(other.file("a.txt")) == "another")
  #expect(shown.toast == "Moved 2 items, Ctrl+Z undoes it", "\(shown.toast)")
  try await shown.key("Ctrl+V")
  #expect(shown.status.contains("The clipboard has no files"), "\(shown.status)")
  try folder.write("new", to: "b.txt")
  try await shown.key("Ctrl+Z")
  try await shown.wait(forCount: 2)
  #expect(folder.names == ["a.txt", "b.txt"] && TemporaryFolder.text(folder.file("b.txt")) == "new")
  #expect(shown.status.contains("Moved back “a.txt”"), "\(shown.status)")
  #expect(shown.status.contains("“b.txt” was not moved: this name is already taken"))
  try folder.remove("b.txt")
  try await shown.key("Ctrl+Z")
  try await shown.wait(forCount: 1)
  #expect(TemporaryFolder.text(folder.file("b.txt")) == "text of b.txt\n")
}

@MainActor @Test func `files that are cut and pasted in their own folder stay as they are`() async throws {
  let folder = try textFiles(["a.txt"])
  let shown = try await FileStage(folder.path)
  shown.select(0...0)
  try await shown.key("Ctrl+X")
  try await shown.key("Ctrl+V")
  #expect(folder.names == ["a.txt"] && shown.status.contains("“a.txt” is here already"), "\(shown.status)")
}

@MainActor
@Test(arguments: [
  ("text/uri-list", "# from elsewhere\r\nfile://FOLDER/a%20b.txt\r\nhttps://example.invalid/x\r\n", false),
  ("x-special/gnome-copied-files", "cut\nfile://FOLDER/a%20b.txt", true),
  ("text/plain;charset=utf-8", "x-special/nautilus-clipboard\ncut\nfile://host.invalid/FOLDER/a%20b.txt\n", true),
  ("text/plain;charset=utf-8", "FOLDER/a b.txt\n", false),
])
func `files of other programs are pasted`(type: String, text: String, isCut: Bool) async throws {
  let (folder, other) = (try textFiles(["a b.txt"]), try TemporaryFolder())
  let shown = try await FileStage(other.path)
  let path = text.contains("invalid/FOLDER") ? String(folder.path.dropFirst()) : folder.path
  shown.offer(type, text.replacing("FOLDER", with: path))
  try await shown.key("Ctrl+V")
  try await shown.wait(forCount: 1)
  #expect(TemporaryFolder.text(other.file("a b.txt")) == "text of a b.txt\n")
  #expect(folder.names == (isCut ? [] : ["a b.txt"]))
}

@MainActor @Test func `a text on the clipboard is no file`() async throws {
  let folder = try textFiles(["a.txt"])
  let shown = try await FileStage(folder.path)
  shown.harness.clipboard.text = "/etc is a folder\nand this is prose"
  try await shown.key("Ctrl+V")
  #expect(shown.status.contains("The clipboard has no files") && folder.names == ["a.txt"], "\(shown.status)")
}

@MainActor @Test func `a folder is not pasted into itself or a folder in it`() async throws {
  let folder = try TemporaryFolder()
  try folder.makeFolder("outer/inner")
  for isCut in [false, true] {
    let shown = try await FileStage(folder.path)
    shown.select(0...0)
    try await shown.key(isCut ? "Ctrl+X" : "Ctrl+C")
    try await shown.show(folder.file("outer/inner"), count: 0)
    try await shown.key("Ctrl+V")
    let verb = isCut ? "moved" : "copied"
    #expect(shown.status.contains("a folder cannot be \(verb) into itself"), "\(shown.status)")
    #expect(try FileInfo(path: folder.file("outer/inner")).kind == .directory)
    #expect(shown.viewer.list.itemCount == 0)
  }
}

@MainActor @Test func `a missing file is reported, and the others are pasted`() async throws {
  let (folder, other) = (try textFiles(["a.txt", "b.txt"]), try TemporaryFolder())
  let shown = try await FileStage(folder.path)
  try await shown.key("Ctrl+A")
  try await shown.key("Ctrl+C")
  try folder.remove("a.txt")
  try await shown.show(other.path, count: 0)
  try await shown.key("Ctrl+V")
  try await shown.wait(forCount: 1)
  #expect(other.names == ["b.txt"])
  #expect(shown.status.contains("“a.txt” was not copied: no such file or folder"), "\(shown.status)")
}

@MainActor @Test func `files of a folder that cannot be copied are named, and the rest is copied`() async throws {
  let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
  try folder.makeFolder("tree")
  try folder.write("x", to: "tree/x.txt")
  try makeSocket(folder.file("tree/socket"))
  let shown = try await stage(folder, "Ctrl+C", then: other.path)
  try await shown.key("Ctrl+V")
  try await shown.wait(forCount: 1)
  #expect(TemporaryFolder.text(other.file("tree/x.txt")) == "x")
  let words = "“socket” was left out: it is a socket, which has no content to copy"
  #expect(shown.status.contains(words), "\(shown.status)")
}

private func makeSocket(_ path: String) throws {
  let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
  defer { close(socket) }
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  let status = withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
  try #require(status == 0)
}

// MARK: Another disk

/// Whether the folder for shared memory and the one for temporary files are on different disks.
private var hasOtherDisk: Bool {
  guard let shared = try? FileInfo(path: "/dev/shm"), let own = try? FileInfo(path: "/tmp") else { return false }
  return shared.identity.device != own.identity.device && access("/dev/shm", W_OK) == 0
}

/// A folder on another disk, deleted at the end.
private final class OtherDisk {
  let path = "/dev/shm/scrollwork-test-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
  init() { mkdir(path, 0o700) }
  deinit {
    for name in (try? DirectoryReader(path: path).next(limit: 100))?.map(\.name) ?? [] { unlink(path + "/" + name) }
    rmdir(path)
  }
}

@MainActor @Test(.enabled(if: hasOtherDisk))
func `cut files move to another disk and back`() async throws {
  let (folder, disk) = (try textFiles(["a.txt"]), OtherDisk())
  let shown = try await stage(folder, "Ctrl+X", then: disk.path)
  try await shown.key("Ctrl+V")
  try await shown.wait(forCount: 1)
  #expect(folder.names.isEmpty && TemporaryFolder.text(disk.path + "/a.txt") == "text of a.txt\n")
  try await shown.key("Ctrl+Z")
  try await shown.wait(forCount: 0)
  #expect(TemporaryFolder.text(folder.file("a.txt")) == "text of a.txt\n")
}

@MainActor @Test(.enabled(if: hasOtherDisk))
func `a folder that cannot be copied whole does not move to another disk`() async throws {
  let (folder, disk) = (try TemporaryFolder(), OtherDisk())
  try folder.makeFolder("tree")
  try folder.write("x", to: "tree/x.txt")
  try makeSocket(folder.file("tree/socket"))
  let shown = try await stage(folder, "Ctrl+X", then: disk.path)
  try await shown.key("Ctrl+V")
  #expect(shown.status.contains("“tree” was not moved: “socket” in it: it is a socket"), "\(shown.status)")
  #expect(try DirectoryReader(path: disk.path).next(limit: 10).isEmpty, "no half folder is left")
  #expect(TemporaryFolder.text(folder.file("tree/x.txt")) == "x")
}

// MARK: Long work

@MainActor @Test func `copying shows its progress, and stopping it leaves no half file`() async throws {
  let folder = try textFiles(["a.txt"])
  let path = try folder.write("", to: "huge.bin")
  // A file of a hundred gigabytes that takes no space until it is copied.
  try #require(truncate(path, 100 << 30) == 0)
  let shown = try await FileStage(folder.path)
  try await shown.key("Ctrl+A")
  try await shown.key("Ctrl+C")
  shown.harness.key("V", modifiers: .control)
  let isShown = await waitUntil(shown.harness) { shown.status.contains("Copying 2 of 2") }
  #expect(isShown && shown.status.contains("of 107.4 GB"), "\(shown.status)")
  shown.harness.key("V", modifiers: .control)
  let refusal = "Ctrl+V does nothing here: files are still being copied or moved"
  #expect(shown.status.contains(refusal))
  // The numbers of the progress change meanwhile.
  let before = shown.status
  let goesOn = await waitUntil(shown.harness) { shown.status != before }
  #expect(goesOn && shown.status.contains(refusal), "\(shown.status)")
  let button = try #require(shown.harness.semantics.first { $0.role == .button && $0.text.hasPrefix("Stop") })
  shown.harness.click(at: button.bounds.center)
  try await shown.rest()
  try await shown.wait(forCount: 3)
  #expect(folder.names == ["a (copy).txt", "a.txt", "huge.bin"])
  #expect(shown.status.contains("Copied “a (copy).txt”, Ctrl+Z undoes it. Stopped"), "\(shown.status)")
}

@MainActor @Test func `a message is shown whole while files are copied, and the progress in words makes room for it`()
  async throws
{
  let folder = try TemporaryFolder()
  try #require(truncate(folder.write("", to: "huge.bin"), 100 << 30) == 0)
  let shown = try await FileStage(folder.path, size: Size(width: 1_280, height: 400))
  for key in ["Ctrl+A", "Ctrl+C"] { try await shown.key(key) }
  shown.harness.key("V", modifiers: .control)
  let isCopied = await waitUntil(shown.harness) { shown.status.contains("Copying 1 of 1") }
  #expect(isCopied)
  shown.harness.key("V", modifiers: .control)
  shown.harness.show()
  let message = "\"Ctrl+V does nothing here: files are still being copied or moved\""
  #expect(shown.harness.frame.textSnapshot.contains(message), "\(shown.harness.frame.textSnapshot)")
  shown.harness.key(".", modifiers: .control)
  try await shown.rest()
}

// MARK: Drop

@MainActor @Test func `files that are dropped on a folder are copied into it, all of one drop together`() async throws {
  let (folder, other) = (try textFiles(["a b.txt", "c.txt"]), try textFiles(["own.txt"]))
  let shown = try await FileStage(other.path)
  for name in ["a b.txt", "c.txt"] {
    shown.harness.host.handle(.drop(folder.file(name), at: Point(x: 300, y: 300)), at: shown.harness.host.now)
  }
  try await shown.wait(forCount: 3)
  #expect(other.names == ["a b.txt", "c.txt", "own.txt"] && folder.names == ["a b.txt", "c.txt"])
  #expect(shown.toast == "Copied 2 items, Ctrl+Z undoes it", "\(shown.toast)")
  try await shown.key("Ctrl+Z")
  try await shown.wait(forCount: 1)
  shown.harness.host.handle(.drop(other.file("own.txt"), at: .zero), at: shown.harness.host.now)
  try await shown.rest()
  #expect(shown.status.contains("“own.txt” is in this folder already") && shown.selected == ["own.txt"])
}

@MainActor @Test func `a file that is dropped on a text is opened`() async throws {
  let folder = try textFiles(["a.txt", "b.txt"])
  let shown = try await FileStage(folder.file("a.txt"))
  shown.harness.host.handle(.drop("file://\(folder.path)/b.txt", at: .zero), at: shown.harness.host.now)
  try await shown.rest()
  #expect(shown.viewer.title.hasPrefix("b.txt"))
}

@MainActor @Test(arguments: [("1", true), ("0", false)])
func `files that KDE's file manager cut are moved, and those that it copied are copied`(mark: String, isCut: Bool)
  async throws
{
  let (folder, other) = (try textFiles(["a.txt"]), try TemporaryFolder())
  let shown = try await FileStage(other.path)
  shown.harness.clipboard.offer([
    ClipboardItem(type: "text/uri-list", bytes: Array("file://\(folder.path)/a.txt\r\n".utf8)),
    ClipboardItem(type: "application/x-kde-cutselection", bytes: Array(mark.utf8)),
  ])
  try await shown.key("Ctrl+V")
  try await shown.wait(forCount: 1)
  #expect(other.names == ["a.txt"] && folder.names == (isCut ? [] : ["a.txt"]))
}

@MainActor @Test(arguments: [false, true])
func `files that are dropped from another window of the program are copied, or moved with Shift`(isMove: Bool)
  async throws
{
  let (folder, other) = (try textFiles(["a.txt", "b.txt"]), try TemporaryFolder())
  let shown = try await FileStage(other.path)
  let drag = FileDrag(paths: [folder.file("a.txt"), folder.file("b.txt")], isMove: isMove, isOwn: false)
  shown.viewer.receiveDrop(drag, at: Point(x: 300, y: 300))
  try await shown.wait(forCount: 2)
  #expect(other.names == ["a.txt", "b.txt"] && folder.names == (isMove ? [] : ["a.txt", "b.txt"]))
  #expect(shown.toast == "\(isMove ? "Moved" : "Copied") 2 items, Ctrl+Z undoes it", "\(shown.toast)")
  try await shown.key("Ctrl+Z")
  try await shown.wait(forCount: 0)
  #expect(folder.names == ["a.txt", "b.txt"])
}
