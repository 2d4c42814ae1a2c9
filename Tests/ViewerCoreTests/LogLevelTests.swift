import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Errors of a log one after another, and filters by level.

/// Returns a log in which every hundredth line is an error and every seventh a warning, with continuation lines.
private func log(_ count: Int = 1_000) -> String {
  (0..<count).map { index in
    let level = index % 100 == 50 ? (index == 850 ? "FATAL" : "ERROR") : index % 7 == 0 ? "WARN" : "INFO"
    return "2026-06-14 09:\(10 + index / 60):\(10 + index % 50) \(level) store: line \(index)\n"
      + (level == "ERROR" ? "  at frame error\n" : "")
  }.joined()
}

extension ShownText {
  fileprivate var focusedText: String? {
    harness.show()
    return harness.tiles.first { $0.states.contains(.focused) }.map { String($0.text.drop { $0 != "s" }) }
  }

  var status: String {
    harness.show()
    return harness.semantics.last { $0.role == .group && $0.bounds.height == 28 }?.text ?? ""
  }
}

@MainActor
@Test func `E goes from error to error and around the end, and Shift+E goes back`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(log(), to: "a.log"))
  try await shown.press("E")
  #expect(shown.focusedText == "store: line 50")
  #expect(shown.status.contains("Error 1 of 10"))
  try await shown.press("E")
  try await shown.press("E")
  #expect(shown.focusedText == "store: line 250")
  try await shown.press("E", .shift)
  #expect(shown.focusedText == "store: line 150")
  try await shown.press("E", .shift)
  try await shown.press("E", .shift)
  #expect(shown.focusedText == "store: line 950")
  #expect(shown.status.contains("Error 10 of 10, on from the end"))
  try await shown.press(.escape)
  #expect(!shown.status.contains("Error"))
}

@MainActor
@Test func `keys alone go to the third error before a time`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(log(), to: "a.log"))
  try await shown.press("G", .control)
  shown.harness.type("9:20")
  try await shown.press(.enter)
  #expect(shown.focusedText == "store: line 600")
  for _ in 0..<3 { try await shown.press("E", .shift) }
  #expect(shown.focusedText == "store: line 350")
  #expect(shown.status.contains("Error 4 of 10"))
}

@MainActor
@Test func `the next error is sought from where the user is`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(log(), to: "a.log"))
  try await shown.press("E")
  try await shown.press(.end)
  try await shown.press("E", .shift)
  #expect(shown.focusedText == "store: line 950")
}

@MainActor
@Test func `errors are found in filtered and in sorted lines, and one that is written later`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(log(), to: "a.log"))
  try shown.viewer.setFilter(["line 8"])
  try await shown.rest()
  try await shown.press("E")
  #expect(shown.focusedText == "store: line 850")
  #expect(shown.status.contains("Error 1 of 1"))
  try folder.append("2026-06-14 10:00:00 ERROR store: line 8 last\n", to: "a.log")
  #expect(await waitUntil(shown.harness) { shown.status.contains("Error 1 of 2") })
  try shown.viewer.setFilter([])
  try shown.viewer.setSort("text:desc")
  try await shown.rest()
  try await shown.press(.home)
  try await shown.press("E")
  #expect(shown.focusedText == "store: line 950")
  try await shown.press("E", .shift)
  #expect(shown.focusedText == "store: line 8 last")
}

@MainActor
@Test func `a text without errors says so`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write("one error\ntwo\n", to: "a.txt"))
  try await shown.press("E")
  #expect(shown.status.contains("No line is an error"))
}

@MainActor
@Test func `a key shows the lines of a level and above as a chip, and another level takes its place`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(log(), to: "a.log"))
  try await shown.press("4", .alt)
  #expect(shown.viewer.list.itemCount == 19, "with the lines that continue errors")
  func chips() -> [String] {
    shown.harness.show()
    return shown.harness.semantics.map(\.text).filter { $0.hasPrefix("Filter level") }
  }
  #expect(chips() == ["Filter level ≥ error"])
  try await shown.press("3", .alt)
  #expect(shown.viewer.list.itemCount == 161)
  #expect(chips() == ["Filter level ≥ warn"])
  try await shown.press("1", .alt)
  #expect(shown.viewer.list.itemCount == 1_009 && chips().isEmpty)
}

