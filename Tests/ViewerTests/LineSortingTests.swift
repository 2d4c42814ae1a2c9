import Foundation
import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

private let words = ["pear", "apple", "fig", "plum", "date", "apple"]
private let text = words.map { $0 + "\n" }.joined()

private func lines(_ dump: Dump) -> [String] { dump.texts }

@Test func `lines are sorted in the window by a script and by an option`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(text, to: "a.txt")
  let session = try Session([path, "--sort", "text"])
  let sorted = try session.settled()
  #expect(lines(sorted) == words.sorted())
  // The id of a row is the number of its line, counted from 0.
  #expect(sorted.cells.map(\.id) == ["1", "5", "4", "2", "0", "3"])
  try session.run("sort text:desc")
  #expect(try lines(session.settled()) == words.sorted().reversed())
  try session.run("sort line:desc")
  #expect(try lines(session.settled()) == words.reversed())
  try session.run("sort line")
  #expect(try lines(session.settled()) == words)
  let refused = try session.ask("sort size")
  #expect(refused["ok"] as? Bool == false)
}

@Test func `sorted lines are filtered, and new lines are sorted in`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(text, to: "a.txt")
  let session = try Session([path, "--sort", "text", "--filter", "p"])
  #expect(try lines(session.settled()) == words.filter { $0.contains("p") }.sorted())
  try folder.append("grape\nkiwi\n", to: "a.txt")
  #expect(try lines(session.settled()) == (words + ["grape"]).filter { $0.contains("p") }.sorted())
  try session.run("filter")
  #expect(try lines(session.settled()) == (words + ["grape", "kiwi"]).sorted())
  try session.run("filter nothing of that kind")
  #expect(try session.settled().total == 0)
  try session.run("filter", "sort line:desc")
  #expect(try lines(session.settled()) == (words + ["grape", "kiwi"]).reversed())
  try folder.append("lime\n", to: "a.txt")
  #expect(try session.settled().texts.first == "lime")
}

@Test func `a selected line stays selected when the lines are sorted`() throws {
  let folder = try TemporaryFolder()
  let session = try Session([try folder.write(text, to: "a.txt")])
  let rows = try session.settled().cells
  try session.run("click \(rows[2].center.x) \(rows[2].center.y)", "sort text")
  #expect(try session.settled().cells.filter(\.selected).map(\.text) == ["fig"])
}

@Test func `a screenshot of sorted lines needs no window, and standard input is sorted too`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(text, to: "a.txt")
  let (sorted, plain) = (folder.file("sorted.png"), folder.file("plain.png"))
  #expect(try Program.run([path, "--size", "480x320", "--sort", "text", "--screenshot", sorted]).code == 0)
  let same = try folder.write(words.sorted().map { $0 + "\n" }.joined(), to: "b.txt")
  #expect(try Program.run([same, "--size", "480x320", "--screenshot", plain]).code == 0)
  // Both pictures have the same texts in the same rows; only the line numbers and the title differ.
  let place = Rect(x: 60, y: 52, width: 300, height: 116)
  let (a, b) = (try Picture(contentsOf: sorted), try Picture(contentsOf: plain))
  #expect(a.cropped(to: place) == b.cropped(to: place))
  let numbers = Rect(x: 0, y: 52, width: 44, height: 116)
  #expect(a.cropped(to: numbers) != b.cropped(to: numbers))
  let piped = Program.Surroundings(input: text)
  let again = folder.file("piped.png")
  let options = ["-", "--size", "480x320", "--sort", "text", "--screenshot", again]
  #expect(try Program.run(options, piped).code == 0)
  #expect(try Picture(contentsOf: again).cropped(to: place) == b.cropped(to: place))
}

@Test func `very many lines are sorted without a comparison with the former order`() throws {
  let folder = try TemporaryFolder()
  let count = 120_000
  let path = try folder.write((0..<count).map { "\((count - $0) + 1_000_000)\n" }.joined(), to: "a.txt")
  let session = try Session([path])
  _ = try session.settled()
  try session.run("sort text")
  #expect(try session.settled().texts.first == "1000001")
  try session.run("filter 99", "settle", "filter", "settle", "sort line:desc")
  #expect(try session.settled().texts.first == "1000001")
  try session.run("sort line")
  #expect(try session.settled().texts.first == "1120000")
}
