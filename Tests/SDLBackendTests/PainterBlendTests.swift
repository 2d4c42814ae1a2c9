import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkSDLBackend
import ScrollworkTestSupport
import Testing

/// Glyphs as wide as their number, with random coverage.
@MainActor
private final class WideGlyphs: GlyphSource {
  let height = 5

  func image(ofGlyph glyph: UInt32, face: UInt16, quarter: UInt8) -> GlyphImage {
    var chance = SeededGenerator(seed: Int(glyph))
    let bytes = (0..<Int(glyph) * height).map { _ in
      chance.isTrue(0.4) ? [UInt8(0), 255][chance.whole(0...1)] : UInt8(chance.whole(0...255))
    }
    return GlyphImage(left: 0, top: height, width: Int(glyph), height: height, isColor: false, bytes: bytes)
  }
}

@Test(arguments: 1...40) @MainActor
func `a glyph of any width, cut anywhere, is blended exactly and in its own pixels only`(width: Int) {
  let glyphs = WideGlyphs()
  let image = glyphs.image(ofGlyph: UInt32(width), face: 0, quarter: 0)
  var chance = SeededGenerator(seed: 1000 + width)
  for _ in 0..<20 {
    let (ink, paper) = (chance.color(), chance.color())
    let (first, last) = (chance.whole(0...width), chance.whole(0...width))
    let (opaque, ground) = (
      Color(red: ink.red, green: ink.green, blue: ink.blue), Color(red: paper.red, green: paper.green, blue: paper.blue)
    )
    let pixmap = painted(width: 48, glyphs: glyphs, on: ground) { canvas in
      canvas.clipped(to: Rect(x: Double(first), y: 0, width: Double(max(0, last - first)), height: 7)) {
        canvas.text(painterLine([UInt32(width)]), at: Point(x: 0, y: 6), opaque)
      }
    }
    for (x, y) in (0..<48).flatMap({ x in (0..<8).map { (x, $0) } }) {
      let isInside = x >= first && x < last && (1...5).contains(y)
      let share = isInside ? Int(image.bytes[(y - 1) * width + x]) : 0
      let wanted = [(opaque.red, ground.red), (opaque.green, ground.green), (opaque.blue, ground.blue)].map {
        (Int($0) * share + Int($1) * (255 - share) + 127) / 255
      }
      #expect(pixmap.channels(x, y) == [255] + wanted, "\(x), \(y)")
    }
  }
}
