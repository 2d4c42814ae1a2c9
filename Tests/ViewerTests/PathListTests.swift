import Foundation
import Glibc
import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

@Test func `several paths form one list, and each entry is opened and followed`() throws {
  let folder = try TemporaryFolder()
  try folder.makeFolder("inner")
  try folder.write("deep", to: "inner/deep.txt")
  try folder.write("one\ntwo\n", to: "inner/log.txt")
  try folder.write(PNG.plain(0x30A060), to: "a.png")
  let paths = [folder.file("a.png"), folder.file("inner"), folder.file("inner/log.txt")]
  let session = try Session(paths, size: "640x700")
  var dump = try session.settled()
  #expect(dump.cells.map(\.section) == ["folders", "pictures", "files"])
  #expect(dump.texts.map { String($0.prefix(5)) } == ["inner", "a.png", "log.t"])
  #expect(dump.total == 3)

  // Each file is followed when it is deleted, created again or grown.
  try folder.remove("a.png")
  #expect(try session.settled().total == 2)
  try folder.write(PNG.plain(0x2020C0, width: 240, height: 180), to: "a.png")
  dump = try session.settled()
  #expect(dump.cells.map(\.section) == ["folders", "pictures", "files"])
  let (x, y) = (Int(try dump.cell("a.png").center.x), Int(try dump.cell("a.png").frame[1] + 60))
  #expect(try session.screenshot()[x, y] == Color(hex: 0x2020C0))
  try folder.append(String(repeating: "x", count: 1000), to: "inner/log.txt")
  #expect(try session.settled().cell("log.txt").text.contains("1 KB"))

  // Each file can be opened.
  let text = try session.dump().cell("log.txt")
  try session.run("click \(text.center.x) \(text.center.y) 2")
  #expect(try session.settled().texts.first == "one")
  try session.run("key Backspace", "settle")
  let inner = try session.dump().cell("inner")
  try session.run("click \(inner.center.x) \(inner.center.y) 2")
  #expect(try session.settled().texts.map { String($0.prefix(4)) } == ["deep", "log."])
  #expect(session.finish() == 0)
}

@Test func `missing paths are named on standard error, and only a list of missing ones is a failure`() throws {
  let folder = try TemporaryFolder()
  let present = try folder.write("text", to: "here.txt")
  let (missing, alsoMissing) = (folder.file("gone.txt"), folder.file("lost.txt"))
  for option in [["--print", "text"], ["--headless"], ["--screenshot", folder.file("x.png")]] {
    let some = try Program.run(option + ["--size", "320x240", missing, present])
    #expect(some.code == 0, "\(some.errors)")
    #expect(some.errors.contains(missing) && some.errors.contains("no such file"))
    #expect(!some.errors.contains(present))
    let none = try Program.run(option + ["--size", "320x240", missing, alsoMissing])
    #expect(none.code == 3)
    #expect(none.errors.contains(missing))
    #expect(none.output.isEmpty)
  }
  // A missing path appears when it is created.
  let session = try Session([missing, present])
  #expect(try session.settled().total == 1)
  try folder.write("now", to: "gone.txt")
  #expect(
    try session.settled().texts.map { String($0.prefix(4)) } == ["gone", "here"], "in the order of the command line")
}

@Test func `several paths are printed by their given names, in their order or sorted`() throws {
  let folder = try TemporaryFolder()
  let (b, a) = (try folder.write("bb", to: "b.txt"), try folder.write("a", to: "a.txt"))
  let inner = try folder.makeFolder("inner")
  #expect(try Program.run(["--print", "text", b, inner, a]).output == "\(b)\n\(inner)\n\(a)\n")
  #expect(try Program.run(["--print", "text", "--sort", "size", b, a]).output == "\(a)\n\(b)\n")
  #expect(try Program.run(["--print", "text", "--filter", "b.txt", b, a]).output == "\(b)\n")
  #expect(try Program.run(["--print", "text", "--filter", "kiwi", b, a]).code == 1)
  let row = try Program.run(["--print", "ndjson", b, a]).output.split(separator: "\n")[0]
  let members = try #require(JSONSerialization.jsonObject(with: Data(row.utf8)) as? [String: Any])
  #expect(members["name"] as? String == b)
  #expect(members["size"] as? Int == 2)
  let wrong = try Program.run(["--print", "text", a, "-"])
  #expect(wrong.code == 2)
}

@Test func `files with the same name are shown with their folders`() throws {
  let folder = try TemporaryFolder()
  for name in ["one", "two"] {
    try folder.makeFolder(name)
    try folder.write("x", to: name + "/same.txt")
  }
  let session = try Session([folder.file("one/same.txt"), folder.file("two/same.txt"), folder.file("one/same.txt")])
  #expect(try session.settled().texts.map { String($0.prefix(12)) } == ["one/same.txt", "two/same.txt"])
}
