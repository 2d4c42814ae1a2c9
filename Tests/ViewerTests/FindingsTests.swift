import Foundation
import Glibc
import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

@Test(arguments: 1...3) func `no result of background work arrives before settle`(run: Int) throws {
  let folder = try TemporaryFolder()
  try folder.write("one\ntwo\n", to: "a.txt")
  for path in [folder.path, folder.file("a.txt"), Program.sample("pictures"), Program.sample("harbour.log")] {
    let session = try Session([path])
    usleep(50_000)
    for command in ["dump", "wait 100", "dump", "stats"] {
      let line = try session.line(command)
      if command == "dump" { #expect(line.contains("\"total\":0") && line.contains("\"visible\":[]"), "\(line)") }
    }
    #expect(try session.settled().total > 0)
  }
}

@Test func `impossible orders of touches and presses are refused`() throws {
  let session = try Session([Program.sample("harbour.log")])
  try session.run("settle")
  func refused(_ command: String) throws {
    let reply = try session.ask(command)
    #expect(reply["ok"] as? Bool == false, "\(command)")
    #expect((reply["error"] as? String)?.isEmpty == false)
  }
  try refused("release 100 100")
  try session.run("press 100 100")
  for command in ["press 100 100", "click 100 100", "drag 100 100 120 120 50"] { try refused(command) }
  try session.run("release 100 100")
  try refused("release 100 100")
  for command in ["touch end 1 100 100", "touch move 1 100 100"] { try refused(command) }
  try session.run("touch begin 1 100 100", "touch move 1 100 90")
  try refused("touch begin 1 100 100")
  try refused("touch end 2 100 100")
  try session.run("touch end 1 100 90")
  try refused("touch move 1 100 90")
  for scale in ["0.25", "0.49", "9", "16"] { try refused("scale \(scale)") }
  try session.run("scale 0.5", "scale 8", "scale 1")
}

@Test func `the content of a stream decides whether it is shown as a log`() throws {
  let folder = try TemporaryFolder()
  func words(of text: String) throws -> String {
    let path = folder.file("pipe \(text.count)")
    #expect(mkfifo(path, 0o600) == 0)
    let session = try Session(["--theme", "light", path], size: "640x320")
    _ = try session.settled()
    let writer = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(writer) }
    #expect(write(writer, text, text.utf8.count) == text.utf8.count)
    let dump = try session.settled()
    #expect(dump.total == text.split(separator: "\n").count)
    // The levels of a log are coloured, but numbers are not.
    let picture = try session.screenshot()
    return picture.pixels.contains(0xFF0D_6577) ? "log" : "text"
  }
  #expect(try words(of: (1...30).map { "\($0)\n" }.joined()) == "text")
  #expect(
    try words(of: (10...40).map { "2026-06-14T09:41:\($0)Z INFO http: GET /v1/stations\n" }.joined()) == "log")
}

@Test func `rows cannot be sorted by fields they lack, and the message lists the valid ones`() throws {
  let folder = try TemporaryFolder()
  let file = try folder.write("b\na\n", to: "a.txt")
  for (key, path, known) in [
    ("size", file, "line, text"), ("name", file, "text"), ("line", folder.path, "name, size, date, kind"),
    ("size,text", folder.path, "name"),
  ] {
    for option in [["--print", "text"], ["--screenshot", folder.file("x.png")]] {
      let result = try Program.run(option + ["--size", "320x240", "--sort", key, path])
      #expect(result.code == 2, "\(key) \(path)")
      #expect(result.errors.contains("cannot be sorted by") && result.errors.contains(known), "\(result.errors)")
      #expect(result.output.isEmpty)
    }
  }
  let input = try Program.run(["--print", "text", "--sort", "size"], Program.Surroundings(input: "a\n"))
  #expect(input.code == 2)
}

@Test func `an exiting item is in the dump until it disappears`() throws {
  let folder = try TemporaryFolder()
  for name in ["apple", "beech", "cedar"] { try folder.write("", to: "\(name).txt") }
  let session = try Session([folder.path])
  let beech = try session.settled().cell("beech")
  try session.run("filter !beech", "wait 50")
  let going = try session.dump()
  let leaving = try going.cell("beech")
  #expect(leaving.id == beech.id && leaving.section == beech.section)
  #expect(leaving.alpha > 0 && leaving.alpha < 1)
  #expect(leaving.frame == beech.frame)
  #expect(going.total == 2)
  #expect(try session.settled().cells.count == 2)
}

