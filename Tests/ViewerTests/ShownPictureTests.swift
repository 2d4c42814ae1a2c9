import Foundation
import Glibc
import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

// Tests of the picture screen, which follows its file.

private let status = Rect(x: 0, y: 292, width: 480, height: 28)
private func middle(_ session: Session) throws -> UInt32 {
  let picture = try session.screenshot()
  return picture.pixels[160 * picture.width + 240]
}

@Test func `a picture overwritten while it is shown is loaded again`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(PNG.plain(0x3060C0, width: 90, height: 60), to: "a.png")
  let session = try Session([path])
  try session.run("settle")
  #expect(try middle(session) == 0xFF30_60C0)
  try folder.write(PNG.plain(0xC06030, width: 90, height: 60), to: "next")
  try folder.rename("next", to: "a.png")
  try session.run("settle")
  #expect(try middle(session) == 0xFFC0_6030)
  try folder.write(PNG.plain(0x20A040, width: 90, height: 60), to: "a.png")
  try session.run("settle")
  #expect(try middle(session) == 0xFF20_A040)
}

@Test func `a picture deleted while it is shown stays visible, is reported as deleted, and can return`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(PNG.plain(0x3060C0, width: 90, height: 60), to: "a.png")
  let session = try Session([path])
  try session.run("settle")
  let before = try session.screenshot()
  try folder.remove("a.png")
  try session.run("settle")
  let after = try session.screenshot()
  #expect(after[240, 160] == before[240, 160])
  #expect(after.cropped(to: status) != before.cropped(to: status), "the status tells that the file is gone")
  try folder.write(PNG.plain(0xC06030, width: 90, height: 60), to: "a.png")
  try session.run("settle")
  #expect(try middle(session) == 0xFFC0_6030)
  #expect(try session.screenshot().cropped(to: status) != after.cropped(to: status))
}

@Test func `arrow keys go from a deleted picture to its former neighbours`() throws {
  let folder = try TemporaryFolder()
  for (name, color) in [("a.png", 0x3060C0), ("b.png", 0xC06030), ("c.png", 0x20A040)] as [(String, UInt32)] {
    try folder.write(PNG.plain(color, width: 90, height: 60), to: name)
  }
  let session = try Session([folder.file("a.png")])
  for (key, color) in [("Right", 0xFF20_A040), ("Left", 0xFF30_60C0)] as [(String, UInt32)] {
    try session.run("settle", "key Home", "settle", "key Right", "settle")
    #expect(try middle(session) == 0xFFC0_6030)
    try folder.remove("b.png")
    try session.run("settle")
    #expect(try middle(session) == 0xFFC0_6030)
    try session.run("key \(key)", "settle")
    #expect(try middle(session) == color, "\(key)")
    try folder.write(PNG.plain(0xC06030, width: 90, height: 60), to: "b.png")
  }
  #expect(session.finish() == 0)
}

@Test func `a picture that becomes invalid is replaced by a notice with a button to try again`() throws {
  let folder = try TemporaryFolder()
  let path = try folder.write(PNG.plain(0x3060C0, width: 90, height: 60), to: "a.png")
  let session = try Session([path])
  try session.run("settle")
  try folder.write("\0no picture at all", to: "a.png")
  try session.run("settle")
  // After a failure, the button has a filled background.
  let failed = try session.screenshot()
  #expect(!failed.pixels.contains(0xFF30_60C0))
  #expect(failed.pixels.count { $0 == 0xFF40_6EE7 } > 500)
  try folder.write(PNG.plain(0xC06030, width: 90, height: 60), to: "a.png")
  try session.run("settle")
  #expect(try middle(session) == 0xFFC0_6030)
  #expect(try !session.screenshot().pixels.contains(0xFF40_6EE7))
}

@Test func `changes of the folder are shown on the picture screen`() throws {
  let folder = try TemporaryFolder()
  for name in ["a", "b", "c", "d"] { try folder.write(PNG.plain(0x3060C0), to: "\(name).png") }
  let session = try Session([folder.path, "--motion", "off"])
  _ = try session.settled()
  try session.run("key Down", "key Return", "settle")
  let four = try session.screenshot().cropped(to: status)
  func strip() throws -> Picture {
    try session.run("settle")
    return try session.screenshot().cropped(to: status)
  }
  // The picture does not change; its folder is watched at the same time.
  try folder.remove("d.png")
  #expect(try poll { try strip() != four }, "1 of 3, not of 4")
  try folder.write(PNG.plain(0x3060C0), to: "e.png")
  #expect(try poll { try strip() == four })
}
