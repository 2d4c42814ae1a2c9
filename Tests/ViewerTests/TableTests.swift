import Foundation
import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

private let table = """
  name,amount,note
  pear,10,"two
  lines"
  apple,9.5,
  fig,100,"a ""quoted"" word"
  plum,2

  """

/// Returns the texts of the rows, without their numbers.
private func rows(_ dump: Dump) -> [String] { dump.texts.map { String($0.drop { $0 != " " }.dropFirst()) } }

private let all = ["pear 10 two lines", "apple 9.5 —", "fig 100 a \"quoted\" word", "plum 2 —"]

@Test func `a CSV file is shown as a table, with quoted line breaks and missing fields`() throws {
  let folder = try TemporaryFolder()
  let session = try Session([try folder.write(table, to: "a.csv")])
  #expect(try rows(session.settled()) == all)
  // Rows that are added appear, and a rewritten file is read again.
  try folder.append("date,7,new\n", to: "a.csv")
  #expect(try rows(session.settled()) == all + ["date 7 new"])
}

@Test func `rows of a table are filtered by the values of a column`() throws {
  let folder = try TemporaryFolder()
  let session = try Session([try folder.write(table, to: "a.csv"), "--filter", "amount>9"])
  #expect(try rows(session.settled()) == Array(all.prefix(3)))
  try session.run("filter name=plum")
  #expect(try rows(session.settled()) == [all[3]])
  try session.run("filter quoted")
  #expect(try rows(session.settled()) == [all[2]])
  try session.run("filter nothing of that kind")
  #expect(try session.settled().total == 0)
  try session.run("filter")
  #expect(try rows(session.settled()) == all)
}

@Test func `a click on a title sorts the rows of a table by number`() throws {
  let folder = try TemporaryFolder()
  let session = try Session([try folder.write(table, to: "a.csv")])
  _ = try session.settled()
  // The titles stand below the toolbar, the number's after that of the row and that of the name.
  try session.run("click 150 64")
  #expect(try rows(session.settled()) == [all[3], all[1], all[0], all[2]])
  try session.run("click 150 64")
  #expect(try rows(session.settled()) == [all[2], all[0], all[1], all[3]])
  try session.run("click 150 64")
  #expect(try rows(session.settled()) == all)
}

@Test func `a filter and an order that follow each other at once both hold`() throws {
  let folder = try TemporaryFolder()
  let session = try Session([try folder.write(table, to: "a.csv")])
  _ = try session.settled()
  for round in 0..<20 {
    try session.run("filter amount>9", "sort amount:desc", "filter amount>\(round % 2)", "sort amount")
    #expect(try rows(session.settled()) == [all[3], all[1], all[0], all[2]], "round \(round)")
  }
}

@Test func `a selected row of a table stays selected when the rows are sorted`() throws {
  let folder = try TemporaryFolder()
  let session = try Session([try folder.write(table, to: "a.csv")])
  let cells = try session.settled().cells
  try session.run("click \(cells[2].center.x) \(cells[2].center.y)", "click 150 64")
  #expect(try rows(session.settled()).count == 4)
  #expect(try session.settled().cells.filter(\.selected).map(\.id) == ["2"])
}

@Test func `a table is sorted by the columns that the command line or a script names`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(table, to: "a.csv")
  let session = try Session([path, "--sort", "amount:desc"])
  #expect(try rows(session.settled()) == [all[2], all[0], all[1], all[3]])
  try session.run("sort name")
  #expect(try rows(session.settled()) == [all[1], all[2], all[0], all[3]])
  #expect(try session.ask("sort colour")["error"] as? String == "No column “colour” to sort by")
  #expect(try rows(session.settled()) == [all[1], all[2], all[0], all[3]])
  try folder.write("words", to: "a.txt")
  let text = try Session([folder.file("a.txt")])
  #expect(
    try text.ask("sort up")["error"] as? String
      == "Unknown sort key “up”; known are name, size, date, kind, width, height, tag, line, text")
}

@Test func `keys sort a table by a column, and reverse the order`() throws {
  let folder = try TemporaryFolder()
  let session = try Session([try folder.write("name,amount\npear,10\napple,9\nfig,100\n", to: "a.csv")])
  func names() throws -> [String] { try session.settled().texts.map { String($0.split(separator: " ")[1]) } }
  #expect(try names() == ["pear", "apple", "fig"])
  // The letter goes to the next title that begins with it.
  try session.run("key alt+S", "text a", "key Return")
  #expect(try names() == ["apple", "pear", "fig"])
  try session.run("key alt+S", "key Return")
  #expect(try names() == ["fig", "pear", "apple"])
  try session.run("key alt+S", "key Home", "key Return")
  #expect(try names() == ["pear", "apple", "fig"])
}
