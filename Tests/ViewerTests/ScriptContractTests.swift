import Foundation
import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

@Test func `each command is answered by one line, comments and blank lines by none`() throws {
  let folder = try TemporaryFolder()
  let script = try folder.write(
    """
    # a remark

    settle
    wait 20
    wheel 0 -1
    wheel 0 1 100 100
    key Down
    key shift+Page Down
    text abc
    click 100 100
    ctrl+click 100 120 2 left
    move 50 60
    press 50 60
    release 50 60
    drag 50 60 70 90 100
    touch begin 1 100 200
    touch move 1 100 150
    touch end 1 100 150
    drop \(folder.path) 100 100
    resize 500 300
    scale 1.5
    reload
    screenshot \(folder.file("a.png"))
    filter harbour
    filter
    dump
    stats
    quit
    settle
    """, to: "script")
  let result = try Program.run(["--script", script, "--size", "400x240", Program.sample("harbour.log")])
  #expect(result.code == 0)
  let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
  #expect(lines.count == 27, "26 commands and the end of the last line")
  for line in lines.dropLast() { #expect(line.hasPrefix("{\"ok\":true"), "\(line)") }
  let picture = try Picture(contentsOf: folder.file("a.png"))
  #expect((picture.width, picture.height) == (750, 450))
}

@Test func `a refused command is answered in JSON and does not end the script`() throws {
  let folder = try TemporaryFolder()
  let commands = [
    "jump", "wait", "wait x", "key Nonsense", "click 1", "scale 0", "resize 0 0", "sort up", "touch x",
    "drop /nowhere/a 10 10",
  ]
  let script = try folder.write(commands.joined(separator: "\n") + "\n", to: "script")
  let result = try Program.run(["--script", script, "--size", "320x240", Program.sample("notes.txt")])
  #expect(result.code == 0)
  let lines = result.output.split(separator: "\n")
  #expect(lines.count == commands.count)
  for line in lines {
    let reply = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(reply["ok"] as? Bool == false)
    #expect((reply["error"] as? String)?.isEmpty == false)
  }
}

@Test func `a missing script is an unreadable input`() throws {
  let result = try Program.run(["--script", "/no/script", "--size", "320x240", Program.sample("notes.txt")])
  #expect(result.code == 3)
  #expect(result.errors.contains("/no/script"))
}

@Test func `dump has exactly the documented fields`() throws {
  let session = try Session([Program.sample("pictures")])
  try session.run("settle")
  let dump = try session.ask("dump")
  #expect(
    Set(dump.keys) == ["ok", "offset", "contentSize", "viewport", "total", "visible", "animating", "images", "live"])
  let visible = try #require(dump["visible"] as? [[String: Any]])
  #expect(visible.count > 2)
  for item in visible {
    #expect(
      Set(item.keys) == ["section", "id", "kind", "frame", "target", "alpha", "selected", "focused", "text"])
    #expect(item["id"] is String)
    #expect(item["section"] is String)
    #expect((item["frame"] as? [Double])?.count == 4)
    #expect(["cell", "header", "footer", "background", "badge"].contains(item["kind"] as? String))
  }
  #expect(Set(try #require(dump["live"] as? [String: Any]).keys) == ["contents", "pooled"])
  #expect(
    Set(try #require(dump["images"] as? [String: Any]).keys) == [
      "requested", "decoded", "cancelled", "hits", "failed", "bytes",
    ])
  #expect(dump["viewport"] as? [Double] == [480, 320 - 48 - 28])
}

