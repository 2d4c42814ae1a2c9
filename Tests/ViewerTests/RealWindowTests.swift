import Foundation
import Glibc
import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

/// Tests with windows on a virtual display. They run one after the other, each with its own server.
@Suite(.serialized) struct RealWindowTests {
  /// Expects that the window shows exactly the pixels of the headless program in the same state.
  private func expectSame(_ window: LiveWindow, _ session: Session, _ step: String) throws {
    try session.run("settle")
    let expected = try session.screenshot()
    guard let other = try window.waitUntilItShows(expected) else { return }
    let error = #expect(throws: PictureError.self) {
      try checkPicture(other, at: session.screenshotPath, isRecording: false)
    }
    Issue.record("after “\(step)” the window is not as without one: \(error?.description ?? "")")
  }

  @Test func `wheel, keys, clicks, typing and resizing have the same result in a window as without one`() throws {
    let display = try Display()
    let window = try display.open([Program.sample("harbour.log")])
    let session = try Session([Program.sample("harbour.log")])
    try window.activate()
    try window.display.use("xdotool", "mousemove", "1020", "760")
    try expectSame(window, session, "opening")

    try window.movePointer(240, 160)
    try display.use("xdotool", "click", "--repeat", "3", "--delay", "40", "5")
    try session.run("wheel 0 -3 240 160")
    try expectSame(window, session, "wheel")
    #expect(try session.dump().offset[1] == 300)

    try display.use("xdotool", "click", "1")
    try session.run("click 240 160")
    try expectSame(window, session, "click")

    try display.use("xdotool", "key", "Down")
    try session.run("key Down")
    try expectSame(window, session, "key")

    try display.use("xdotool", "key", "End")
    try session.run("key End")
    try expectSame(window, session, "End")

    // The pointer must leave no highlight behind when the lines below it change.
    try display.use("xdotool", "key", "ctrl+l")
    try display.use("xdotool", "type", "--delay", "30", "error")
    try session.run("key ctrl+l", "text error")
    try expectSame(window, session, "typing")

    try display.use("xdotool", "key", "Escape", "Escape")
    try session.run("key Escape", "key Escape")
    try expectSame(window, session, "Escape")

    try display.use("xdotool", "windowsize", window.id, "640", "400")
    try session.run("resize 640 400")
    try expectSame(window, session, "resizing")

    #expect(try window.close() == 0, "closed by the window manager")
  }

  @Test func `the menu key opens the menu of the selected row`() throws {
    let display = try Display()
    let window = try display.open(["gallery:menus"])
    let session = try Session(["gallery:menus"])
    try window.activate()
    try window.movePointer(240, 164)
    try display.use("xdotool", "click", "1", "key", "Menu")
    try session.run("settle", "click 240 164", "settle", "key Menu")
    try expectSame(window, session, "the menu key")
    try display.use("xdotool", "key", "Return")
    try session.run("key Return")
    try expectSame(window, session, "Return")
    #expect(try session.dump().visible.contains { $0.text.contains("Marked 1") })
  }

  @Test func `an idle window shows a new file without any input, and a restored one its content`() throws {
    let folder = try TemporaryFolder()
    for name in ["a", "c", "d"] { try folder.write("text of \(name)", to: "\(name).txt") }
    let display = try Display()
    let window = try display.open([folder.path])
    let session = try Session([folder.path])
    try window.activate()
    try display.use("xdotool", "mousemove", "1020", "760")
    try expectSame(window, session, "opening")

    #expect(try isIdle(window), "a window at rest uses no processor")
    try folder.write("text of b", to: "b.txt")
    try expectSame(window, session, "a new file")
    #expect(try session.dump().total == 4)
    try folder.rename("a.txt", to: "z.txt")
    try expectSame(window, session, "a renamed file")

    try display.use("xdotool", "windowminimize", "--sync", window.id)
    // The folder changes while the window is hidden; the window must show the change when it returns.
    try folder.remove("c.txt")
    try display.use("xdotool", "windowmap", "--sync", window.id)
    try window.activate()
    try expectSame(window, session, "restoring")
    #expect(try session.dump().total == 3)
    #expect(try isIdle(window), "after the change too")

    window.child.send(SIGTERM)
    #expect(window.child.waitForEnd(seconds: Program.patience) == 130)
  }

  @Test func `a window that is resized step by step is complete at each step`() throws {
    let display = try Display()
    let window = try display.open([Program.sample("pictures")])
    let session = try Session([Program.sample("pictures")])
    try window.activate()
    try display.use("xdotool", "mousemove", "1020", "760")
    try expectSame(window, session, "opening")
    let sizes = [(520, 340), (600, 420), (700, 380), (760, 520), (500, 500), (420, 300), (480, 320)]
    for (width, height) in sizes {
      try display.use("xdotool", "windowsize", window.id, "\(width)", "\(height)")
      try session.run("resize \(width) \(height)")
      try expectSame(window, session, "\(width)x\(height)")
    }
    // The window is resized as if its edge were dragged: many sizes, without time to come to rest at any of them.
    for step in 0..<30 {
      let (width, height) = (480 + step * 9, 320 + step * 6)
      try display.use("xdotool", "windowsize", window.id, "\(width)", "\(height)")
      try session.run("resize \(width) \(height)")
    }
    try expectSame(window, session, "dragging")
  }

  @Test func `a part covered by another window is drawn again, and Ctrl with the wheel zooms`() throws {
    let display = try Display()
    let window = try display.open([Program.sample("pictures")])
    let session = try Session([Program.sample("pictures")])
    try window.activate()
    try display.use("xdotool", "mousemove", "1020", "760")
    try expectSame(window, session, "opening")
    let cover = try display.open([Program.sample("notes.txt")], size: "300x200", beside: [window])
    let place = try display.use("xdotool", "getwindowgeometry", "--shell", window.id).output
    let (x, y) = (try number("X", in: place) + 40, try number("Y", in: place) + 60)
    try display.use("xdotool", "windowmove", "--sync", cover.id, "\(x)", "\(y)")
    try cover.activate()
    let other = try #require(try cover.picture())
    #expect(try poll { try window.picture() != session.screenshot() }, "a part of it is covered")
    #expect(other.width == 300)
    cover.child.send(SIGTERM)
    #expect(cover.child.waitForEnd(seconds: Program.patience) == 130)
    try window.activate()
    try expectSame(window, session, "uncovering")

    let height = try session.dump().cells[0].frame[3]
    try window.movePointer(240, 160)
    try display.use("xdotool", "keydown", "ctrl", "click", "4", "keyup", "ctrl")
    try session.run("ctrl+wheel 0 1 240 160")
    try expectSame(window, session, "Ctrl and the wheel")
    #expect(try session.dump().cells[0].frame[3] == height + 16, "the next size has a second line")
  }

  private func number(_ name: String, in shell: String) throws -> Int {
    let line = shell.split(separator: "\n").first { $0.hasPrefix(name + "=") }
    return try #require(line.flatMap { Int($0.dropFirst(name.count + 1)) })
  }

  @Test func `a window whose scale changes looks like a window opened at that scale`() throws {
    let display = try Display()
    let real = Program.Surroundings(variables: ["DISPLAY": display.name, "SDL_VIDEODRIVER": "x11"])
    let window = try Session([Program.sample("pictures")], size: "400x300", real)
    let plain = try Session([Program.sample("pictures")], size: "400x300")
    for scale in ["1", "2", "1.5", "1"] {
      try window.run("scale \(scale)", "settle")
      try plain.run("scale \(scale)", "settle")
      #expect(try window.screenshot() == plain.screenshot(), "scale \(scale)")
      #expect(try poll { try display.picture() == plain.screenshot() }, "on the display, at scale \(scale)")
    }
  }

  @Test func `the title of a window names its content`() throws {
    let folder = try TemporaryFolder()
    try folder.write("text", to: "a.txt")
    let display = try Display()
    let window = try display.open([folder.file("a.txt")])
    func title() throws -> String {
      try display.use("xdotool", "getwindowname", window.id).output.split(separator: "\n").first.map(String.init) ?? ""
    }
    #expect(try poll { try title() == "a.txt - Scrollwork" })
    try window.activate()
    try display.use("xdotool", "key", "alt+Up")
    let name = try #require(folder.path.split(separator: "/").last)
    #expect(try poll { try title() == "\(name) - Scrollwork" })
  }

  @Test func `a window restores its last state, and scripts ignore it`() throws {
    let folder = try TemporaryFolder()
    for number in 100..<200 { try folder.write("", to: "\(number).txt") }
    let display = try Display()
    let session = try Session([folder.path])
    var state = Program.Surroundings()
    state.variables["XDG_STATE_HOME"] = display.stateFolder
    let window = try display.open([folder.path])
    try window.activate()
    try window.movePointer(240, 160)
    try display.use("xdotool", "click", "--repeat", "5", "--delay", "40", "5")
    try session.run("settle", "wheel 0 -5 240 160")
    try expectSame(window, session, "wheel")
    try window.display.use("xdotool", "mousemove", "1020", "760")
    try session.run("move 479 319")
    #expect(try window.close() == 0)

    let again = try display.open([folder.path])
    let stateless = try Session([folder.path], state)
    #expect(try stateless.settled().offset == [0, 0])
    // The highlight and the scroll bar must be those of a window that got no input.
    let same = try Session([folder.path])
    try same.run("settle", "wheel 0 -5 240 160", "settle", "move 479 5", "wait 5000")
    try expectSame(again, same, "opening again")
    // A run that a signal ends also saves its position, and replaces a file that it could not read.
    let file = display.stateFolder + "/scrollwork/places"
    try "nonsense".write(toFile: file, atomically: false, encoding: .utf8)
    kill(again.child.id, SIGTERM)
    #expect(again.child.waitForEnd(seconds: Program.patience) == 130)
    #expect(TemporaryFolder.text(file).hasPrefix("scrollwork places 1\n\(folder.path)\t"))
  }

  /// Whether the program uses no processor time for two seconds, within two minutes: on a busy machine what it does
  /// after its first frame takes long. A frame takes more than a tick.
  private func isIdle(_ window: LiveWindow) throws -> Bool {
    var before = window.processorTicks
    var since = Date()
    return poll(seconds: 120) {
      let now = window.processorTicks
      if now != before { (before, since) = (now, Date()) }
      return now != nil && Date().timeIntervalSince(since) > 2
    }
  }
}
