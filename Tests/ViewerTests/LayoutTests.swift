import Foundation
import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

@Test func `Ctrl and the wheel enlarge tiles around the pointer`() throws {
  let session = try Session([Program.sample("pictures")], size: "1120x500")
  let first = try session.settled()
  func columns(_ dump: Dump) -> Int { Set(dump.cells.map { $0.frame[0] }).count }
  #expect(columns(first) == 5, "at least 200")
  try session.run("wheel 0 -4 500 300")
  let before = try session.settled()
  let under = try #require(before.cells.first { $0.frame[0] > 480 && $0.frame[1] > 150 })
  let (x, y) = (under.center.x, under.center.y)
  try session.run("ctrl+wheel 0 1 \(x) \(y)", "wait 60")
  let moving = try session.dump()
  #expect(moving.animating > 0)
  let larger = try session.settled()
  #expect(columns(larger) == 4, "at least 264")
  let same = try #require(larger.cells.first { $0.id == under.id })
  #expect(same.frame[1] == under.frame[1], "the item under the pointer stays")
}

@Test func `Ctrl with plus, minus and 0 steps through all tile sizes`() throws {
  let session = try Session([Program.sample("pictures"), "--motion", "off"], size: "1120x500")
  let first = try session.settled()
  try session.run("key ctrl++")
  var widths: [Double] = []
  for key in ["ctrl++", "ctrl+=", "ctrl++", "ctrl+-", "ctrl+-", "ctrl+-", "ctrl+-", "ctrl+-", "ctrl+-", "ctrl+0"] {
    try session.run("key \(key)")
    widths.append(try #require(session.settled().cells.first).frame[2])
  }
  #expect(widths[1] == widths[2], "the largest is 464")
  #expect(widths[0] < widths[1])
  #expect(widths[7] == widths[8] && widths[8] >= 120 && widths[8] < 152, "the smallest is 120")
  #expect(widths[9] == first.cells[0].frame[2])
}

@Test func `keys and the segments of the toolbar switch between rows and tiles`() throws {
  let session = try Session([Program.sample("pictures")], size: "1000x500")
  let grid = try session.settled()
  #expect(Set(grid.cells.map(\.section)) == ["pictures"])
  try session.run("key Ctrl+1")
  let rows = try session.settled()
  #expect(rows.cells.allSatisfy { $0.section == "files" && $0.frame[3] == 36 })
  #expect(rows.total == grid.total)
  try session.run("key Ctrl+3")
  #expect(try session.settled().cells == grid.cells)
  // The segments for rows, table and grid are left of the buttons for order and panel.
  try session.run("click 816 24")
  #expect(try session.settled().cells == rows.cells)
  try session.run("click 852 24")
  let table = try session.settled()
  #expect(table.cells.allSatisfy { $0.section == "files" && $0.frame[3] == 32 } && table.total == grid.total)
  try session.run("key Ctrl+1", "key Ctrl+2")
  #expect(try session.settled().cells == table.cells)
  try session.run("click 888 24")
  #expect(try session.settled().cells == grid.cells)
}

@Test func `in a narrow window tiles are small, and rows have two lines and a margin of 12`() throws {
  let folder = try TemporaryFolder()
  try folder.write(PNG.plain(0x30A060), to: "p.png")
  try folder.write("12345", to: "a.txt")
  let session = try Session([folder.path], size: "590x480")
  let narrow = try session.settled()
  let (tile, row) = (try narrow.cell("p.png"), try narrow.cell("a.txt"))
  #expect(tile.frame[2] >= 120 && tile.frame[2] < 152)
  #expect(tile.text == "p.png", "no second line in the smallest tiles")
  #expect(tile.frame[0] == 4, "with its padding of 8 the picture begins at 12")
  #expect(row.frame[3] == 56)
  try session.run("resize 700 480")
  let wide = try session.settled()
  #expect(try wide.cell("p.png").frame[2] >= 200)
  #expect(try wide.cell("a.txt").frame[3] == 36)
  #expect(Set(wide.cells.map(\.id)) == Set(narrow.cells.map(\.id)))
}

@Test func `a portrait shows its upper part, and a very high picture is shown completely`() throws {
  let folder = try TemporaryFolder()
  // The picture has horizontal bands of three colours. A third of the cropped pixel rows is cut at the top.
  try folder.write(PNG.bands([0xC02020, 0x20A020, 0x2020C0], width: 400, height: 600), to: "portrait.png")
  try folder.write(PNG.bands([0xC02020, 0x20A020, 0x2020C0], width: 100, height: 600), to: "tower.png")
  let session = try Session([folder.path], size: "700x400")
  let dump = try session.settled()
  let picture = try session.screenshot()
  func colors(_ name: String, at x: Double) throws -> (top: UInt32, bottom: UInt32) {
    let frame = try dump.cell(name).frame
    let (column, height) = (Int(frame[0] + frame[2] * x), (frame[2] - 16) * 3 / 4)
    let (top, bottom) = (Int(frame[1] + 8 + 4), Int(frame[1] + 8 + height - 5))
    return (picture.pixels[top * picture.width + column], picture.pixels[bottom * picture.width + column])
  }
  // Of 600 pixel rows, 300 are visible, and 100, a third of the others, are cut at the top: rows 100 to 400 are red
  // and green.
  let portrait = try colors("portrait.png", at: 0.3)
  #expect(portrait.top == 0xFFC0_2020 && portrait.bottom == 0xFF20_A020)
  let tower = try colors("tower.png", at: 0.5)
  #expect(tower.top == 0xFFC0_2020 && tower.bottom == 0xFF20_20C0)
  #expect(try colors("tower.png", at: 0.2).top == 0xFFEC_EDF0, "the rest is placeholder")
}

@Test func `the panel shows details of the selection, beside the list or above it`() throws {
  let session = try Session([Program.sample("pictures")], size: "1100x600")
  let before = try session.settled()
  try session.run("click \(before.cells[1].center.x) \(before.cells[1].center.y)", "key ctrl+i")
  let open = try session.settled()
  #expect(open.viewport[0] == 1100 - 320)
  let panel = try session.screenshot().cropped(to: Rect(x: 790, y: 60, width: 300, height: 400))
  #expect(Set(panel.pixels).count > 200, "a picture and texts")
  try session.run("click 1084 24")
  #expect(try session.settled().viewport[0] == 1100, "the button in the bar closes it")
  try session.run("resize 700 600", "key ctrl+i")
  #expect(try session.settled().viewport[0] == 700 - 280, "at most two fifths of the window")
  // In a small window the panel lies above the list.
  try session.run("key ctrl+i", "resize 590 600", "settle")
  let plain = try session.screenshot()
  try session.run("key ctrl+i")
  #expect(try session.settled().viewport[0] == 590)
  #expect(try session.screenshot().pixels != plain.pixels)
}

@Test func `a row under the pointer offers to open it and to copy its path`() throws {
  let folder = try TemporaryFolder()
  try folder.write("one\n", to: "a.txt")
  // The columns of a list stay near the longest name.
  let name = "b" + String(repeating: " and so on", count: 12) + ".txt"
  try folder.write("two\n", to: name)
  let session = try Session([folder.path], size: "960x320")
  let row = try session.settled().cell(name)
  func pixels(_ rect: Rect) throws -> Int { Set(try session.screenshot().cropped(to: rect).pixels).count }
  let actions = Rect(x: 480, y: row.frame[1] + 4, width: 58, height: 28)
  #expect(try pixels(actions) == 1)
  try session.run("move 200 \(row.center.y)", "settle")
  #expect(try pixels(actions) > 4)
  // Over a button of the row, the row is still hovered.
  try session.run("move \(actions.minX + 14) \(row.center.y)", "settle")
  #expect(try pixels(actions) > 4)
  try session.run("click \(actions.minX + 14) \(row.center.y)")
  #expect(try session.settled().texts == ["two"])
}

@Test func `a tool tip shows a truncated text after half a second`() throws {
  let folder = try TemporaryFolder()
  let name = "a name that is much too long to be shown in a row of a window of this size, however one turns it.txt"
  try folder.write("x", to: name)
  let session = try Session([folder.path], size: "640x320")
  let row = try session.settled().cell("a name")
  try session.run("move 200 \(row.center.y)", "wait 400")
  let below = Rect(x: 40, y: row.frame[1] + 36, width: 400, height: 60)
  #expect(Set(try session.screenshot().cropped(to: below).pixels).count == 1)
  try session.run("wait 150")
  #expect(Set(try session.screenshot().cropped(to: below).pixels).count > 20)
  try session.run("move 200 280", "wait 20")
  #expect(Set(try session.screenshot().cropped(to: below).pixels).count == 1)
}

@Test func `arrow keys walk to the next opened picture, and back to the last one`() throws {
  let session = try Session([Program.sample("pictures"), "--motion", "off"], size: "640x480")
  let grid = try session.settled()
  let middle = Rect(x: 200, y: 150, width: 200, height: 150)
  func shown() throws -> [UInt32] {
    try session.run("settle")
    return try session.screenshot().cropped(to: middle).pixels
  }
  try session.run("click \(grid.cells[0].center.x) \(grid.cells[0].center.y)", "key Return")
  let first = try shown()
  try session.run("key Right")
  let second = try shown()
  #expect(first != second)
  try session.run("key Left")
  #expect(try shown() == first)
  try session.run("key Left")
  #expect(try shown() == first, "the first picture has no predecessor")
  try session.run("key Right", "key Down", "wait 30")
  #expect(try shown() != second)
  try session.run("key Escape")
  let back = try session.settled()
  #expect(back.cells.filter(\.selected).map(\.id) == [grid.cells[2].id], "the one that was seen last")
  // From a picture that the program was started with, the arrow key goes to the next one in its folder.
  let alone = try Session([Program.sample("pictures/leaf.png")], size: "640x480")
  try alone.run("settle")
  let leaf = try alone.screenshot().cropped(to: middle).pixels
  try alone.run("key Right", "settle")
  #expect(try alone.screenshot().cropped(to: middle).pixels != leaf)
}

@Test func `arrow keys skip no picture while others are deleted`() throws {
  let folder = try TemporaryFolder()
  let colors = [0xC02020, 0x20C020, 0x2020C0, 0xC0C020, 0x20C0C0, 0xC020C0]
  for (index, color) in colors.enumerated() {
    try folder.write(PNG.plain(UInt32(color), width: 40, height: 30), to: "\(index).png")
  }
  let session = try Session([folder.path, "--motion", "off"], size: "640x480")
  let grid = try session.settled()
  func shown() throws -> UInt32 {
    try session.run("settle")
    return try session.screenshot().cropped(to: Rect(x: 320, y: 250, width: 1, height: 1)).pixels[0] & 0xFF_FFFF
  }
  try session.run("click \(grid.cells[2].center.x) \(grid.cells[2].center.y)", "key Return")
  #expect(try shown() == 0x2020C0)
  // The shown picture is deleted, and so are those before it and the next one.
  for index in [0, 1, 2, 3] { try FileManager.default.removeItem(atPath: folder.file("\(index).png")) }
  _ = try shown()
  try session.run("key Right")
  #expect(try shown() == 0x20C0C0, "the first that is left behind it")
  try session.run("key Right")
  #expect(try shown() == 0xC020C0)
  try FileManager.default.removeItem(atPath: folder.file("5.png"))
  _ = try shown()
  try session.run("key Left")
  #expect(try shown() == 0x20C0C0)
  #expect(session.finish() == 0)
}
