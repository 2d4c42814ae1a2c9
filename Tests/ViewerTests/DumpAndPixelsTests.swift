import Foundation
import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

/// A folder of pictures, each of one colour, named in the order of their numbers.
private struct ColorFolder {
  let folder: TemporaryFolder
  let colors: [UInt32]

  init(count: Int) throws {
    folder = try TemporaryFolder()
    // The colours differ strongly from each other and from the background: each channel has one of three values.
    colors = (0..<count).map { (index: Int) -> UInt32 in
      let (red, green, blue) = (30 + index % 3 * 70, 40 + index / 3 % 3 * 70, 50 + index / 9 % 3 * 70)
      return UInt32(red << 16 + green << 8 + blue)
    }
    for (index, color) in colors.enumerated() {
      try folder.write(PNG.plain(color, width: 40, height: 30), to: name(index))
    }
  }

  func name(_ index: Int) -> String { "p\(index + 10).png" }

  func color(of item: Dump.Item) -> Color? {
    colors.indices.first { item.text.hasPrefix(name($0)) }.map { Color(hex: colors[$0]) }
  }
}

/// Checks the colour at the middle of the picture of each visible, opaque and uncovered cell; returns the number of
/// checked cells.
private func checkColors(
  _ colors: ColorFolder, _ dump: Dump, _ picture: Picture, scale: Double, mayWait: Bool = false
) -> Int {
  var checked = 0
  for item in dump.cells {
    // The picture fills the tile above its two lines of text, with margins of 8 and 40 for the text, and is less high
    // than the tile.
    let x = item.frame[0] + item.frame[2] / 2
    let y = item.frame[1] + (item.frame[3] - 48 + 8) / 2
    let isCovered = dump.cells.contains { other in
      other.id != item.id && x > other.frame[0] && x < other.frame[0] + other.frame[2] && y > other.frame[1]
        && y < other.frame[1] + other.frame[3]
    }
    // Only cells between the bars of the window are checked.
    guard item.alpha == 1, !isCovered, y > 50, y < Double(picture.height) / scale - 30 else { continue }
    let pixel = picture[Int(x * scale), Int(y * scale)]
    // A cell that appeared since the last settle has no picture yet.
    if mayWait, pixel == Theme.light.colors.placeholder { continue }
    #expect(pixel == colors.color(of: item), "\(item.text) at \(x), \(y)")
    checked += 1
  }
  return checked
}

@Test(arguments: [1.0, 2]) func `the frames in dump are those of the pixels`(scale: Double) throws {
  let colors = try ColorFolder(count: 27)
  let session = try Session(["--scale", "\(scale)", colors.folder.path], size: "640x480")
  var dump = try session.settled()
  #expect(dump.total == 27)
  #expect(checkColors(colors, dump, try session.screenshot(), scale: scale) >= 4)

  // The same must hold after a scroll, at rest and during the animation.
  try session.run("wheel 0 -3 300 300", "wait 50")
  dump = try session.dump()
  #expect(dump.offset[1] > 0)
  #expect(checkColors(colors, dump, try session.screenshot(), scale: scale, mayWait: true) >= 2)
  dump = try session.settled()
  #expect(dump.offset[1] == 288)
  #expect(checkColors(colors, dump, try session.screenshot(), scale: scale) >= 2)
  try session.run("key Home")
  dump = try session.settled()
  #expect(dump.offset[1] == 0)
}

@Test(arguments: [1.0, 2]) func `the frames in dump are those of the pixels after a file is deleted`(scale: Double)
  throws
{
  let colors = try ColorFolder(count: 12)
  let session = try Session(["--scale", "\(scale)", colors.folder.path], size: "640x480")
  #expect(try session.settled().total == 12)
  try colors.folder.remove(colors.name(1))
  let settled = try session.settled()
  #expect(settled.total == 11)
  #expect(checkColors(colors, settled, try session.screenshot(), scale: scale) >= 4)
  #expect(session.finish() == 0)
}

@Test(arguments: [1.0, 2]) func `the frames in dump are those of the pixels during the animation of a filter`(
  scale: Double
)
  throws
{
  let colors = try ColorFolder(count: 12)
  let session = try Session(["--scale", "\(scale)", colors.folder.path], size: "640x480")
  #expect(try session.settled().total == 12)
  // The filter hides every second picture.
  try session.run("filter /p(10|12|14|16|18|20)/", "wait 60")
  let moving = try session.dump()
  #expect(moving.animating > 0)
  #expect(moving.cells.contains { $0.frame != $0.target })
  #expect(checkColors(colors, moving, try session.screenshot(), scale: scale) >= 1)
  let rested = try session.settled()
  #expect(rested.isAtRest)
  #expect(rested.animating == 0)
  #expect(rested.total == 6)
  #expect(checkColors(colors, rested, try session.screenshot(), scale: scale) >= 4)
  #expect(Set(rested.cells.map(\.id)).isSubset(of: Set(moving.cells.map(\.id))), "the same items in all frames")
}
