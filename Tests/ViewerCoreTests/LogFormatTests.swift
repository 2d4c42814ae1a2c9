import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// The logs of web servers, of the system and of common libraries.

/// Returns the time, level, time of day, source and message of a log line, joined by bars.
private func parts(_ line: String) -> String {
  let log = LogLineParser.parse(line)
  func text(_ range: Range<Int>?) -> String { range.map { String(LogLine.text($0, of: line)) } ?? "-" }
  return [text(log.time), text(log.clock), log.level?.title ?? "-", text(log.source), text(log.message)]
    .joined(separator: "|")
}

@Test(arguments: [
  (
    #"127.0.0.1 - - [01/Mar/2026:08:00:00 +0000] "GET / HTTP/1.1" 500 12"#,
    #"01/Mar/2026:08:00:00 +0000|08:00:00|ERROR|127.0.0.1|"GET / HTTP/1.1" 500 12"#
  ),
  (
    #"a.org:443 ::1 - bob [01/Mar/2026:08:00:00 +0000] "GET /\"x HTTP/1.1" 404 - "-" "curl""#,
    #"01/Mar/2026:08:00:00 +0000|08:00:00|WARN|a.org:443 ::1 - bob|"GET /\"x HTTP/1.1" 404 - "-" "curl""#
  ),
  (
    #"10.0.0.9 - - [01/Mar/2026:08:00:00 +0000] "\x16\x03" 304 0"#,
    #"01/Mar/2026:08:00:00 +0000|08:00:00|INFO|10.0.0.9|"\x16\x03" 304 0"#
  ),
  (
    "10.0.0.9 - - [01/Mar/2026:08:00:00 +0000] cut",
    "01/Mar/2026:08:00:00 +0000|08:00:00|-|10.0.0.9|cut"
  ),
  (
    "2026/03/01 08:00:00 [error] 12#0: *1 open() failed",
    "2026/03/01 08:00:00|08:00:00|ERROR|12#0|*1 open() failed"
  ),
  (
    "[Sun Mar 01 08:00:00.123456 2026] [core:error] [pid 1] denied",
    "Sun Mar 01 08:00:00.123456 2026|08:00:00.123456|ERROR|core|[pid 1] denied"
  ),
  (
    "[Sun Mar  1 08:00:00 2026] [notice] resuming",
    "Sun Mar  1 08:00:00 2026|08:00:00|INFO|-|resuming"
  ),
  (
    "[Sun Mar 01 08:00:00 2026] [ssl:trace3] [pid 1] x",
    "Sun Mar 01 08:00:00 2026|08:00:00|TRACE|ssl|[pid 1] x"
  ),
  ("E0301 08:00:00.123456 123 file.cc:12] it broke", "0301 08:00:00.123456|08:00:00.123456|ERROR|file.cc:12|it broke"),
  ("W20260301 08:00:00.123456   1 a.go:3] slow", "20260301 08:00:00.123456|08:00:00.123456|WARN|a.go:3|slow"),
  (
    #"time=2026-03-01T08:00:00Z level=error msg="a b""#,
    #"2026-03-01T08:00:00Z|08:00:00|ERROR|-|time=2026-03-01T08:00:00Z level=error msg="a b""#
  ),
  (
    #"app=x msg="level=info" lvl="warn" ts="2026-03-01 08:00:00""#,
    #"2026-03-01 08:00:00|08:00:00|WARN|-|app=x msg="level=info" lvl="warn" ts="2026-03-01 08:00:00""#
  ),
  ("2026-03-01T08:00:00Z level=debug x=1", "2026-03-01T08:00:00Z|08:00:00|DEBUG|-|level=debug x=1"),
  ("Mar  1 08:00:00 host sshd[12]: error: no key", "Mar  1 08:00:00|08:00:00|ERROR|sshd|no key"),
  ("Mar  1 08:00:00 host cron: Warning: late", "Mar  1 08:00:00|08:00:00|WARN|cron|late"),
  ("Mar  1 08:00:00 host cron: errors are rare", "Mar  1 08:00:00|08:00:00|-|cron|errors are rare"),
  (
    "2026-03-01T08:00:00.5+01:00 host sshd[12]: error: no key",
    "2026-03-01T08:00:00.5+01:00|08:00:00.5|ERROR|sshd|no key"
  ),
  ("[08:00:00 INF] started", "08:00:00|08:00:00|INFO|-|started"),
  ("08:00:00 WRN slow", "08:00:00|08:00:00|WARN|-|slow"), ("08:00:00 DBG a", "08:00:00|08:00:00|DEBUG|-|a"),
  ("2026-03-01 08:00:00.123 +00:00 [ERR] a", "2026-03-01 08:00:00.123 +00:00|08:00:00.123|ERROR|-|a"),
  ("[FTL] b", "-|-|FATAL|-|b"),
])
func `the lines of common servers and libraries are split into their parts`(line: String, expected: String) {
  #expect(parts(line) == expected)
}

