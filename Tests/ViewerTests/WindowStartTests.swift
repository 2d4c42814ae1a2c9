import Foundation
import Glibc
import ScrollworkTestSupport
import Testing

/// Effects of a starting window on its surroundings, such as the session bus.
@Suite(.serialized) struct WindowStartTests {
  @Test func `a window on a desktop without a session bus starts none`() throws {
    let folder = try TemporaryFolder()
    let started = folder.file("started")
    try folder.write("#!/bin/sh\ntouch '\(started)'\n", to: "dbus-launch")
    #expect(chmod(folder.file("dbus-launch"), 0o700) == 0)
    let display = try Display()
    let shell = [
      "-c", "unset DBUS_SESSION_BUS_ADDRESS XDG_RUNTIME_DIR; PATH='\(folder.path)':\"$PATH\" exec \"$0\" \"$@\"",
      Program.path,
    ]
    let window = try display.open([Program.sample("harbour.log")], shell: shell)
    #expect(try poll { try window.title().hasPrefix("harbour.log") })
    #expect(try window.close() == 0)
    #expect(!FileManager.default.fileExists(atPath: started))
  }

  @Test func `arguments that are all paths are the same input with and without options`() throws {
    let folder = try TemporaryFolder()
    try folder.write("text", to: "a.txt")
    let display = try Display()
    let window = try display.open([folder.path], size: nil)
    let title = try window.title()
    #expect(try window.close() == 0)
    let shell = ["-c", "shift 6; exec \"$0\" \"$@\"", Program.path]
    let plain = try display.open([folder.path], size: nil, shell: shell)
    #expect(try plain.title() == title)
    #expect(try plain.close() == 0)
  }
}
