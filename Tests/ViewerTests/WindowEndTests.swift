import Glibc
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

/// Tests of windows that end by a signal or by the loss of the display.
@Suite(.serialized) struct WindowEndTests {
  private static let log = Program.sample("harbour.log")

  /// Opens a window and scrolls it.
  private func openScrolled() throws -> (Display, LiveWindow) {
    let display = try Display()
    let window = try display.open([Self.log])
    try window.activate()
    try window.movePointer(240, 160)
    #expect(try poll { try window.title().hasPrefix("harbour.log") })
    let before = try window.picture()
    try display.use("xdotool", "click", "--repeat", "5", "--delay", "40", "5")
    #expect(try poll { try window.picture() != before })
    return (display, window)
  }

  private func places(_ display: Display) -> String { TemporaryFolder.text(display.stateFolder + "/scrollwork/places") }

  @Test(arguments: [SIGHUP, SIGINT, SIGTERM]) func `a window ended by a signal saves its position`(signal: Int32) throws
  {
    let (display, window) = try openScrolled()
    window.child.send(signal)
    #expect(window.child.waitForEnd(seconds: Program.patience) == 130)
    #expect(places(display).contains("\n\(Self.log)\t"))
    #expect(display.errors.isEmpty, "\(display.errors)")
  }

  @Test(arguments: [SIGHUP, SIGINT, SIGTERM])
  func `a signal that arrives twice at once still lets the window save its position`(signal: Int32) throws {
    let (display, window) = try openScrolled()
    window.child.send(signal)
    usleep(3_000)
    window.child.send(signal)
    #expect(window.child.waitForEnd(seconds: Program.patience) == 130)
    #expect(places(display).contains("\n\(Self.log)\t"))
  }

  @Test func `the place in a text survives that the program is killed`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write((0..<2_000).map { "line \($0)\n" }.joined(), to: "a.txt")
    let display = try Display()
    let window = try display.open([path])
    try window.activate()
    #expect(try poll { try window.title().hasPrefix("a.txt") })
    try display.use("xdotool", "key", "--clearmodifiers", "ctrl+g")
    try display.use("xdotool", "type", "--delay", "40", "1500")
    try display.use("xdotool", "key", "Return")
    // The place is written a moment after the input.
    #expect(poll(seconds: Program.patience) { places(display).contains("\n\(path)\t") })
    #expect(poll(seconds: Program.patience) { places(display).contains("\t149") || places(display).contains("\t14") })
    window.child.send(SIGKILL)
    _ = window.child.waitForEnd(seconds: Program.patience)
    let before = places(display)
    let again = try display.open([path])
    try again.activate()
    #expect(try poll { try again.title().hasPrefix("a.txt") })
    #expect(try again.close() == 0)
    #expect(places(display) == before, "the same place is saved again")
  }

  @Test func `a script whose window loses its display ends with the same exit code`() throws {
    let display = try Display()
    let session = try Session(
      ["--scale", "1", Self.log],
      Program.Surroundings(variables: ["DISPLAY": display.name, "SDL_VIDEODRIVER": "x11"]))
    try session.run("settle")
    display.end()
    // The program may notice the loss before it reads the command or while it draws.
    _ = try? session.line("key End")
    _ = try? session.line("settle")
    poll(seconds: Program.patience) { session.code != nil }
    #expect(session.code == 4)
    #expect(session.errors == "scrollwork: The connection to the display is lost\n")
  }

  @Test func `a window that loses its display saves its position and reports the loss`() throws {
    let (display, window) = try openScrolled()
    display.end()
    #expect(window.child.waitForEnd(seconds: Program.patience) == 4)
    #expect(places(display).contains("\n\(Self.log)\t"))
    #expect(display.errors == "scrollwork: The connection to the display is lost\n")
  }

  @Test(arguments: 0..<3) func `a window that loses its display during an animation does the same`(
    round: Int
  ) throws {
    let (display, window) = try openScrolled()
    try display.use("xdotool", "click", "--repeat", "20", "--delay", "10", "5")
    usleep(UInt32(round) * 30_000)
    display.end()
    #expect(window.child.waitForEnd(seconds: Program.patience) == 4)
    #expect(places(display).contains("\n\(Self.log)\t"))
  }
}
