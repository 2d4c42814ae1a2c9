import Foundation
import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

// Tests of files with so many lines that rows are mapped by their line numbers instead of being compared.

private let count = 320_000

/// Opens a long file; the file is deleted when the returned folder is released.
private func longLog() throws -> (TemporaryFolder, Session) {
  let folder = try TemporaryFolder()
  let text = (0..<count).map { "line \($0)\n" }.joined()
  return (folder, try Session([try folder.write(text, to: "long.txt")]))
}

@Test func `a filter over a long file shows its first match, and clearing it restores the position`() throws {
  let (folder, session) = try longLog()
  defer { withExtendedLifetime(folder) {} }
  _ = try session.settled()
  try session.run("wheel 0 -10000 200 200")
  let before = try session.settled()
  #expect(before.offset[1] == 1_000_000)
  try session.run("filter 0")
  let filtered = try session.settled()
  #expect(filtered.total < count)
  #expect(filtered.offset[1] == 0)
  try session.run("filter 31999")
  #expect(try session.settled().offset[1] == 0)
  try session.run("filter")
  #expect(try session.settled().cells == before.cells)
  // The filter matches no visible line, so clearing it restores the position.
  try session.run("filter 319999")
  #expect(try session.settled().texts == ["line 319999"])
  try session.run("filter")
  #expect(try session.settled().cells == before.cells)
}

@Test func `after a scroll among the matches, clearing the filter continues there`() throws {
  let (folder, session) = try longLog()
  defer { withExtendedLifetime(folder) {} }
  _ = try session.settled()
  try session.run("wheel 0 -10000 200 200", "settle", "filter 7", "settle", "wheel 0 -500 200 200")
  let read = try session.settled()
  let line = try #require(read.cells.dropFirst().first)
  #expect(read.offset[1] == 50_000)
  try session.run("filter")
  let all = try session.settled()
  #expect(all.total == count)
  #expect(try all.cell(line.text).frame == line.frame)
  try session.run("filter no such line", "settle", "filter")
  #expect(try session.settled().cells == all.cells)
}

@Test func `the focused line stays in place over filters of a long file`() throws {
  let (folder, session) = try longLog()
  defer { withExtendedLifetime(folder) {} }
  _ = try session.settled()
  try session.run("wheel 0 -10000 200 200")
  let before = try session.settled()
  let line = try #require(before.cells.dropFirst(2).first { $0.text.contains("0") })
  try session.run("click \(line.center.x) \(line.center.y)", "filter 0")
  #expect(try session.settled().cell(line.text).frame == line.frame)
  try session.run("filter")
  #expect(try session.settled().cells.map(\.frame) == before.cells.map(\.frame))
}

@Test func `a selection in a long file survives filters, whole and in parts`() throws {
  let (folder, session) = try longLog()
  defer { withExtendedLifetime(folder) {} }
  let all = try session.settled()
  func selected() throws -> [String] { try session.settled().cells.filter(\.selected).map(\.text) }
  try session.run("key ctrl+A", "filter 7")
  #expect(try selected() == session.dump().texts)
  try session.run("filter 9")
  #expect(try selected() == session.dump().texts, "items hidden by the former filter too")
  try session.run("filter")
  #expect(try selected() == all.texts)
  // A selection made among the matches is the whole selection after the filter is cleared.
  try session.run("key Escape", "filter 1")
  let matches = try session.settled()
  // On the numbers of the lines, because a press on the text of another line selects text.
  try session.run("click 24 \(matches.cells[1].center.y)")
  try session.run("shift+click 24 \(matches.cells[4].center.y)", "filter")
  let visible = try session.settled().texts
  let some = matches.texts[1...4].filter { visible.contains($0) }
  #expect(some.count > 1)
  #expect(try selected() == some)
  // All of very many matches are selected; other lines are not.
  try session.run("key Escape", "filter 1", "settle", "key ctrl+A", "filter")
  let rest = try session.settled().texts.filter { $0.contains("1") }
  #expect(try rest.count > 1 && selected() == rest)
}
