import Foundation
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

/// Returns the identity of the focused item.
private func focus(_ dump: Dump) -> String? { dump.cells.first { $0.focused }?.id }

@Test func `the user goes to a row of a table by its number or by a share`() throws {
  let folder = try TemporaryFolder()
  let rows = (1...2_000).map { "\($0),x\($0)\n" }.joined()
  let session = try Session([try folder.write("number,name\n" + rows, to: "a.csv")])
  _ = try session.settled()
  try session.run("key ctrl+g", "text 1,500", "key Return")
  #expect(try focus(session.settled()) == "1499")
  try session.run("key ctrl+g", "text 50%", "key Return")
  #expect(try focus(session.settled()) == "1000")
  // Wrong input moves nothing, and the field keeps the keyboard focus.
  try session.run("key ctrl+g", "text near the end", "key Return")
  #expect(try session.settled().cells.contains { $0.id == "1000" })
  try session.run("key ctrl+a", "text 99999999999999999999", "key Return")
  #expect(try session.settled().cells.last?.id == "1999")
  try session.run("key Escape", "key Up")
  #expect(try focus(session.settled()) == "1998")
}

@Test func `going to a row that a filter hides selects the next visible one`() throws {
  let folder = try TemporaryFolder()
  let rows = (1...2_000).map { "\($0),\($0 % 2 == 0 ? "even" : "odd")\n" }.joined()
  let path = try folder.write("number,name\n" + rows, to: "a.csv")
  let session = try Session([path, "--filter", "name=even"])
  _ = try session.settled()
  try session.run("key ctrl+g", "text 1001", "key Return", "key Escape")
  #expect(try focus(session.settled()) == "1001")
}

@Test func `the user goes to a line of a text and of a stream`() throws {
  let folder = try TemporaryFolder()
  let text = (1...3_000).map { "line \($0)\n" }.joined()
  let session = try Session([try folder.write(text, to: "a.txt")])
  _ = try session.settled()
  try session.run("key ctrl+g", "text 2500", "key Return")
  #expect(try focus(session.settled()) == "2499")
  try session.run("key ctrl+g", "text 0", "key Return", "key ctrl+a", "text 1", "key Return")
  #expect(try focus(session.settled()) == "0")
}
