import Foundation
import Glibc
import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

@Test(arguments: ["deleted", "renamed"]) func `a shown folder that disappears and returns keeps its position`(
  how: String
) throws {
  let folder = try TemporaryFolder()
  let inner = try folder.makeFolder("inner")
  func fill() throws { for index in 100..<180 { try folder.write("x", to: "inner/file \(index).txt") } }
  try fill()
  let session = try Session([inner])
  _ = try session.settled()
  try session.run("wheel 0 -12 200 200", "settle", "click 200 150")
  let before = try session.settled()
  #expect(before.offset[1] > 1000)

  // Also a folder to be deleted goes at once: if its files were deleted one by one, the viewer might show some of these
  // steps, and what it remembers would be that of the last one.
  try folder.rename("inner", to: "away")
  if how == "deleted" { try folder.remove("away") }
  let missing = try session.settled()
  #expect(missing.visible.isEmpty)
  let words = try session.screenshot().cropped(to: Rect(x: 120, y: 100, width: 240, height: 140))
  #expect(Set(words.pixels).count > 10, "a notice is shown instead")

  if how == "deleted" {
    try folder.makeFolder("inner")
    try fill()
  } else {
    try folder.rename("away", to: "inner")
  }
  let back = try session.settled()
  #expect(back.offset == before.offset)
  // The names are compared without the dates, which differ for files that were created again.
  func names(_ dump: Dump) -> [Substring] { dump.texts.map { $0.prefix(12) } }
  #expect(names(back) == names(before))
  #expect(back.cells.map(\.selected) == before.cells.map(\.selected))
  // The folder is watched as before, and the list has the focus.
  try folder.write("x", to: "inner/file 099.txt")
  #expect(try session.settled().total == 81)
  try session.run("key End")
  #expect(try session.settled().cells.last?.selected == true)
}

@Test(arguments: [[100..<150, 150..<180], [130..<180, 100..<130], [100..<105, 105..<170, 170..<180]])
func `a shown folder that returns part by part keeps its position`(parts: [Range<Int>]) throws {
  let folder = try TemporaryFolder()
  let inner = try folder.makeFolder("inner")
  func fill(_ files: Range<Int>) throws { for file in files { try folder.write("x", to: "inner/file \(file).txt") } }
  try fill(100..<180)
  let session = try Session([inner])
  _ = try session.settled()
  try session.run("wheel 0 -12 200 200", "settle", "click 200 150")
  let before = try session.settled()
  let selected = try #require(before.cells.first { $0.selected })
  // The folder goes at once, as in the test above.
  try folder.rename("inner", to: "gone")
  #expect(try session.settled().visible.isEmpty)
  // The first files appear at once, because the files one by one would not reach down to the position.
  try folder.makeFolder("coming")
  for file in parts[0] { try folder.write("x", to: "coming/file \(file).txt") }
  try folder.rename("coming", to: "inner")
  // Several events are one return. The pauses keep them apart.
  usleep(30_000)
  try folder.rename("inner", to: "coming")
  try folder.rename("coming", to: "inner")
  for part in parts {
    if part != parts[0] { try fill(part) }
    #expect(try session.settled().total == parts.prefix { $0 != part }.reduce(part.count) { $0 + $1.count })
  }
  let back = try session.settled()
  #expect(back.offset == before.offset)
  #expect(back.cells.first { $0.selected }?.text.prefix(12) == selected.text.prefix(12))
}

@Test func `going back shows the list as it was left`() throws {
  let folder = try TemporaryFolder()
  for index in 100..<150 { try folder.write("line\n", to: "file \(index).txt") }
  let session = try Session([folder.path])
  _ = try session.settled()
  try session.run("wheel 0 -5 200 200")
  let before = try session.settled()
  let row = before.cells[3]
  for leave in ["key alt+Left", "key Backspace", "click 28 24"] {
    try session.run("click \(row.center.x) \(row.center.y) 2")
    #expect(try session.settled().texts == ["line"])
    try session.run(leave)
    let back = try session.settled()
    #expect(back.offset == before.offset)
    #expect(try back.cell(row.text).selected)
  }
}

@Test(arguments: ["Escape", "Backspace"]) func `a key closes an opened picture`(key: String) throws {
  let session = try Session([Program.sample("pictures"), "--motion", "off"])
  let tile = try session.settled().cells[0]
  try session.run("click \(tile.center.x) \(tile.center.y) 2", "settle")
  #expect(try session.ask("dump")["ok"] as? Bool == false, "the picture is shown")
  try session.run("key \(key)")
  #expect(try session.settled().total == 24)
  // A picture that the program was started with is closed to show its folder.
  let alone = try Session([Program.sample("pictures/leaf.png")])
  try alone.run("settle", "key \(key)")
  #expect(try alone.settled().total == 24)
}

@Test(arguments: ["shown", "coming", "going"])
func `an opened picture returns to its tile in a folder that got other pictures meanwhile`(when: String) throws {
  let folder = try TemporaryFolder()
  for index in 0..<5 { try folder.write(PNG.plain(0x336699), to: "m\(index).png") }
  for index in 10..<60 { try folder.write("x", to: "t\(index).txt") }
  func addMore() throws { for index in 0..<3 { try folder.write(PNG.plain(0x993366), to: "a\(index).png") } }
  let session = try Session([folder.path], size: "640x480")
  let picture = try session.settled().cell("m4.png")
  try session.run("click \(picture.center.x) \(picture.center.y) 2")
  if when == "coming" {
    try session.run("wait 50")
    try addMore()
  }
  try session.run("settle")
  if when == "shown" { try addMore() }
  try session.run("key Escape")
  if when == "going" {
    try session.run("wait 30")
    try addMore()
  }
  let back = try session.settled()
  #expect(back.total == 58)
  #expect(back.cells.filter(\.selected).map(\.text).map { $0.prefix(6) } == ["m4.png"])
}
