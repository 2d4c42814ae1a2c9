import Foundation
import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

@Test func `the sample pictures become a grid, and all are decoded`() throws {
  let session = try Session([Program.sample("pictures")], size: "640x480")
  let first = try session.dump()
  #expect(first.images.decoded == 0, "no result arrives before settle")
  let dump = try session.settled()
  #expect(dump.total == 24)
  #expect(dump.visible.first?.kind == "header")
  #expect(dump.visible.first?.text == "Pictures 24")
  #expect(dump.texts == dump.texts.sorted { $0.localizedStandardCompare($1) == .orderedAscending })
  #expect(dump.images.failed == 0)
  #expect(dump.images.decoded >= dump.cells.count)
  // All columns have the same width.
  #expect(Set(dump.cells.map { $0.frame[0] }).count == 3)
  #expect(Set(dump.cells.map { $0.frame[2] }).count == 1)
  #expect(dump.cells.allSatisfy { $0.section == "pictures" && $0.isAtRest && !$0.selected })
}

@Test func `folders come first, and files are rows with name, kind, size and date`() throws {
  let folder = try TemporaryFolder()
  try folder.makeFolder("zebra")
  try folder.write("12345", to: "note 10.txt")
  try folder.write("1", to: "note 9.txt")
  let session = try Session([folder.path], size: "960x320")
  let dump = try session.settled()
  #expect(dump.texts.map { String($0.prefix { $0 != "." }.prefix(7)) } == ["zebra F", "note 9", "note 10"])
  let note = try dump.cell("note 10.txt")
  #expect(note.text.contains("TXT file") || note.text.contains("Text"), "\(note.text)")
  #expect(note.text.contains("5 bytes") || note.text.contains("5 B"), "\(note.text)")
  #expect(dump.cells.allSatisfy { $0.frame[3] == 36 })
}

@Test func `files that are added, deleted or renamed in an open folder are animated`() throws {
  let folder = try TemporaryFolder()
  for name in ["b", "d", "f", "h"] { try folder.write(name, to: "\(name).txt") }
  let session = try Session([folder.path])
  let before = try session.settled()
  #expect(before.total == 4)
  let (b, d, f) = (try before.cell("b.txt"), try before.cell("d.txt"), try before.cell("f.txt"))

  // A new file moves the following rows down, and these keep their identity.
  try folder.write("c", to: "c.txt")
  let more = try session.settled()
  #expect(more.texts.map { String($0.prefix(1)) } == ["b", "c", "d", "f", "h"])
  #expect(try more.cell("d.txt").id == d.id)
  #expect(try more.cell("d.txt").frame[1] == d.frame[1] + 56)
  #expect(try more.cell("b.txt").frame == b.frame)

  // A renamed file moves to another position.
  try folder.rename("b.txt", to: "g.txt")
  let renamed = try session.settled()
  #expect(renamed.texts.map { String($0.prefix(1)) } == ["c", "d", "f", "g", "h"])
  #expect(try renamed.cell("g.txt").id == b.id)

  // A deleted file disappears.
  try folder.remove("f.txt")
  let less = try session.settled()
  #expect(!less.cells.contains { $0.id == f.id })
  #expect(less.isAtRest)
  let statistics = try session.ask("stats")
  #expect(try #require(statistics["frames"] as? Int) > 20, "three animations of more than ten frames each")
}

@Test func `sorting moves rows from their old to their new positions`() throws {
  let folder = try TemporaryFolder()
  for (name, size) in [("a", 30), ("b", 10), ("c", 20)] {
    try folder.write(String(repeating: "x", count: size), to: "\(name).txt")
  }
  let session = try Session([folder.path])
  let before = try session.settled()
  try session.run("sort size:desc")
  let sorted = try session.settled()
  #expect(sorted.texts.map { String($0.prefix(1)) } == ["a", "c", "b"])
  #expect(Set(sorted.cells.map(\.id)) == Set(before.cells.map(\.id)))
  #expect(sorted.cells.map { $0.frame[1] } == before.cells.map { $0.frame[1] })
  let refused = try session.ask("sort sideways")
  #expect(refused["ok"] as? Bool == false)
  #expect((refused["error"] as? String)?.contains("sideways") == true)
}

