import Foundation
import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Texts and tables that come through a pipe, in any encoding of the C library: detected however their bytes are cut,
// and chosen while the stream runs and after its end.

/// A viewer that shows a named pipe, and the end of the pipe to write to.
@MainActor
private struct PipedText: ViewerStage {
  let viewer = Viewer()
  let harness: ViewHarness
  let folder: TemporaryFolder
  let output: Int32

  init(ahead: Int? = nil) throws {
    signal(SIGPIPE, SIG_IGN)
    folder = try TemporaryFolder()
    let path = folder.file("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    if let ahead { viewer.readAhead = ahead }
    try viewer.open(path)
    output = open(path, O_WRONLY)
    harness = ViewHarness(showing: viewer, size: Size(width: 1000, height: 400))
    viewer.focusList()
  }

  func send(_ bytes: [UInt8]) { #expect(write(output, bytes, bytes.count) == bytes.count) }

  func end() { close(output) }

  /// Chooses an encoding in the menu that Ctrl+E opens, and in its submenus.
  func choose(_ titles: String...) async throws {
    viewer.focusList()
    harness.key("E", modifiers: .control)
    harness.settle()
    for title in titles {
      harness.type(title)
      harness.settle()
      harness.key(.enter)
      harness.settle()
    }
    #expect(await waitUntil(harness) { !viewer.isBusy })
    harness.settle()
  }

  /// Waits until exactly these rows are shown.
  func expect(_ rows: [String], _ location: SourceLocation = #_sourceLocation) async {
    let isShown = await waitUntil(harness) { !viewer.isBusy && self.rows == rows }
    #expect(isShown, "\(self.rows), \(status)", sourceLocation: location)
  }
}

private let first = "log 1行目、これは日本語のテキストです\n"
private let second = "log 2行目のテキスト、カタカナ\n"
private let third = "log 3行目と漢字\n"
private let lines = [first, second, third].map { String($0.dropLast()) }

@MainActor
@Test(arguments: [
  ("UTF-16LE", "UTF-16 LE"), ("ISO-2022-JP", "ISO-2022-JP"), ("UTF-32LE", "UTF-32 LE"), ("EUC-JP", "EUC-JP"),
])
func `the encoding of a pipe is changed and detected again while it runs and after its end`(
  name: String, title: String
) async throws {
  let shown = try PipedText()
  shown.send(try encoded(first, name))
  await shown.expect([lines[0]])
  #expect(shown.status.contains(title), "\(shown.status)")
  try await shown.choose("EBCDIC 500")
  #expect(shown.rows.first != lines[0] && shown.status.contains("EBCDIC 500"), "\(shown.rows), \(shown.status)")
  shown.send(try encoded(second, name))
  try await shown.rest()
  try await shown.choose(title)
  await shown.expect(Array(lines[..<2]))
  shown.send(try encoded(third, name))
  await shown.expect(lines)
  try await shown.choose("Latin-1")
  #expect(shown.rows.first != lines[0] && shown.status.contains("Windows-1252"), "\(shown.status)")
  shown.end()
  #expect(await waitUntil(shown.harness) { shown.status.contains("Ended") }, "\(shown.status)")
  try await shown.choose("Detect")
  await shown.expect(lines)
  try await shown.choose("UTF-7")
  #expect(shown.rows.first != lines[0], "\(shown.rows)")
  try await shown.choose(title)
  await shown.expect(lines)
  #expect(shown.status.contains(title) && shown.status.contains("Ended"), "\(shown.status)")
  #expect(!shown.status.contains("replaced"), "\(shown.status)")
}

@MainActor
@Test func `a pipe is shown in an encoding that is never detected, and goes on in it`() async throws {
  let shown = try PipedText()
  let words = (0..<400).map { "這是 \($0)" }
  shown.send(try encoded(words[..<200].joined(separator: "\n") + "\n", "EUC-TW"))
  #expect(await waitUntil(shown.harness) { shown.viewer.list.itemCount == 200 && !shown.viewer.isBusy })
  shown.harness.key(.end)
  shown.harness.settle()
  try await shown.choose("Other", "EUC-TW")
  #expect(shown.rows.last == words[199], "the end stays visible: \(shown.rows), \(shown.status)")
  #expect(shown.status.contains("Following"), "\(shown.status)")
  shown.send(try encoded(words[200...].joined(separator: "\n") + "\n", "EUC-TW"))
  #expect(await waitUntil(shown.harness) { !shown.viewer.isBusy && shown.viewer.list.itemCount == 400 })
  shown.harness.settle()
  #expect(shown.rows.last == words[399], "\(shown.rows)")
  try shown.viewer.setFilter(["這是 39"])
  #expect(await waitUntil(shown.harness) { shown.viewer.list.itemCount == 11 })
  try shown.viewer.setFilter([])
  try await shown.rest()
  try await shown.find("這是 77")
  #expect(shown.rows.contains(words[77]), "\(shown.rows)")
  shown.end()
}

@MainActor
@Test(
  arguments: [
    ("UTF-16LE", "UTF-16 LE"), ("UTF-16BE", "UTF-16 BE"), ("ISO-2022-JP", "ISO-2022-JP"), ("UTF-32LE", "UTF-32 LE"),
    ("UTF-32BE", "UTF-32 BE"), ("EUC-JP", "EUC-JP"), ("CP932", "Shift-JIS"), ("UTF-8", "UTF-8"),
  ], [1, 3, 7, 40])
func `the encoding of a pipe does not depend on the pieces in which it comes`(
  encoding: (name: String, title: String), size: Int
) async throws {
  let shown = try PipedText()
  let bytes = try encoded("log\n" + lines.joined(separator: "\n") + "\n", encoding.name)
  for start in stride(from: 0, to: bytes.count, by: size) {
    shown.send(Array(bytes[start..<min(start + size, bytes.count)]))
    // The first pieces are shown before the next ones come.
    if start <= size { #expect(await waitUntil(shown.harness) { !shown.viewer.isBusy }) }
  }
  await shown.expect(["log"] + lines)
  #expect(shown.status.contains(encoding.title), "\(shown.status)")
  #expect(!shown.status.contains("replaced"), "\(shown.status)")
  shown.end()
}

@MainActor
@Test func `a line of ASCII through a pipe leaves the encoding of later lines open`() async throws {
  let shown = try PipedText()
  shown.send(Array("one\n".utf8))
  await shown.expect(["one"])
  shown.send(try encoded("Grüße aus Köln\n", "ISO-8859-1"))
  await shown.expect(["one", "Grüße aus Köln"])
  #expect(shown.status.contains("Windows-1252"), "\(shown.status)")
  shown.end()
}

@MainActor
@Test(arguments: ["UTF-16LE", "ISO-2022-JP", "UTF-32BE", "EUC-JP"])
func `a table through a pipe is read in its encoding, and in another one, and detected again`(
  name: String
) async throws {
  let shown = try PipedText()
  let text = "name,count\n" + (1...3).map { "、。々カタカナ,\($0)\n" }.joined()
  let bytes = try encoded(text, name)
  shown.send(Array(bytes[..<3]))
  #expect(await waitUntil(shown.harness) { !shown.viewer.isBusy })
  shown.send(Array(bytes[3...]))
  let rows = (1...4).map { "\($0) 、。々カタカナ \($0)" }
  await shown.expect(Array(rows[..<3]))
  #expect(shown.titles == ["#", "name", "count"])
  try await shown.choose("Encoding", "EBCDIC 500")
  #expect(shown.titles != ["#", "name", "count"])
  shown.send(try encoded("、。々カタカナ,4\n", name))
  #expect(await waitUntil(shown.harness) { !shown.viewer.isBusy })
  try await shown.choose("Detect")
  await shown.expect(rows)
  #expect(shown.titles == ["#", "name", "count"])
  try shown.viewer.setFilter(["count>2"])
  await shown.expect(Array(rows[2...]))
  try shown.viewer.setFilter([])
  await shown.expect(rows)
  shown.end()
  #expect(await waitUntil(shown.harness) { !shown.viewer.isBusy })
  try await shown.choose("Encoding", "Latin-1")
  #expect(shown.rows != rows)
  try await shown.choose("Detect")
  await shown.expect(rows)
  shown.harness.key("T")
  await shown.expect(text.split(separator: "\n").map(String.init) + ["、。々カタカナ,4"])
  shown.harness.key("T")
  await shown.expect(rows)
}

@MainActor
@Test func `a pipe in a chosen encoding becomes a table in it`() async throws {
  let shown = try PipedText()
  shown.send(try encoded("naïve\n", "UTF-7"))
  try await shown.rest()
  try await shown.choose("UTF-7")
  await shown.expect(["naïve"])
  shown.send(try encoded("a;b\nü;1\nö;2\n", "UTF-7"))
  try await shown.rest()
  shown.harness.key("T")
  #expect(await waitUntil(shown.harness) { shown.titles.first == "#" && !shown.viewer.isBusy })
  #expect(shown.rows.contains { $0.contains("ü") } && shown.status.contains("UTF-7"), "\(shown.rows), \(shown.status)")
  shown.end()
}

// MARK: The copy of the pipe

private func makePipe() -> (input: Int32, output: Int32) {
  signal(SIGPIPE, SIG_IGN)
  var ends: [Int32] = [-1, -1]
  #expect(pipe(&ends) == 0)
  return (ends[0], ends[1])
}

private func send(_ bytes: [UInt8], to output: Int32) { #expect(write(output, bytes, bytes.count) == bytes.count) }

/// Indexes the lines of a stream in an encoding; `nil` to detect it.
private func index(
  _ spool: StreamSpool, in title: String?
) -> (index: LineIndex, log: ValueLog<LineIndexSnapshot>) {
  let log = ValueLog<LineIndexSnapshot>()
  let scanner = LineScanner(encoding: title.flatMap { CharacterEncoding(named: $0) })
  let index = LineIndex(spool: spool, scanner: scanner) { [weak log] in log?.add($0) }
  log.keep(index)
  return (index, log)
}

private func texts(_ snapshot: LineIndexSnapshot) -> [String] { (0..<snapshot.count).map { snapshot.string(at: $0) } }

@Test func `the copy of a stream is converted again and again while it grows, and to its end`() async throws {
  let (input, output) = makePipe()
  let spool = try StreamSpool(adopting: input, name: "standard input")
  let bytes = try encoded(first + second + third, "UTF-32BE")
  send(Array(bytes[..<42]), to: output)
  let former = index(spool, in: "UTF-32 BE")
  let begun = await former.log.first { $0.isCaughtUp && $0.count == 1 }
  #expect(begun.string(at: 0) == "log 1行目、これ", "half a character is not shown")
  former.index.stop()
  // Another reader of the same copy replaces the former one.
  let other = index(spool, in: "UTF-16 BE")
  _ = await other.log.first { $0.isCaughtUp && $0.indexedBytes >= 42 }
  other.index.stop()
  let last = index(spool, in: nil)
  send(Array(bytes[42...]), to: output)
  close(output)
  let snapshot = await last.log.first { $0.isComplete }
  #expect(texts(snapshot) == lines && snapshot.error == nil)
}

@Test func `a long stream in another encoding is converted without loss`() async throws {
  let (input, output) = makePipe()
  let log = index(try StreamSpool(adopting: input, name: "standard input"), in: nil).log
  let words = (0..<20_000).map { "\($0) 日本語のテキスト" }
  let bytes = try encoded(words.joined(separator: "\n") + "\n", "ISO-2022-JP")
  Thread.detachNewThread {
    var (place, random) = (0, SeededGenerator(seed: 7))
    while place < bytes.count {
      let piece = Array(bytes[place...].prefix(.random(in: 1...20_000, using: &random)))
      place += max(0, write(output, piece, piece.count))
    }
    close(output)
  }
  let snapshot = await log.first { $0.isComplete }
  #expect(texts(snapshot) == words)
}

@Test func `an endless stream is converted as far as it is read, and further on request`() async throws {
  let (input, output) = makePipe()
  let (index, log) = index(try StreamSpool(adopting: input, name: "standard input", ahead: 400_000), in: nil)
  let line = try encoded("a line of the stream\n", "UTF-32LE")
  Thread.detachNewThread {
    while write(output, line, line.count) > 0 {}
    close(output)
  }
  var count = 0
  for _ in 1...3 {
    while !index.isReadingPaused || index.isBusy { await Task.yield() }
    let known = count
    let snapshot = await log.first { $0.isCaughtUp && $0.count > known }
    #expect(snapshot.count >= known + 4_000 && !snapshot.isEnded && snapshot.string(at: 0) == "a line of the stream")
    count = snapshot.count
    index.readMore()
  }
  index.stop()
}

@Test func `a disk that is too small for the conversion ends it, and the stream itself is kept`() async throws {
  // The limit on the size of files holds for the whole process, so the test runs in a child.
  await #expect(processExitsWith: .success) {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
    setrlimit(__rlimit_resource_t(1), &limit)
    let (input, output) = makePipe()
    let spool = try StreamSpool(adopting: input, name: "standard input")
    // Each of these letters is one byte, and two in UTF-8.
    let bytes = try encoded(String(repeating: String(repeating: "ü", count: 79) + "\n", count: 750), "ISO-8859-1")
    send(bytes, to: output)
    let converted = index(spool, in: "Code page 1258")
    let snapshot = await converted.log.first { $0.error != nil }
    #expect(snapshot.error?.action == .write && snapshot.count > 500)
    send(Array(bytes.suffix(80)), to: output)
    close(output)
    let whole = await index(spool, in: nil).log.first { $0.isComplete }
    #expect(whole.count == 751 && whole.error == nil)
  }
}

@Test(arguments: [1, 3, 100])
func `the rows of a pipe that are printed are converted, however they come`(size: Int) async throws {
  let (input, output) = makePipe()
  let spool = try StreamSpool(adopting: input, name: "standard input", ahead: StreamSpool.unlimitedReadAhead)
  let bytes = try encoded("name,count\nJürgen,1\nAda,2\n", "UTF-32LE")
  send(Array(bytes[..<size]), to: output)
  Thread.detachNewThread {
    usleep(100_000)
    send(Array(bytes[size...]), to: output)
    close(output)
  }
  let snapshot = CSVSnapshot.read(spool, name: "", choice: CSVDialect.Choice(form: .fields))
  #expect(snapshot.columns.map(\.name) == ["name", "count"] && snapshot.rowCount == 2)
  #expect(snapshot.texts(0) == ["Jürgen", "1"])
}
