import Foundation
import Glibc
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

private let table = "name,amount\n\"pear, green\",10\nfig,3\nplum,20\n"

private func save(_ session: Session, as name: String) throws {
  try session.run("key ctrl+s", "key ctrl+a", "text \(name)", "key Return")
  _ = try session.settled()
}

@Test func `the shown rows of a table are saved byte for byte, or in the format of the ending`() throws {
  let folder = try TemporaryFolder()
  let session = try Session([try folder.write(table, to: "a.csv"), "--filter", "amount>5", "--sort", "amount:desc"])
  _ = try session.settled()
  try save(session, as: "b.csv")
  #expect(TemporaryFolder.text(folder.file("b.csv")) == "name,amount\nplum,20\n\"pear, green\",10\n")
  try save(session, as: folder.file("c.tsv"))
  #expect(TemporaryFolder.text(folder.file("c.tsv")) == "name\tamount\nplum\t20\npear, green\t10\n")
  try save(session, as: "d.ndjson")
  #expect(
    TemporaryFolder.text(folder.file("d.ndjson"))
      == "{\"name\":\"plum\",\"amount\":20}\n{\"name\":\"pear, green\",\"amount\":10}\n")
  // Nothing else is left in the folder.
  #expect(
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
      "a.csv", "b.csv", "c.tsv", "d.ndjson",
    ])
}

@Test(arguments: [[], ["key ctrl+Up", "key ctrl+Up"]])
func `several selected rows are saved alone, wherever the focus is`(keys: [String]) throws {
  let folder = try TemporaryFolder()
  let session = try Session([try folder.write(table, to: "a.csv")])
  let cells = try session.settled().cells
  try session.run("click \(cells[1].center.x) \(cells[1].center.y)", "key Shift+Down")
  for key in keys { try session.run(key) }
  // The proposed name is free.
  try session.run("key ctrl+s", "key Return")
  _ = try session.settled()
  #expect(TemporaryFolder.text(folder.file("a-rows.csv")) == "name,amount\nfig,3\nplum,20\n")
}

@Test func `a file that is there is replaced only when Return is pressed again`() throws {
  let folder = try TemporaryFolder()
  let session = try Session([try folder.write(table, to: "a.csv")])
  let other = try folder.write("old", to: "b.csv")
  #expect(chmod(other, 0o640) == 0)
  _ = try session.settled()
  try save(session, as: "b.csv")
  #expect(TemporaryFolder.text(other) == "old")
  try session.run("key Return")
  _ = try session.settled()
  #expect(TemporaryFolder.text(other) == table)
  let mode = try FileManager.default.attributesOfItem(atPath: other)[.posixPermissions] as? Int
  #expect(mode == 0o640)
  // The table itself is never written.
  try save(session, as: "a.csv")
  try session.run("key Return", "key Return")
  #expect(TemporaryFolder.text(folder.file("a.csv")) == table)
}

@Test func `a failed save leaves the old file whole`() throws {
  let folder = try TemporaryFolder()
  let rows = (0..<40_000).map { "row \($0),\($0)\n" }.joined()
  let path = try folder.write("name,amount\n" + rows, to: "a.csv")
  let old = try folder.write("old", to: "b.csv")
  try FileManager.default.createDirectory(atPath: folder.file("c.csv"), withIntermediateDirectories: false)
  // A limit on the size of files acts as a full disk.
  var surroundings = Program.Surroundings(executable: "/bin/bash")
  surroundings.input =
    ["settle", "dump", "key ctrl+s", "key ctrl+a", "text b.csv", "key Return", "key Return", "settle", "dump", "quit"]
    .joined(separator: "\n") + "\n"
  func saveTwice(limit: String) throws -> [Dump] {
    // Answers go through a pipe, which has no limit.
    let result = try Program.run(
      ["-c", "(ulimit -f \(limit); exec \"$0\" --script - --size 480x320 '\(path)' 2>/dev/null) | cat", Program.path],
      surroundings)
    return Dump.all(in: result.output)
  }
  let failed = try saveTwice(limit: "100")
  #expect(failed.count == 2 && failed[1].viewport[1] < failed[0].viewport[1], "the bar stays open with the reason")
  #expect(TemporaryFolder.text(old) == "old")
  let saved = try saveTwice(limit: "unlimited")
  #expect(saved.count == 2 && saved[1].viewport == saved[0].viewport)
  #expect(TemporaryFolder.text(old) == TemporaryFolder.text(path))
  let session = try Session([path])
  _ = try session.settled()
  for name in ["c.csv", "none/d.csv", "/proc/d.csv"] {
    try save(session, as: name)
    try session.run("key Return", "settle", "key Escape")
  }
  #expect(
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix("s") }.sorted()
      == ["a.csv", "b.csv", "c.csv"])
}
