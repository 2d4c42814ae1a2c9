import Foundation
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

private let table = """
  kind,name,amount
  fruit,pear,10
  root,beet,9.5
  fruit,apple,100
  ,salt,2
  root,leek,20

  """

/// Returns the group titles, and the names in the rows.
private func shown(_ dump: Dump) -> [String] {
  dump.cells.map { cell in
    Int(cell.id).map { $0 >= 0 } == true ? cell.text.split(separator: " ").suffix(2).joined(separator: " ") : cell.text
  }
}

private let grouped = [
  "fruit 2 rows", "pear 10", "apple 100", "root 2 rows", "beet 9.5", "leek 20", "No value 1 row", "salt 2",
]
private let plain = ["pear 10", "beet 9.5", "apple 100", "salt 2", "leek 20"]

/// Chooses “Group by this column” in the menu of the first title.
private func group(_ session: Session) throws {
  try session.run("click 80 64 1 right", "settle", "key Down", "key Down", "key Down", "key Return")
}

@Test func `the menu of a title groups the rows by their values, and takes that back`() throws {
  let folder = try TemporaryFolder()
  let session = try Session([try folder.write(table, to: "a.csv")])
  #expect(try shown(session.settled()) == plain)
  try group(session)
  #expect(try shown(session.settled()) == grouped)
  // Rows that are added come into their group.
  try folder.append("fruit,fig,3\n", to: "a.csv")
  #expect(try shown(session.settled()).prefix(4) == ["fruit 3 rows", "pear 10", "apple 100", "fig 3"])
  try group(session)
  #expect(try shown(session.settled()) == plain + ["fig 3"])
}

@Test func `arrow keys collapse and expand a group, and a key groups by the column of the focused cell`() throws {
  let folder = try TemporaryFolder()
  let session = try Session([try folder.write(table, to: "a.csv")])
  let cells = try session.settled().cells
  try session.run("click 80 \(cells[1].center.y)", "key shift+G")
  #expect(try shown(session.settled()) == grouped)
  // Left goes to the first cell, then to the title, then collapses the group.
  try session.run("key Left", "key Left", "key Left", "key Left")
  #expect(try shown(session.settled()) == Array(grouped[0...3] + grouped[6...7]))
  try session.run("key Right")
  #expect(try shown(session.settled()) == grouped)
  try session.run("key shift+G")
  #expect(try shown(session.settled()) == plain)
}

@Test func `groups follow the filter and the order of the rows`() throws {
  let folder = try TemporaryFolder()
  let session = try Session([try folder.write(table, to: "a.csv"), "--sort", "amount:desc"])
  _ = try session.settled()
  try session.run("click 80 64 1 right", "settle", "key Down", "key Down", "key Down", "key Down", "key Return")
  #expect(try shown(session.settled()).prefix(3) == ["fruit 2 rows", "apple 100", "pear 10"])
  try session.run("filter amount<50")
  #expect(
    try shown(session.settled())
      == ["fruit 1 row", "pear 10", "root 2 rows", "leek 20", "beet 9.5", "No value 1 row", "salt 2"])
}

@Test func `a column with too many values says so and leaves the rows as they are`() throws {
  let folder = try TemporaryFolder()
  let rows = (0..<10_001).map { "v\($0),1\n" }.joined()
  let session = try Session([try folder.write("value,one\n" + rows, to: "a.csv")])
  #expect(try session.settled().total == 10_001)
  try group(session)
  #expect(try session.settled().total == 10_001)
}
