import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkSDLBackend
import Testing

@Test(arguments: 0..<painterRounds) @MainActor
func `painting the damage gives the same pixels as painting everything`(seed: Int) {
  let (width, height) = (97, 71)
  var scene = PainterScene(seed: seed, width: width, height: height)
  let painter = Painter(glyphs: FakeGlyphs())
  let pixmap = Pixmap(width: width, height: height)
  for step in 0..<12 {
    let before = pixmap.pixels
    let damage = painter.paint(scene.frame, into: pixmap.surface)
    let fresh = Pixmap(width: width, height: height)
    _ = Painter(glyphs: FakeGlyphs()).paint(scene.frame, into: fresh.surface)
    #expect(pixmap.pixels == fresh.pixels, "seed \(seed) step \(step)")
    #expect(isUnchanged(before, pixmap.pixels, outside: damage, width: width), "seed \(seed) step \(step)")
    #expect(pixmap.isPaddingUntouched)
    scene.edit()
  }
}

@Test(arguments: 0..<painterRounds) @MainActor
func `a frame drawn in bands has the same pixels as one drawn at once`(seed: Int) {
  let (width, height) = (97, 171)
  var scene = PainterScene(seed: seed, width: width, height: height)
  let painters = [Painter(glyphs: FakeGlyphs(), bandArea: 1), Painter(glyphs: FakeGlyphs(), bandArea: .max)]
  let pixmaps = painters.map { _ in Pixmap(width: width, height: height) }
  for step in 0..<8 {
    for (painter, pixmap) in zip(painters, pixmaps) { _ = painter.paint(scene.frame, into: pixmap.surface) }
    #expect(pixmaps[0].pixels == pixmaps[1].pixels, "seed \(seed) step \(step)")
    scene.edit()
  }
}

private func isUnchanged(_ old: [UInt32], _ new: [UInt32], outside damage: [PixelRect], width: Int) -> Bool {
  old.indices.allSatisfy { index in
    let (y, x) = index.quotientAndRemainder(dividingBy: width)
    if old[index] == new[index] { return true }
    return damage.contains { ($0.x..<$0.x + $0.width).contains(x) && ($0.y..<$0.y + $0.height).contains(y) }
  }
}

@Test(arguments: 0..<painterRounds) @MainActor
func `every pixel of a painted frame is opaque`(seed: Int) {
  var scene = PainterScene(seed: seed, width: 61, height: 43)
  let painter = Painter(glyphs: FakeGlyphs())
  let pixmap = Pixmap(width: 61, height: 43)
  for _ in 0..<3 {
    _ = painter.paint(scene.frame, into: pixmap.surface)
    #expect(pixmap.pixels.allSatisfy { $0 >> 24 == 255 }, "seed \(seed)")
    scene.edit()
  }
}

@Test(arguments: 0..<painterRounds) @MainActor
func `a frame that did not change has no damage and draws nothing`(seed: Int) {
  let scene = PainterScene(seed: seed, width: 50, height: 50)
  let painter = Painter(glyphs: FakeGlyphs())
  let pixmap = Pixmap(width: 50, height: 50)
  #expect(painter.paint(scene.frame, into: pixmap.surface) == [PixelRect(x: 0, y: 0, width: 50, height: 50)])
  for index in 0..<50 * 3 { pixmap[index % 50, index / 50] = 0xFFAB_CDEF }
  let marked = pixmap.pixels
  #expect(painter.paint(scene.frame, into: pixmap.surface).isEmpty)
  #expect(pixmap.pixels == marked)
}

@MainActor
private func group(_ id: UInt64, _ frame: Rect, _ color: Color?, version: UInt64 = 1) -> DrawGroup {
  DrawGroup(
    id: id, version: version, frame: frame, clip: Rect(x: 0, y: 0, width: 400, height: 400), background: color,
    canvas: Canvas(scale: 1))
}

@MainActor
private func frame(_ groups: [DrawGroup]) -> Frame {
  Frame(size: Size(width: 400, height: 400), scale: 1, background: .white, groups: groups)
}

