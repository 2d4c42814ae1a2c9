import ScrollworkGeometry
import ScrollworkHostInterface
import ScrollworkSDLBackend
import ScrollworkTestSupport

/// A random frame that can be changed at random.
struct PainterScene {
  var frame: Frame
  private var chance: SeededGenerator
  private var nextID: UInt64 = 1
  private var nextVersion: UInt64 = 1
  private let bitmaps: [Bitmap]
  private let isStill: Bool

  /// Creates a frame.
  /// - Parameter isStill: Whether no group is faded or scaled.
  init(seed: Int, width: Int, height: Int, isStill: Bool = false) {
    chance = SeededGenerator(seed: seed)
    self.isStill = isStill
    let scale = [1, 1.25, 1.5, 2][chance.whole(0...3)]
    let size = Size(width: Double(width) / scale, height: Double(height) / scale)
    bitmaps = [
      painterBitmap(width: 9, height: 13) { x, y in 0xFF00_0000 | UInt32(x * 20) << 16 | UInt32(y * 15) },
      painterBitmap(width: 90, height: 40, isOpaque: false) { x, y in
        let alpha = UInt32(x * 2)
        return alpha << 24 | (alpha / 2) << 16 | UInt32(min(y, x))
      },
    ]
    frame = Frame(size: size, scale: scale, background: .white)
    for _ in 0..<chance.whole(0...8) { insert() }
  }

  /// Changes the frame in a few places.
  mutating func edit() {
    for _ in 0..<chance.whole(0...3) { editOnce() }
  }

  private mutating func editOnce() {
    guard !frame.groups.isEmpty else { return insert() }
    let index = chance.whole(0...frame.groups.count - 1)
    switch chance.whole(0...11) {
    case 0: insert()
    case 1: frame.groups.remove(at: index)
    case 2, 3: frame.groups[index].frame.origin += Point(x: chance.number(-9...9), y: chance.number(-9...9))
    case 4: frame.groups[index].frame.origin.x += 0.1
    case 5: record(index)
    case 6: frame.groups.swapAt(index, chance.whole(0...frame.groups.count - 1))
    case 7: frame.groups[index].clip = chance.rect(in: frame.size)
    case 8: frame.groups[index].frame = chance.rect(in: frame.size)
    case 9: frame.groups[index].background = chance.isTrue(0.7) ? chance.color() : nil
    case 10: frame.background = chance.isTrue(0.2) ? chance.color() : frame.background
    default: move(index)
    }
  }

  private mutating func move(_ index: Int) {
    guard !isStill else { return }
    frame.groups[index].alpha = chance.isTrue(0.5) ? 1 : chance.number(0...1)
    frame.groups[index].scale = chance.isTrue(0.5) ? 1 : chance.number(0.2...1.6)
  }

  private mutating func insert() {
    let whole = Rect(origin: .zero, size: frame.size)
    let group = DrawGroup(
      id: nextID, version: 0, frame: chance.rect(in: frame.size),
      outsets: chance.isTrue(0.5) ? .zero : Insets(chance.number(0...12)),
      clip: chance.isTrue(0.7) ? whole : chance.rect(in: frame.size),
      background: chance.isTrue(0.7) ? chance.color() : nil, canvas: Canvas(scale: frame.scale))
    nextID += 1
    frame.groups.insert(group, at: chance.whole(0...frame.groups.count))
    for index in frame.groups.indices where frame.groups[index].version == 0 {
      record(index)
      if chance.isTrue(0.3) { move(index) }
    }
  }

  private mutating func record(_ index: Int) {
    let canvas = Canvas(scale: frame.scale)
    for _ in 0..<chance.whole(0...7) { command(canvas, in: frame.groups[index].frame.size) }
    frame.groups[index].canvas = canvas
    frame.groups[index].version = nextVersion
    nextVersion += 1
  }

  private mutating func command(_ canvas: Canvas, in size: Size) {
    let (rect, color, radius) = (chance.rect(in: size), chance.color(), chance.number(0...14))
    switch chance.whole(0...9) {
    case 0: canvas.fill(rect, color)
    case 1: canvas.roundedRect(rect, radius: radius, color)
    case 2: canvas.border(rect, radius: radius, width: chance.number(0.5...4), color)
    case 3:
      canvas.shadow(
        rect, radius: radius, Shadow(offset: chance.number(0...4), blur: chance.number(0...8), color: color))
    case 4: canvas.gradient(rect, along: chance.isTrue(0.5) ? .vertical : .horizontal, from: color, to: chance.color())
    case 5, 6: image(canvas, rect, radius)
    case 7:
      let glyphs = (0..<chance.whole(1...9)).map { _ in UInt32(chance.whole(0...200)) }
      canvas.text(painterLine(glyphs), at: rect.origin, color)
    case 8: canvas.symbol([Symbol.star, .folder, .warning][chance.whole(0...2)], in: rect, color)
    default:
      let inner = chance.rect(in: size)
      canvas.clipped(to: rect) { canvas.clipped(to: inner) { canvas.fill(inner, color) } }
    }
  }

  private mutating func image(_ canvas: Canvas, _ rect: Rect, _ radius: Double) {
    canvas.image(
      bitmaps[chance.whole(0...1)], in: rect, mode: [.fit, .fill, .center][chance.whole(0...2)],
      radius: chance.isTrue(0.5) ? 0 : radius, opacity: chance.isTrue(0.5) ? 1 : chance.number(0...1))
  }
}
