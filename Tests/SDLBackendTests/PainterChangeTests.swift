import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkSDLBackend
import ScrollworkTestSupport
import Testing

/// A group that is recorded again and again in the same place.
@MainActor
private struct Rerecording {
  let painter = Painter(glyphs: FakeGlyphs())
  let pixmap = Pixmap(width: 200, height: 100)
  var group: DrawGroup

  init(frame: Rect = Rect(x: 10, y: 10, width: 150, height: 60)) {
    group = DrawGroup(
      id: 1, version: 0, frame: frame, clip: Rect(x: 0, y: 0, width: 200, height: 100), canvas: Canvas(scale: 1))
  }

  /// Replaces the recording of the group, paints it and returns the damage.
  mutating func paint(_ record: (Canvas) -> Void) -> [PixelRect] {
    group.canvas = Canvas(scale: 1)
    group.version += 1
    record(group.canvas)
    return paint()
  }

  func paint() -> [PixelRect] { painter.paint(frame, into: pixmap.surface) }

  private var frame: Frame {
    Frame(size: Size(width: 200, height: 100), scale: 1, background: .white, groups: [group])
  }

  /// Whether a painter without a former frame paints the same pixels.
  var isRight: Bool {
    let fresh = Pixmap(width: 200, height: 100)
    _ = Painter(glyphs: FakeGlyphs()).paint(frame, into: fresh.surface)
    return fresh.pixels == pixmap.pixels
  }
}

@MainActor
struct PainterChange {
  private func square(_ x: Double, _ y: Double) -> Rect { Rect(x: x, y: y, width: 10, height: 10) }

  @Test func `a group that is recorded again in its place damages only what changed`() {
    var recording = Rerecording()
    // A painter that only knows the former pixels cannot tell: the first change damages the whole group.
    for (place, damage) in [
      (0.0, PixelRect(x: 0, y: 0, width: 200, height: 100)), (20, PixelRect(x: 10, y: 10, width: 150, height: 60)),
      (40, PixelRect(x: 30, y: 30, width: 30, height: 10)), (50, PixelRect(x: 50, y: 30, width: 20, height: 10)),
    ] {
      let found = recording.paint { canvas in
        canvas.fill(square(0, 0), .black)
        canvas.fill(square(place, 20), .black)
        canvas.fill(square(140, 50), .black)
      }
      #expect(found == [damage], "at \(place)")
      #expect(recording.isRight)
    }
  }

  @Test func `the same commands again damage nothing`() {
    var recording = Rerecording()
    let line = painterLine([3, 5, 7])
    for round in 0..<4 {
      let damage = recording.paint { canvas in
        canvas.clipped(to: square(0, 0)) { canvas.fill(square(5, 5), .black) }
        canvas.text(line, at: Point(x: 20.4, y: 30), .black)
        canvas.symbol(.star, in: square(60, 0), .black)
        canvas.shadow(square(80, 20), radius: 2, Shadow(offset: 2, blur: 4, color: .black))
      }
      #expect(damage.isEmpty == (round > 1))
    }
  }

  @Test func `a line of text damages its pixels and not its whole height`() {
    var recording = Rerecording()
    let damages = (0..<4).map { round in
      recording.paint { canvas in
        canvas.text(painterLine([9, 10, 9]), at: Point(x: 20 + Double(round), y: 40), .black)
      }
    }
    let last = damages[3].first
    #expect(damages[3].count == 1)
    #expect((last?.height ?? 99) <= 12)
    #expect(recording.isRight)
  }

  @Test func `a line that is set again with other glyphs is drawn again`() {
    var recording = Rerecording()
    let line = painterLine([3, 5, 7])
    for glyph in [7, 8, 9, 20] as [UInt32] {
      line.glyphs[1].index = glyph
      _ = recording.paint { $0.text(line, at: Point(x: 20, y: 40), .black) }
      #expect(recording.isRight)
    }
  }

  @Test func `another picture is drawn again, though it may be at the address of the former one`() {
    var recording = Rerecording()
    for shade in [10, 90, 170, 250] as [UInt32] {
      let damage = recording.paint { canvas in
        canvas.image(
          painterBitmap(width: 4, height: 4) { _, _ in 0xFF00_0000 | shade }, in: square(40, 20), mode: .fill)
      }
      #expect(damage.contains(PixelRect(x: 50, y: 30, width: 10, height: 10)) || shade < 170)
      #expect(recording.isRight)
    }
  }

