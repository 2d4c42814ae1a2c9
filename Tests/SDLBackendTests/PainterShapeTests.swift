import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkSDLBackend
import ScrollworkTestSupport
import Testing

/// Returns a random frame of fills, rounded shapes, borders and clips, some of them faded.
@MainActor
private func obviousFrame(seed: Int, size: Size) -> Frame {
  var chance = SeededGenerator(seed: seed)
  let scale = [1, 1.5, 2][chance.whole(0...2)]
  let size = Size(width: size.width / scale, height: size.height / scale)
  var frame = Frame(size: size, scale: scale, background: .white)
  for id in 0..<chance.whole(1...4) {
    let canvas = Canvas(scale: scale)
    for _ in 0..<chance.whole(1...4) {
      let (rect, color, radius) = (chance.rect(in: size), chance.color(), chance.number(0...15))
      switch chance.whole(0...3) {
      case 0: canvas.fill(rect, color)
      case 1: canvas.roundedRect(rect, radius: radius, color)
      case 2: canvas.border(rect, radius: radius, width: chance.number(0.5...5), color)
      default: canvas.clipped(to: rect) { canvas.roundedRect(chance.rect(in: size), radius: radius, color) }
      }
    }
    frame.groups.append(
      DrawGroup(
        id: UInt64(id), version: 1, frame: chance.rect(in: size), alpha: chance.isTrue(0.5) ? 1 : chance.number(0...1),
        clip: chance.rect(in: size), background: chance.isTrue(0.5) ? chance.color() : nil, canvas: canvas))
  }
  return frame
}

@Test(arguments: 0..<painterRounds) @MainActor
func `shapes, clips and fading equal the obvious painter's`(seed: Int) {
  let (width, height) = (48, 40)
  let frame = obviousFrame(seed: seed, size: Size(width: Double(width), height: Double(height)))
  let pixmap = Pixmap(width: width, height: height)
  _ = Painter(glyphs: FakeGlyphs()).paint(frame, into: pixmap.surface)
  let reference = PainterReference(scale: frame.scale)
  var worst = 0.0
  for y in 0..<height {
    for x in 0..<width {
      let expected = reference.color(x, y, of: frame)
      for (channel, value) in pixmap.channels(x, y).enumerated() {
        worst = max(worst, abs(Double(value) - expected[channel]))
      }
    }
  }
  // The reference takes fewer samples at edges, and every layer may round.
  #expect(worst <= 6, "seed \(seed)")
}

@Test(arguments: [1, 2, 7, 8, 15, 16, 31], [0.5, 3, 3.5, 8, 40]) @MainActor
func `rounded shapes are symmetric in all corners`(side: Int, radius: Double) {
  let pixmap = painted { canvas in
    canvas.roundedRect(Rect(x: 2, y: 2, width: Double(side), height: Double(side)), radius: radius, .black)
  }
  let isEven = (0..<side).allSatisfy { y in
    (0..<side).allSatisfy { x in
      let value = pixmap[2 + x, 2 + y]
      return value == pixmap[1 + side - x, 2 + y] && value == pixmap[2 + x, 1 + side - y]
        && value == pixmap[2 + y, 2 + x]
    }
  }
  #expect(isEven)
}

@Test(arguments: [1.0, 2, 3], [0.0, 5, 9.5]) @MainActor
func `a border is equally dark on all sides and leaves the inside alone`(width: Double, radius: Double) {
  let pixmap = painted { canvas in
    canvas.border(Rect(x: 5, y: 5, width: 30, height: 24), radius: radius, width: width, .black)
  }
  for step in 0..<Int(width) {
    for pixel in [pixmap[5 + step, 17], pixmap[34 - step, 17], pixmap[20, 5 + step], pixmap[20, 28 - step]] {
      #expect(pixel == 0xFF00_0000)
    }
  }
  #expect(pixmap[5 + Int(width), 17] == 0xFFFF_FFFF)
  #expect(pixmap[20, 17] == 0xFFFF_FFFF)
  #expect(pixmap[4, 17] == 0xFFFF_FFFF)
}

@Test(arguments: [10.0, 20, 21], [0.0, 6, 10.5]) @MainActor
func `a shadow is even, fades outwards and is not under its shape`(height: Double, radius: Double) {
  let shape = Rect(x: 20, y: 20, width: 25, height: height)
  let pixmap = painted(width: 65, height: 70) { canvas in
    canvas.shadow(shape, radius: radius, Shadow(offset: 0, blur: 8, color: .black))
  }
  #expect(pixmap[32, 20 + Int(height) / 2] == 0xFFFF_FFFF)
  var before = 0
  for distance in 1...9 {
    let (left, right) = (pixmap.channels(20 - distance, 25)[1], pixmap.channels(44 + distance, 25)[1])
    let (above, below) = (pixmap.channels(32, 20 - distance)[1], pixmap.channels(32, 19 + Int(height) + distance)[1])
    #expect(left == right)
    #expect(above == below)
    #expect(above >= before)
    before = above
  }
  #expect(before == 255)
  #expect(pixmap.channels(32, 19)[1] < 200)
}

@Test @MainActor
func `a shadow is below its shape by its offset and stays inside its outsets`() {
  let shadow = Shadow(offset: 3, blur: 6, color: .black)
  let pixmap = painted { $0.shadow(Rect(x: 12, y: 12, width: 14, height: 14), radius: 4, shadow) }
  let seen = (0..<40 * 40).filter { pixmap[$0 % 40, $0 / 40] != 0xFFFF_FFFF }
  let (columns, rows) = (seen.map { $0 % 40 }, seen.map { $0 / 40 })
  #expect(columns.allSatisfy { $0 >= 12 - 6 && $0 < 26 + 6 })
  #expect(rows.allSatisfy { $0 >= 12 - 3 && $0 < 26 + 9 })
  #expect(pixmap.channels(19, 30)[1] < pixmap.channels(19, 9)[1])
}

@Test @MainActor
func `a gradient runs evenly from one colour to the other`() {
  let pixmap = painted(width: 64, height: 4) { canvas in
    canvas.gradient(Rect(x: 0, y: 0, width: 64, height: 4), along: .horizontal, from: .black, to: .white)
  }
  let values = (0..<64).map { pixmap.channels($0, 2)[1] }
  #expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 })
  #expect(zip(values, values.reversed()).allSatisfy { abs($0 + $1 - 255) <= 1 })
}

@Test @MainActor
func `clips nest and end where they are popped`() {
  let pixmap = painted { canvas in
    canvas.clipped(to: Rect(x: 0, y: 0, width: 20, height: 40)) {
      canvas.clipped(to: Rect(x: 10, y: 10, width: 30, height: 30)) {
        canvas.fill(Rect(x: 0, y: 0, width: 40, height: 40), .black)
      }
      canvas.fill(Rect(x: 0, y: 0, width: 40, height: 1), .black)
    }
    canvas.fill(Rect(x: 39, y: 39, width: 1, height: 1), .black)
  }
  for (index, pixel) in pixmap.pixels.enumerated() {
    let (y, x) = index.quotientAndRemainder(dividingBy: 40)
    let isBlack = x >= 10 && x < 20 && y >= 10 || y == 0 && x < 20 || x == 39 && y == 39
    if (pixel == 0xFF00_0000) != isBlack { Issue.record("\(x) \(y)") }
  }
}
