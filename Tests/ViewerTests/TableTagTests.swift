import Foundation
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

private let table = "name,amount\n" + ["pear", "apple", "fig", "plum"].enumerated().map { "\($1),\($0)\n" }.joined()

/// Returns the rows without their numbers. A row without a tag has an empty text in its place.
private func rows(_ dump: Dump) -> [String] {
  dump.texts.map { $0.split(separator: " ").dropFirst().joined(separator: " ") }
}

/// Returns the lines of the file of tags without checksums, as `row tag`.
private func lines(_ path: String) -> [String] {
  TemporaryFolder.text(path + ".tags").split(separator: "\n").dropFirst()
    .map { $0.split(separator: "\t").prefix(2).joined(separator: " ") }
}

@Test func `a digit tags the selected rows of a table, and Ctrl+Z takes that back`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(table, to: "a.csv")
  let session = try Session([path])
  let cells = try session.settled().cells
  try session.run("click \(cells[1].center.x) \(cells[1].center.y)", "key 3")
  #expect(lines(path) == ["2 3"])
  #expect(try rows(session.settled()) == ["pear 0", "3 apple 1", "fig 2", "plum 3"])
  try session.run("key Shift+Down", "key 7")
  #expect(try rows(session.settled()) == ["pear 0", "7 apple 1", "7 fig 2", "plum 3"])
  try session.run("key Ctrl+Z")
  #expect(try rows(session.settled()) == ["pear 0", "3 apple 1", "fig 2", "plum 3"])
  try session.run("key Ctrl+Shift+Z", "key 0")
  #expect(try rows(session.settled()) == ["pear 0", "apple 1", "fig 2", "plum 3"])
  #expect(lines(path) == ["2 3", "2 7", "3 7", "2 3", "3 0", "2 7", "3 7", "2 0", "3 0"])
  // The table itself is never written.
  #expect(TemporaryFolder.text(path) == table)
}

@Test func `tags are there when the table is opened again, to filter, sort and print by`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(table, to: "a.csv")
  do {
    let session = try Session([path])
    let cells = try session.settled().cells
    try session.run("click \(cells[3].center.x) \(cells[3].center.y)", "key 1", "key Up", "key 2")
  }
  let session = try Session([path, "--filter", "tag>0"])
  #expect(try rows(session.settled()) == ["2 fig 2", "1 plum 3"])
  // A row that loses its tag leaves the filtered table.
  let cells = try session.dump().cells
  try session.run("click \(cells[0].center.x) \(cells[0].center.y)", "key 0")
  #expect(try rows(session.settled()) == ["1 plum 3"])
  #expect(try Program.run([path, "--print", "text", "--filter", "tag=1"]).output == "name,amount\nplum,3\n")
  #expect(try Program.run([path, "--print", "text", "--sort", "tag"]).output.split(separator: "\n")[1] == "plum,3")
}

@Test func `tags of rows that another program changed are hidden`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(table, to: "a.csv")
  do {
    let session = try Session([path])
    let cells = try session.settled().cells
    try session.run("click \(cells[0].center.x) \(cells[0].center.y)", "key Ctrl+A", "key 4")
    _ = try session.settled()
  }
  try folder.write(table.replacingOccurrences(of: "fig,2", with: "fig,20"), to: "a.csv")
  let session = try Session([path])
  _ = try session.settled()
  #expect(try rows(session.settled()) == ["4 pear 0", "4 apple 1", "fig 20", "4 plum 3"])
}

@Test func `if no file may grow, a tag is reported as not written, and the others stay`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(table, to: "a.csv")
  try folder.write("scrollwork tags 1\n", to: "a.csv.tags")
  var surroundings = Program.Surroundings()
  surroundings.executable = "/bin/bash"
  surroundings.input = "settle\ndump\nkey Down\nkey 3\nsettle\ndump\nquit\n"
  // Answers go through a pipe, which has no limit.
  let result = try Program.run(
    ["-c", "(ulimit -f 0; exec \"$0\" --script - --size 480x320 '\(path)' 2>/dev/null) | cat", Program.path],
    surroundings)
  let dumps = Dump.all(in: result.output)
  try #require(dumps.count == 2)
  #expect(dumps[1].texts == dumps[0].texts, "no row has a tag")
  #expect(dumps[1].viewport == dumps[0].viewport, "no bar covers the rows")
  #expect(TemporaryFolder.text(path + ".tags") == "scrollwork tags 1\n")
}

@Test func `a viewer that is killed while it tags loses no tag that it reported`() throws {
  let folder = try TemporaryFolder()
  let count = perBuild(debug: 300, optimized: 6_000)
  let path = try folder.write("id,name\n" + (0..<count).map { "\($0),row\n" }.joined(), to: "a.csv")
  var tagged = 0
  for round in 1...3 {
    let session = try Session([path, "--filter", "id>=\(tagged)"])
    _ = try session.settled()
    // The first row gets the focus.
    try session.run("key Down")
    let end = round * count / 3
    while tagged < end {
      try session.run("key \(tagged % 9 + 1)")
      tagged += 1
      if tagged < end { try session.run("key Down") }
    }
    session.kill()
    #expect(lines(path).count == tagged)
  }
  #expect(lines(path) == (0..<count).map { "\($0 + 1) \($0 % 9 + 1)" })
}
