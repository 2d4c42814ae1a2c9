import Foundation
import Glibc
import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

@Test(arguments: ["--print", "--screenshot", "--script"])
func `an unreadable input ends the program with 3, path and reason`(
  option: String
) throws {
  let folder = try TemporaryFolder()
  let file = try folder.write("text", to: "file")
  let socketPath = folder.file("socket")
  let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
  defer { close(descriptor) }
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: socketPath.utf8) }
  let bound = withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
  #expect(bound == 0)
  symlink("nowhere", folder.file("link"))
  let script = try folder.write("settle\n", to: "script")
  let value = ["--print": "text", "--screenshot": folder.file("x.png"), "--script": script][option] ?? ""
  for path in [folder.file("missing"), file + "/below", socketPath, "/dev/null", folder.file("link")] {
    let result = try Program.run([option, value, "--size", "320x240", path])
    #expect(result.code == 3, "\(path): \(result.errors)")
    #expect(result.errors.contains(path), "\(result.errors)")
    #expect(result.errors.count > path.count + 20, "a reason: \(result.errors)")
    #expect(result.output.isEmpty)
  }
}

@Test(arguments: ["--print", "--screenshot"]) func `an input without permission ends the program with 3`(option: String)
  throws
{
  let folder = try TemporaryFolder()
  let inner = try folder.makeFolder("closed")
  let file = try folder.write("secret", to: "closed.txt")
  for path in [inner, file] { #expect(chmod(path, 0) == 0) }
  // Root may read everything, so the program gives up its rights with `setpriv`, which every Debian has.
  let isRoot = geteuid() == 0
  #expect(chmod(folder.path, 0o755) == 0)
  for path in [inner, file] {
    let value = option == "--print" ? "text" : folder.file("x.png")
    let own = [option, value, "--size", "320x240", path]
    let drop = ["--reuid=65534", "--regid=65534", "--clear-groups", Program.path]
    let result = try Program.run(
      isRoot ? drop + own : own, Program.Surroundings(executable: isRoot ? "setpriv" : nil))
    #expect(result.code == 3, "\(result.errors)")
    #expect(result.errors.contains(path))
  }
  chmod(inner, 0o700)
}

@Test func `an empty file and an empty folder show a notice`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("", to: "empty.txt")
  let inner = try folder.makeFolder("empty")
  for path in [path, inner] {
    let session = try Session([path])
    let dump = try session.settled()
    #expect(dump.total == 0)
    #expect(dump.visible.isEmpty)
    let picture = try session.screenshot()
    // The middle shows a notice and not just the background.
    let middle = picture.cropped(to: Rect(x: 120, y: 100, width: 240, height: 140))
    #expect(Set(middle.pixels).count > 10)
    #expect(session.finish() == 0)
  }
  #expect(try Program.run(["--print", "text", path]).code == 0)
  #expect(try Program.run(["--print", "ndjson", inner]).code == 0)
}

@Test func `NUL bytes, control characters and invalid UTF-8 are shown in a readable form`() throws {
  let folder = try TemporaryFolder()
  // With more invalid bytes than characters beyond ASCII, the text would count as one in Windows-1252.
  var bytes = Array("plain äöüéß\n".utf8) + [0, 1, 0x1B, 0x5B, 0x33, 0x31, 0x6D, 0x0A]
  bytes += [0xC3, 0x28, 0xFF, 0xFE, 0x80, 0x0A] + Array("tab\there\r\nend".utf8)
  let path = try folder.write(bytes, to: "odd.txt")
  let session = try Session([path])
  let dump = try session.settled()
  #expect(dump.total == 5)
  #expect(dump.texts[2].contains("\u{FFFD}"))
  #expect(dump.texts[3...] == ["tab\there", "end"])
  let picture = try session.screenshot()
  for row in 1...2 {
    let line = picture.cropped(to: Rect(x: 50, y: 48 + Double(row) * 20, width: 100, height: 20))
    #expect(Set(line.pixels).count > 5, "line \(row) shows something")
  }
  let rows = try Program.run(["--print", "ndjson", path]).output.split(separator: "\n")
  #expect(rows.count == 5)
  for row in rows { _ = try JSONSerialization.jsonObject(with: Data(row.utf8)) }
  // The next inputs are a file of random bytes and a file with one very long line.
  var seed = SeededGenerator(seed: 7)
  let noise = try folder.write((0..<100_000).map { _ in UInt8.random(in: 0...255, using: &seed) }, to: "noise")
  let long = try folder.write(String(repeating: "wide ", count: 400_000), to: "long.txt")
  for path in [noise, long] {
    let session = try Session([path])
    #expect(try session.settled().total > 0)
    try session.run("key End", "settle")
    #expect(session.finish() == 0)
  }
}

