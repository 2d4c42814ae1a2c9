import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkSDLBackend
import Testing

// MARK: Text

@Test @MainActor
func `glyphs are drawn on the baseline, at quarters of a pixel, in their colour`() {
  let glyphs = FakeGlyphs()
  for quarter in 0..<4 {
    let image = glyphs.image(ofGlyph: 31, face: 2, quarter: UInt8(quarter))
    let pixmap = painted { canvas in
      canvas.text(painterLine([31], face: 2), at: Point(x: 10 + Double(quarter) / 4, y: 20.2), .black)
    }
    let isRight = (0..<40).allSatisfy { y in
      (0..<40).allSatisfy { x in
        let (column, row) = (x - 10 - image.left, y - 20 + image.top)
        let isInside = column >= 0 && column < image.width && row >= 0 && row < image.height
        let coverage = isInside ? Int(image.bytes[row * image.width + column]) : 0
        return pixmap.channels(x, y) == [255, 255 - coverage, 255 - coverage, 255 - coverage]
      }
    }
    #expect(isRight)
  }
}

@Test @MainActor
func `a glyph's image is requested once`() {
  let glyphs = FakeGlyphs()
  let painter = Painter(glyphs: glyphs)
  let canvas = Canvas(scale: 1)
  for row in 0..<4 { canvas.text(painterLine(Array(0..<30), advance: 8), at: Point(x: 0, y: Double(row * 10)), .black) }
  let whole = Rect(x: 0, y: 0, width: 300, height: 40)
  let group = DrawGroup(id: 1, version: 1, frame: whole, clip: whole, canvas: canvas)
  let pixmap = Pixmap(width: 300, height: 40)
  let frame = Frame(size: whole.size, scale: 1, background: .white, groups: [group])
  for _ in 0..<3 { _ = painter.paint(frame, into: pixmap.surface, everything: true) }
  #expect(glyphs.requests == 30)
}

@Test @MainActor
func `more glyphs than the atlas holds are still all drawn`() {
  final class Large: GlyphSource {
    func image(ofGlyph glyph: UInt32, face: UInt16, quarter: UInt8) -> GlyphImage {
      let side = 600
      return GlyphImage(
        left: 0, top: 8, width: side, height: side, isColor: false,
        bytes: [UInt8](repeating: UInt8(glyph + 1), count: side * side))
    }
  }
  let painter = Painter(glyphs: Large())
  let canvas = Canvas(scale: 1)
  canvas.text(painterLine(Array(0..<100), advance: 1), at: Point(x: 0, y: 8), .black)
  let whole = Rect(x: 0, y: 0, width: 100, height: 8)
  let frame = Frame(
    size: whole.size, scale: 1, background: .white,
    groups: [DrawGroup(id: 1, version: 1, frame: whole, clip: whole, canvas: canvas)])
  let (first, second) = (Pixmap(width: 100, height: 8), Pixmap(width: 100, height: 8))
  _ = painter.paint(frame, into: first.surface)
  _ = painter.paint(frame, into: second.surface)
  #expect(first.pixels == second.pixels)
  let values = (0..<100).map { first.channels($0, 4)[1] }
  #expect(zip(values, values.dropFirst()).allSatisfy { $0 >= $1 })
  #expect(first[0, 4] == 0xFFFE_FEFE)
}

// MARK: Pictures

private let quarters = painterBitmap(width: 8, height: 8) { x, y in
  x < 4 ? (y < 4 ? 0xFFFF_0000 : 0xFF00_FF00) : (y < 4 ? 0xFF00_00FF : 0xFF00_0000)
}

@Test @MainActor
func `an unscaled picture is copied, also if only a part is visible`() {
  let pixmap = painted { canvas in
    canvas.clipped(to: Rect(x: 0, y: 0, width: 11, height: 40)) {
      canvas.image(quarters, in: Rect(x: 5, y: 6, width: 8, height: 8), mode: .fit)
    }
  }
  #expect(pixmap[5, 6] == 0xFFFF_0000)
  #expect(pixmap[10, 13] == 0xFF00_0000)
  #expect(pixmap[11, 13] == 0xFFFF_FFFF)
  #expect(pixmap[4, 6] == 0xFFFF_FFFF)
}

@Test @MainActor
func `fit shows all, fill covers all, centre keeps the size`() {
  func corners(_ mode: ContentMode) -> [UInt32] {
    let pixmap = painted { $0.image(quarters, in: Rect(x: 0, y: 0, width: 40, height: 20), mode: mode) }
    return [pixmap[0, 0], pixmap[10, 0], pixmap[29, 19], pixmap[39, 19], pixmap[16, 6]]
  }
  #expect(corners(.fit) == [0xFFFF_FFFF, 0xFFFF_0000, 0xFF00_0000, 0xFFFF_FFFF, 0xFFFF_0000])
  #expect(corners(.fill) == [0xFFFF_0000, 0xFFFF_0000, 0xFF00_0000, 0xFF00_0000, 0xFFFF_0000])
  #expect(corners(.center) == [0xFFFF_FFFF, 0xFFFF_FFFF, 0xFFFF_FFFF, 0xFFFF_FFFF, 0xFFFF_0000])
}