@Test func `the sort button and Alt+S open the menu of orders`() throws {
  let folder = try TemporaryFolder()
  for (name, size) in [("a", 30), ("b", 10), ("c", 20)] {
    try folder.write(String(repeating: "x", count: size), to: "\(name).txt")
  }
  let session = try Session([folder.path], size: "640x320")
  func order() throws -> [String] { try session.settled().texts.map { String($0.prefix(1)) } }
  #expect(try order() == ["a", "b", "c"])
  try session.run("key alt+S", "key Down", "key Return")
  #expect(try order() == ["a", "c", "b"], "the largest first")
  // The sort button is left of the details button, and the fifth item of its menu is "Ascending".
  try session.run("click 574 24", "click 520 189")
  #expect(try order() == ["b", "c", "a"])
}

@Test func `a filter is animated: hidden items fade while the others move, and back`() throws {
  let folder = try TemporaryFolder()
  for name in ["apple", "beech", "cedar", "grape"] { try folder.write("", to: "\(name).txt") }
  let session = try Session([folder.path])
  let before = try session.settled()
  try session.run("filter ap", "wait 50")
  let moving = try session.dump()
  #expect(moving.total == 2)
  #expect(moving.animating > 0)
  #expect(moving.cells.contains { $0.frame != $0.target })
  let filtered = try session.settled()
  #expect(filtered.texts.map { String($0.prefix(2)) } == ["ap", "gr"])
  #expect(filtered.isAtRest)
  try session.run("filter", "wait 80")
  let coming = try session.dump()
  #expect(try coming.cell("beech").alpha < 1)
  #expect(try coming.cell("apple").alpha == 1)
  let after = try session.settled()
  #expect(after.cells == before.cells)
  // If no file matches the filter, a notice is shown.
  try session.run("filter /nothing at all/")
  #expect(try session.settled().total == 0)
}

@Test func `clicks and keys select as in other lists`() throws {
  let folder = try TemporaryFolder()
  for name in ["a", "b", "c", "d", "e"] { try folder.write("", to: "\(name).txt") }
  let session = try Session([folder.path])
  let rows = try session.settled().cells
  func click(_ index: Int, _ modifiers: String = "") throws {
    try session.run("\(modifiers)click \(rows[index].center.x) \(rows[index].center.y)")
  }
  func selected() throws -> [Int] { try session.dump().cells.enumerated().filter(\.element.selected).map(\.offset) }

  try click(1)
  #expect(try selected() == [1])
  try click(3, "shift+")
  #expect(try selected() == [1, 2, 3])
  try click(2, "ctrl+")
  #expect(try selected() == [1, 3])
  try session.run("key ctrl+a")
  #expect(try selected() == [0, 1, 2, 3, 4])
  try session.run("key Escape")
  #expect(try selected() == [])
  try click(0)
  try session.run("key Down", "key shift+Down")
  #expect(try selected() == [1, 2])
  #expect(try session.dump().cells.firstIndex(where: \.focused) == 2)
  try session.run("key End")
  #expect(try selected() == [4])
  // The selection follows its file when that moves.
  let id = try session.dump().cells[4].id
  try folder.rename("e.txt", to: "0.txt")
  let renamed = try session.settled()
  #expect(renamed.cells.first?.id == id)
  #expect(renamed.cells.first?.selected == true)
}

@Test func `opening a folder, going back, forward and up`() throws {
  let folder = try TemporaryFolder()
  try folder.makeFolder("inner")
  try folder.write("deep", to: "inner/deep.txt")
  try folder.write("one\ntwo\n", to: "outer.txt")
  let session = try Session([folder.path])
  let row = try session.settled().cell("inner")
  try session.run("click \(row.center.x) \(row.center.y) 2")
  #expect(try session.settled().texts.first?.hasPrefix("deep.txt") == true)
  try session.run("key alt+Left")
  #expect(try session.settled().total == 2)
  try session.run("key alt+Right")
  #expect(try session.settled().total == 1)
  try session.run("key alt+Up")
  let outer = try session.settled()
  #expect(outer.total == 2)
  // The keys select the text, the last row, and open it.
  try session.run("key End", "key Return")
  #expect(try session.settled().texts == ["one", "two"])
  // The button in the toolbar goes back.
  try session.run("click 28 24")
  #expect(try session.settled().total == 2)
}

