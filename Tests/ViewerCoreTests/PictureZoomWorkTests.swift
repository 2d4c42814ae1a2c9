import Scrollwork
import ScrollworkSDLBackend
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Tests of the work of drawing a picture that is much larger than the window while the user zooms.

/// A glyph source without shapes, for frames whose text does not matter.
private final class NoGlyphs: GlyphSource {
  func image(ofGlyph glyph: UInt32, face: UInt16, quarter: UInt8) -> GlyphImage {
    GlyphImage(left: 0, top: 0, width: 0, height: 0, isColor: false, bytes: [])
  }
}

/// A file of 6000 x 4500 pixels in a window of 640 x 480, whose frames are painted.
@MainActor
private final class PaintedStage {
  static let size = PixelSize(width: 6000, height: 4500)
  let folder: TemporaryFolder
  let viewer = Viewer()
  let harness: ViewHarness
  private let painter = Painter(glyphs: NoGlyphs())
  private let buffer = PixelBuffer(width: 640, height: 480)

  init() async throws {
    folder = try TemporaryFolder()
    let copy = Self.copy
    let large = Self.enlarged(copy)
    try folder.write(try withExtendedLifetime(large) { try PNGWriter.encode(large.surface) }, to: "large.png")
    try viewer.open(folder.file("large.png"))
    harness = ViewHarness(content: viewer.root, size: Size(width: 640, height: 480))
    let viewer = viewer
    harness.host.onUnhandledKey = { viewer.handleKey($0) }
    harness.settle()
    let load = try #require(harness.images.pending.first)
    harness.images.finish(load.request.source, with: copy)
    try await rest()
  }

  /// The picture in a tenth of its size.
  private static var copy: Bitmap {
    let (width, height) = (size.width / 10, size.height / 10)
    let pixels = (0..<width * height).map { place in
      let (x, y) = (place % width, place / width)
      return 0xFF00_0000 | UInt32(x * 255 / width) << 16 | UInt32(y * 255 / height) << 8 | UInt32((x + y) * 7 % 256)
    }
    return Bitmap(width: width, height: height, pixels: pixels, isOpaque: true)
  }

  /// Returns a picture with ten times as many columns and rows.
  private static func enlarged(_ copy: Bitmap) -> PixelBuffer {
    let result = PixelBuffer(width: copy.width * 10, height: copy.height * 10)
    let (base, width) = (result.surface.base, copy.width * 10)
    for y in 0..<copy.height {
      let row = base + 10 * y * width
      for x in 0..<copy.width { (row + 10 * x).update(repeating: copy.pixels[y * copy.width + x], count: 10) }
      for line in 1..<10 { (row + line * width).update(from: row, count: width) }
    }
    return result
  }

  /// Waits until nothing moves and all tiles of the picture are made, and paints.
  func rest() async throws {
    harness.settle()
    let isAtRest = await waitUntil(harness) { !viewer.isBusy }
    try #require(isAtRest)
    harness.settle()
    paint()
  }

  /// Paints the last frame.
  /// - Returns: The number of source pixels read from scaled pictures.
  @discardableResult
  func paint() -> Int {
    let before = painter.scaledPixelsRead
    _ = painter.paint(harness.frame, into: buffer.surface)
    return painter.scaledPixelsRead - before
  }

  /// The painted pixels.
  var pixels: Picture {
    Picture(width: 640, height: 480, pixels: buffer.pixels)
  }

  /// Turns the wheel by a number of notches.
  /// - Returns: The number of source pixels read in each of the next eight frames.
  func turn(_ notches: Double) -> [Int] {
    harness.wheel(notches, at: Point(x: 300, y: 200))
    return (0..<8).map { _ in
      harness.advance(by: .milliseconds(17))
      return paint()
    }
  }
}

@MainActor @Test func `a frame of a zoom reads at most four pixels of a large picture for each one of the window`()
  async throws
{
  let stage = try await PaintedStage()
  var reads: [Int] = []
  for _ in 0..<14 {
    reads += stage.turn(1)
    // The tiles of each step are made, so that there are many on the way back.
    try await stage.rest()
  }
  for _ in 0..<14 { reads += stage.turn(-1) }
  try await stage.rest()
  #expect(reads.max() ?? 0 <= 4 * 640 * 480, "\(reads.map { Double($0) / (640 * 480) })")
  #expect(reads.contains { $0 > 640 * 400 }, "the picture was painted")
}

@MainActor @Test func `a picture that is zoomed out shows the same as one that was never zoomed in`() async throws {
  let stage = try await PaintedStage()
  // A part without the buttons, which appear when the wheel turns.
  let part = Rect(x: 100, y: 80, width: 300, height: 120)
  let before = stage.pixels.cropped(to: part)
  for _ in 0..<10 {
    _ = stage.turn(1)
    try await stage.rest()
  }
  #expect(stage.pixels.cropped(to: part).firstDifference(from: before) != nil)
  stage.harness.key("F")
  try await stage.rest()
  let difference = stage.pixels.cropped(to: part).firstDifference(from: before)
  #expect(difference == nil, "\(String(describing: difference))")
}
