import Foundation
import Scrollwork
import ScrollworkTestSupport
import ScrollworkTesting
import Testing

private func plain(_ width: Int, _ height: Int, _ pixel: UInt32 = 0xFF20_4060) -> Picture {
  Picture(width: width, height: height, pixels: Array(repeating: pixel, count: width * height))
}

/// A card with rounded corners and a word.
private final class Card: View {
  override func draw(in canvas: Canvas, environment: Environment) {
    canvas.roundedRect(bounds.insetBy(4), radius: 8, Color(hex: 0xE2EAFC))
    let line = environment.text.line("Quay 7", font: TextStyle.body.font, scale: environment.scale)
    canvas.text(line, at: Point(x: 14, y: 28), Color(hex: 0x1B1D21))
  }
}

@MainActor @Test(arguments: [1.0, 2]) func `a frame in the bundled fonts equals its recorded picture`(
  scale: Double
) throws {
  let harness = ViewHarness(
    content: Card(), size: Size(width: 80, height: 48), scale: scale, text: try BundledText.shared())
  try expectPicture(of: harness.frame, named: "card@\(Int(scale))")
  let picture = try Picture(of: harness.frame)
  #expect(picture.width == Int(80 * scale))
  #expect(picture[Int(40 * scale), Int(8 * scale)] == Color(hex: 0xE2EAFC))
  #expect(picture[0, 0] == Theme.light.colors.surface)
}

@MainActor @Test func `a region of a frame is enough to compare`() throws {
  let harness = ViewHarness(
    content: Card(), size: Size(width: 80, height: 48), scale: 2, text: try BundledText.shared())
  try expectPicture(of: harness.frame, in: Rect(x: 0, y: 0, width: 16, height: 16), named: "corner@2")
}

@Test func `a picture that was never recorded says how to record it`() throws {
  let error = #expect(throws: PictureError.self) { try expectPicture(plain(2, 2), named: "never-recorded") }
  let told = try #require(error).description
  #expect(told.contains("SCROLLWORK_RECORD=1"))
  #expect(told.contains("Tests/TestingTests/__Snapshots__/PictureTests/never-recorded.png"))
}

@Test func `a different picture is reported with its first pixel and three files`() throws {
  let folder = try TemporaryFolder()
  let path = folder.path + "/__Snapshots__/Some/name.png"
  let recorded = plain(5, 4)
  try checkPicture(recorded, at: path, isRecording: true)
  try checkPicture(recorded, at: path, isRecording: false)
  var pixels = recorded.pixels
  pixels[2 * 5 + 3] = 0xFFFF_FFFF
  pixels[3 * 5] = 0xFF00_0000
  let now = Picture(width: 5, height: 4, pixels: pixels)
  let error = try #require(
    #expect(throws: PictureError.self) { try checkPicture(now, at: path, isRecording: false) })
  guard case .different(path, 3, 2, "#204060", "#FFFFFF", let reports) = error else {
    Issue.record("\(error)")
    return
  }
  defer { try? FileManager.default.removeItem(atPath: reports) }
  #expect(error.description.contains(reports))
  #expect(try Picture(contentsOf: reports + "/actual.png") == now)
  #expect(try Picture(contentsOf: reports + "/expected.png") == recorded)
  let difference = try Picture(contentsOf: reports + "/difference.png")
  let red = Color(hex: 0xE00000)
  let marked = (0..<20).filter { difference[$0 % 5, $0 / 5] == red }
  #expect(marked == [13, 15])
}

@Test func `a picture of a different size is reported with both sizes`() throws {
  let folder = try TemporaryFolder()
  let path = folder.path + "/__Snapshots__/Some/name.png"
  try checkPicture(plain(5, 4), at: path, isRecording: true)
  let error = try #require(
    #expect(throws: PictureError.self) { try checkPicture(plain(4, 6), at: path, isRecording: false) })
  guard case .otherSize(path, "5 x 4", "4 x 6", let reports) = error else {
    Issue.record("\(error)")
    return
  }
  defer { try? FileManager.default.removeItem(atPath: reports) }
  #expect(try Picture(contentsOf: reports + "/difference.png").height == 6)
}

@Test func `the error of an unreadable or unwritable picture gives the reason`() throws {
  let folder = try TemporaryFolder()
  let path = folder.path + "/text.png"
  try Data("no picture".utf8).write(to: URL(fileURLWithPath: path))
  let error = #expect(throws: PictureError.self) { try checkPicture(plain(1, 1), at: path, isRecording: false) }
  #expect(try #require(error).description.hasPrefix("Cannot read \(path): "))
  let unwritable = #expect(throws: PictureError.self) {
    try checkPicture(plain(1, 1), at: "/proc/no/such/folder/name.png", isRecording: true)
  }
  #expect(try #require(unwritable).description.hasPrefix("Cannot write /proc/no/such/folder/name.png: "))
}

@Test func `parts of a picture are cut at its edges`() {
  let picture = Picture(width: 3, height: 2, pixels: [1, 2, 3, 4, 5, 6])
  #expect(
    picture.cropped(to: Rect(x: 1, y: 1, width: 10, height: 10)) == Picture(width: 2, height: 1, pixels: [5, 6]))
  #expect(picture.cropped(to: Rect(x: 5, y: 0, width: 4, height: 2)).width == 0)
  #expect(picture.firstDifference(from: Picture(width: 3, height: 2, pixels: [1, 2, 3, 4, 0, 0]))?.x == 1)
}

@Test func `no recorded picture is larger than 8 KiB`() throws {
  let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  let files = try #require(FileManager.default.enumerator(at: tests, includingPropertiesForKeys: [.fileSizeKey]))
  var count = 0
  for case let file as URL in files where file.pathExtension == "png" && file.path.contains("__Snapshots__") {
    count += 1
    #expect(try #require(file.resourceValues(forKeys: [.fileSizeKey]).fileSize) <= 8192, "\(file.path)")
  }
  #expect(count > 0)
}

@Test func `a picture is reduced to the means of its squares, and pictures are shown in a row`() {
  let picture = Picture(width: 5, height: 2, pixels: [0, 0x40_0000, 9, 9, 1, 0x40_0000, 0x80_0004, 9, 9, 1])
  let small = picture.reduced(by: 2)
  #expect(small == Picture(width: 2, height: 1, pixels: [0xFF40_0001, 0xFF00_0009]))
  #expect(
    Picture(row: [small, plain(1, 1)])
      == Picture(width: 3, height: 1, pixels: [0xFF40_0001, 0xFF00_0009, plain(1, 1).pixels[0]]))
}

@Test func `a picture may differ by its tolerance and no more`() throws {
  let folder = try TemporaryFolder()
  let path = folder.path + "/__Snapshots__/Some/name.png"
  try checkPicture(Picture(width: 1, height: 1, pixels: [0xFF20_4060]), at: path, isRecording: true)
  let near = Picture(width: 1, height: 1, pixels: [0xFF28_3861])
  try checkPicture(near, at: path, tolerance: 8, isRecording: false)
  let error = try #require(
    #expect(throws: PictureError.self) { try checkPicture(near, at: path, tolerance: 7, isRecording: false) })
  guard case .different(path, 0, 0, _, _, let reports) = error else {
    Issue.record("\(error)")
    return
  }
  try FileManager.default.removeItem(atPath: reports)
}
