import Glibc
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkViewerCore
import Testing

private func model(_ path: String, order: FolderOrder = .byName) -> (FolderModel, ValueLog<FolderSnapshot>) {
  let inbox = ValueLog<FolderSnapshot>()
  let model = FolderModel(path: path, order: order) { [weak inbox] in inbox?.add($0) }
  inbox.keep(model)
  return (model, inbox)
}

/// Returns the properties to compare: all except the identity, which differs in a new listing.
private func facts(_ entries: [FolderEntry]) -> [String] {
  entries.map { "\($0.name) \($0.kind) \($0.size) \($0.modified) \($0.version)" }
}

private func names(_ snapshot: FolderSnapshot) -> [String] { snapshot.entries.map(\.name) }

@Test func `a folder is listed by natural name, folders first`() async throws {
  let folder = try TemporaryFolder()
  for name in ["b10.png", "b9.png", "Apfel", "ärger", "a2", ".hidden"] { try folder.write("x", to: name) }
  #expect(mkdir(folder.file("zoo"), 0o755) == 0)
  let (_, inbox) = model(folder.path)
  let snapshot = await inbox.first { $0.state == .complete }
  #expect(names(snapshot) == ["zoo", "a2", "Apfel", "ärger", "b9.png", "b10.png"])
  #expect(snapshot.entries.map(\.kind) == [.folder, .other, .other, .other, .picture, .picture])
}

@Test func `an empty folder is complete and has no entries`() async throws {
  let folder = try TemporaryFolder()
  let (_, inbox) = model(folder.path)
  #expect(await inbox.first { $0.state == .complete }.entries.isEmpty)
}

@Test func `a rename keeps the identity`() async throws {
  let folder = try TemporaryFolder()
  try folder.write("x", to: "old")
  let (_, inbox) = model(folder.path)
  let id = await inbox.first { $0.state == .complete }.entries.first?.id
  #expect(rename(folder.file("old"), folder.file("new")) == 0)
  let snapshot = await inbox.first { names($0) == ["new"] }
  #expect(snapshot.entries.first?.id == id)
}

@Test func `a file saved by replacement keeps its identity and gets a new version`() async throws {
  let folder = try TemporaryFolder()
  try folder.write("x", to: "a.png")
  let (_, inbox) = model(folder.path)
  let before = try #require(await inbox.first { $0.state == .complete }.entries.first)
  try folder.write("longer", to: ".a.png.tmp")
  #expect(rename(folder.file(".a.png.tmp"), folder.file("a.png")) == 0)
  let after = try #require(await inbox.first { $0.entries.first?.size == 6 }.entries.first)
  #expect(after.id == before.id)
  #expect(after.version != before.version)
}

@Test func `pictures that exchange their names twice are new versions, although they are the former files`()
  async throws
{
  let folder = try TemporaryFolder()
  for name in ["a.png", "b.png"] {
    try folder.write(name, to: name)
    let time = timespec(tv_sec: 1_000_000, tv_nsec: 0)
    #expect(utimensat(AT_FDCWD, folder.file(name), [time, time], 0) == 0)
  }
  let before = await model(folder.path).1.first { $0.state == .complete }.entries
  // Longer than a tick of the file system's clock.
  try await Task.sleep(for: .milliseconds(50))
  for _ in 0..<2 {
    for (old, new) in [("a.png", "c"), ("b.png", "a.png"), ("c", "b.png")] { try folder.rename(old, to: new) }
  }
  let after = await model(folder.path).1.first { $0.state == .complete }.entries
  #expect(after.map(\.id) == before.map(\.id) && after.map(\.modified) == before.map(\.modified))
  #expect(zip(before, after).allSatisfy { $0.version != $1.version })
}

@Test func `two names of one file are two entries`() async throws {
  let folder = try TemporaryFolder()
  try folder.write("x", to: "a")
  #expect(link(folder.file("a"), folder.file("b")) == 0)
  let (_, inbox) = model(folder.path)
  let entries = await inbox.first { $0.state == .complete }.entries
  #expect(entries.map(\.name) == ["a", "b"])
  #expect(Set(entries.map(\.id)).count == 2)
  try folder.append("more", to: "b")
  _ = await inbox.first { $0.entries.map(\.size) == [5, 5] }
  try folder.append("more", to: "b")
  #expect(unlink(folder.file("b")) == 0)
  #expect(names(await inbox.first { $0.entries.map(\.size) == [9] }) == ["a"])
}

@Test func `pipes, devices and broken or circular links are listed without being opened`() async throws {
  let folder = try TemporaryFolder()
  #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
  #expect(symlink("/dev/null", folder.file("null")) == 0)
  #expect(symlink("loop", folder.file("loop")) == 0)
  #expect(symlink("nowhere", folder.file("lost")) == 0)
  #expect(symlink(".", folder.file("self")) == 0)
  let (_, inbox) = model(folder.path)
  let entries = await inbox.first { $0.state == .complete }.entries
  let kinds = Dictionary(uniqueKeysWithValues: entries.map { ($0.name, $0.kind) })
  #expect(
    kinds == ["pipe": .pipe, "null": .device, "loop": .brokenLink, "lost": .brokenLink, "self": .folder])
}

@Test func `a folder deleted while it is shown is reported as vanished`() async throws {
  let folder = try TemporaryFolder()
  #expect(mkdir(folder.file("inner"), 0o755) == 0)
  try folder.write("x", to: "inner/a")
  let (model, inbox) = model(folder.file("inner"))
  _ = await inbox.first { $0.state == .complete }
  #expect(unlink(folder.file("inner/a")) == 0)
  #expect(rmdir(folder.file("inner")) == 0)
  let last = await inbox.first { $0.state == .vanished }
  #expect(names(last) == ["a"], "the last entries are kept")
  // The model notices when the folder is created again, and then follows its changes.
  #expect(mkdir(folder.file("inner"), 0o755) == 0)
  #expect(await inbox.first { $0.state == .complete && $0.entries.isEmpty }.isWatched)
  try folder.write("x", to: "inner/b")
  _ = await inbox.first { names($0) == ["b"] }
  _ = model
}

