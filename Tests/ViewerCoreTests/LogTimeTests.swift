import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Going to a line of a log by its time.

/// Returns a log of three days with a line for each minute and with stack traces.
private func log(date: (Int) -> String = { "2024-05-0\($0) " }) -> String {
  (1...3).flatMap { day in
    (0..<1_440).map { minute in
      let time = [minute / 60, minute % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
      return "\(date(day))\(time):30 INFO store: day \(day) minute \(minute)\n"
        + (minute % 50 == 0 ? String(repeating: "  at a frame without a time\n", count: 40) : "")
    }
  }.joined()
}

extension ShownText {
  fileprivate func goTo(_ text: String) async throws {
    harness.key("G", modifiers: .control)
    harness.key("A", modifiers: .control)
    harness.type(text)
    try await press(.enter)
    #expect(await waitUntil(harness) { !viewer.isBusy })
    harness.settle()
  }

  fileprivate var focusedText: String? {
    harness.show()
    return harness.tiles.first { $0.states.contains(.focused) }.map { String($0.text.drop { $0 != "s" }) }
  }

  /// The last label of the window, which is the answer in the bar.
  fileprivate var answer: String {
    harness.show()
    return harness.semantics.last { $0.role == .label }?.text ?? ""
  }
}

@MainActor
@Test func `going to a time selects the first line at or after it, on the day of the current line`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(log(), to: "a.log"))
  try await shown.goTo("14:02")
  #expect(shown.focusedText == "store: day 1 minute 842")
  try await shown.goTo("2024-05-03 00:10:31")
  #expect(shown.focusedText == "store: day 3 minute 11")
  try await shown.goTo("23:59:30.5")
  #expect(shown.answer == "All lines are earlier; this is the last one with a time")
  try await shown.press(.escape)
  #expect(shown.focusedText == "store: day 3 minute 1439")
  try await shown.goTo("0:00")
  #expect(shown.focusedText == "store: day 3 minute 0")
  try await shown.goTo("2024-05-02")
  #expect(shown.focusedText == "store: day 2 minute 0")
  try await shown.goTo("1999-01-01 10:00")
  #expect(shown.focusedText == "store: day 1 minute 0")
}

@MainActor
@Test func `times of syslog have a month and a day, and times without a day are compared by themselves`() async throws {
  let folder = try TemporaryFolder()
  let syslog = try await ShownText(folder.write(log { "May  \($0) " }, to: "a.log"))
  try await syslog.goTo("May 2 14:02")
  #expect(syslog.focusedText?.hasSuffix("day 2 minute 842") == true)
  try await syslog.goTo("2024-05-03 01:00")
  #expect(syslog.focusedText?.hasSuffix("day 3 minute 60") == true)
  let clock = try await ShownText(folder.write(log { $0 == 1 ? "" : "x " }, to: "b.log"))
  try await clock.goTo("2024-05-03 01:00")
  #expect(clock.answer == "The lines have no dates; this is the first one at that time of day")
  try await clock.press(.escape)
  #expect(clock.focusedText == "store: day 1 minute 60")
}

@MainActor
@Test func `wrong times and texts without times are told in a sentence`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(log(), to: "a.log"))
  for text in ["25:00", "2024-13-01", "14:2", "May 40", "14:02 or so"] {
    try await shown.goTo(text)
    #expect(shown.answer == "“\(text)” is not a time, such as 14:02 or 2024-05-01 14:02:03")
    #expect(shown.viewer.list.focusedItem == nil)
  }
  try await shown.goTo("55%")
  #expect(shown.focusedText?.hasPrefix("store: day 2") == true)
  let text = try await ShownText(folder.write("one\ntwo\n", to: "a.txt"))
  try await text.goTo("14:02")
  #expect(text.answer == "No line has a time of day")
}

@MainActor
@Test func `going to a time whose line a filter hides selects the next visible one`() async throws {
  let folder = try TemporaryFolder()
  let shown = try await ShownText(folder.write(log(), to: "a.log"))
  try shown.viewer.setFilter(["minute 9"])
  try await shown.rest()
  try await shown.goTo("14:02")
  #expect(shown.answer == "Line 1,523 is not shown; this is 1,621")
  try await shown.press(.escape)
  #expect(shown.focusedText == "store: day 1 minute 900")
}
