import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkViewerCore
import Testing

@Test(arguments: [
  (0, "0 B"), (999, "999 B"), (1_000, "1 KB"), (64_499, "64 KB"), (999_499, "999 KB"), (999_500, "1.0 MB"),
  (5_449_999, "5.4 MB"), (999_949_999, "999.9 MB"), (999_950_000, "1.0 GB"), (1_234_567_890_123, "1.2 TB"),
  (Int.max, "9,223.4 PB"), (-5, "0 B"),
])
func `sizes have a short form`(value: Int, text: String) {
  #expect(Formats.bytes(value) == text)
}

@Test(arguments: [
  (0, "0"), (999, "999"), (1_000, "1,000"), (61_904, "61,904"), (-1_234_567, "-1,234,567"),
  (Int.min, "-9,223,372,036,854,775,808"),
])
func `counts have grouped digits`(value: Int, text: String) {
  #expect(Formats.count(value) == text)
}

@Test(arguments: [
  (0.0, "0 %"), (0.0001, "1 %"), (0.424, "42 %"), (0.9999, "99 %"), (1.0, "100 %"), (Double.nan, "0 %"), (-1, "0 %"),
])
func `a started part is never 0 percent and an unfinished one never 100`(value: Double, text: String) {
  #expect(Formats.percent(value) == text)
}

@Test func `dates are as short as possible`() {
  // The time is 2026-06-16 16:40:05 UTC, in a time zone two hours ahead.
  let now = FileTime(seconds: 1_781_628_005)
  let formats = Formats(now: now, zone: { _ in 7_200 })
  #expect(formats.date(now) == "18:40")
  #expect(
    formats.date(FileTime(seconds: now.seconds - 67_206))
      == "23:59, 15 Jun".split(separator: ", ").reversed().joined(separator: ", "))
  #expect(formats.date(FileTime(seconds: now.seconds - 67_205)) == "00:00")
  #expect(formats.date(FileTime(seconds: now.seconds - 200 * 86_400)) == "28 Nov 2025")
  #expect(formats.date(FileTime(seconds: 0)) == "1 Jan 1970")
  #expect(formats.date(FileTime(seconds: 951_782_400)) == "29 Feb 2000")
  #expect(formats.date(FileTime(seconds: -1)) == "1 Jan 1970")
  #expect(formats.iso(now) == "2026-06-16T18:40:05+02:00")
  #expect(Formats(now: now, zone: { _ in 0 }).iso(FileTime(seconds: -1)) == "1969-12-31T23:59:59Z")
  #expect(!formats.date(FileTime(seconds: .max)).isEmpty)
  #expect(!formats.date(FileTime(seconds: .min)).isEmpty)
}

/// Returns the parts of a log line, joined by bars.
private func parts(_ line: String) -> String {
  let parsed = LogLine.self
  let result = LogLineParser.parse(line)
  let fields = [
    result.time.map { parsed.text($0, of: line) }, result.level.map { $0.title[...] },
    result.source.map { parsed.text($0, of: line) },
    parsed.text(result.message, of: line),
  ]
  return fields.map { $0.map(String.init) ?? "-" }.joined(separator: "|")
}

@Test(arguments: [
  ("18:40:05.123 INFO  tide      gauge A 4.2 m", "18:40:05.123|INFO|tide|gauge A 4.2 m"),
  ("18:40:05 WARN Disk is full", "18:40:05|WARN|-|Disk is full"),
  ("2026-06-16T18:40:05.123Z ERROR store: no space", "2026-06-16T18:40:05.123Z|ERROR|store|no space"),
  (
    "2026-06-16 18:40:05,123 [main] DEBUG com.example.Pool - grown to 4",
    "2026-06-16 18:40:05,123|DEBUG|main|com.example.Pool - grown to 4"
  ),
  ("2026-06-16 18:40:05 +0200 warning: Something", "2026-06-16 18:40:05 +0200|WARN|-|Something"),
  ("[2026-06-16 18:40:05] [error] [core] it failed", "2026-06-16 18:40:05|ERROR|core|it failed"),
  (
    "2026-06-16 18:40:05 INFO org.example.Main Started in 2 s",
    "2026-06-16 18:40:05|INFO|org.example.Main|Started in 2 s"
  ),
  ("2026-06-16 18:40:05 INFO Started in 2 s", "2026-06-16 18:40:05|INFO|-|Started in 2 s"),
  ("2026-06-16 18:40:05 | INFO | started", "2026-06-16 18:40:05|INFO|-|started"),
  ("Jun 16 18:40:05 host sshd[812]: Accepted key", "Jun 16 18:40:05|-|sshd|Accepted key"),
  ("Jun  6 08:40:05 host kernel: eth0 up", "Jun  6 08:40:05|-|kernel|eth0 up"),
  ("[   12.345678] usb 1-1: new device", "12.345678|-|-|usb 1-1: new device"),
  ("[12.345678] ata1: link up", "12.345678|-|ata1|link up"),
  ("ERROR something broke", "-|ERROR|-|something broke"), ("[warn] module::part: odd", "-|WARN|module::part|odd"),
  ("error: cannot find it", "-|ERROR|-|cannot find it"), ("Error messages are short", "-|-|-|Error messages are short"),
  ("    at check (office.swift:20)", "-|-|-|    at check (office.swift:20)"), ("", "-|-|-|"), ("18:40", "-|-|-|18:40"),
  ("18:40:05", "18:40:05|-|-|"), ("2026-06-16", "-|-|-|2026-06-16"), ("12:34:56:78 frames", "12:34:56|-|-|:78 frames"),
])
func `log lines are split into their parts`(line: String, expected: String) {
  #expect(parts(line) == expected)
}

@Test(arguments: 0..<rounds) func `any bytes can be parsed as a log line`(seed: Int) {
  var generator = SeededGenerator(seed: UInt64(seed))
  let pieces = [
    "18:40:05", ".1", "[", "]", " ", "ERROR", ":", "a", "2026-06-16T", "Jun 16 ", "|", "-", "\u{301}", "é", "::",
  ]
  for _ in 0..<100 {
    let line = (0..<Int.random(in: 0..<8, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? "" }
      .joined()
    let parsed = LogLineParser.parse(line)
    #expect(parsed.message.upperBound == line.utf8.count)
    for range in [parsed.time, parsed.levelWord, parsed.source].compactMap({ $0 }) {
      #expect(range.upperBound <= parsed.message.lowerBound)
      #expect(!range.isEmpty)
    }
  }
}

@Test func `logs are distinguished from other text`() {
  #expect(TextKind.detect(Array("18:40:05 INFO a\n  more\n18:40:06 INFO b\n".utf8)) == .log)
  #expect(TextKind.detect(Array("Some notes\n\nERROR is a word\nin it\nand no more\n".utf8)) == .text)
  let trace = String(repeating: "\tat a.B.c(B.java:1)\n", count: 50)
  #expect(TextKind.detect(Array("18:40:05 ERROR a\njava.lang.Error\n\(trace)".utf8)) == .log)
  #expect(TextKind.detect(Array("ERROR a\njava.lang.Error\n\(trace)".utf8)) == .text)
  #expect(TextKind.detect([]) == .text)
  #expect(TextKind.detect([0, 10, 255]) == .text)
}