@MainActor
@Test func `a text that is no log has no filter by level`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write("one\ntwo\n", to: "a.txt"))
  shown.harness.key("4", modifiers: .alt)
  #expect(shown.status.contains("the lines have no levels"))
  #expect(shown.viewer.list.itemCount == 2)
}

@Test(arguments: [
  ("level>=warn", "WARN a", true), ("level>=warn", "09:41:12 [error] a", true), ("level>=warn", "INFO warn", false),
  ("Level < info", "DEBUG: a", true), ("level<=info", "at frame", false), ("!level>=warn", "at frame", true),
  ("level==fatal", "\u{1B}[31mFATAL\u{1B}[0m a", true), ("level>error", "CRITICAL a", true),
  ("level=warn", "WARN a", true), ("level=warn", "ERROR a", false),
])
func `lines are filtered by their level`(expression: String, line: String, passes: Bool) throws {
  #expect(try Filter([FilterExpression(line: expression)]).matchesShown(line) == passes)
}

@Test func `a level that is none is refused with the levels that there are`() {
  let error = #expect(throws: ExpressionError.self) { try FilterExpression(line: "level>=loud") }
  #expect(
    error?.description.hasPrefix("“loud” is not a level; the levels are trace, debug, info, warn, error and fatal")
      == true
  )
  #expect(throws: ExpressionError.self) { try FilterExpression(line: "level>=") }
}

extension Filter {
  fileprivate func matchesShown(_ line: String) -> Bool {
    var (filter, line) = (self, line)
    return line.withUTF8 { filter.matches(shown: UnsafeRawBufferPointer($0)) }
  }
}

private let traces = """
  2026-06-14 09:10:01 INFO store: ready
    with details
  2026-06-14 09:10:02 ERROR store: failed
  java.lang.IllegalStateException: closed
  \tat a.B.c(B.java:1)
  at a.B.d(B.java:2)
  Caused by: x
  \t... 3 more
  2026-06-14 09:10:03 INFO store: on
  2026-06-14 09:10:04 WARN net: slow
  Traceback (most recent call last):
    File "a.py", line 1
  ValueError: bad
  plain line
    indented after it
  2026-06-14 09:10:05 FATAL end
    \u{1B}[31mat x\u{1B}[0m
  """

@MainActor
@Test func `a filter by level keeps the lines that continue those it keeps`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(traces, to: "a.log"), size: Size(width: 900, height: 600))
  func lines() -> [String?] {
    shown.harness.show()
    return shown.harness.tiles.sorted { $0.bounds.minY < $1.bounds.minY }.map { $0.id }
  }
  func ids(_ numbers: ClosedRange<Int>...) -> [String?] { numbers.joined().map { "\($0)" } }
  try shown.viewer.setFilter(["level>=warn"])
  try await shown.rest()
  #expect(lines() == ids(2...7, 9...16))
  try shown.viewer.setFilter(["level==error", "at "])
  try await shown.rest()
  #expect(lines() == ids(4...5), "all filters hold for each line")
  try shown.viewer.setFilter(["level<=info"])
  try await shown.rest()
  #expect(lines() == ids(0...1, 8...8))
  try shown.viewer.setFilter(["!level>=warn"])
  try await shown.rest()
  #expect(lines() == ids(0...1, 8...8))
  // The way from error to error stops at entries.
  try shown.viewer.setFilter(["level>=error"])
  try await shown.rest()
  try await shown.press("E")
  #expect(shown.status.contains("Error 1 of 2") || shown.status.contains("1 of 2"), "\(shown.status)")
  // Find knows the level of a line in the middle of a trace.
  try await shown.press("F", .control)
  shown.harness.type("B.java")
  try await shown.press(.enter)
  #expect(shown.status.contains("of 2") || shown.harness.semantics.contains { $0.text.contains("of 2") })
}

@MainActor
@Test func `a trace that arrives in parts is kept with its error`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write("09:10:01 INFO a\n09:10:02 ERROR b\n", to: "a.log"))
  try shown.viewer.setFilter(["level>=error"])
  try await shown.rest()
  // A line whose time is not there yet belongs to the entry before it.
  for (part, count) in [("\tat ", 2), ("x\n", 2), ("  y", 3), ("\n09:1", 4), ("0:03 INFO c\n z\n", 3)] {
    try folder.append(part, to: "a.log")
    let isShown = await waitUntil(shown.harness) { shown.viewer.list.itemCount == count && !shown.viewer.isBusy }
    #expect(isShown, "\(part): \(shown.viewer.list.itemCount) lines")
  }
}
