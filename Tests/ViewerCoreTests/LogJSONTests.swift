import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Lines of logs that are JSON objects: their level and their time.

private func text(_ range: Range<Int>?, _ line: String) -> String? { range.map { String(LogLine.text($0, of: line)) } }

@Test(arguments: [
  (#"{"level":"error","msg":"a"}"#, LogLevel.error, nil), (#"{"msg":"level","severity": "WARNING"}"#, .warn, nil),
  (#"{"lvl":"dbug"}"#, nil, nil), (#"{"a":{"level":"error"},"lvl":"info"}"#, .info, nil),
  (#"{"level":50,"pid":30}"#, .error, nil),
  (#"{"msg":"x \"level\":\"error\" y"}"#, nil, nil), (#"{"level":"#, nil, nil), ("{}", nil, nil),
  (#"["level","error"]"#, nil, nil),
  (#"{"time":"2026-06-14T09:41:10.5Z","log.level":"Fatal"}"#, .fatal, "2026-06-14T09:41:10.5Z"),
  (#"2026-06-14 09:41:10 {"level":"warn"}"#, .warn, "2026-06-14 09:41:10"), (#"{"level":"err"#, nil, nil),
  (#"{"ts":"{\"ts\":\"{\"}","level":70}"#, nil, nil),
])
func `an object in a line has a level and a time`(line: String, level: LogLevel?, time: String?) {
  let log = LogLineParser.parse(line)
  #expect(log.level == level && text(log.time, line) == time)
  #expect(log.message.upperBound == line.utf8.count)
}

@MainActor
@Test func `objects in a log are filtered by their level, and E goes from error to error`() async throws {
  let folder = try TemporaryFolder()
  let lines = (0..<60).map {
    #"{"time":"2026-06-14T09:41:\#(10 + $0 % 50)Z","level":"\#($0 % 20 == 7 ? "error" : "info")","n":\#($0)}"#
  }
  let shown = try await ShownText(folder.write(lines.joined(separator: "\n"), to: "a.log"))
  try await shown.press("4", .alt)
  #expect(shown.viewer.list.itemCount == 3)
  try await shown.press("1", .alt)
  try await shown.press("E")
  try await shown.press("E")
  #expect(shown.status.contains("Error 2 of 3"), "\(shown.status)")
}

@MainActor
@Test func `matches that are found one after another are not new`() async throws {
  let folder = try TemporaryFolder()
  let block = (0..<10_000).map { "2026-06-14 09:10:11 \($0 % 9 == 0 ? "WARN" : "INFO") store: line \($0)\n" }.joined()
  let path = try folder.write(String(repeating: block, count: 20), to: "a.log")
  let shown = try await ShownText(path)
  shown.harness.key("3", modifiers: .alt)
  var unseen = 0
  let isDone = await waitUntil(shown.harness) {
    unseen = max(unseen, shown.viewer.list.unseenCount)
    return !shown.viewer.isBusy && shown.viewer.list.itemCount == 20 * 1_112
  }
  #expect(isDone && unseen == 0, "\(unseen) new")
  shown.harness.settle()
  try folder.append("2026-06-14 09:10:12 WARN store: later\n", to: "a.log")
  try #require(await waitUntil(shown.harness) { shown.viewer.list.itemCount == 20 * 1_112 + 1 })
  #expect(shown.viewer.list.unseenCount == 1, "a line that is written later is new")
}

@Test(arguments: [
  (#"{"level":30}"#, "INFO"), (#"{"level":60}"#, "FATAL"), (#"{"level":"warning"}"#, "WARN"),
  (#"{"level":"notice"}"#, nil), ("2026-06-14 09:41:10 CRITICAL a: b", "FATAL"), ("2026-06-14 09:41:10 INFO a: b", nil),
])
func `the column of levels shows a short word for a number and for a long word`(line: String, title: String?) {
  #expect(LogLineParser.parse(line).levelTitle(in: line) == title)
}
