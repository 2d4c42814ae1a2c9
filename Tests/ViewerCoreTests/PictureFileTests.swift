import Scrollwork
import ScrollworkHostInterface
import ScrollworkPlatform
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Tests of pictures in unusual and damaged files.

/// A window with a picture or with a folder of pictures.
@MainActor
private struct Shown: ViewerStage {
  let viewer = Viewer()
  let harness: ViewHarness

  init(_ path: String) throws {
    try viewer.open(path)
    harness = ViewHarness(showing: viewer, size: Size(width: 800, height: 600))
    harness.settle()
  }

  /// Fails all requested pictures.
  func fail(_ error: ImageError) {
    for load in harness.images.pending { harness.images.fail(load.request.source, with: error) }
    harness.settle()
  }
}

/// Returns the bytes of a sample picture.
private func sample(_ name: String) throws -> [UInt8] {
  let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
  let file = try RandomAccessFile(path: root + "/assets/samples/pictures/" + name)
  return try file.bytes(at: 0, count: try file.size)
}

/// Returns a TIFF whose directory, with the size 640 x 480, comes after `count` bytes.
private func tiff(isLittle: Bool, behind count: Int) -> [UInt8] {
  func number(_ value: Int, _ width: Int) -> [UInt8] {
    let bytes = (0..<width).map { UInt8(value >> (8 * $0) & 255) }
    return isLittle ? bytes : bytes.reversed()
  }
  func entry(_ tag: Int, _ value: Int) -> [UInt8] { number(tag, 2) + number(4, 2) + number(1, 4) + number(value, 4) }
  let start = Array((isLittle ? "II" : "MM").utf8) + number(42, 2) + number(8 + count, 4)
  let directory = number(2, 2) + entry(0x100, 640) + entry(0x101, 480) + number(0, 4)
  return start + Array(repeating: 0, count: count) + directory
}

@MainActor @Test(arguments: [true, false]) func `the size of a TIFF is known that has it at its end`(isLittle: Bool)
  async throws
{
  let folder = try TemporaryFolder()
  try folder.write(tiff(isLittle: isLittle, behind: 400_000), to: "a.tif")
  let shown = try Shown(folder.file("a.tif"))
  let isKnown = await waitUntil(shown.harness) { shown.status.contains("640 × 480") }
  #expect(isKnown, "\(shown.status)")
}

@MainActor @Test func `the size of a BMP that is cut off is known from its header`() async throws {
  let folder = try TemporaryFolder()
  func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
  let header = Array("BM".utf8) + number(54 + 640 * 480 * 3) + number(0) + number(54) + number(40) + number(640)
  try folder.write(header + number(480) + [1, 0, 24, 0] + [UInt8](repeating: 0, count: 400), to: "a.bmp")
  try folder.write(pictureHeader(320, 200, bytes: 400), to: "b.png")
  let shown = try Shown(folder.path)
  try await shown.rest()
  try await shown.press("2", [.control])
  let isKnown = await waitUntil(shown.harness) { ["640", "480", "320", "200"].allSatisfy(shown.text.contains) }
  #expect(isKnown, "\(shown.text)")
}

@MainActor @Test func `pictures are sorted by width with a TIFF that has its size at its end`() async throws {
  let folder = try TemporaryFolder()
  try folder.write(tiff(isLittle: true, behind: 400_000), to: "wide.tif")
  try folder.write(sample("badge.png"), to: "small.png")
  let shown = try Shown(folder.path)
  try await shown.rest()
  try shown.viewer.setSort("width:desc")
  try await shown.press("1", [.control])
  #expect(shown.rows.first?.hasPrefix("wide.tif") == true, "\(shown.rows)")
}

@MainActor @Test func `the reason why a picture is not shown is told once, on the dark surround of pictures`()
  async throws
{
  let folder = try TemporaryFolder()
  try folder.write("\0no picture", to: "a.jpg")
  let shown = try Shown(folder.file("a.jpg"))
  shown.fail(.unsupported("not a picture in a known format"))
  let isTold = await waitUntil(shown.harness) { shown.text.contains("Cannot show this picture") }
  #expect(isTold && !shown.status.contains("known format"), "\(shown.status)")
  let dark = Theme.dark.colors.surface
  #expect(
    shown.harness.frame.groups.contains { group in
      group.canvas.commands.contains { if case .fill(_, let color) = $0 { color == dark } else { false } }
    })
}