@Test func `names in invalid UTF-8 are readable in title, crumbs and rows`() throws {
  let folder = try TemporaryFolder()
  let bytes: [CChar] = Array((folder.path + "/caf").utf8CString.dropLast()) + [CChar(bitPattern: 0xE9), 0]
  #expect(mkdir(bytes, 0o755) == 0)
  defer { rmdir(bytes) }
  let session = try Session([folder.path], size: "640x320")
  let row = try session.settled().cell("caf")
  #expect(row.text.contains("caf\u{FFFD}"))
  try session.run("click \(row.center.x) \(row.center.y) 2")
  #expect(try session.settled().total == 0)
}

@Test func `a JPEG without a decoder has a placeholder, and the status line names the library to install`() throws {
  let folder = try TemporaryFolder()
  let without = Program.Surroundings(variables: ["SCROLLWORK_WITHOUT": "libSDL2_image,libturbojpeg"])
  let jpeg = try Data(contentsOf: URL(fileURLWithPath: Program.sample("pictures/clouds.jpg")))
  try folder.write(jpeg, to: "a.jpg")
  try folder.write(PNG.plain(0x336699), to: "b.png")
  let session = try Session([folder.path], size: "960x400", without)
  let dump = try session.settled()
  #expect(dump.images.failed == 1)
  let tile = try dump.cell("a.jpg").frame
  let picture = try session.screenshot()
  func colors(_ rect: Rect) -> Set<UInt32> { Set(picture.cropped(to: rect).pixels) }
  let sign = colors(Rect(x: tile[0] + tile[2] / 2 - 12, y: tile[1] + 66, width: 24, height: 24))
  #expect(sign.contains(0xFFEC_EDF0) && sign.count > 3)
  // With the libraries, the status line of the same folder has no message in that part.
  let status = Rect(x: 200, y: 400 - 27, width: 500, height: 26)
  #expect(colors(status).count > 10)
  let whole = try Session([folder.path], size: "960x400")
  #expect(try whole.settled().images.failed == 0)
  #expect(Set(try whole.screenshot().cropped(to: status).pixels).count == 1)
  // The status line of the picture screen has the message too.
  let alone = try Session([folder.file("a.jpg")], size: "960x400", without)
  try alone.run("settle")
  #expect(Set(try alone.screenshot().cropped(to: status).pixels).count > 10)
}

@Test func `the status line reports that changes cannot be watched, and F5 reads again`() throws {
  let folder = try TemporaryFolder()
  let log = try folder.write("one\n", to: "a.txt")
  func status(_ variables: [String: String?], _ path: String) throws -> (Session, Picture) {
    let session = try Session([path], size: "600x300", Program.Surroundings(variables: variables))
    _ = try session.settled()
    return (session, try session.screenshot().cropped(to: Rect(x: 300, y: 300 - 27, width: 300, height: 26)))
  }
  for path in [log, folder.path] {
    let (watched, live) = try status([:], path)
    let (session, still) = try status(["SCROLLWORK_WITHOUT": "inotify"], path)
    #expect(live != still)
    let before = try session.dump().total
    if path == log { try folder.append("two\n", to: "a.txt") } else { try folder.write("x", to: "b.txt") }
    #expect(try session.settled().total == before)
    #expect(try watched.settled().total == before + 1)
    try session.run("key F5")
    #expect(try session.settled().total == before + 1)
  }
}

@Test func `a picture that cannot be shown is a failure, and screenshots are PNG`() throws {
  let folder = try TemporaryFolder()
  try folder.write("\0this is no picture\n", to: "bad.png")
  let shot = folder.file("shot.png")
  let bad = try Program.run([folder.file("bad.png"), "--screenshot", shot, "--size", "320x240"])
  #expect(bad.code == 3 && bad.errors.contains("bad.png"))
  #expect(!TemporaryFolder.text(shot).isEmpty || FileManager.default.fileExists(atPath: shot))
  let other = folder.file("shot.JPG")
  let refused = try Program.run([folder.path, "--screenshot", other])
  #expect(refused.code == 2 && refused.errors.contains("PNG"))
  #expect(!FileManager.default.fileExists(atPath: other))
  let session = try Session([folder.path])
  #expect(try session.line("screenshot \(other)").contains("PNG"))
}

@Test func `the first and the last row are revealed with header and footer`() throws {
  let folder = try TemporaryFolder()
  for index in 100..<160 { try folder.write(PNG.plain(0x336699), to: "p\(index).png") }
  let session = try Session([folder.path])
  let start = try session.settled()
  // The selection moves up to the first row of the current column, by one row or by a page.
  for key in ["Up", "PageUp"] {
    try session.run("key Home", "key Right", "key Down", "settle", "wheel 0 -1", "settle", "key \(key)")
    let top = try session.settled()
    #expect(top.offset[1] == 0 && top.cells.map(\.frame) == start.cells.map(\.frame), "\(key)")
    #expect(try top.cell("p101.png").focused, "\(key)")
  }
}
