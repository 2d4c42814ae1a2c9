import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

// Tests of the real program: the details of pictures that are larger than the window.

private let content = Rect(x: 0, y: 48, width: 480, height: 244)

private let (red, blue) = (Color(hex: 0xC02020), Color(hex: 0x2020C0))

/// Writes a picture of rows in two alternating colours, which are mixed in a reduced copy; returns its path.
private func stripes(in folder: TemporaryFolder) throws -> String {
  let colors: [UInt32] = (0..<1400).map { $0 % 2 == 0 ? 0xC02020 : 0x2020C0 }
  return try folder.write(PNG.bands(colors, width: 900, height: 1400), to: "stripes.png")
}

@Test func `at its own size a picture shows the pixels of its file`() throws {
  let folder = try TemporaryFolder()
  let session = try Session([try stripes(in: folder), "--motion", "off"])
  try session.run("settle")
  let whole = try session.screenshot()
  #expect(whole[240, 170] != red && whole[240, 170] != blue, "a mixture")
  try session.run("key Z", "settle")
  func check() throws {
    let picture = try session.screenshot().cropped(to: content)
    for row in 0..<picture.height - 1 {
      let (upper, lower) = (picture[100, row], picture[100, row + 1])
      #expect(Set([upper, lower]) == [red, blue], "row \(row)")
      #expect(picture[400, row] == upper)
    }
  }
  try check()
  try session.run("key Down", "settle", "key Right", "settle")
  try check()
  #expect(session.finish() == 0)
}

@Test func `a turned picture shows the turned pixels of its file`() throws {
  let folder = try TemporaryFolder()
  let session = try Session([try stripes(in: folder), "--motion", "off"])
  try session.run("settle", "key R", "key Z", "settle")
  let picture = try session.screenshot().cropped(to: content)
  for column in 0..<picture.width - 1 {
    let (left, right) = (picture[column, 50], picture[column + 1, 50])
    #expect(Set([left, right]) == [red, blue], "column \(column)")
  }
}