@Test(arguments: [
  "a - - [1] b", "E0301 is a number", "[Sun Mar 01] [core:error] x", "key=value", "x = level=error", "Infinity INF",
  "level=loud", "[Sun Mar 01 08:00:00.1 2026 [core:error] x", "127.0.0.1 - - [01/Mar/2026 08:00:00 +0000] x",
])
func `other lines are no lines of a log`(line: String) {
  #expect(parts(line) == "-|-|-|-|" + line)
}

@Test(arguments: 0..<rounds) func `the start of any line of a server can be parsed`(seed: Int) {
  var generator = SeededGenerator(seed: UInt64(seed))
  let lines = [
    #"::1 - - [01/Mar/2026:08:00:00 +0000] "GET /\" HTTP/1.1" 500 12"#, "E0301 08:00:00.123456 123 file.cc:12] x",
    "[Sun Mar 01 08:00:00.123456 2026] [core:error] x", #"time="2026-03-01T08:00:00Z" level=error msg="a\" b""#,
    "Mar  1 08:00:00 host sshd[12]: error: x", "[08:00:00 INF] x",
  ]
  for line in lines {
    var bytes = Array(line.utf8.prefix(Int.random(in: 0...line.utf8.count, using: &generator)))
    if !bytes.isEmpty, Bool.random(using: &generator) {
      bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
    }
    let log = bytes.withUnsafeBytes { LogLineParser.parse($0) }
    #expect(log.message.upperBound == bytes.count)
    for range in [log.time, log.clock, log.levelWord, log.source].compactMap(\.self) {
      #expect(!range.isEmpty && range.upperBound <= bytes.count)
    }
  }
}

/// Returns a log of 60 lines, one each second, of which the third and then every twentieth has the `error` form.
private func log(_ line: (_ time: String, _ isError: Bool) -> String) -> String {
  (0..<60).map { line("08:00:\($0 / 10)\($0 % 10)", $0 % 20 == 2) + " n\($0)\n" }.joined()
}

private let logs = [
  log { #"10.0.0.1 - - [01/Mar/2026:\#($0) +0000] "GET / HTTP/1.1" \#($1 ? 503 : 200) 12"# },
  log { "2026/03/01 \($0) [\($1 ? "error" : "notice")] 12#0: x" },
  log { "[Sun Mar 01 \($0).123456 2026] [core:\($1 ? "error" : "info")] [pid 1] x" },
  log { "\($1 ? "E" : "I")0301 \($0).123456 123 file.cc:12] x" },
  log { "time=2026-03-01T\($0)Z level=\($1 ? "error" : "info") msg=x" },
  log { "Mar  1 \($0) host sshd[12]: \($1 ? "error: x" : "x")" }, log { "[\($0) \($1 ? "ERR" : "INF")] x" },
]

@MainActor
@Test(arguments: logs) func `levels and times of any log are filtered, found and gone to`(text: String) async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(text, to: "a.log"), size: Size(width: 900, height: 400))
  #expect(shown.status.contains("Log"))
  func focused() -> String? {
    shown.harness.show()
    return shown.harness.tiles.first { $0.states.contains(.focused) }?.text.split(separator: " ").last.map(String.init)
  }
  shown.harness.key("G", modifiers: .control)
  shown.harness.type("08:00:31")
  try await shown.press(.enter)
  #expect(focused() == "n31")
  shown.harness.key("G", modifiers: .control)
  shown.harness.key("A", modifiers: .control)
  shown.harness.type(text.hasPrefix("[08") ? "08:00:12" : "2026-03-01 08:00:12")
  try await shown.press(.enter)
  #expect(focused() == "n12")
  try await shown.press("E")
  #expect(focused() == "n22" && shown.status.contains("Error 2 of 3"), "\(shown.status)")
  try await shown.press("4", .alt)
  #expect(shown.viewer.list.itemCount == 3)
}

@MainActor
@Test func `a time is found as the log writes it`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(logs[0], to: "a.log"))
  for time in ["01/Mar/2026:08:00:31", "2026/03/01 08:00:31", "Sun Mar 01 08:00:31"] {
    try await shown.press(.home)
    shown.harness.key("G", modifiers: .control)
    shown.harness.key("A", modifiers: .control)
    shown.harness.type(time)
    try await shown.press(.enter)
    #expect(shown.viewer.list.focusedItem?.item == 31, "\(time)")
  }
}

@MainActor
@Test(arguments: ["08:00:00.123456", "08:00:00.123456789"])
func `the column of times is as wide as a time with all its digits`(time: String) async throws {
  let folder = try TemporaryFolder()
  let text = (0..<9).map { "2026-03-01T\(time)Z INFO line \($0)\n" }.joined()
  let shown = try await ShownText(folder.write(text, to: "a.log"))
  shown.harness.show()
  let texts = shown.harness.frame.groups.flatMap(\.canvas.commands).compactMap { command in
    if case .text(let line, _, _) = command { line.readableText } else { nil }
  }
  #expect(texts.count { $0 == "\(time.utf8.count) glyphs" } == 9, "\(texts)")
}