/// Lets the decoder fail, and expects the decodable part of the picture with a warning mark.
@MainActor private func expectMarkedPart(in shown: Shown) async {
  shown.fail(.corrupt("JPEG: Premature end of JPEG file"))
  let isMarked = await waitUntil(shown.harness) { shown.text.contains("symbol warning") }
  #expect(isMarked)
  let pictures = shown.harness.frame.groups.flatMap { $0.canvas.commands }.filter {
    if case .image = $0 { true } else { false }
  }
  #expect(pictures.count == 1)
}

@MainActor @Test func `a tile shows what a damaged file still has of its picture, with a mark`() async throws {
  let folder = try TemporaryFolder()
  let whole = try sample("fields.jpg")
  try folder.write(whole.prefix(whole.count / 2), to: "a.jpg")
  let shown = try Shown(folder.path)
  try await shown.rest()
  #expect(!shown.text.contains("symbol warning"))
  await expectMarkedPart(in: shown)
}

@MainActor @Test(arguments: ["1", "2"] as [Key])
func `a row of a list or table shows what a damaged file still has, with a mark`(view: Key) async throws {
  let folder = try TemporaryFolder()
  let whole = try sample("fields.jpg")
  try folder.write(whole.prefix(whole.count / 2), to: "a.jpg")
  let shown = try Shown(folder.path)
  try await shown.rest()
  try await shown.press(view, [.control])
  await expectMarkedPart(in: shown)
}

@MainActor @Test func `a tile of a file without any picture has no mark`() async throws {
  let folder = try TemporaryFolder()
  try folder.write("\0no picture", to: "a.jpg")
  let whole = try sample("fields.jpg")
  try folder.write(whole.prefix(whole.count / 2), to: "b.jpg")
  let shown = try Shown(folder.path)
  try await shown.rest()
  shown.fail(.corrupt("damaged"))
  // The part of the second file is made after that of the first one was refused.
  _ = await waitUntil(shown.harness) { shown.text.contains("symbol warning") }
  #expect(shown.text.components(separatedBy: "symbol warning") == 2)
}

@MainActor @Test func `a picture opened from elsewhere has those of its own folder around it`() async throws {
  let (here, there) = (try TemporaryFolder(), try TemporaryFolder())
  let bytes = try sample("badge.png")
  try here.write(bytes, to: "here.png")
  for name in ["one.png", "two.png"] { try there.write(bytes, to: name) }
  let shown = try Shown(here.path)
  try await shown.begin()
  try await shown.press("L", [.control, .shift])
  shown.harness.type(there.file("two.png"))
  shown.harness.key(.enter)
  let isWhole = await waitUntil(shown.harness) {
    for load in shown.harness.images.pending {
      shown.harness.images.finish(load.request.source, with: Bitmap(width: 40, height: 30, color: .white))
    }
    return shown.status.contains("2 of 2 pictures")
  }
  #expect(isWhole, "\(shown.status)")
}

@MainActor @Test func `Ctrl+C on a picture offers its file and then the picture itself`() async throws {
  let folder = try TemporaryFolder()
  let bytes = try sample("badge.png")
  try folder.write(bytes, to: "a.png")
  let shown = try Shown(folder.file("a.png"))
  for load in shown.harness.images.pending {
    shown.harness.images.finish(load.request.source, with: Bitmap(width: 40, height: 30, color: .white))
  }
  shown.harness.settle()
  shown.harness.key("C", modifiers: .control)
  func item(_ type: String) -> ClipboardItem? { shown.harness.clipboard.items.first { $0.type == type } }
  #expect(item("text/uri-list").map { String(decoding: $0.bytes, as: UTF8.self) } == "file://\(folder.path)/a.png\r\n")
  let isAdded = await waitUntil(shown.harness) { item("image/png") != nil }
  #expect(isAdded && item("image/png")?.bytes == bytes && item("text/uri-list") != nil)
}

extension String {
  /// Returns the number of parts into which the occurrences of a text divide this one.
  fileprivate func components(separatedBy text: String) -> Int { ranges(of: text).count + 1 }
}
