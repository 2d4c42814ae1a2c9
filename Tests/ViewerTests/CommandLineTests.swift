import Foundation
import Glibc
import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

@Test func `help and version are written to standard output`() throws {
  let help = try Program.run(["--help"])
  #expect(help.code == 0)
  #expect(help.errors.isEmpty)
  for option in [
    "--print", "--screenshot", "--script", "--headless", "--stats", "--size", "--scale", "--theme", "--motion",
    "--time-scale", "--filter", "--sort", "--version",
  ] {
    #expect(help.output.contains(option), "\(option)")
  }
  let version = try Program.run(["--version"])
  #expect(version.code == 0)
  #expect(version.output.hasPrefix("scrollwork 0."))
}

@Test(arguments: [
  ["--nonsense"], ["--size", "12"], ["--size", "0x10"], ["--size", "axb"], ["--scale", "0"], ["--scale", "nan"],
  ["--theme", "pink"], ["--motion", "wild"], ["--print", "xml"], ["--time-scale", "-1"], ["--time-scale", "1e300"],
  ["--script", "-", "-"],
  ["--print", "text", "--filter", "/[/", "/tmp"], ["--print", "text", "--sort", "sideways", "/tmp"],
  ["--screenshot", "/tmp/never.png", "--filter", "/(/", "/tmp"],
  ["--print", "text", "--screenshot", "/tmp/never.png", "/tmp"], ["--print", "text", "--script", "/dev/null", "/tmp"],
  ["--size", "16000x16000", "--scale", "8", "--headless"], ["--print", "text", "-dash.txt"], ["-dash.txt"],
])
func `a wrong command line ends with 2 and a message`(arguments: [String]) throws {
  let result = try Program.run(arguments)
  #expect(result.code == 2)
  #expect(!result.errors.isEmpty)
  #expect(result.output.isEmpty)
}

@Test func `without a display the message names the options that need none`() throws {
  let result = try Program.run([Program.sample("notes.txt")])
  #expect(result.code == 4)
  for word in ["DISPLAY", "--headless", "--screenshot", "--script", "--print"] {
    #expect(result.errors.contains(word), "\(word) in \(result.errors)")
  }
}

@Test func `a display that does not exist is reported too`() throws {
  let result = try Program.run(
    [Program.sample("notes.txt")], Program.Surroundings(variables: ["DISPLAY": ":987", "SDL_VIDEODRIVER": nil]))
  #expect(result.code == 4)
  #expect(result.errors.contains("window"))
}

@Test func `rows are printed as text and as NDJSON, filtered and sorted`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("pear\napple\nplum\n", to: "fruit.txt")
  #expect(try Program.run(["--print", "text", path]).output == "pear\napple\nplum\n")
  let sorted = try Program.run(["--print", "text", "--filter", "/^p/", "--sort", "text:desc", path])
  #expect(sorted.output == "plum\npear\n")
  let both = try Program.run(["--print", "ndjson", "--filter", "p", "--filter", "!ea", path])
  #expect(both.output == "{\"line\":2,\"text\":\"apple\"}\n{\"line\":3,\"text\":\"plum\"}\n")
  let input = try Program.run(["--print", "text", "--filter", "b"], Program.Surroundings(input: "a\nb\n"))
  #expect(input.output == "b\n")
  let none = try Program.run(["--print", "text", "--filter", "kiwi", path])
  #expect(none.code == 1)
  #expect(none.output.isEmpty)
}

@Test func `several filters act together, in the window as in print`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("pear\napple\nplum\n", to: "fruit.txt")
  let session = try Session(["--filter", "p", "--filter", "!ea", path])
  #expect(try session.settled().texts == ["apple", "plum"])
}

@Test func `a folder is printed with folders first, in natural order`() throws {
  let folder = try TemporaryFolder()
  for name in ["b10.txt", "b9.txt", "A.txt"] { try folder.write("x", to: name) }
  try folder.makeFolder("z")
  let result = try Program.run(["--print", "text", folder.path])
  #expect(result.output == "z\nA.txt\nb9.txt\nb10.txt\n")
  let rows = try Program.run(["--print", "ndjson", "--filter", "b9", folder.path]).output
  let row = try JSONSerialization.jsonObject(with: Data(rows.utf8)) as? [String: Any]
  #expect(row?["name"] as? String == "b9.txt")
  #expect(row?["size"] as? Int == 1)
}

