import Foundation
import Glibc
import ScrollworkPlatform
import ScrollworkTestSupport
import Synchronization
import Testing

@Test func `a file is read at any offset, and nothing past its end`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("0123456789", to: "digits")
  let file = try RandomAccessFile(path: path)
  #expect(try file.size == 10)
  #expect(try file.bytes(at: 3, count: 4) == Array("3456".utf8))
  #expect(try file.bytes(at: 8, count: 100) == Array("89".utf8))
  #expect(try file.bytes(at: 10, count: 5).isEmpty)
  #expect(truncate(path, 2) == 0)
  #expect(try file.bytes(at: 3, count: 4).isEmpty)
}

@Test func `the error of a file that cannot be opened names the path and the reason`() throws {
  let folder = try TemporaryFolder()
  let file = try folder.write("x", to: "file")
  func words(_ path: String) -> String? {
    do throws(FileError) {
      _ = try RandomAccessFile(path: path)
      return nil
    } catch {
      return error.description
    }
  }
  #expect(words(folder.path + "/no") == "cannot read \(folder.path)/no: no such file or folder")
  #expect(words(file + "/in") == "cannot read \(file)/in: a part of the path is not a folder")
  #expect(words(folder.path) == "cannot read \(folder.path): it is a folder")
  #expect(words("/dev/null") == "cannot read /dev/null: it is a device")
}

@Test func `a pipe and a socket without a writer are refused at once`() throws {
  let folder = try TemporaryFolder()
  #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
  #expect(throws: FileError(path: folder.path + "/pipe", reason: .notRegular(.fifo))) {
    try RandomAccessFile(path: folder.path + "/pipe")
  }
}

@Test(arguments: [
  (EACCES, "permission denied"), (EPERM, "permission denied"), (ENOENT, "no such file or folder"),
  (ENOSPC, "no space left on the device"), (ELOOP, "too many links that point to each other"),
  (EIO, "input/output error"), (EISDIR, "it is a folder"), (EPIPE, "the program that read the output has closed it"),
])
func `a system error is described in words`(code: Int32, words: String) {
  #expect(FileError(path: "/a", code: code).description == "cannot read /a: \(words)")
}

@Test func `the metadata of a link is its target's, except for its identity`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("hello", to: "target")
  #expect(symlink("target", folder.path + "/link") == 0)
  let target = try FileInfo(path: path)
  let link = try FileInfo(path: folder.path + "/link")
  #expect(link.kind == .regular)
  #expect(link.isLink)
  #expect(!target.isLink)
  #expect(link.size == 5)
  #expect(link.modified == target.modified)
  #expect(link.identity != target.identity)
}

@Test(arguments: [
  [0x61], [0xFF], [0x61, 0xE9, 0x62], [0xC3, 0xA9], [0xC3], [0xF0, 0x9F, 0x98, 0x80, 0x80], [0xF4, 0x8F],
])
func `every file name survives the conversion to a string and back`(bytes: [UInt8]) {
  let path = PathBytes.decode(bytes)
  #expect(PathBytes.encode(path) == bytes)
  let isText = String(validating: bytes, as: UTF8.self) != nil
  #expect(PathBytes.display(path).unicodeScalars.contains("\u{FFFD}") == !isText)
}

@Test func `a folder is read in batches`() throws {
  let folder = try TemporaryFolder()
  let names = Set((0..<25).map { "f\($0)" })
  for name in names { try folder.write("", to: name) }
  let reader = try DirectoryReader(path: folder.path)
  var seen: [String] = []
  var batches = 0
  while case let items = try reader.next(limit: 10), !items.isEmpty {
    #expect(items.count <= 10)
    #expect(items.allSatisfy { $0.kind == .regular || $0.kind == nil })
    seen += items.map(\.name)
    batches += 1
  }
  #expect(batches == 3)
  #expect(seen.count == 25)
  #expect(Set(seen) == names)
}

@Test func `folder events name the change, and the halves of a rename are paired`() async throws {
  let folder = try TemporaryFolder()
  try folder.write("x", to: "a")
  let events = ValueLog<DirectoryEvent>()
  let watcher = try DirectoryWatcher(path: folder.path) { events.add(contentsOf: $0) }
  #expect(rename(folder.path + "/a", folder.path + "/b") == 0)
  try folder.write("y", to: "c")
  #expect(unlink(folder.path + "/b") == 0)
  let seen = await events.wait { $0.contains(.deleted("b")) }
  #expect(seen.first == .moved(from: "a", to: "b"))
  #expect(seen.contains(.created("c")))
  #expect(seen.contains(.changed("c")))
  watcher.cancel()
}

@Test func `a file moved out of the folder is deleted, and one moved in is created`() async throws {
  let folder = try TemporaryFolder()
  let other = try TemporaryFolder()
  try folder.write("x", to: "leaves")
  try other.write("x", to: "enters")
  let events = ValueLog<DirectoryEvent>()
  let watcher = try DirectoryWatcher(path: folder.path) { events.add(contentsOf: $0) }
  #expect(rename(folder.path + "/leaves", other.path + "/leaves") == 0)
  #expect(rename(other.path + "/enters", folder.path + "/enters") == 0)
  let seen = await events.wait { $0.contains(.created("enters")) }
  #expect(seen == [.deleted("leaves"), .created("enters")])
  watcher.cancel()
}

