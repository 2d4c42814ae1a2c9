import Scrollwork
import ScrollworkSDLBackend
import ScrollworkTestSupport
import ScrollworkTesting
import ScrollworkViewerCore
import Testing

// Tests of the work of drawing a picture that is much larger than the window while the user zooms.

/// The glyphs of frames in whose text nobody is interested.
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
    let pixels = PixelBuffer(width: Self.size.width, height: Self.size.height)
    for y in 0..<Self.size.height {
      for x in 0..<Self.size.width { pixels.surface.base[y * Self.size.width + x] = Self.pixel(x, y) }
    }
    try folder.write(try PNGWriter.encode(pixels.surface), to: "large.png")
    try viewer.open(folder.file("large.png"))
    harness = ViewHarness(content: viewer.root, size: Size(width: 640, height: 480))
    harness.settle()
    let load = try #require(harness.images.pending.first)
    let copy = [UInt32](unsafeUninitializedCapacity: 600 * 450) { copy, count in
      for place in 0..<600 * 450 { copy[place] = Self.pixel(place % 600 * 10 + 5, place / 600 * 10 + 5) }
      count = 600 * 450
    }
    harness.images.finish(
      load.request.source, with: Bitmap(width: 600, height: 450, pixels: copy, isOpaque: true))
    try await rest()
  }

  /// A smooth pattern, so that the pixels of all resolutions are alike.
  private static func pixel(_ x: Int, _ y: Int) -> UInt32 {
    let (red, green, blue) = (x * 255 / size.width, y * 255 / size.height, (x + y) / 40 % 256)
    return 0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue < 128 ? blue * 2 : 511 - blue * 2)
  }

  /// Waits until nothing moves and all tiles are made.
  func rest() async throws {
    harness.settle()
    let isAtRest = await waitUntil(harness) { !viewer.isBusy }
    try #require(isAtRest)
    harness.settle()
    paint()
  }

  /// Paints the last frame.
  /// - Returns: The number of pixels of pictures that were read.
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

  /// Turns the wheel by a notch.
  /// - Returns: The number of pixels read in each of the next frames.
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
  let before = stage.pixels
  for _ in 0..<10 {
    _ = stage.turn(1)
    try await stage.rest()
  }
  #expect(stage.pixels != before)
  stage.harness.key("F")
  try await stage.rest()
  #expect(stage.pixels == before)
}
