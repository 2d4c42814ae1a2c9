import Foundation
import Glibc
import Scrollwork
import ScrollworkTesting
import Testing

/// Windows of the desktop, one after the other: each has a server of its own.
@Suite(.serialized) struct RealWindowTests {
  /// The picture must become the same as that of the headless program in the same state, bit for bit.
  private func expectSame(_ window: LiveWindow, _ session: Session, _ step: String) throws {
    try session.tell("settle")
    let expected = try session.screenshot()
    guard let other = try window.waitUntilItShows(expected) else { return }
    let error = #expect(throws: PictureError.self) {
      try checkPicture(other, at: session.screenshotPath, isRecording: false)
    }
    Issue.record("after “\(step)” the window is not as without one: \(error?.description ?? "")")
  }

  @Test func `wheel, key, click, typing and resizing show in a window what they show without one`() throws {
    let display = try Display()
    let window = try display.open([Program.sample("harbour.log")])
    let session = try Session([Program.sample("harbour.log")])
    try window.activate()
    try window.display.use("xdotool", "mousemove", "1020", "760")
    try expectSame(window, session, "opening")

    try window.movePointer(240, 160)
    try display.use("xdotool", "click", "--repeat", "3", "--delay", "40", "5")
    try session.tell("wheel 0 -3 240 160")
    try expectSame(window, session, "wheel")
    #expect(try session.dump().offset[1] == 300)

    try display.use("xdotool", "click", "1")
    try session.tell("click 240 160")
    try expectSame(window, session, "click")

    try display.use("xdotool", "key", "Down")
    try session.tell("key Down")
    try expectSame(window, session, "key")

    try display.use("xdotool", "key", "End")
    try session.tell("key End")
    try expectSame(window, session, "End")

    // The pointer leaves no hover behind when the lines below it become others.
    try display.use("xdotool", "key", "ctrl+l")
    try display.use("xdotool", "type", "--delay", "30", "error")
    try session.tell("key ctrl+l", "text error")
    try expectSame(window, session, "typing")

    try display.use("xdotool", "key", "Escape", "Escape")
    try session.tell("key Escape", "key Escape")
    try expectSame(window, session, "Escape")

    try display.use("xdotool", "windowsize", window.id, "640", "400")
    try session.tell("resize 640 400")
    try expectSame(window, session, "resizing")

    // The window manager asks the window to close.
    try display.use("xdotool", "key", "alt+F4")
    #expect(window.child.waitForEnd(seconds: Program.patience) == 0)
  }

  @Test func `a sleeping window shows a new file without any input, and one that was minimised its picture`() throws {
    let folder = try Folder()
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
    // Changed while it is hidden: shown when it is back.
    try folder.remove("c.txt")
    try display.use("xdotool", "windowmap", "--sync", window.id)
    try window.activate()
    try expectSame(window, session, "restoring")
    #expect(try session.dump().total == 3)
    #expect(try isIdle(window), "also afterwards")

    window.child.send(SIGTERM)
    #expect(window.child.waitForEnd(seconds: Program.patience) == 130)
  }

  /// True if the program comes to use no processor time at all for a while; drawing a frame takes more than a tick.
  private func isIdle(_ window: LiveWindow) throws -> Bool {
    var before = window.processorTicks
    var since = Date()
    return poll {
      let now = window.processorTicks
      if now != before { (before, since) = (now, Date()) }
      return now != nil && Date().timeIntervalSince(since) > 2
    }
  }
}
