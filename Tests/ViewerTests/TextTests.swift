import Foundation
import Glibc
import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

private func lines(_ range: Range<Int>) -> String { range.map { "line \($0)\n" }.joined() }

@Test func `a text is shown from its start, with all its lines`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(lines(0..<50_000), to: "long.txt")
  let session = try Session([path])
  let dump = try session.settled()
  #expect(dump.total == 50_000)
  #expect(dump.offset == [0, 0])
  #expect(dump.texts.first == "line 0")
  #expect(dump.cells.first?.id == "0")
  try session.run("key End")
  let end = try session.settled()
  #expect(end.texts.last == "line 49999")
  #expect(try #require(end.cells.last).frame[1] + 20 == 320 - 28, "the last line ends at the status line")
  try session.run("key Home")
  #expect(try session.settled().texts.first == "line 0")
}

@Test func `growth is followed only at the end`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(lines(0..<200), to: "app.log")
  let session = try Session([path])
  #expect(try session.settled().offset == [0, 0])
  // At the start of the list, the position stays.
  try folder.append(lines(200..<210), to: "app.log")
  var dump = try session.settled()
  #expect(dump.total == 210)
  #expect(dump.offset == [0, 0])
  // At the end, the position follows the new lines.
  try session.run("key End")
  #expect(try session.settled().texts.last == "line 209")
  try folder.append(lines(210..<230), to: "app.log")
  dump = try session.settled()
  #expect(dump.texts.last == "line 229")
  // In the middle, visible lines stay in place.
  try session.run("wheel 0 2 200 200")
  dump = try session.settled()
  try folder.append(lines(230..<260), to: "app.log")
  let after = try session.settled()
  #expect(after.total == 260)
  #expect(after.cells == dump.cells)
}

@Test func `a line that grows stays one line`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("first\nsec", to: "app.log")
  let session = try Session([path])
  #expect(try session.settled().texts == ["first", "sec"])
  try folder.append("ond\nthird", to: "app.log")
  #expect(try session.settled().texts == ["first", "second", "third"])
}

@Test(arguments: ["", "line 4"]) func `a truncated or rotated file is shown from its start`(filter: String) throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(lines(0..<300), to: "app.log")
  let session = try Session([path] + (filter.isEmpty ? [] : ["--filter", filter]))
  #expect(try session.settled().total == (filter.isEmpty ? 300 : 11))
  try folder.write("line 4 is new\n", to: "app.log")
  #expect(try session.settled().texts == ["line 4 is new"])
  // In a rotation, another file takes the name.
  try folder.write(lines(0..<5), to: "next")
  try folder.rename("next", to: "app.log")
  #expect(try session.settled().texts.last == "line 4")
  try folder.append("line 44\n", to: "app.log")
  #expect(try session.settled().texts.last == "line 44")
}

@Test func `lines are filtered as they arrive`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(lines(0..<100), to: "app.log")
  let session = try Session([path])
  _ = try session.settled()
  try session.run("filter /7$/")
  let dump = try session.settled()
  #expect(dump.total == 10)
  #expect(dump.texts.prefix(2) == ["line 7", "line 17"])
  #expect(dump.cells.first?.id == "7")
  try folder.append("line 107\nline 108\n", to: "app.log")
  #expect(try session.settled().total == 11)
  let refused = try session.ask("filter /[/")
  #expect(refused["ok"] as? Bool == false)
  #expect(try session.settled().total == 11, "an invalid filter changes nothing")
}

@Test func `standard input is shown and followed as it arrives`() throws {
  let folder = try TemporaryFolder()
  // The script takes standard input, so the stream is a named pipe here.
  let path = folder.file("pipe")
  #expect(mkfifo(path, 0o600) == 0)
  let session = try Session([path])
  #expect(try session.settled().total == 0)
  let writer = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
  #expect(writer >= 0)
  func send(_ text: String) { #expect(write(writer, text, text.utf8.count) == text.utf8.count) }
  send(lines(0..<100))
  var dump = try session.settled()
  #expect(dump.total == 100)
  #expect(dump.texts.first == "line 0", "a stream is shown from its start")
  try session.run("key End")
  _ = try session.settled()
  send(lines(100..<200))
  dump = try session.settled()
  #expect(dump.total == 200)
  #expect(dump.texts.last == "line 199")
  try session.run("key Home")
  let start = try session.settled()
  send(lines(200..<300))
  dump = try session.settled()
  #expect(dump.total == 300)
  #expect(dump.cells == start.cells)
  close(writer)
  #expect(try session.settled().total == 300)
}

@Test func `a user at the end of the first lines of a stream follows it`() throws {
  let folder = try TemporaryFolder()
  let path = folder.file("pipe")
  #expect(mkfifo(path, 0o600) == 0)
  let session = try Session([path])
  _ = try session.settled()
  let writer = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
  defer { close(writer) }
  for range in [0..<5, 5..<10, 10..<100] {
    let text = lines(range)
    #expect(write(writer, text, text.utf8.count) == text.utf8.count)
    #expect(try session.settled().texts.last == "line \(range.upperBound - 1)")
  }
}

@Test func `without a path, a pipe or redirected file on standard input is shown`() throws {
  let folder = try TemporaryFolder()
  let script = try folder.write("settle\ndump\n", to: "script")
  for arguments in [[], ["-"]] {
    let result = try Program.run(
      ["--script", script, "--size", "320x240"] + arguments, Program.Surroundings(input: "one\ntwo\nthree"))
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.output.contains("\"total\":3"))
    #expect(result.output.contains("\"text\":\"three\""))
  }
}

@Test func `the sample log has its levels and its times`() throws {
  let session = try Session([Program.sample("harbour.log")], size: "960x320")
  let dump = try session.settled()
  #expect(dump.total == 400)
  #expect(dump.texts.first?.contains("INFO") == true)
  try session.run("filter ERROR")
  let errors = try session.settled()
  #expect(errors.total > 0)
  #expect(errors.texts.allSatisfy { $0.contains("ERROR") })
}
