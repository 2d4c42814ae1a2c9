import Foundation
import Glibc
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

// A file is followed by its name: through rotation, truncation, replacement and absence.

private func lines(_ range: Range<Int>) -> String { range.map { "line \($0)\n" }.joined() }

/// Opens a file of 100 lines, which is shown at its end.
private func follow(_ folder: borrowing TemporaryFolder) throws -> Session {
  let session = try Session([try folder.write(lines(0..<100), to: "app.log")])
  _ = try session.settled()
  try session.run("key End")
  #expect(try session.settled().texts.last == "line 99")
  return session
}

@Test func `a file that grew keeps its lines when another one takes its name`() throws {
  let folder = try TemporaryFolder()
  let session = try follow(folder)
  try folder.rename("app.log", to: "app.log.1")
  #expect(try session.settled().total == 100, "the old lines stay while there is no new file")
  // The program that writes may still append to the renamed file.
  try folder.append(lines(100..<110), to: "app.log.1")
  try folder.write(lines(0..<3), to: "app.log")
  let dump = try session.settled()
  #expect(dump.total == 110 + 1 + 3)
  #expect(dump.texts.suffix(3) == ["line 0", "line 1", "line 2"])
  #expect(dump.texts.dropLast(3).last?.hasPrefix("The file was replaced at") == true)
  #expect(dump.texts.dropLast(4).last == "line 109")
  try folder.append(lines(3..<60), to: "app.log")
  #expect(try session.settled().texts.last == "line 59", "the new file is followed at its end")
}

@Test func `a file that is copied and truncated in place is followed`() throws {
  let folder = try TemporaryFolder()
  let session = try follow(folder)
  for round in 1...3 {
    #expect(truncate(folder.file("app.log"), 0) == 0)
    #expect(try session.settled().total == 0)
    try folder.append(lines(0..<50 * round), to: "app.log")
    let dump = try session.settled()
    #expect(dump.total == 50 * round)
    #expect(dump.texts.last == "line \(50 * round - 1)")
  }
  // Truncated to a part of its lines.
  #expect(truncate(folder.file("app.log"), 14) == 0)
  #expect(try session.settled().texts == ["line 0", "line 1"])
}

@Test func `a file that vanishes and comes back is followed again`() throws {
  let folder = try TemporaryFolder()
  let session = try follow(folder)
  for round in 1...3 {
    try folder.remove("app.log")
    #expect(try session.settled().total > 0, "the last lines stay")
    try folder.write(lines(0..<40 + round), to: "app.log")
    #expect(try session.settled().texts.last == "line \(39 + round)")
    try folder.append("more\n", to: "app.log")
    #expect(try session.settled().texts.last == "more")
  }
}

@Test func `a name taken by a folder is followed again when a file has it`() throws {
  let folder = try TemporaryFolder()
  let session = try follow(folder)
  try folder.remove("app.log")
  try folder.makeFolder("app.log")
  let dump = try session.settled()
  #expect(dump.total == 100 && dump.texts.last == "line 99")
  try folder.remove("app.log")
  try folder.write("a new file\n", to: "app.log")
  #expect(try session.settled().texts == ["a new file"])
  try folder.append("and its growth\n", to: "app.log")
  #expect(try session.settled().texts.last == "and its growth")
}

@Test func `a link to another file is followed to that file`() throws {
  let folder = try TemporaryFolder()
  try folder.write(lines(0..<10), to: "first")
  try folder.write(lines(10..<30), to: "second")
  #expect(symlink("first", folder.file("app.log")) == 0)
  let session = try Session([folder.file("app.log")])
  #expect(try session.settled().total == 10)
  try folder.append("more\n", to: "first")
  #expect(try session.settled().texts.last == "more")
}