  @Test func `a clip that ends elsewhere changes what follows it`() {
    var recording = Rerecording()
    for isInside in [false, true, false, true, false] {
      _ = recording.paint { canvas in
        canvas.clipped(to: square(0, 0)) {
          canvas.fill(square(5, 5), .black)
          if isInside { canvas.fill(square(20, 20), .black) }
        }
        if !isInside { canvas.fill(square(20, 20), .black) }
        canvas.fill(square(0, 40), .black)
      }
      #expect(recording.isRight)
    }
  }

  @Test func `a group that moves, fades or gets another background is drawn whole`() {
    var recording = Rerecording()
    let record = { (canvas: Canvas) in canvas.fill(square(0, 0), .black) }
    for _ in 0..<3 { _ = recording.paint(record) }
    recording.group.frame.origin.x += 5
    #expect(recording.paint(record) == [PixelRect(x: 10, y: 10, width: 155, height: 60)])
    recording.group.alpha = 0.5
    #expect(recording.paint(record) == [PixelRect(x: 15, y: 10, width: 150, height: 60)])
    recording.group.background = .black
    #expect(recording.paint(record) == [PixelRect(x: 15, y: 10, width: 150, height: 60)])
    #expect(recording.isRight)
  }
}

@Test(arguments: 0..<painterRounds) @MainActor
func `recordings that change in a few commands are painted as if they were new`(seed: Int) {
  var chance = SeededGenerator(seed: seed)
  let scale = [1, 1.25, 1.5, 2][chance.whole(0...3)]
  let size = Size(width: 90 / scale, height: 70 / scale)
  let painter = Painter(glyphs: FakeGlyphs())
  let pixmap = Pixmap(width: 90, height: 70)
  var commands = (0..<chance.whole(0...6)).map { _ in chance.recordedCommand(in: size) }
  let lower = Canvas(scale: scale)
  lower.fill(chance.rect(in: size), chance.color())
  let whole = Rect(origin: .zero, size: size)
  for version in 1...12 {
    let canvas = Canvas(scale: scale)
    for command in commands { command(canvas) }
    let frame = Frame(
      size: size, scale: scale, background: .white,
      groups: [
        DrawGroup(id: 1, version: 1, frame: whole, clip: whole, canvas: lower),
        DrawGroup(
          id: 2, version: UInt64(version), frame: Rect(x: 3, y: 4, width: size.width - 9, height: size.height - 9),
          outsets: Insets(5), clip: whole, canvas: canvas),
      ])
    _ = painter.paint(frame, into: pixmap.surface)
    let fresh = Pixmap(width: 90, height: 70)
    _ = Painter(glyphs: FakeGlyphs()).paint(frame, into: fresh.surface)
    #expect(pixmap.pixels == fresh.pixels, "seed \(seed) version \(version)")
    for _ in 0..<chance.whole(0...2) {
      let place = chance.whole(0...commands.count)
      if place < commands.count, chance.isTrue(0.6) { commands.remove(at: place) }
      if chance.isTrue(0.6) {
        commands.insert(chance.recordedCommand(in: size), at: min(place, commands.count))
      }
    }
  }
}

extension SeededGenerator {
  /// Returns a random command, which records the same whenever it is called.
  fileprivate mutating func recordedCommand(in size: Size) -> (Canvas) -> Void {
    let (rect, color, inner, other) = (rect(in: size), color(), rect(in: size), color())
    let (radius, width, offset) = (number(0...14), number(0.5...4), number(0...8))
    switch whole(0...8) {
    case 0: return { $0.fill(rect, color) }
    case 1: return { $0.roundedRect(rect, radius: radius, color) }
    case 2: return { $0.border(rect, radius: radius, width: width, color) }
    case 3: return { $0.shadow(rect, radius: radius, Shadow(offset: width, blur: offset, color: color)) }
    case 4: return { $0.gradient(rect, along: .vertical, from: color, to: other) }
    case 5, 6:
      let line = painterLine((0..<whole(1...9)).map { _ in UInt32(whole(0...200)) })
      return { $0.text(line, at: rect.origin, color) }
    case 7: return { $0.symbol([Symbol.star, .folder][Int(radius) % 2], in: rect, color) }
    default:
      let line = painterLine((0..<whole(1...9)).map { _ in UInt32(whole(0...200)) })
      return { canvas in
        canvas.clipped(to: rect) {
          canvas.fill(inner, color)
          canvas.text(line, at: inner.origin, other)
        }
      }
    }
  }
}