@Test func `broken pictures are marked, and the others are shown`() throws {
  let folder = try TemporaryFolder()
  let png = Array(try Data(contentsOf: URL(fileURLWithPath: Program.sample("pictures/leaf.png"))))
  let jpeg = Array(try Data(contentsOf: URL(fileURLWithPath: Program.sample("pictures/clouds.jpg"))))
  try folder.write(png.prefix(png.count / 3), to: "a truncated.png")
  var corrupt = png
  for index in stride(from: 60, to: corrupt.count, by: 7) { corrupt[index] ^= 0x5A }
  try folder.write(corrupt, to: "b corrupt.png")
  try folder.write(jpeg.prefix(200), to: "c truncated.jpg")
  try folder.write(Array(jpeg.prefix(100)) + [UInt8](repeating: 0x55, count: 4000), to: "d corrupt.jpg")
  try folder.write(PNG.plain(0x336699, announced: (30_000, 30_000)), to: "e huge.png")
  try folder.write("\0this is no picture\n", to: "f text.png")
  try folder.write("", to: "g empty.png")
  try folder.write(PNG.plain(0x336699, width: 240, height: 180), to: "h good.png")
  let session = try Session([folder.path], size: "960x560")
  let dump = try session.settled()
  #expect(dump.total == 8)
  #expect(dump.images.failed >= 5, "\(dump.images)")
  #expect(dump.images.bytes < 50_000_000)
  let picture = try session.screenshot()
  func middle(_ name: String) throws -> Picture {
    let frame = try dump.cell(name).frame
    return picture.cropped(to: Rect(x: frame[0] + frame[2] / 2 - 12, y: frame[1] + 66, width: 24, height: 24))
  }
  #expect(Set(try middle("h good").pixels) == [0xFF33_6699])
  for name in ["b corrupt", "d corrupt", "e huge", "f text", "g empty"] {
    let colors = Set(try middle(name).pixels)
    #expect(colors.contains(0xFFEC_EDF0), "\(name) has the colour of a placeholder")
    #expect(colors.count > 3, "\(name) has the symbol of a broken picture")
  }
  // One of these files is opened alone, on the picture screen.
  let alone = try Session([folder.file("f text.png")])
  try alone.run("settle")
  #expect(alone.finish() == 0)
}

@Test func `pipes, devices and sockets in a folder are rows and are never opened`() throws {
  let folder = try TemporaryFolder()
  #expect(mkfifo(folder.file("a.png"), 0o600) == 0)
  #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
  symlink("/dev/zero", folder.file("zero.jpg"))
  symlink("nowhere", folder.file("link.png"))
  if geteuid() == 0 { mknod(folder.file("device"), S_IFCHR | 0o600, dev_t(1 << 8 | 5)) }
  let session = try Session([folder.path], size: "960x320")
  let dump = try session.settled()
  #expect(dump.total >= 4)
  #expect(dump.images.requested == 0)
  #expect(session.finish() == 0)
  #expect(try Program.run(["--print", "ndjson", folder.path]).code == 0)
}

@Test func `a file deleted while it is shown stays visible and is reported as deleted`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("one\ntwo\n", to: "a.txt")
  let session = try Session([path])
  #expect(try session.settled().total == 2)
  let before = try session.screenshot()
  try folder.remove("a.txt")
  #expect(try session.settled().texts == ["one", "two"])
  let after = try session.screenshot()
  let status = Rect(x: 0, y: 292, width: 480, height: 28)
  #expect(after.cropped(to: status) != before.cropped(to: status))
  // The row returns when the file is created again.
  try folder.write("three\n", to: "a.txt")
  #expect(try session.settled().texts == ["three"])
}

@Test func `a folder deleted while it is shown is replaced by a notice`() throws {
  let folder = try TemporaryFolder()
  let inner = try folder.makeFolder("inner")
  try folder.write("x", to: "inner/a.txt")
  let session = try Session([inner])
  #expect(try session.settled().total == 1)
  try FileManager.default.removeItem(atPath: inner)
  #expect(try session.settled().total == 0)
  let picture = try session.screenshot()
  #expect(Set(picture.cropped(to: Rect(x: 120, y: 100, width: 240, height: 140)).pixels).count > 10)
  #expect(session.finish() == 0)
}

@Test func `an item deleted before it is opened shows a notice`() throws {
  let folder = try TemporaryFolder()
  try folder.write("x", to: "a.txt")
  try folder.write("y", to: "b.txt")
  let session = try Session([folder.path])
  _ = try session.settled()
  try session.run("key Down")
  try folder.remove("a.txt")
  // The watcher has not yet reported the removal, so the row still exists and is opened.
  try session.run("key Return")
  try session.run("settle")
  try session.run("key alt+Left")
  #expect(try session.settled().total == 1)
}

@Test func `the fonts are part of the program`() throws {
  let folder = try TemporaryFolder()
  // Neither the assets nor fonts of the system are found.
  let settings = try folder.write("<fontconfig></fontconfig>", to: "fonts.conf")
  let alone = Program.Surroundings(variables: ["SCROLLWORK_ASSETS": folder.path, "FONTCONFIG_FILE": settings])
  func picture(_ name: String, _ surroundings: Program.Surroundings) throws -> Picture {
    let arguments = ["--screenshot", folder.file(name), "--size", "320x240", Program.sample("notes.txt")]
    let result = try Program.run(arguments, surroundings)
    #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
    return try Picture(contentsOf: folder.file(name))
  }
  let bare = try picture("alone.png", alone)
  #expect(try bare == picture("usual.png", Program.Surroundings()))
}
