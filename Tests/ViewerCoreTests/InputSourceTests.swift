import Glibc
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkViewerCore
import Testing

@Test func `a path is opened according to its type`() throws {
  let folder = try TemporaryFolder()
  try folder.write("x", to: "file")
  #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
  #expect(symlink("file", folder.file("link")) == 0)
  func kind(_ path: String) throws -> String {
    switch try InputSource.open(path) {
    case .folder: "folder"
    case .file: "file"
    case .stream: "stream"
    }
  }
  #expect(try kind(folder.path) == "folder")
  #expect(try kind(folder.file("file")) == "file")
  #expect(try kind(folder.file("link")) == "file")
  #expect(try kind(folder.file("pipe")) == "stream")
}

@Test func `an unusable path is rejected with path and reason`() throws {
  let folder = try TemporaryFolder()
  #expect(symlink("nowhere", folder.file("lost")) == 0)
  func words(_ path: String) -> String? {
    do throws(FileError) {
      _ = try InputSource.open(path)
      return nil
    } catch {
      return error.description
    }
  }
  #expect(words("/no/such") == "cannot read /no/such: no such file or folder")
  #expect(words("/dev/null") == "cannot read /dev/null: it is a device")
  #expect(
    words(folder.file("lost")) == "cannot read \(folder.file("lost")): it is a link to something that does not exist")
  for (name, target) in [("a", "b"), ("b", "a"), ("own", "own")] { #expect(symlink(target, folder.file(name)) == 0) }
  for name in ["a", "own"] {
    #expect(words(folder.file(name)) == "cannot read \(folder.file(name)): it is a link that leads back to itself")
  }
  #expect(words("") == "cannot read “”: no such file or folder")
}

@Test func `a script from standard input that is closed is refused by that name`() async {
  await #expect(processExitsWith: .success) {
    #expect(close(0) == 0)
    #expect(throws: FileError(path: "standard input", reason: .content("it is closed"))) { try ScriptSource("-") }
  }
}

@Test func `a file of the system that reports size zero is read anyway`() async throws {
  guard case .file(let file) = try InputSource.open("/proc/self/status") else {
    Issue.record("not a file")
    return
  }
  let inbox = ValueLog<LineIndexSnapshot>()
  inbox.keep(LineIndex(file: file, follows: false) { [weak inbox] in inbox?.add($0) })
  #expect(await inbox.first { $0.isComplete }.string(at: 0).hasPrefix("Name:"))
}

@Test func `an unreadable path is rejected with path and reason`() async throws {
  let folder = try TemporaryFolder()
  let file: String = try folder.write("secret", to: "file")
  let closed: String = folder.file("closed")
  #expect(mkdir(closed, 0) == 0)
  #expect(chmod(file, 0) == 0)
  #expect(chmod(folder.path, 0o755) == 0)
  // Root may read everything, so the test runs in a child that gives up its rights.
  await #expect(processExitsWith: .success) { [file = file as String, closed = closed as String] in
    if getuid() == 0 { #expect(setuid(65_534) == 0) }
    for path in [file, closed] {
      #expect(throws: FileError(path: path, reason: .permissionDenied)) { try InputSource.open(path) }
    }
    let inbox = ValueLog<FolderSnapshot>()
    inbox.keep(FolderModel(path: closed) { [weak inbox] in inbox?.add($0) })
    let denied = FileError(path: closed, reason: .permissionDenied)
    #expect(await inbox.first { $0.state != .loading }.state == .failed(denied))
  }
}