@Test func `a key focuses the filter field, typing filters, and Escape undoes one step at a time`() throws {
  let folder = try TemporaryFolder()
  for name in ["apple", "beech", "cedar"] { try folder.write("", to: "\(name).txt") }
  for key in ["ctrl+l"] {
    let session = try Session([folder.path], size: "640x320")
    #expect(try session.settled().total == 3)
    try session.run("key \(key)", "text ce")
    #expect(try session.settled().texts.map { String($0.prefix(5)) } == ["cedar"])
    try session.run("key Escape")
    #expect(try session.settled().total == 3)
    try session.run("key Escape", "key Down")
    #expect(try session.settled().cells.first?.selected == true, "Escape gave the keys back to the list")
  }
}

@Test func `visible items stay in place while files are added above them`() throws {
  let folder = try TemporaryFolder()
  for index in 100..<200 { try folder.write("", to: "file \(index).txt") }
  let session = try Session([folder.path])
  _ = try session.settled()
  try session.run("wheel 0 -10 200 200")
  let before = try session.settled()
  let watched = before.cells[2]
  for index in 0..<5 { try folder.write("", to: "file 0\(index).txt") }
  let after = try session.settled()
  #expect(after.total == 105)
  let same = try #require(after.cells.first { $0.id == watched.id })
  #expect(same.frame == watched.frame)
}

@Test func `folders keep their identity when the first picture turns rows into tiles`() throws {
  let folder = try TemporaryFolder()
  try folder.makeFolder("inner")
  try folder.write("text", to: "a.txt")
  let session = try Session([folder.path], size: "480x640")
  let rows = try session.settled()
  try folder.write(PNG.plain(0x30A060), to: "p.png")
  let tiles = try session.settled()
  #expect(tiles.cells.map(\.section) == ["folders", "pictures", "files"])
  #expect(try tiles.cell("inner").id == rows.cell("inner").id)
  #expect(tiles.isAtRest)
  try folder.remove("p.png")
  let back = try session.settled()
  #expect(back.cells == rows.cells)
}

@Test func `a rewritten picture is decoded again, a touched text keeps its row`() throws {
  let folder = try TemporaryFolder()
  try folder.write(PNG.plain(0xC02020, width: 240, height: 180), to: "p.png")
  let session = try Session([folder.path], size: "640x480")
  let before = try session.settled()
  let (x, y) = (Int(before.cells[0].center.x), Int(before.cells[0].frame[1] + 60))
  #expect(try session.screenshot()[x, y] == Color(hex: 0xC02020))
  try folder.write(PNG.plain(0x2020C0, width: 241, height: 180), to: "p.png")
  let after = try session.settled()
  #expect(after.cells.map(\.id) == before.cells.map(\.id))
  #expect(try session.screenshot()[x, y] == Color(hex: 0x2020C0))
}

@Test func `a folder that becomes unreadable shows only an error, and returns when it is readable`() throws {
  let folder = try TemporaryFolder()
  let inner = try folder.makeFolder("inner")
  try folder.write("x", to: "inner/a.txt")
  let session = try Session([inner], size: "600x400")
  _ = try session.settled()
  let before = try session.screenshot()
  // A file takes the name of the open folder.
  try folder.rename("inner", to: "away")
  try folder.write("x", to: "inner")
  try session.run("settle", "key F5")
  #expect(try session.settled().cells.isEmpty)
  let failed = try session.screenshot()
  let list = Rect(x: 0, y: 48, width: 600, height: 60)
  #expect(Set(failed.cropped(to: list).pixels).count == 1, "no row is visible below the error")
  try folder.remove("inner")
  try folder.rename("away", to: "inner")
  _ = try session.settled()
  #expect(try session.screenshot() == before)
}

@Test func `the size of the selection is shown in each layout of a folder`() throws {
  let session = try Session([Program.sample("pictures")], size: "1000x500")
  let tile = try #require(session.settled().cells.first)
  try session.run("click \(tile.center.x) \(tile.center.y)")
  _ = try session.settled()
  let status = Rect(x: 0, y: 500 - 27, width: 500, height: 26)
  let before = try session.screenshot().cropped(to: status)
  try session.run("key Ctrl+1")
  _ = try session.settled()
  #expect(try session.screenshot().cropped(to: status) == before)
}