@Test func `a closed pipe is no failure`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(String(repeating: "a line of text\n", count: 200_000), to: "long.txt")
  for arguments in [["--print", "text", path], ["--print", "ndjson", path]] {
    let ends = try Program.makePipe()
    close(ends[0])
    let result = try Program.run(arguments, Program.Surroundings(output: ends[1]))
    close(ends[1])
    #expect(result.code == 0)
    #expect(result.errors.isEmpty)
  }
  let script = try folder.write(String(repeating: "dump\n", count: 50), to: "script")
  let ends = try Program.makePipe()
  close(ends[0])
  let result = try Program.run(
    ["--script", script, "--size", "320x240", path], Program.Surroundings(output: ends[1]))
  close(ends[1])
  #expect(result.code == 0)
}

@Test func `a screenshot has size times scale pixels, and shows the theme`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write("some text\n", to: "a.txt")
  for (theme, background) in [("light", 0xFFFFFF), ("dark", 0x18191C), ("contrast", 0xFFFFFF)] as [(String, UInt32)] {
    for scale in ["1", "1.5", "2"] {
      let shot = folder.file("shot.png")
      let result = try Program.run(
        ["--screenshot", shot, "--size", "400x240", "--scale", scale, "--theme", theme, path])
      #expect(result.code == 0, "\(result.errors)")
      let picture = try Picture(contentsOf: shot)
      #expect(picture.width == Int(400 * (Double(scale) ?? 0)))
      #expect(picture.height == Int(240 * (Double(scale) ?? 0)))
      #expect(picture[picture.width / 2, picture.height * 2 / 3] == Color(hex: background), "\(theme)")
    }
  }
}

@Test func `an error of writing a screenshot is reported`() throws {
  let result = try Program.run(
    ["--screenshot", "/no/such/folder/x.png", "--size", "320x240", Program.sample("notes.txt")])
  #expect(result.code == 3)
  #expect(result.errors.contains("/no/such/folder/x.png"))
  let session = try Session([Program.sample("notes.txt")])
  #expect(try session.ask("screenshot /no/such/folder/x.png")["ok"] as? Bool == false)
}

@Test func `statistics of the whole run are written at the end`() throws {
  let folder = try TemporaryFolder()
  let file = folder.file("stats.json")
  let script = try folder.write("settle\nwheel 0 -2 100 100\nsettle\nstats\n", to: "script")
  let result = try Program.run(
    ["--stats", file, "--script", script, "--size", "480x320", Program.sample("harbour.log")])
  #expect(result.code == 0)
  let whole = try #require(JSONSerialization.jsonObject(with: Data(TemporaryFolder.text(file).utf8)) as? [String: Any])
  #expect(
    Set(whole.keys) == [
      "frames", "late", "hitch_ms_per_s", "cpu_us", "phases", "blank_px_max", "anchor_error_px_max", "step_px_max",
      "images", "peak_rss_mb",
    ])
  #expect(Set(try #require(whole["cpu_us"] as? [String: Any]).keys) == ["p50", "p90", "p99", "max"])
  #expect(
    Set(try #require(whole["phases"] as? [String: Any]).keys) == [
      "apply", "layout", "bind", "animate", "paint", "present",
    ])
  #expect(
    Set(try #require(whole["images"] as? [String: Any]).keys) == [
      "requested", "decoded", "cancelled", "hits", "failed", "bytes",
    ])
  let lines = result.output.split(separator: "\n")
  let part = try #require(JSONSerialization.jsonObject(with: Data(lines[3].utf8)) as? [String: Any])
  #expect(Set(part.keys) == Set(whole.keys).subtracting(["images", "peak_rss_mb"]).union(["ok"]))
  // Frames that `stats` has reported still count for the whole run.
  #expect(try #require(whole["frames"] as? Int) >= (try #require(part["frames"] as? Int)))
  #expect(try #require(part["frames"] as? Int) > 5)
  #expect(try #require(whole["peak_rss_mb"] as? Double) > 5)
}