@MainActor
struct PainterDamage {
  let painter = Painter(glyphs: FakeGlyphs())
  let pixmap = Pixmap(width: 400, height: 400)

  func paint(_ groups: [DrawGroup], everything: Bool = false) -> [PixelRect] {
    painter.paint(frame(groups), into: pixmap.surface, everything: everything)
  }

  @Test func `a moved group damages its old and new area`() {
    _ = paint([group(1, Rect(x: 10, y: 10, width: 100, height: 20), .black)])
    let damage = paint([group(1, Rect(x: 200, y: 300, width: 100, height: 20), .black)])
    #expect(
      Set(damage) == [
        PixelRect(x: 10, y: 10, width: 100, height: 20), PixelRect(x: 200, y: 300, width: 100, height: 20),
      ])
  }

  @Test func `a move of less than a device pixel's rounding damages nothing`() {
    _ = paint([group(1, Rect(x: 10, y: 10, width: 100, height: 20), .black)])
    #expect(paint([group(1, Rect(x: 10.2, y: 9.8, width: 100, height: 20), .black)]).isEmpty)
  }

  @Test func `outsets belong to the damage`() {
    var shadowed = group(1, Rect(x: 100, y: 100, width: 100, height: 100), .black)
    shadowed.outsets = Insets(top: 1, leading: 2, bottom: 3, trailing: 4)
    _ = paint([])
    #expect(paint([shadowed]) == [PixelRect(x: 98, y: 99, width: 106, height: 104)])
  }

  @Test func `a change of order damages the overlap only`() {
    let (a, b) = (
      group(1, Rect(x: 0, y: 0, width: 200, height: 200), .black),
      group(2, Rect(x: 150, y: 150, width: 200, height: 200), Color(hex: 0xFF0000))
    )
    _ = paint([a, b])
    #expect(pixmap[160, 160] == 0xFFFF_0000)
    #expect(paint([b, a]) == [PixelRect(x: 150, y: 150, width: 50, height: 50)])
    #expect(pixmap[160, 160] == 0xFF00_0000)
  }

  @Test func `many small changes stay separate, in at most 32 rectangles`() {
    func dots(_ version: UInt64, _ count: Int) -> [DrawGroup] {
      (0..<count).map { index in
        let place = Point(x: Double(index % 10) * 40, y: Double(index / 10) * 40)
        return group(UInt64(index), Rect(origin: place, size: Size(width: 4, height: 4)), .black, version: version)
      }
    }
    _ = paint(dots(1, 100))
    #expect(paint(dots(2, 100)).count <= 32)
    var few = dots(2, 100)
    few[0].background = .white
    few[99].background = .white
    #expect(paint(few).count == 2)
  }

  @Test func `everything is drawn on request, and for another surface or background`() {
    let groups = [group(1, Rect(x: 0, y: 0, width: 9, height: 9), .black)]
    let whole = [PixelRect(x: 0, y: 0, width: 400, height: 400)]
    _ = paint(groups)
    #expect(paint(groups, everything: true) == whole)
    var dark = frame(groups)
    dark.background = .black
    #expect(painter.paint(dark, into: pixmap.surface) == whole)
    let other = Pixmap(width: 300, height: 200)
    #expect(painter.paint(dark, into: other.surface) == [PixelRect(x: 0, y: 0, width: 300, height: 200)])
    #expect(painter.paint(dark, into: other.surface).isEmpty)
    painter.reset()
    #expect(painter.paint(dark, into: other.surface) == [PixelRect(x: 0, y: 0, width: 300, height: 200)])
  }

  @Test func `two groups with the same id are both drawn`() {
    let (a, b) = (
      group(1, Rect(x: 0, y: 0, width: 20, height: 20), .black),
      group(1, Rect(x: 50, y: 0, width: 20, height: 20), .black)
    )
    _ = paint([a, b])
    _ = paint([b])
    #expect(pixmap[5, 5] == 0xFFFF_FFFF)
    _ = paint([b, a, a])
    #expect(pixmap[5, 5] == 0xFF00_0000)
    #expect(pixmap[55, 5] == 0xFF00_0000)
  }
}
