import Glibc
import Scrollwork
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// The lines that belong to an entry of a log, whatever they look like.

private let python = """
  Traceback (most recent call last):
    File "a.py", line 1, in get
  socket.timeout: timed out

  During handling of the above exception, another exception occurred:

  Traceback (most recent call last):
    File "b.py", line 2, in run
  requests.exceptions.ReadTimeout: HTTPSConnectionPool(host='a', port=443): Read timed out.
  """

private let go = """
  goroutine 1 [running]:
  main.run(0x1, 0x2)
  \t/src/main.go:12 +0x1d

  created by main.main
  \t/src/main.go:7 +0x3a
  exit status 2
  """

private let rust = """
  thread 'main' panicked at src/main.rs:4:5:
  index out of bounds: the len is 3 but the index is 9
  note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace
  """

private let java = """
  com.example.StorageFailure: disk
  \tat com.example.Store.write(Store.java:12)

  Wrapped by: com.example.Outer
  \tat com.example.Main.main(Main.java:3)
  """

private let query = "SELECT name\nFROM gauges\n\nWHERE level > 3\nORDER BY name;"

/// Returns a log with an error that the text continues, between 14 entries of other levels, the last with two lines.
private func log(_ text: String) -> String {
  (10..<23).map { "2026-06-14 09:10:\($0) INFO store: ready\n" }.joined()
    + "2026-06-14 09:10:30 ERROR store: failed\n\(text)\n2026-06-14 09:10:31 DEBUG store: on\nend of it\n"
}

@MainActor
@Test(arguments: [python, go, rust, java, query])
func `a filter by level keeps all lines of an entry that begins with a time`(text: String) async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(log(text), to: "a.log"))
  let count = text.split(separator: "\n", omittingEmptySubsequences: false).count
  try await shown.press("4", .alt)
  #expect(shown.viewer.list.itemCount == 1 + count)
  try shown.viewer.setFilter(["level<=info"])
  try await shown.rest()
  #expect(shown.viewer.list.itemCount == 15)
  try shown.viewer.setFilter(["!level>=error"])
  try await shown.rest()
  #expect(shown.viewer.list.itemCount == 15)
}

@Test func `lines of an entry are printed with it`() throws {
  let folder = try TemporaryFolder()
  let file = try RandomAccessFile(path: folder.write(log(python) + log(query), to: "a.log"))
  let path = folder.file("out")
  let descriptor = creat(path, 0o600)
  var output = OutputWriter(descriptor: descriptor)
  let filter = Filter([try FilterExpression(line: "level>=error")])
  _ = try LinePrinter(format: .text, filter: filter).print(file, to: &output)
  #expect(close(descriptor) == 0)
  let printed = try RandomAccessFile(path: path)
  let text = String(decoding: try printed.bytes(at: 0, count: 10_000), as: UTF8.self)
  let first = "2026-06-14 09:10:30 ERROR store: failed\n"
  #expect(text == first + python + "\n" + first + query + "\n")
}

@Test(arguments: [
  "ERROR store: failed\n  at a frame\nCaused by: b\nValueError: c\nplain\n  after it\n",
  "[error] failed\n\tat x\nTraceback (most recent call last):\na.B.Error: d\nnothing\n\tof it\n",
])
func `in a log without times only traces and indented lines continue an entry`(text: String) throws {
  var filter = Filter([try FilterExpression(line: "level>=error")])
  let lines = text.split(separator: "\n").map(String.init)
  let passing = lines.map { filter.matches($0) }
  #expect(passing == [true, true, true, true, false, false])
}

@Test func `a line with a level of its own begins an entry, also without a time`() throws {
  var filter = Filter([try FilterExpression(line: "level>=error")])
  let lines = ["09:10:01 INFO a", "panic: oops", "", "goroutine 1 [running]:", "09:10:02 INFO b", "c"]
  let passing = lines.map { filter.matches($0) }
  #expect(passing == [false, true, true, true, false, false])
}
