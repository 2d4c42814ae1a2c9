import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkSDLBackend
import Testing

@MainActor
private struct Stage {
  let painter = Painter(glyphs: FakeGlyphs())
  let pixmap = Pixmap(width: 120, height: 100)

  func show(_ group: DrawGroup, everything: Bool = false) {
    let frame = Frame(size: Size(width: 120, height: 100), scale: 1, background: .white, groups: [group])
    _ = painter.paint(frame, into: pixmap.surface, everything: everything)
  }

  /// Returns the pixels of a group drawn by a new painter.
  static func fresh(_ group: DrawGroup) -> [UInt32] {
    let stage = Stage()
    stage.show(group)
    return stage.pixmap.pixels
  }
}

/// Returns a small opaque group with many glyphs and a shadow, which is slow to draw and fast to copy.
@MainActor
private func heavy(at origin: Point, text seed: UInt32 = 0) -> DrawGroup {
  let canvas = Canvas(scale: 1)
  canvas.shadow(Rect(x: 10, y: 10, width: 60, height: 30), radius: 6, Shadow(offset: 2, blur: 6, color: .black))
  canvas.roundedRect(Rect(x: 10, y: 10, width: 60, height: 30), radius: 6, .white)
  for line in 0..<5 {
    canvas.text(
      painterLine((0..<12).map { $0 + seed }), at: Point(x: 4.3, y: 10 + Double(line) * 8), Color(hex: 0x335577))
  }
  return DrawGroup(
    id: 1, version: 1, frame: Rect(origin: origin, size: Size(width: 80, height: 50)),
    clip: Rect(x: 0, y: 0, width: 110, height: 100), background: Color(hex: 0xEEDDCC), canvas: canvas)
}

@Test @MainActor
func `a layer has the same pixels as drawing, at every position`() {
  let stage = Stage()
  for step in 0..<15 {
    let group = heavy(at: Point(x: Double(step) * 7.7 - 30, y: Double(step) * 4.2 - 15))
    stage.show(group)
    #expect(stage.pixmap.pixels == Stage.fresh(group), "step \(step)")
  }
}

@Test @MainActor
func `a slow group is copied while its version is the same, and drawn again when it changes`() {
  let stage = Stage()
  let first = heavy(at: Point(x: 3, y: 3))
  for _ in 0..<3 { stage.show(first, everything: true) }
  // The text changes but the version does not, so only a new drawing would show the change.
  var other = heavy(at: Point(x: 3, y: 3), text: 5)
  stage.show(other, everything: true)
  #expect(stage.pixmap.pixels == Stage.fresh(first))
  other.version = 2
  stage.show(other)
  #expect(stage.pixmap.pixels == Stage.fresh(other))
  #expect(Stage.fresh(other) != Stage.fresh(first))
}

@Test @MainActor
func `fading keeps a group's layer and ends with the same pixels as drawing`() {
  let stage = Stage()
  for alpha in [0.0, 0.25, 0.5, 0.75] {
    var group = heavy(at: Point(x: 3, y: 3))
    group.alpha = alpha
    stage.show(group)
    #expect(stage.pixmap.pixels == Stage.fresh(group), "alpha \(alpha)")
  }
  stage.show(heavy(at: Point(x: 3, y: 3)))
  #expect(stage.pixmap.pixels == Stage.fresh(heavy(at: Point(x: 3, y: 3))))
}

@Test @MainActor
func `a group that fades over its own colour leaves it unchanged, and over others the error is below one step`() {
  let painter = Painter(glyphs: FakeGlyphs())
  let pixmap = Pixmap(width: 9, height: 2)
  for level in stride(from: 0, through: 255, by: 3) {
    for alpha in stride(from: 0.0, through: 1, by: 1 / 64) {
      let group = DrawGroup(
        id: 1, version: UInt64(level), frame: Rect(x: 0, y: 0, width: 9, height: 1), alpha: alpha,
        clip: Rect(x: 0, y: 0, width: 9, height: 2), background: Color(red: 90, green: UInt8(level), blue: 255),
        canvas: Canvas(scale: 1))
      let ground = Color(red: 90, green: 200, blue: 255)
      let frame = Frame(size: Size(width: 9, height: 2), scale: 1, background: ground, groups: [group])
      _ = painter.paint(frame, into: pixmap.surface)
      for x in 0..<9 {
        let channels = pixmap.channels(x, 0)
        let exact = 200 + (Double(level) - 200) * alpha
        if channels[1] != 90 || channels[3] != 255 || abs(Double(channels[2]) - exact) >= 1 {
          Issue.record("\(level) at \(alpha): \(channels), not \(exact)")
        }
      }
    }
  }
}

@Test @MainActor
func `a group fades as a whole: covered parts do not show through`() {
  let canvas = Canvas(scale: 1)
  canvas.fill(Rect(x: 0, y: 0, width: 20, height: 20), .black)
  canvas.fill(Rect(x: 0, y: 0, width: 20, height: 20), Color(hex: 0xFF0000))
  let group = DrawGroup(
    id: 1, version: 1, frame: Rect(x: 0, y: 0, width: 20, height: 20), alpha: 0.5,
    clip: Rect(x: 0, y: 0, width: 99, height: 99), canvas: canvas)
  let stage = Stage()
  stage.show(group)
  let channels = stage.pixmap.channels(10, 10)
  #expect(channels[1] == 255)
  #expect(abs(channels[2] - 128) <= 1)
}

@Test(arguments: [0.1, 0.3, 0.5, 0.8, 1.3, 2.0]) @MainActor
func `a scaled group covers its frame scaled about the centre`(scale: Double) {
  let canvas = Canvas(scale: 1)
  let group = DrawGroup(
    id: 1, version: 1, frame: Rect(x: 40, y: 30, width: 40, height: 40), scale: scale,
    clip: Rect(x: 0, y: 0, width: 120, height: 100), background: .black, canvas: canvas)
  let stage = Stage()
  stage.show(group)
  let expected = Rect(x: 40, y: 30, width: 40, height: 40).centered(Size(width: 40 * scale, height: 40 * scale))
  for (index, pixel) in stage.pixmap.pixels.enumerated() {
    let (y, x) = index.quotientAndRemainder(dividingBy: 120)
    let isInside = expected.insetBy(-0.01).contains(Rect(x: Double(x), y: Double(y), width: 1, height: 1))
    if pixel != (isInside ? 0xFF00_0000 : 0xFFFF_FFFF) { Issue.record("\(x) \(y)") }
  }
}

@Test @MainActor
func `a faded or scaled group far larger than the window is drawn where it is visible`() {
  let canvas = Canvas(scale: 1)
  for row in 0..<100 {
    canvas.fill(Rect(x: 0, y: Double(row) * 1000 + 500, width: 120, height: 500), .black)
  }
  var group = DrawGroup(
    id: 1, version: 1, frame: Rect(x: 0, y: -50_450, width: 120, height: 100_000), alpha: 0.5,
    clip: Rect(x: 0, y: 0, width: 120, height: 100), canvas: canvas)
  let stage = Stage()
  stage.show(group)
  #expect(stage.pixmap.channels(60, 40)[1] == 255)
  #expect(abs(stage.pixmap.channels(60, 60)[1] - 127) <= 1)
  group.alpha = 1
  group.scale = 1.001
  stage.show(group)
  #expect(stage.pixmap.pixels == Stage.fresh(group))
  #expect(Set(stage.pixmap.pixels).count >= 2)
}
