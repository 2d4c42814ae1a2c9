import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

/// Tests of the desktop's actions on the viewer's window.
@Suite(.serialized) struct WindowUseTests {
  @Test func `the side buttons of a mouse go back and forward`() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("inner")
    try folder.write("text", to: "inner/a.txt")
    let display = try Display()
    let window = try display.open([folder.path])
    try window.activate()
    func expectTitle(_ name: String, after step: String) throws {
      let isShown = try poll { try window.title() == "\(name) - Scrollwork" }
      let title = try window.title()
      #expect(isShown, "“\(title)” after \(step)")
    }
    let outer = try #require(folder.path.split(separator: "/").last)
    try expectTitle(String(outer), after: "opening")
    try display.use("xdotool", "mousemove", "--window", window.id, "200", "100")
    try display.use("xdotool", "click", "--repeat", "2", "--delay", "60", "1")
    try expectTitle("inner", after: "a double click")
    try display.use("xdotool", "click", "--repeat", "2", "--delay", "60", "1")
    try expectTitle("a.txt", after: "another")
    let steps = [("8", "inner"), ("8", String(outer)), ("9", "inner"), ("9", "a.txt"), ("9", "a.txt"), ("8", "inner")]
    for (button, name) in steps {
      try display.use("xdotool", "click", button)
      try expectTitle(name, after: "button \(button)")
    }
    #expect(try window.close() == 0)
  }

  @Test(arguments: ["1", "1.5"]) func `a window cannot become too small for its bars`(scale: String) throws {
    let display = try Display()
    let window = try display.open([Program.sample("harbour.log"), "--scale", scale], size: "480x320")
    let factor = try #require(Double(scale))
    let least = (Int(360 * factor), Int(240 * factor))
    try window.activate()
    for (width, height, expected) in [(100, 50, least), (800, 20, (800, least.1)), (20, 600, (least.0, 600))] {
      try display.use("xdotool", "windowsize", window.id, "\(width)", "\(height)")
      let isSo = try poll { try window.size() ?? (0, 0) == expected }
      let size = try window.size()
      #expect(isSo, "\(width) x \(height) became \(String(describing: size))")
    }
  }

  @Test func `a window opens in a smaller requested size`() throws {
    let display = try Display()
    let window = try display.open([Program.sample("notes.txt")], size: "200x300")
    #expect(try poll { try window.size() ?? (0, 0) == (200, 300) })
  }
}

extension LiveWindow {
  /// Returns the title of the window.
  func title() throws -> String {
    try display.use("xdotool", "getwindowname", id).output.split(separator: "\n").first.map(String.init) ?? ""
  }

  /// Returns the width and height in device pixels.
  func size() throws -> (Int, Int)? {
    var numbers: [Substring: Int] = [:]
    for line in try display.use("xdotool", "getwindowgeometry", "--shell", id).output.split(separator: "\n") {
      let parts = line.split(separator: "=")
      if parts.count == 2 { numbers[parts[0]] = Int(parts[1]) }
    }
    guard let width = numbers["WIDTH"], let height = numbers["HEIGHT"] else { return nil }
    return (width, height)
  }
}
