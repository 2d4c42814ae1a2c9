import Foundation
import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

// Tests of the side panel in small windows.

private let placeholder: UInt32 = 0xFFEC_EDF0
private let button: UInt32 = 0xFF2F_63E4

@Test(arguments: ["360x240", "420x500", "599x400", "600x400", "899x300", "1000x320"])
func `details scroll between heading and buttons`(size: String) throws {
  let folder = try TemporaryFolder()
  try folder.write("\0no picture", to: "a long name of a picture that takes some lines where it is narrow.png")
  let session = try Session([folder.path], size: size)
  _ = try session.settled()
  try session.run("key Down", "key ctrl+I", "settle")
  let offset = try session.dump().offset
  let before = try session.screenshot()
  let (width, height) = (before.width, before.height)
  let panel = width < 600 ? 0 : width - min(320, width * 2 / 5)
  let status = Rect(x: Double(panel) + 1, y: Double(height) - 26, width: Double(width - panel) - 1, height: 26)
  // In windows at least 720 pixels wide, the slider has this colour there.
  let isCovered = width < 720 && before.cropped(to: status).pixels.contains(placeholder)
  #expect(!isCovered, "the status line is not covered")
  let footer = Rect(x: Double(panel) + 20, y: Double(height) - 28 - 48, width: 80, height: 40)
  #expect(before.cropped(to: footer).pixels.contains(button))
  #expect(!before.cropped(to: footer).pixels.contains(placeholder))
  // After scrolling, the last detail is visible and the picture is not.
  try session.run("wheel 0 -9 \(panel + 100) \(height - 28 - 70)", "settle")
  let after = try session.screenshot()
  let body = Rect(x: Double(panel) + 1, y: 90, width: 300, height: Double(height - 28 - 64 - 90))
  #expect(after.cropped(to: body) != before.cropped(to: body), "the details scroll")
  #expect(after.cropped(to: footer) == before.cropped(to: footer))
  #expect(try session.settled().offset == offset, "the list does not scroll")
}

@Test func `the keys do not reach a list that the panel covers`() throws {
  let session = try Session([Program.sample("harbour.log")], size: "480x300")
  try session.run("settle", "key Down", "key ctrl+I", "settle")
  for _ in 0..<12 { try session.run("key Tab", "key Down") }
  #expect(try session.settled().cells.filter(\.selected).map(\.id) == ["0"])
}

@Test func `a covering panel has the keys, and Escape closes it`() throws {
  let session = try Session([Program.sample("harbour.log")], size: "480x300")
  _ = try session.settled()
  try session.run("key Down", "key Down", "key ctrl+I", "settle")
  let start = try session.screenshot()
  try session.run("key End", "settle")
  #expect(try session.screenshot() != start, "the details scroll")
  #expect(try session.settled().offset == [0, 0], "the list does not scroll")
  try session.run("key Escape", "settle", "key Down")
  let dump = try session.settled()
  #expect(dump.cells.filter(\.selected).map(\.id) == ["2"], "the list has the keys again, as it was")
}
