import Glibc
import ScrollworkPlatform
import ScrollworkViewerCore
import Testing

private func makePipe() -> (input: Int32, output: Int32) {
  var ends: [Int32] = [-1, -1]
  #expect(pipe(&ends) == 0)
  return (ends[0], ends[1])
}

private func index(_ spool: StreamSpool) -> Inbox<LineIndexSnapshot> {
  let inbox = Inbox<LineIndexSnapshot>()
  inbox.keep(LineIndex(spool: spool) { [weak inbox] in inbox?.receive($0) })
  return inbox
}

@Test func `lines of a pipe are there as they come, and the end is told`() async throws {
  let (input, output) = makePipe()
  let spool = try StreamSpool(adopting: input, name: "standard input")
  let inbox = index(spool)
  #expect(write(output, "one\ntw", 6) == 6)
  let first = await inbox.first { $0.isCaughtUp && $0.indexedBytes == 6 }
  #expect(!first.isComplete)
  #expect(first.count == 2)
  #expect(write(output, "o\nthree", 7) == 7)
  close(output)
  let last = await inbox.first { $0.isComplete }
  #expect(last.error == nil)
  #expect((0..<last.count).map { last.string(at: $0) } == ["one", "two", "three"])
}

@Test func `an empty stream is complete without a line`() async throws {
  let (input, output) = makePipe()
  close(output)
  let snapshot = await index(try StreamSpool(adopting: input, name: "standard input")).first { $0.isComplete }
  #expect(snapshot.count == 0)
}

@Test func `a pipe with a name waits for its writer without holding anybody`() async throws {
  let folder = try TemporaryFolder()
  let path = folder.file("pipe")
  #expect(mkfifo(path, 0o600) == 0)
  let inbox = index(try StreamSpool(path: path))
  let output = open(path, O_WRONLY)
  #expect(write(output, "hello\n", 6) == 6)
  close(output)
  #expect(await inbox.first { $0.isComplete }.string(at: 0) == "hello")
}

@Test func `a stream without room for its copy says so`() {
  let (input, output) = makePipe()
  defer { close(output) }
  #expect(throws: FileError(path: "/no/folder", reason: .notFound, action: .write)) {
    try StreamSpool(adopting: input, name: "standard input", folder: "/no/folder")
  }
}

@Test func `a full disk ends the stream, and what came before stays`() async throws {
  // The limit on the size of files stands in for a full disk; it would be one for the whole process, so it is tried in a child.
  await #expect(processExitsWith: .success) {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
    setrlimit(__rlimit_resource_t(1), &limit)
    let (input, output) = makePipe()
    let inbox = index(try StreamSpool(adopting: input, name: "standard input"))
    let lines = String(repeating: "a line of 20 bytes.\n", count: 3_000)
    #expect(write(output, lines, 60_000) == 60_000)
    #expect(write(output, lines, 60_000) == 60_000)
    let snapshot = await inbox.first { $0.isComplete }
    #expect(snapshot.error?.action == .write)
    #expect(snapshot.count >= 3_000)
    #expect(snapshot.string(at: 2_999) == "a line of 20 bytes.")
  }
}
