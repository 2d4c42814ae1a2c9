import Foundation
import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

// Tests of the real program: pictures whose files end too early.

private let content = Rect(x: 0, y: 48, width: 480, height: 244)

@Test func `the rows that a cut PNG still has are shown`() throws {
  let folder = try TemporaryFolder()
  let whole = PNG.bands([0xC02020, 0x20A040, 0x2020C0], width: 100, height: 90)
  let path = try folder.write(whole.prefix(whole.count / 2), to: "cut.png")
  let session = try Session([path, "--motion", "off"])
  try session.run("settle")
  let picture = try session.screenshot().cropped(to: content)
  let red = picture.pixels.count { $0 == 0xFFC0_2020 }
  #expect((2000...3000).contains(red), "most of the first band: \(red)")
  #expect(!picture.pixels.contains(0xFF20_20C0))
  // The file is completed while its part is shown.
  try folder.write(whole, to: "cut.png")
  try session.run("settle")
  #expect(try session.screenshot().cropped(to: content).pixels.count { $0 == 0xFF20_20C0 } == 100 * 30)
}

@Test func `tiles show the parts of cut pictures at once after settle`() throws {
  let folder = try TemporaryFolder()
  let whole = PNG.bands([0xC02020, 0x20A040, 0x2020C0], width: 1_000, height: 900)
  for index in 0..<6 { try folder.write(whole.prefix(whole.count / 2), to: "cut\(index).png") }
  let session = try Session([folder.path, "--motion", "off"])
  try session.run("settle")
  let red = try session.screenshot().cropped(to: content).pixels.count { $0 == 0xFFC0_2020 }
  try session.run("wait 500", "settle")
  #expect(try session.screenshot().cropped(to: content).pixels.count { $0 == 0xFFC0_2020 } == red && red > 0)
}

@Test func `a cut JPEG is shown as far as it goes`() throws {
  let folder = try TemporaryFolder()
  let whole = Array(try Data(contentsOf: URL(fileURLWithPath: Program.sample("pictures/clouds.jpg"))))
  let path = try folder.write(whole.prefix(whole.count / 2), to: "cut.jpg")
  let session = try Session([path, "--motion", "off"])
  try session.run("settle")
  let picture = try session.screenshot().cropped(to: content)
  #expect(Set(picture.pixels).count > 500, "not a notice")
}

@Test func `a file in which nothing can be read still gets a notice`() throws {
  let folder = try TemporaryFolder()
  let whole = PNG.plain(0xC02020, width: 100, height: 90)
  let session = try Session([try folder.write(whole.prefix(50), to: "cut.png"), "--motion", "off"])
  try session.run("settle")
  #expect(try session.screenshot().pixels.count { $0 == 0xFF40_6EE7 } > 500, "the button to try again")
}

@Test func `a picture of a window with a part of a cut JPEG is written, and the loss is told`() throws {
  let folder = try TemporaryFolder()
  let whole = Array(try Data(contentsOf: URL(fileURLWithPath: Program.sample("pictures/clouds.jpg"))))
  let path = try folder.write(whole.prefix(whole.count / 2), to: "cut.jpg")
  let target = folder.file("window.png")
  let result = try Program.run([path, "--screenshot", target, "--size", "480x320"])
  #expect(result.code == 0)
  #expect(result.errors.hasPrefix("scrollwork: Only a part of \(path) is shown: "), "\(result.errors)")
  #expect(result.errors.contains("damaged picture: JPEG") && result.errors.split(separator: "\n").count == 1)
  #expect(FileManager.default.fileExists(atPath: target))
  try folder.write(whole.prefix(10), to: "cut.jpg")
  #expect(try Program.run([path, "--screenshot", target, "--size", "480x320"]).code == 3, "nothing is shown")
}