@Test func `without window and script the program settles and ends`() throws {
  let folder = try TemporaryFolder()
  let file = folder.file("stats.json")
  let result = try Program.run(
    ["--headless", "--size", "320x240", "--stats", file, Program.sample("notes.txt")])
  #expect(result.code == 0)
  #expect(result.output.isEmpty)
  #expect(TemporaryFolder.text(file).contains("\"frames\":"))
}

@Test(arguments: ["full", "reduced", "off"]) func `the option sets the motion policy`(motion: String) throws {
  let folder = try TemporaryFolder()
  for name in ["a", "b", "c", "d"] { try folder.write("", to: "\(name).txt") }
  let session = try Session(["--motion", motion, folder.path])
  _ = try session.settled()
  try session.run("filter /[bd]/", "wait 40")
  let moving = try session.dump()
  #expect(moving.cells.contains { $0.frame != $0.target } == (motion == "full"))
  #expect((moving.animating > 0) == (motion != "off"))
  #expect(try session.settled().isAtRest)
  try session.run("filter", "wait 60")
  #expect(try session.dump().cells.contains { $0.alpha < 1 } == (motion != "off"))
}

@Test func `the factor on the clock of motion also affects scripts`() throws {
  let folder = try TemporaryFolder()
  for name in ["a", "b", "c", "d"] { try folder.write("", to: "\(name).txt") }
  /// Returns the distance that the last row still has to move after `wait` milliseconds.
  func rest(scale: String, wait: Int) throws -> Double {
    let session = try Session(["--time-scale", scale, folder.path])
    _ = try session.settled()
    try session.run("filter /[bd]/", "wait \(wait)")
    let row = try session.dump().cell("d.txt")
    #expect(try session.settled().isAtRest)
    return row.frame[1] - row.target[1]
  }
  let (quarter, whole, late) = (
    try rest(scale: "0.25", wait: 100), try rest(scale: "1", wait: 100), try rest(scale: "0.25", wait: 400)
  )
  #expect(quarter > whole + 1)
  // The frames are at different times, and positions are whole pixels.
  #expect(abs(late - whole) <= 1)
}

@Test func `the sample of a table shows its pictures`() throws {
  let session = try Session([Program.sample("pictures.csv")], size: "960x640")
  let dump = try session.settled()
  #expect(dump.total == 24 && dump.images.decoded > 0 && dump.images.failed == 0)
  try session.run("filter stars=5", "sort year")
  #expect(try session.settled().total == 6)
}

@Test func `the start screen offers the samples`() throws {
  let session = try Session([], size: "960x640")
  let dump = try session.settled()
  #expect(dump.visible.first?.text.hasPrefix("Scrollwork") == true)
  #expect(dump.texts.first?.hasPrefix("Open…") == true, "the headline cannot be selected")
  let sample = try dump.cell("Pictures Small landscapes")
  try session.run("click \(sample.center.x) \(sample.center.y)")
  #expect(try session.settled().total == 24)
}

@Test(arguments: [["--print", "text", "a.txt"], ["--headless", "--screenshot", "OUT", "."]])
func `a folder deeper than the longest path is opened by a relative path`(arguments: [String]) throws {
  let folder = try TemporaryFolder()
  let name = String(repeating: "d", count: 200)
  let steps = """
    top=$PWD; cd "$0" || exit 9
    for i in $(seq 25); do mkdir \(name) && cd \(name) || exit 9; done
    echo hello > a.txt; "$@"; code=$?
    cd "$top"; rm -rf "$0"/\(name); exit $code
    """
  let picture = folder.file("a.png")
  let command = arguments.map { $0 == "OUT" ? picture : $0 }
  let result = try Program.run(
    ["-c", steps, folder.path, Program.path] + command, Program.Surroundings(executable: "/bin/bash"))
  #expect(result.code == 0 && result.errors.isEmpty, "\(result)")
  #expect(result.output == (arguments[0] == "--print" ? "hello\n" : ""))
  #expect(access(picture, R_OK) == (arguments[0] == "--print" ? -1 : 0))
}