@Test(arguments: [false, true]) func `a folder that was deleted or moved away is reported as vanished`(moves: Bool)
  async throws
{
  let folder = try TemporaryFolder()
  let inner = folder.path + "/inner"
  #expect(mkdir(inner, 0o755) == 0)
  let events = ValueLog<DirectoryEvent>()
  let watcher = try DirectoryWatcher(path: inner) { events.add(contentsOf: $0) }
  #expect((moves ? rename(inner, folder.path + "/away") : rmdir(inner)) == 0)
  #expect(await events.wait { $0.contains(.vanished) }.last == .vanished)
  watcher.cancel()
}

@Test func `a change of a folder's own permissions asks for a new listing`() async throws {
  let folder = try TemporaryFolder()
  let inner = try folder.makeFolder("inner")
  let events = ValueLog<DirectoryEvent>()
  let watcher = try DirectoryWatcher(path: inner) { events.add(contentsOf: $0) }
  #expect(chmod(inner, 0o500) == 0)
  #expect(await events.wait { !$0.isEmpty } == [.overflow])
  watcher.cancel()
}

@Test func `a folder that does not exist, and a file, cannot be watched`() throws {
  let folder = try TemporaryFolder()
  let file = try folder.write("x", to: "file")
  #expect(throws: FileError(path: file, reason: .other(ENOTDIR), action: .watch)) {
    try DirectoryWatcher(path: file) { _ in }
  }
  #expect(throws: FileError(path: "/no/folder", reason: .notFound, action: .watch)) {
    try DirectoryWatcher(path: "/no/folder") { _ in }
  }
}

@Test func `a file is followed by its name through growth, rotation and deletion`() async throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("one\n", to: "log")
  let events = ValueLog<FileChange>()
  let watcher = try FileWatcher(path: path) { events.add($0) }
  try folder.write("two\n", to: "log", mode: "a")
  _ = await events.wait { $0.contains(.modified) }
  #expect(rename(path, path + ".1") == 0)
  _ = await events.wait { $0.last == .vanished }
  try folder.write("new\n", to: "log")
  _ = await events.wait { $0.contains(.replaced) }
  try folder.write("newer\n", to: "other")
  #expect(rename(folder.path + "/other", path) == 0)
  let seen = await events.wait { $0.count { $0 == .replaced } == 2 }
  try folder.write("more\n", to: "log", mode: "a")
  _ = await events.wait { $0.count > seen.count && $0.last == .modified }
  watcher.cancel()
}

@Test(arguments: [false, true]) func `a file is followed through the removal and the return of its folder`(moves: Bool)
  async throws
{
  let folder = try TemporaryFolder()
  let inner = try folder.makeFolder("inner")
  let path = try folder.write("one\n", to: "inner/log")
  let events = ValueLog<FileChange>()
  let watcher = try FileWatcher(path: path) { events.add($0) }
  if moves {
    #expect(rename(inner, folder.path + "/away") == 0)
  } else {
    #expect(unlink(path) == 0 && rmdir(inner) == 0)
  }
  _ = await events.wait { $0.last == .vanished }
  if moves { #expect(rename(folder.path + "/away", inner) == 0) } else { try folder.makeFolder("inner") }
  if !moves { try folder.write("new\n", to: "inner/log") }
  _ = await events.wait { $0.contains(.replaced) }
  try folder.write("more\n", to: "inner/log", mode: "a")
  _ = await events.wait { $0.last == .modified }
  watcher.cancel()
}

@Test func `a hundred watchers share one descriptor, and each receives its own events until it is cancelled`()
  async throws
{
  let folder = try TemporaryFolder()
  let others = try (0..<300).map { number in
    try FileWatcher(path: folder.write("x", to: "\(number)")) { _ in }
  }
  let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + name)) == "anon_inode:inotify"
  }
  #expect(descriptors == 1)
  let (one, another) = (ValueLog<FileChange>(), ValueLog<FileChange>())
  let path = folder.path + "/7"
  let first = try FileWatcher(path: path) { one.add($0) }
  let second = try FileWatcher(path: path) { another.add($0) }
  try folder.write("y", to: "7", mode: "a")
  _ = await one.wait { $0.contains(.modified) }
  let known = await another.wait { $0.contains(.modified) }
  first.cancel()
  #expect(unlink(path) == 0)
  #expect(await another.wait { $0.count > known.count }.last == .vanished)
  #expect(await !one.wait { _ in true }.contains(.vanished), "it has ended")
  second.cancel()
  for other in others { other.cancel() }
}

@Test func `writing to a closed pipe throws and does not end the process`() throws {
  var ends: [Int32] = [0, 0]
  #expect(pipe(&ends) == 0)
  close(ends[0])
  defer { close(ends[1]) }
  var output = OutputWriter(descriptor: ends[1], name: "the pipe")
  var caught: FileError?
  do throws(FileError) {
    try output.write("hello")
    try output.flush()
  } catch {
    caught = error
  }
  #expect(caught == FileError(path: "the pipe", reason: .brokenPipe, action: .write))
}

@Test func `a full device is described in words`() throws {
  let device = open("/dev/full", O_WRONLY)
  try #require(device >= 0)
  defer { close(device) }
  var output = OutputWriter(descriptor: device, name: "the disk")
  var caught: FileError?
  do throws(FileError) {
    try output.write([1, 2, 3])
    try output.flush()
  } catch {
    caught = error
  }
  #expect(caught?.description == "cannot write the disk: no space left on the device")
}
