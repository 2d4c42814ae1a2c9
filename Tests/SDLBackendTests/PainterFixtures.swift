import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkSDLBackend
import ScrollworkTestSupport

let painterRounds = perBuild(debug: 20, optimized: 400)

/// A drawing surface in memory.
final class Pixmap {
  let surface: PixelSurface
  private let count: Int

  /// Creates a surface with random pixels, so that a pixel that is not drawn is noticed.
  init(width: Int, height: Int, padding: Int = 3) {
    let stride = width + padding
    count = stride * (height + 1)
    let base = UnsafeMutablePointer<UInt32>.allocate(capacity: max(1, count))
    base.initialize(repeating: Self.untouched, count: count)
    surface = PixelSurface(base: base, width: width, height: height, stride: stride)
  }

  deinit { surface.base.deallocate() }

  static let untouched: UInt32 = 0x1234_5678

  subscript(x: Int, y: Int) -> UInt32 {
    get { surface.base[y * surface.stride + x] }
    set { surface.base[y * surface.stride + x] = newValue }
  }

  /// All pixels, row by row.
  var pixels: [UInt32] {
    var result: [UInt32] = []
    for y in 0..<surface.height {
      result += UnsafeBufferPointer(start: surface.base + y * surface.stride, count: surface.width)
    }
    return result
  }

  /// Whether the padding between and after the rows is unchanged.
  var isPaddingUntouched: Bool {
    (0...surface.height).allSatisfy { y in
      let first = y < surface.height ? surface.width : 0
      return (first..<surface.stride).allSatisfy { surface.base[y * surface.stride + $0] == Self.untouched }
    }
  }

  func channels(_ x: Int, _ y: Int) -> [Int] {
    [24, 16, 8, 0].map { Int(self[x, y] >> $0 & 255) }
  }
}

extension SeededGenerator {
  mutating func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &self) }
  mutating func whole(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }
  mutating func isTrue(_ chance: Double) -> Bool { number(0...1) < chance }

  /// Returns a random colour; half of the colours are opaque.
  mutating func color() -> Color {
    Color(
      red: .random(in: 0...255, using: &self), green: .random(in: 0...255, using: &self),
      blue: .random(in: 0...255, using: &self), alpha: isTrue(0.5) ? 255 : .random(in: 0...255, using: &self))
  }

  mutating func rect(in size: Size) -> Rect {
    Rect(
      x: number(-20...size.width), y: number(-20...size.height), width: number(0...size.width * 0.8),
      height: number(0...size.height * 0.8))
  }
}

/// Artificial glyphs, a few pixels large, whose shapes follow from their numbers; some are empty, some in colour.
@MainActor
final class FakeGlyphs: GlyphSource {
  private(set) var requests = 0

  func image(ofGlyph glyph: UInt32, face: UInt16, quarter: UInt8) -> GlyphImage {
    requests += 1
    let (width, height) = (Int(glyph % 11), 3 + Int(glyph % 7))
    let isColor = glyph % 13 == 12
    let count = width * height
    let start = Int(quarter) * 60 + Int(face)
    let bytes: [UInt8] =
      isColor
      ? (0..<count).flatMap { index -> [UInt8] in [UInt8(index % 100), 50, 80, UInt8(100 + index % 156)] }
      : (0..<count).map { index in UInt8(truncatingIfNeeded: index * 37 + start) }
    return GlyphImage(
      left: Int(glyph % 3) - 1, top: height - 2, width: width, height: height, isColor: isColor, bytes: bytes)
  }
}

func painterLine(_ glyphs: [UInt32], face: UInt16 = 0, advance: Float = 6.3) -> TextLine {
  let line = TextLine()
  for (index, glyph) in glyphs.enumerated() {
    line.glyphs.append(
      TextLine.Glyph(index: glyph, face: face, cluster: UInt32(index), x: Float(index) * advance, y: Float(index % 3)))
  }
  (line.width, line.ascent, line.descent) = (Double(advance) * Double(glyphs.count), 10, 3)
  return line
}

func painterBitmap(width: Int, height: Int, isOpaque: Bool = true, _ pixel: (Int, Int) -> UInt32) -> Bitmap {
  let pixels = (0..<height).flatMap { y in (0..<width).map { x in pixel(x, y) } }
  return Bitmap(width: width, height: height, pixels: pixels, isOpaque: isOpaque)
}

/// Draws one recording over a background, in a group as large as the surface, and returns the pixels.
@MainActor
func painted(
  width: Int = 40, height: Int = 40, scale: Double = 1, glyphs: any GlyphSource = FakeGlyphs(),
  on background: Color = .white, _ record: (Canvas) -> Void
) -> Pixmap {
  let canvas = Canvas(scale: scale)
  record(canvas)
  let size = Size(width: Double(width) / scale, height: Double(height) / scale)
  let whole = Rect(origin: .zero, size: size)
  let group = DrawGroup(id: 1, version: 1, frame: whole, clip: whole, canvas: canvas)
  let frame = Frame(size: size, scale: scale, background: background, groups: [group])
  let pixmap = Pixmap(width: width, height: height)
  _ = Painter(glyphs: glyphs).paint(frame, into: pixmap.surface)
  return pixmap
}
