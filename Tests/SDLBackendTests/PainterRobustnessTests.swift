import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkSDLBackend
import ScrollworkTestSupport
import Testing

private let strange: [Double] = [
  .nan, .infinity, -.infinity, 1e300, -1e300, 1e18, -1e18, 1e9, -1e9, 1e6, -1e6, 0, -0.0, 0.5, 3, -3, 20, 40,
  .leastNonzeroMagnitude,
]

extension SeededGenerator {
  fileprivate mutating func strangeNumber() -> Double {
    isTrue(0.6) ? number(-10...50) : strange[whole(0...strange.count - 1)]
  }

  fileprivate mutating func strangeRect() -> Rect {
    Rect(x: strangeNumber(), y: strangeNumber(), width: strangeNumber(), height: strangeNumber())
  }
}

@MainActor
private func strangeCommands(_ canvas: Canvas, _ chance: inout SeededGenerator) {
  for _ in 0..<chance.whole(0...6) {
    let (rect, color, radius) = (chance.strangeRect(), chance.color(), chance.strangeNumber())
    let bitmap = painterBitmap(width: chance.whole(0...5), height: chance.whole(0...5)) { _, _ in 0xFF12_3456 }
    switch chance.whole(0...8) {
    case 0: canvas.fill(rect, color)
    case 1: canvas.roundedRect(rect, radius: radius, color)
    case 2: canvas.border(rect, radius: radius, width: chance.strangeNumber(), color)
    case 3:
      // The blur is limited, because a very soft shadow is slow to make in a debug build.
      let blur = min(20, chance.strangeNumber())
      canvas.shadow(rect, radius: min(30, radius), Shadow(offset: chance.strangeNumber(), blur: blur, color: color))
    case 4: canvas.gradient(rect, along: chance.isTrue(0.5) ? .vertical : .horizontal, from: color, to: .black)
    case 5:
      let mode: ContentMode = [.fit, .fill, .center][chance.whole(0...2)]
      canvas.image(bitmap, in: rect, mode: mode, radius: radius, opacity: chance.strangeNumber())
    case 6:
      let line = painterLine([1, 2, 300, .max], advance: Float(chance.strangeNumber()))
      line.ascent = chance.strangeNumber()
      canvas.text(line, at: rect.origin, color)
    case 7: canvas.symbol(.star, in: rect, color)
    default: canvas.clipped(to: rect) { canvas.fill(chance.strangeRect(), color) }
    }
  }
}

@Test(arguments: 0..<painterRounds * 3) @MainActor
func `strange numbers neither crash nor write outside`(seed: Int) {
  var chance = SeededGenerator(seed: seed)
  let scale = chance.isTrue(0.7) ? 1 : chance.strangeNumber()
  var frame = Frame(size: Size(width: 40, height: 30), scale: scale, background: .white)
  for id in 0..<chance.whole(1...4) {
    let canvas = Canvas(scale: 1)
    strangeCommands(canvas, &chance)
    let number = chance.strangeNumber()
    frame.groups.append(
      DrawGroup(
        id: UInt64(id), version: 1, frame: chance.strangeRect(),
        outsets: Insets(top: min(50, number), leading: min(50, chance.strangeNumber()), bottom: 0, trailing: 0),
        alpha: chance.isTrue(0.5) ? 1 : chance.strangeNumber(), scale: chance.isTrue(0.5) ? 1 : chance.strangeNumber(),
        clip: chance.strangeRect(), isOpaque: false, background: chance.isTrue(0.5) ? chance.color() : nil,
        canvas: canvas))
  }
  let painter = Painter(glyphs: FakeGlyphs())
  let pixmap = Pixmap(width: 40, height: 30)
  for _ in 0..<3 {
    let damage = painter.paint(frame, into: pixmap.surface)
    for rect in damage {
      #expect(rect.x >= 0 && rect.y >= 0)
      #expect(rect.x + rect.width <= 40 && rect.y + rect.height <= 30)
    }
    #expect(pixmap.isPaddingUntouched, "seed \(seed)")
    frame.groups[0].frame.origin.x += 3
  }
}

@Test @MainActor
func `a surface without pixels is left alone`() {
  let pixmap = Pixmap(width: 0, height: 0)
  let painter = Painter(glyphs: FakeGlyphs())
  var scene = PainterScene(seed: 4, width: 30, height: 30)
  for _ in 0..<3 {
    #expect(painter.paint(scene.frame, into: pixmap.surface, everything: true).isEmpty)
    scene.edit()
  }
}

@Test @MainActor
func `unbalanced pushes and pops affect no other group`() {
  let (clipped, plain) = (Canvas(scale: 1), Canvas(scale: 1))
  clipped.clipped(to: .zero) { clipped.clipped(to: .zero) {} }
  plain.fill(Rect(x: 0, y: 0, width: 10, height: 10), .black)
  let whole = Rect(x: 0, y: 0, width: 10, height: 10)
  let groups = [clipped, plain].enumerated().map { index, canvas in
    DrawGroup(id: UInt64(index), version: 1, frame: whole, clip: whole, canvas: canvas)
  }
  let pixmap = Pixmap(width: 10, height: 10)
  let frame = Frame(size: whole.size, scale: 1, background: .white, groups: groups)
  _ = Painter(glyphs: FakeGlyphs()).paint(frame, into: pixmap.surface)
  #expect(Set(pixmap.pixels) == [0xFF00_0000])
}

@Test @MainActor
func `glyph images with a wrong size are not drawn`() {
  final class Liar: GlyphSource {
    func image(ofGlyph glyph: UInt32, face: UInt16, quarter: UInt8) -> GlyphImage {
      let sizes = [(-1, 5), (5, -1), (1 << 40, 1 << 40), (9, 9), (0, 0), (.max, .max)]
      let (width, height) = sizes[Int(glyph) % sizes.count]
      return GlyphImage(
        left: glyph > 6 ? .min : 0, top: glyph > 12 ? .max : 0, width: width, height: height, isColor: glyph % 2 == 0,
        bytes: [255])
    }
  }
  let canvas = Canvas(scale: 1)
  canvas.text(painterLine(Array(0..<18), advance: 1), at: Point(x: 5, y: 5), .black)
  let whole = Rect(x: 0, y: 0, width: 30, height: 10)
  let pixmap = Pixmap(width: 30, height: 10)
  let frame = Frame(
    size: whole.size, scale: 1, background: .white,
    groups: [DrawGroup(id: 1, version: 1, frame: whole, clip: whole, canvas: canvas)])
  _ = Painter(glyphs: Liar()).paint(frame, into: pixmap.surface)
  #expect(Set(pixmap.pixels) == [0xFFFF_FFFF])
}