@Test(arguments: [100, 64, 33, 12, 5, 1]) @MainActor
func `a picture of one colour keeps it at any size`(side: Int) {
  let bitmap = painterBitmap(width: 37, height: 37) { _, _ in 0xFF40_80C0 }
  let pixmap = painted(width: side, height: side) { canvas in
    canvas.image(bitmap, in: Rect(x: 0, y: 0, width: Double(side), height: Double(side)), mode: .fill)
  }
  #expect(Set(pixmap.pixels) == [0xFF40_80C0])
}

@Test @MainActor
func `a fine pattern becomes even gray when strongly reduced`() {
  let checks = painterBitmap(width: 256, height: 256) { x, y in (x + y) % 2 == 0 ? 0xFFFF_FFFF : 0xFF00_0000 }
  let pixmap = painted(width: 20, height: 20) { canvas in
    canvas.image(checks, in: Rect(x: 0, y: 0, width: 20, height: 20), mode: .fill)
  }
  #expect(pixmap.pixels.allSatisfy { abs(Int($0 & 255) - 128) <= 2 })
}

@Test @MainActor
func `round corners and opacity let the background through`() {
  let black = painterBitmap(width: 20, height: 20) { _, _ in 0xFF00_0000 }
  let round = painted { $0.image(black, in: Rect(x: 10, y: 10, width: 20, height: 20), mode: .fit, radius: 10) }
  let shape = painted { $0.roundedRect(Rect(x: 10, y: 10, width: 20, height: 20), radius: 10, .black) }
  #expect(round.pixels == shape.pixels)
  let faint = painted { $0.image(black, in: Rect(x: 10, y: 10, width: 20, height: 20), mode: .fit, opacity: 0.25) }
  #expect(abs(faint.channels(20, 20)[1] - 191) <= 1)
}

// MARK: Symbols

private let allSymbols: [Symbol] = [
  .search, .filter, .sort, .chevronRight, .close, .check, .more, .list, .table, .grid, .folder, .file, .fileCode,
  .picture, .pictureBroken, .archive, .star, .trash, .retry, .warning, .info, .sliders, .shuffle, .chat, .grip,
]

@Test(arguments: allSymbols, [12, 32]) @MainActor
func `every symbol is drawn inside its box in its colour`(symbol: Symbol, size: Int) {
  let pixmap = painted(width: 70, height: 70) { canvas in
    canvas.symbol(symbol, in: Rect(x: 3, y: 3, width: Double(size), height: Double(size)), .black)
  }
  let dark = pixmap.pixels.count { $0 & 255 < 100 }
  #expect(dark > 0)
  #expect(dark < size * size * 2 / 3)
  let outside = pixmap.pixels.enumerated().filter { index, _ in
    let (y, x) = index.quotientAndRemainder(dividingBy: 70)
    return x < 3 || x >= 3 + size || y < 3 || y >= 3 + size
  }
  #expect(outside.allSatisfy { $0.element == 0xFFFF_FFFF })
}

@Test @MainActor
func `strokes have the same width at any symbol size and grow with the scale`() {
  func ink(_ size: Double, scale: Double) -> Double {
    let pixmap = painted(width: 80, height: 80, scale: scale) { canvas in
      canvas.symbol(.minus, in: Rect(x: 0, y: 0, width: size, height: size), .black)
    }
    let column = Int(size * scale / 2)
    return (0..<80).reduce(0) { $0 + Double(255 - pixmap.channels(column, $1)[1]) / 255 }
  }
  for size in [16.0, 20, 32] {
    #expect(abs(ink(size, scale: 1) - 1.5) < 0.02)
    #expect(abs(ink(size, scale: 2) - 3) < 0.02)
  }
}

@Test(arguments: [
  "", "M", "L1 1", "M1 1 L2", "X3 4", "M1 1 Q3 4 5 6", "O1 1 -3", "M1e99 1", "C1 2 3 4 5 6", "M--1 .", "éé",
])
@MainActor
func `a symbol with a malformed path draws nothing`(path: String) {
  let pixmap = painted {
    $0.symbol(Symbol(name: path, path: path), in: Rect(x: 0, y: 0, width: 40, height: 40), .black)
  }
  #expect(Set(pixmap.pixels) == [0xFFFF_FFFF])
}
