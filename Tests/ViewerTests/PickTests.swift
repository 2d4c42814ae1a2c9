import Foundation
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

private let table = "name,amount\n\"pear, green\",10\nfig,3\nplum,20\n"

/// Runs a script with `--pick`, and returns the exit code and the output without the replies.
private func pick(_ path: String, _ commands: String...) throws -> (code: Int32, rows: String) {
  let script = (["settle"] + commands).joined(separator: "\n") + "\n"
  let result = try Program.run(
    ["--pick", "--script", "-", "--size", "480x320", path], Program.Surroundings(input: script))
  let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
  let rows = lines.filter { !$0.hasPrefix("{\"ok\":") }.joined(separator: "\n")
  return (result.code, rows)
}

@Test func `Return prints the selected rows of a table as the file has them`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(table, to: "a.csv")
  let first = try pick(path, "key Down", "key Down", "key Return", "key Escape")
  #expect(first.code == 0 && first.rows == "fig,3\n")
  let all = try pick(path, "key Ctrl+A", "key Return")
  #expect(all.code == 0 && all.rows == "\"pear, green\",10\nfig,3\nplum,20\n")
}

@Test func `Return prints the chosen line of a text`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("one\ntwo\u{0}\r\nthree", to: "a.txt")
  let second = try pick(path, "key Down", "key Down", "key Return")
  #expect(second.code == 0 && second.rows == "two\u{0}\r\n")
  let last = try pick(path, "key End", "key Return")
  #expect(last.code == 0 && last.rows == "three\n")
}

@Test func `Escape and the end of the script pick nothing`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(table, to: "a.csv")
  let escaped = try pick(path, "key Escape", "key Return")
  #expect(escaped.code == 130 && escaped.rows.isEmpty)
  let ended = try pick(path, "settle")
  #expect(ended.code == 130 && ended.rows.isEmpty)
  #expect(try Program.run(["--pick", "--print", "text", path]).code == 2)
}

@Test func `Return prints the paths of chosen files, and opens a folder`() throws {
  let folder = try TemporaryFolder()
  try FileManager.default.createDirectory(atPath: folder.file("inner"), withIntermediateDirectories: true)
  for name in ["a.txt", "b.txt", "inner/c.txt"] { try folder.write("x", to: name) }
  let file = try pick(folder.path, "key Down", "key Down", "key Down", "key Return")
  #expect(file.code == 0 && file.rows == folder.file("b.txt") + "\n")
  let inner = try pick(folder.path, "key Down", "key Return", "settle", "key Ctrl+2", "key Down", "key Return")
  #expect(inner.code == 0 && inner.rows == folder.file("inner/c.txt") + "\n")
  let all = try pick(folder.path, "key Ctrl+A", "key Ctrl+Return")
  #expect(all.rows == ["inner", "a.txt", "b.txt"].map { folder.file($0) + "\n" }.joined())
}
