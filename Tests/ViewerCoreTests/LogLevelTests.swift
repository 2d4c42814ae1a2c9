import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Errors of a log one after another, and filters by level.

/// A log in which every hundredth line is an error, every seventh a warning, and which has continuation lines.
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
  #expect(shown.viewer.list.itemCount == 10)
  func chips() -> [String] {
    shown.harness.show()
    return shown.harness.semantics.map(\.text).filter { $0.hasPrefix("Filter level") }
  }
  #expect(chips() == ["Filter level>=error"])
  try await shown.press("3", .alt)
  #expect(shown.viewer.list.itemCount == 152)
  #expect(chips() == ["Filter level>=warn"])
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
])
func `lines are filtered by their level`(expression: String, line: String, passes: Bool) throws {
  #expect(try Filter([FilterExpression(line: expression)]).matchesShown(line) == passes)
}

@Test func `a level that is none is refused with the levels that there are`() {
  let error = #expect(throws: ExpressionError.self) { try FilterExpression(line: "level>=loud") }
  #expect(
    error?.description.hasPrefix("“loud” is no level; the levels are trace, debug, info, warn, error and fatal") == true
  )
  #expect(throws: ExpressionError.self) { try FilterExpression(line: "level>=") }
}

extension Filter {
  fileprivate func matchesShown(_ line: String) -> Bool {
    var (filter, line) = (self, line)
    return line.withUTF8 { filter.matches(shown: UnsafeRawBufferPointer($0)) }
  }
}
