import Foundation
import Scrollwork
import ScrollworkTesting
import Testing

// A picture on its way between its tile and the place where it is large.

private let blue: UInt32 = 0xFF30_60C0

private func folderOfPictures() throws -> Folder {
  let folder = try Folder()
  try folder.write(PNG.plain(0x3060C0, width: 90, height: 60), to: "a.png")
  for name in ["b", "c", "d"] { try folder.write(PNG.plain(0xC0A030, width: 90, height: 60), to: "\(name).png") }
  return folder
}

/// A program that shows the folder with the first picture selected.
private func open(_ folder: Folder, motion: String = "full") throws -> Session {
  let session = try Session([folder.path, "--motion", motion], size: "360x300")
  _ = try session.settled()
  try session.tell("key Down", "settle")
  return session
}

private func area(_ session: Session) throws -> Int { try session.screenshot().pixels.count { $0 == blue } }

@Test func `a picture grows out of its tile and goes back into it`() throws {
  let folder = try folderOfPictures()
  let session = try open(folder)
  let small = try area(session)
  #expect(small > 3_000)
  try session.tell("key Return")
  var areas = [small]
  for _ in 0..<12 {
    try session.tell("wait 17")
    areas.append(try area(session))
  }
  try session.tell("settle")
  let large = try area(session)
  #expect(large > 4 * small)
  #expect(areas == areas.sorted(), "it only grows on its way")
  #expect(areas[2] < 2 * small, "it sets out from its tile")
  #expect(areas.count { $0 > small && $0 < large } > 6)
  try session.tell("key Escape")
  areas = [large]
  for _ in 0..<12 {
    try session.tell("wait 17")
    areas.append(try area(session))
  }
  #expect(areas == areas.sorted(by: >))
  _ = try session.settled()
  // A tile is shown selected as before: with a check mark over it.
  #expect(try abs(area(session) - small) < 20)
}

@Test func `a picture on its way turns round where it is`() throws {
  let folder = try folderOfPictures()
  let session = try open(folder)
  let small = try area(session)
  try session.tell("key Return", "wait 100")
  let before = try area(session)
  try session.tell("key Escape", "wait 17")
  let after = try area(session)
  #expect(before > 2 * small)
  // It had speed; neither does it jump to one of the ends.
  #expect(Double(abs(after - before)) < 0.4 * Double(before))
  try session.tell("wait 60", "key Return", "wait 17")
  #expect(try area(session) > small)
  _ = try session.tell("settle")
  #expect(try area(session) > 4 * small)
  try session.tell("key Escape")
  #expect(try session.settled().total == 4)
  #expect(try abs(area(session) - small) < 20)
}

@Test func `where less motion is wanted a picture fades in its place, and without motion it is there`() throws {
  let folder = try folderOfPictures()
  let session = try open(folder, motion: "reduced")
  let place = Rect(x: 0, y: 48, width: 360, height: 224)
  let list = try session.screenshot().cropped(to: place)
  try session.tell("key Return", "wait 34")
  #expect(try session.screenshot().cropped(to: place) != list)
  try session.tell("wait 80")
  let soon = try session.screenshot().cropped(to: place)
  try session.tell("settle")
  #expect(try session.screenshot().cropped(to: place) == soon, "within a tenth of a second")
  #expect(soon.pixels.contains(blue))
  let still = try open(folder, motion: "off")
  try still.tell("key Return", "settle")
  let final = try still.screenshot().cropped(to: place)
  #expect(final == soon)
}

@Test func `a double click opens a picture from the row of a list too`() throws {
  let folder = try folderOfPictures()
  let session = try open(folder)
  try session.tell("key 1")
  let row = try session.settled().cell("a.png")
  let small = try area(session)
  try session.tell("click \(row.center.x) \(row.center.y) 2", "wait 120")
  let grown = try area(session)
  try session.tell("settle")
  #expect(grown > 2 * small)
  #expect(try grown < area(session))
}

@Test func `who walks on sees the former picture until the next one is there`() throws {
  let folder = try folderOfPictures()
  let session = try open(folder)
  try session.tell("key Return", "settle")
  let large = try area(session)
  try session.tell("key Right", "wait 50")
  #expect(try area(session) == large)
  try session.tell("settle")
  #expect(try area(session) == 0)
  #expect(try session.screenshot().pixels.contains(0xFFC0_A030))
}