@Test func `entries of a folder that was deleted and created again keep their identity`() async throws {
  let folder = try TemporaryFolder()
  #expect(mkdir(folder.file("inner"), 0o755) == 0)
  for name in ["a", "b", "c"] { try folder.write("x", to: "inner/" + name) }
  let (_, inbox) = model(folder.file("inner"))
  let before = await inbox.first { $0.state == .complete }
  for name in ["a", "b", "c"] { #expect(unlink(folder.file("inner/" + name)) == 0) }
  #expect(rmdir(folder.file("inner")) == 0)
  _ = await inbox.first { $0.state == .vanished }
  #expect(mkdir(folder.file("inner"), 0o755) == 0)
  for name in ["c", "d", "b"] { try folder.write("xy", to: "inner/" + name) }
  let after = await inbox.first { names($0) == ["b", "c", "d"] }
  #expect(after.entries.prefix(2).map(\.id) == before.entries.suffix(2).map(\.id))
}

@Test func `a folder that is renamed and renamed back, or whose parent is, is found again`() async throws {
  let folder = try TemporaryFolder()
  #expect(mkdir(folder.file("outer"), 0o755) == 0)
  #expect(mkdir(folder.file("outer/inner"), 0o755) == 0)
  try folder.write("x", to: "outer/inner/a")
  let (_, inbox) = model(folder.file("outer/inner"))
  let before = await inbox.first { $0.state == .complete }
  for (old, new) in [("outer/inner", "outer/away"), ("outer", "gone")] {
    #expect(rename(folder.file(old), folder.file(new)) == 0)
    _ = await inbox.first { $0.state == .vanished }
    #expect(rename(folder.file(new), folder.file(old)) == 0)
    #expect(await inbox.first { $0.state == .complete }.entries == before.entries)
  }
}

@Test(arguments: [("missing", "no such file or folder"), ("file/inner", "a part of the path is not a folder")])
func `a folder that cannot be listed gives the reason`(name: String, reason: String) async throws {
  let folder = try TemporaryFolder()
  try folder.write("x", to: "file")
  let path = folder.file(name)
  let (_, inbox) = model(path)
  let snapshot = await inbox.first { $0.state != .loading }
  guard case .failed(let error) = snapshot.state else {
    Issue.record("\(snapshot.state)")
    return
  }
  #expect(error.description == "cannot read \(path): \(reason)")
}

@Test func `names in invalid UTF-8 can be shown and opened`() async throws {
  let folder = try TemporaryFolder()
  let bytes: [UInt8] = Array((folder.path + "/caf").utf8) + [0xE9]
  let descriptor = (bytes + [0]).map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { name in
    name.baseAddress.map { creat($0, 0o600) } ?? -1
  }
  #expect(close(descriptor) == 0)
  let (_, inbox) = model(folder.path)
  let entry = try #require(await inbox.first { $0.state == .complete }.entries.first)
  #expect(entry.name == "caf\u{FFFD}")
  #expect(PathBytes.encode(entry.path) == bytes)
  #expect(throws: Never.self) { try RandomAccessFile(path: entry.path) }
}

@Test(.serialized, arguments: 0..<rounds) func `after random changes a folder equals a fresh listing`(seed: Int)
  async throws
{
  var generator = SeededGenerator(seed: UInt64(seed))
  let folder = try TemporaryFolder()
  let (live, inbox) = model(folder.path)
  for round in 0..<4 {
    for _ in 0..<30 { try disturb(folder, &generator) }
    try folder.write("x", to: "end\(round)")
    let fresh = model(folder.path).1
    let expected = facts(await fresh.first { $0.state == .complete }.entries)
    let snapshot = await inbox.first { $0.state == .complete && facts($0.entries) == expected }
    #expect(Set(snapshot.entries.map(\.id)).count == snapshot.entries.count)
  }
  live.stop()
}

/// Makes a random change in the folder.
private func disturb(_ folder: TemporaryFolder, _ generator: inout SeededGenerator) throws {
  let name = "f\(Int.random(in: 0..<8, using: &generator))"
  let other = "f\(Int.random(in: 0..<8, using: &generator))"
  switch Int.random(in: 0..<6, using: &generator) {
  case 0: unlink(folder.file(name))
  case 1: rename(folder.file(name), folder.file(other))
  case 2: symlink("/dev/null", folder.file(other))
  case 3: mkdir(folder.file("d\(name)"), 0o755)
  case 4: rmdir(folder.file("d\(other)"))
  default: try folder.append("more", to: name)
  }
}

@Test func `many new files are reported in bursts, not one by one`() async throws {
  let folder = try TemporaryFolder()
  for index in 0..<1_000 { try folder.write("x", to: "old \(index)") }
  let (_, inbox) = model(folder.path)
  _ = await inbox.first { $0.state == .complete }
  let before = inbox.values.count
  // Each file takes so long that a watcher may report it by itself.
  for index in 0..<1_500 { try folder.write("x", to: "new \(index)") }
  let snapshot = await inbox.first { $0.entries.count == 2_500 && $0.entries.allSatisfy { $0.size == 1 } }
  #expect(names(snapshot).suffix(2) == ["old 998", "old 999"])
  // Creating, writing and closing a file are three events.
  #expect(inbox.values.count - before < 300)
}