@Test func `two runs of a script have the same replies and screenshots`() throws {
  let folder = try TemporaryFolder()
  func run(_ name: String) throws -> (output: String, pictures: [Data?]) {
    let pictures = ["1", "2", "3"].map { folder.file(name + $0 + ".png") }
    let script = try folder.write(
      """
      settle
      dump
      wheel 0 -2 200 200
      wait 70
      dump
      screenshot \(pictures[0])
      settle
      click 100 150
      filter /[d-h]/
      wait 50
      dump
      screenshot \(pictures[1])
      settle
      key End
      settle
      dump
      screenshot \(pictures[2])
      """, to: "script")
    let result = try Program.run(["--script", script, "--size", "480x320", Program.sample("pictures")])
    #expect(result.code == 0)
    // The number of cache hits depends on timing.
    let output = result.output.replacing(/"images":\{[^}]*\}/, with: "")
    return (output, pictures.map { FileManager.default.contents(atPath: $0) })
  }
  let (first, second) = (try run("a"), try run("b"))
  #expect(first.output == second.output)
  #expect(first.pictures == second.pictures)
  #expect(!first.pictures.contains(nil))
}

@Test func `wait passes exactly its time, settle stops the clock at rest`() throws {
  let session = try Session([Program.sample("harbour.log")])
  _ = try session.settled()
  try session.run("wheel 0 -3 200 200", "wait 16")
  let first = try session.dump().offset[1]
  try session.run("wait 34")
  let second = try session.dump().offset[1]
  let rest = try session.settled().offset[1]
  #expect(0 < first && first < second && second < rest)
  #expect(rest == 300, "three notches of 100")
  try session.run("wait 1000")
  #expect(try session.dump().offset[1] == rest)
}

@Test func `land shows the rows of a filter and leaves their motion to the next wait`() throws {
  let folder = try TemporaryFolder()
  let table = try folder.write("number\n" + (1...40).map { "\($0)\n" }.joined(), to: "numbers.csv")
  let session = try Session([table])
  let all = try session.settled().total
  try session.run("filter number>4")
  #expect(try session.dump().total == all, "no result arrives by itself")
  try session.run("land")
  let landed = try session.dump()
  #expect(landed.total == all - 4)
  #expect(landed.cells.contains { !$0.isAtRest }, "the rows begin to move")
  try session.run("wait 100")
  let moved = try session.dump()
  #expect(moved.cells.contains { !$0.isAtRest } && moved.cells != landed.cells)
  #expect(try session.settled().isAtRest)
}

@Test func `the scroll bar can be dragged and the window resized`() throws {
  let session = try Session([Program.sample("harbour.log")])
  var dump = try session.settled()
  try session.run("move 474 80", "wait 200", "drag 474 60 474 180 200")
  dump = try session.settled()
  #expect(dump.offset[1] > 1000)
  try session.run("resize 600 400", "scale 2")
  dump = try session.settled()
  #expect(dump.viewport == [600, 400 - 76])
  let picture = try session.screenshot()
  #expect((picture.width, picture.height) == (1200, 800))
}

@Test func `a script changes the list of the playground and no other`() throws {
  let session = try Session(["gallery:playground"])
  try session.run("settle", "list layout measured", "list show 3:50,1-2", "settle", "motion off", "list show 2,3:50")
  let dump = try session.dump()
  #expect(dump.texts == ["item 2", "item 3"] && dump.isAtRest, "no item moves")
  #expect(dump.cells.map { $0.frame[3] } == [40, 50])
  #expect(try session.ask("list report")["displayed"] as? [String: Int] == ["2": 1, "3": 1])
  let log = try Session([Program.sample("harbour.log")])
  #expect(try log.ask("list show 1")["error"] as? String == "“list” needs the playground; open gallery:playground")
  #expect(session.finish() == 0 && log.finish() == 0)
}

@Test func `a touchpad scrolls without smoothing`() throws {
  let session = try Session([Program.sample("harbour.log")])
  _ = try session.settled()
  try session.run("pan 0 -0.5 200 200")
  #expect(try session.dump().offset[1] == 50)
}

@Test func `the picture screen has no list to dump`() throws {
  let session = try Session([Program.sample("pictures/leaf.png")])
  try session.run("settle")
  let reply = try session.ask("dump")
  #expect(reply["ok"] as? Bool == false)
  #expect(reply["error"] as? String == "This screen shows no list; go back or open a folder or file")
  #expect(session.finish() == 0)
}
