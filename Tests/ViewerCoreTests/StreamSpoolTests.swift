import Foundation
import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

private func makePipe() -> (input: Int32, output: Int32) {
  var ends: [Int32] = [-1, -1]
  #expect(pipe(&ends) == 0)
  return (ends[0], ends[1])
}

private func index(_ spool: StreamSpool) -> ValueLog<LineIndexSnapshot> {
  let inbox = ValueLog<LineIndexSnapshot>()
  inbox.keep(LineIndex(spool: spool) { [weak inbox] in inbox?.add($0) })
  return inbox
}

@Test func `lines of a pipe are available as they arrive, and its end is reported`() async throws {
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

@Test func `a named pipe waits for its writer without blocking the caller`() async throws {
  let folder = try TemporaryFolder()
  let path = folder.file("pipe")
  #expect(mkfifo(path, 0o600) == 0)
  let inbox = index(try StreamSpool(path: path))
  let output = open(path, O_WRONLY)
  #expect(write(output, "hello\n", 6) == 6)
  close(output)
  #expect(await inbox.first { $0.isComplete }.string(at: 0) == "hello")
}

@Test func `a stream reports that its copy cannot be made`() {
  let (input, output) = makePipe()
  defer { close(output) }
  #expect(throws: FileError(path: "/no/folder", reason: .notFound, action: .write)) {
    try StreamSpool(adopting: input, name: "standard input", folder: "/no/folder")
  }
}

@Test func `a full disk ends the stream, and earlier bytes remain`() async throws {
  // A limit on the size of files simulates a full disk. The limit holds for the whole process, so the test runs in a
  // child.
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

@Test func `the last line before a full disk is whole`() async throws {
  await #expect(processExitsWith: .success) {
    signal(SIGXFSZ, SIG_IGN)
    for room in [100_001, 65_537, 1_003] {
      var limit = rlimit(rlim_cur: UInt(room), rlim_max: 200_000)
      setrlimit(__rlimit_resource_t(1), &limit)
      let (input, output) = makePipe()
      pour((1...100_000).map { "\($0)\n" }.joined(), into: output)
      let snapshot = await index(try StreamSpool(adopting: input, name: "standard input")).first { $0.isComplete }
      #expect(snapshot.error?.action == .write && snapshot.endsWithNewline)
      #expect(snapshot.indexedBytes <= room && snapshot.indexedBytes > room - 8, "all whole lines that fit are kept")
      #expect(snapshot.string(at: snapshot.count - 1) == "\(snapshot.count)")
    }
  }
}

@Test func `the last line of a small disk is whole`() async throws {
  let folder = try TemporaryFolder()
  // Only the superuser may mount a file system.
  guard mount("none", folder.path, "tmpfs", 0, "size=256k") == 0 else { return }
  defer { umount(folder.path) }
  let (input, output) = makePipe()
  pour((1...1_000_000).map { "\($0)\n" }.joined(), into: output)
  let spool = try StreamSpool(adopting: input, name: "standard input", folder: folder.path)
  let snapshot = await index(spool).first { $0.isComplete }
  #expect(snapshot.error?.action == .write && snapshot.count > 40_000)
  #expect(snapshot.string(at: snapshot.count - 1) == "\(snapshot.count)")
}

/// Writes lines into a pipe until the reader closes it.
private func pour(_ text: String = String(repeating: "a line of 20 bytes.\n", count: 100), into output: Int32) {
  signal(SIGPIPE, SIG_IGN)
  Thread.detachNewThread {
    let lines = Array(text.utf8)
    while write(output, lines, lines.count) > 0 {}
    close(output)
  }
}

@Test func `an endless stream is read ahead by a fixed number of bytes, and further on request`() async throws {
  let (input, output) = makePipe()
  let spool = try StreamSpool(adopting: input, name: "standard input", ahead: 1_000_000)
  let inbox = index(spool)
  pour(into: output)
  for round in 1...3 {
    let requested = round * 1_000_000
    while !spool.isPaused || spool.isBusy { await Task.yield() }
    // The spool reads at most one buffer more than allowed.
    let size = try spool.file.size
    #expect(size >= requested && size < requested + round * 65_536 && !spool.isEnded)
    _ = await inbox.first { $0.isCaughtUp && $0.indexedBytes == size }
    spool.readMore()
  }
}

@MainActor @Test func `an endless stream is read on as the user comes near its known end`() async throws {
  let folder = try TemporaryFolder()
  let path = folder.file("pipe")
  #expect(mkfifo(path, 0o600) == 0)
  let viewer = Viewer()
  viewer.readAhead = 200_000
  try viewer.open(path)
  pour(into: open(path, O_WRONLY))
  let harness = ViewHarness(content: viewer.root, size: Size(width: 600, height: 300))
  // An empty list is near its end, so the first lines may request the next ones at once.
  let isPaused = await waitUntil(harness) {
    #expect(!harness.semantics.contains { $0.text.contains(" %") }, "a stream that goes on has no known share")
    return viewer.list.itemCount >= 10_000 && !viewer.isBusy
      && harness.semantics.contains { $0.text.contains("Reading on demand") }
  }
  try #require(isPaused)
  harness.settle()
  harness.show()
  #expect(!harness.semantics.contains { $0.text.contains("Live") }, "one word tells the state")
  let count = viewer.list.itemCount
  #expect(count <= 30_000)
  viewer.list.scroll(to: .offset(5_000), animated: false)
  harness.settle()
  #expect(viewer.list.itemCount == count && !viewer.isBusy, "no more is read in the middle")
  viewer.list.scroll(to: .end, animated: false)
  harness.settle()
  let hasGrown = await waitUntil(harness) { viewer.list.itemCount >= count + 10_000 }
  #expect(hasGrown)
  viewer.stop()
}
