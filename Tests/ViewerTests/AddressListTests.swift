import Foundation
import Scrollwork
import ScrollworkImageLoading
import ScrollworkTesting
import Testing

private func address(_ color: UInt32) -> String {
  "data:image/png;base64," + Data(PNG.plain(color)).base64EncodedString()
}

@Test func `a text that lists addresses of pictures is shown as tiles and follows the file`() throws {
  let folder = try Folder()
  try folder.write(PNG.plain(0x30A060), to: "green one.png")
  let file = "file://" + folder.file("green%20one.png")
  try folder.write("# My pictures\n\n\(address(0xC02020))\n\(file)\n", to: "list.txt")
  let session = try Session([folder.file("list.txt")], size: "640x480")
  var dump = try session.settled()
  #expect(dump.total == 2)
  #expect(dump.cells.map(\.section) == ["pictures", "pictures"])
  let green = try dump.cell("green one.png")
  #expect(try session.screenshot()[Int(green.center.x), Int(green.frame[1] + 60)] == Color(hex: 0x30A060))
  #expect(try session.screenshot()[Int(dump.cells[0].center.x), Int(green.frame[1] + 60)] == Color(hex: 0xC02020))

  try folder.append(address(0x2020C0) + "\n", to: "list.txt")
  dump = try session.settled()
  #expect(dump.total == 3)

  // One opens, the arrow keys walk on, and the way leads back.
  try session.tell("click \(green.center.x) \(green.center.y) 2", "settle")
  let shot = try session.screenshot()
  #expect(shot[320, 250] == Color(hex: 0x30A060))
  try session.tell("key Right", "settle")
  #expect(try session.screenshot()[320, 250] == Color(hex: 0x2020C0))
  try session.tell("key Escape", "settle")
  #expect(try session.dump().total == 3)
  #expect(session.finish() == 0)
}

@Test func `a text with anything else stays a text`() throws {
  let folder = try Folder()
  for (name, text) in [
    ("links.txt", "https://example.org/\nhttps://example.org/page\n"),
    ("mixed.txt", "https://example.org/a.png\nand a word\n"), ("empty.txt", "# https://example.org/a.png\n"),
  ] {
    let path = try folder.write(text, to: name)
    let session = try Session([path])
    #expect(try session.settled().cells.first?.section != "pictures", "\(name)")
    #expect(session.finish() == 0)
  }
}

@Test func `an address that nobody answers is broken, and all else goes on`() throws {
  let folder = try Folder()
  // Nothing listens there.
  try folder.write("http://127.0.0.1:9/a.png\n\(address(0xC02020))\n", to: "list.txt")
  let session = try Session([folder.file("list.txt")], size: "640x480")
  let dump = try session.settled()
  #expect(dump.total == 2)
  #expect(dump.images.failed == 1)
  #expect(session.finish() == 0)
}

@Test func `the caches are told and emptied`() throws {
  let folder = try Folder()
  var surroundings = Program.Surroundings()
  surroundings.variables["XDG_CACHE_HOME"] = folder.path
  let network = ImageDiskCacheConfiguration(folder: folder.file("scrollwork/images/v1"))
  let cache = DiskCache(network, clock: SystemPipelineClock())
  for number in 0..<3 { cache.write([7], StoredMarks(address: "http://host/\(number)")) }
  let told = try Program.run(["--cache"], surroundings)
  #expect(told.code == 0 && told.output.contains("3 pictures of the network, 12 KB"), "\(told.output)")
  #expect(told.output.contains("scrollwork/images/v1") && told.output.contains("0 small pictures"))
  let cleared = try Program.run(["--clear-cache"], surroundings)
  #expect(cleared.code == 0 && cleared.output.contains("0 pictures of the network"), "\(cleared.output)")
  #expect(cache.read("http://host/1") == nil && network.count().entries == 0)
  #expect(try Program.run(["--cache", folder.file("x")]).code == 2)
}
