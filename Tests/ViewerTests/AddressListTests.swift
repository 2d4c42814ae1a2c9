import Foundation
import Scrollwork
import ScrollworkImageLoading
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

private func address(_ color: UInt32) -> String {
  "data:image/png;base64," + Data(PNG.plain(color, width: 240, height: 180)).base64EncodedString()
}

@Test func `a text that lists addresses of pictures is shown as tiles and follows the file`() throws {
  let folder = try TemporaryFolder()
  try folder.write(PNG.plain(0x30A060, width: 240, height: 180), to: "green one.png")
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

  // A picture opens, the arrow keys go to the next one, and Back returns to the list.
  try session.run("click \(green.center.x) \(green.center.y) 2", "settle")
  let shot = try session.screenshot()
  #expect(shot[320, 250] == Color(hex: 0x30A060))
  try session.run("key Right", "settle")
  #expect(try session.screenshot()[320, 250] == Color(hex: 0x2020C0))
  try session.run("key Escape", "settle")
  #expect(try session.dump().total == 3)
  #expect(session.finish() == 0)
}

@Test func `the address of a file shows the current file`() throws {
  let folder = try TemporaryFolder()
  try folder.write(PNG.plain(0x30A060, width: 240, height: 180), to: "one.png")
  let path = folder.file("one.png")
  try folder.write("\u{FEFF}FILE://\(path)\nfile://localhost\(path)\nfile:\(path)\n", to: "list.txt")
  let session = try Session([folder.file("list.txt")], size: "640x480")
  let shown = try session.settled()
  #expect(shown.cells.map(\.section) == ["pictures", "pictures", "pictures"] && shown.images.failed == 0)
  #expect(shown.cells.allSatisfy { $0.text.hasPrefix("one.png") })
  let cell = try #require(shown.cells.first)
  let place = (Int(cell.center.x), Int(cell.frame[1] + 60))
  #expect(try session.screenshot()[place.0, place.1] == Color(hex: 0x30A060))
  try folder.write(PNG.plain(0x2020C0, width: 240, height: 180), to: "one.png")
  try session.run("key F5", "settle")
  #expect(try session.screenshot()[place.0, place.1] == Color(hex: 0x2020C0))
  #expect(session.finish() == 0)
}

@Test func `a text with any other line stays a text`() throws {
  let folder = try TemporaryFolder()
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

@Test func `an address without an answer is broken, and everything else works`() throws {
  let folder = try TemporaryFolder()
  // No server listens at this address.
  try folder.write("http://127.0.0.1:9/a.png\n\(address(0xC02020))\n", to: "list.txt")
  let session = try Session([folder.file("list.txt")], size: "640x480")
  let dump = try session.settled()
  #expect(dump.total == 2)
  #expect(dump.images.failed == 1)
  #expect(session.finish() == 0)
}

@Test func `the caches are reported and emptied`() throws {
  let folder = try TemporaryFolder()
  var surroundings = Program.Surroundings()
  surroundings.variables["XDG_CACHE_HOME"] = folder.path
  let network = ImageDiskCacheConfiguration(folder: folder.file("scrollwork/images/v1"))
  let cache = DiskCache(network, clock: SystemPipelineClock())
  for number in 0..<3 { cache.write([7], StoredMetadata(address: "http://host/\(number)")) }
  let report = try Program.run(["--cache"], surroundings)
  #expect(report.code == 0 && report.output.contains("3 pictures from the network, 12 KB"), "\(report.output)")
  #expect(report.output.contains("scrollwork/images/v1") && report.output.contains("0 thumbnails"))
  let cleared = try Program.run(["--clear-cache"], surroundings)
  #expect(cleared.code == 0 && cleared.output.contains("0 pictures from the network"), "\(cleared.output)")
  #expect(cache.read("http://host/1") == nil && network.count().entries == 0)
  #expect(try Program.run(["--cache", folder.file("x")]).code == 2)
}

@Test func `an unusable cache folder is reported with the caches`() throws {
  let folder = try TemporaryFolder()
  var surroundings = Program.Surroundings()
  surroundings.variables["XDG_CACHE_HOME"] = folder.path
  #expect(try Program.run(["--cache"], surroundings).output.contains("no picture can be added") == false)
  try folder.write("in the way", to: "scrollwork")
  let report = try Program.run(["--cache"], surroundings)
  #expect(report.code == 0 && report.output.contains("0 pictures from the network"), "\(report.output)")
  #expect(report.output.contains("no picture can be added: a part of the path is not a folder"), "\(report.output)")
}

/// A folder from which no process can remove a file, not even one of root.
private enum LockedFolder {
  /// Whether such a folder can be made here, found out by trying once.
  static let isPossible: Bool = {
    guard let folder = try? TemporaryFolder() else { return false }
    defer { set(folder.path, isLocked: false) }
    return set(folder.path, isLocked: true)
  }()

  @discardableResult
  static func set(_ folder: String, isLocked: Bool) -> Bool {
    if geteuid() != 0 { return chmod(folder, isLocked ? 0o500 : 0o700) == 0 }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/chattr")
    process.arguments = [isLocked ? "+i" : "-i", folder]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}

@Test(.enabled(if: LockedFolder.isPossible, "root may remove everything, and this file system marks no folders"))
func `a cache that cannot be emptied is reported`() throws {
  let folder = try TemporaryFolder()
  var surroundings = Program.Surroundings()
  surroundings.variables["XDG_CACHE_HOME"] = folder.path
  let network = ImageDiskCacheConfiguration(folder: folder.file("scrollwork/images/v1"))
  DiskCache(network, clock: SystemPipelineClock()).write([7], StoredMetadata(address: "http://host/1"))
  // An object takes the place of a cache entry and cannot be removed like a file.
  let entry = try #require(
    FileManager.default.enumerator(atPath: network.folder)?.compactMap { $0 as? String }.first {
      $0.split(separator: "/").count == 2 && !$0.hasPrefix("tmp/")
    })
  let parent = (network.folder + "/" + entry as NSString).deletingLastPathComponent
  try #require(LockedFolder.set(parent, isLocked: true))
  defer { LockedFolder.set(parent, isLocked: false) }
  let cleared = try Program.run(["--clear-cache"], surroundings)
  #expect(cleared.code == 3 && cleared.errors.contains("Cannot empty \(network.folder)"), "\(cleared.errors)")
  #expect(cleared.output.contains("1 picture from the network"))
}

@Test func `if no file may grow the program reports that and continues`() throws {
  let folder = try TemporaryFolder()
  try folder.write("a\n", to: "a.txt")
  let ends = try Program.makePipe()
  defer { for end in ends { close(end) } }
  var surroundings = Program.Surroundings()
  (surroundings.executable, surroundings.output) = ("/bin/bash", ends[1])
  let result = try Program.run(
    [
      "-c", "ulimit -f 0; exec \"$0\" --headless --stats \(folder.file("stats.json")) \(folder.file("a.txt"))",
      Program.path,
    ],
    surroundings)
  #expect(result.code == 3)
}
