import ScrollworkGeometry
import ScrollworkHostInterface

/// A summary of a recording: for each command, a number for its appearance and the area that it covers.
///
/// The painter compares the outlines of two recordings of a group to find the area that changed. An outline refers to
/// no line of text, so that the shaper can reuse the lines.
struct RecordingOutline {
  /// The summary of one command.
  struct Step {
    /// A number that equal commands share; `nil` for a command that counts as different from every other.
    var digest: UInt64?
    /// The area that the command draws or clips to, in device pixels from the recording's origin.
    var area: PixelBox
    /// The change in the number of open clips: 1 if the command begins a clip, -1 if it ends one, otherwise 0.
    var clips = 0

    /// Whether both commands surely draw the same.
    func isSame(as other: Step) -> Bool { digest != nil && digest == other.digest }
  }

  private(set) var steps: [Step] = []

  /// Replaces the steps by those of a recording, and keeps their memory.
  /// - Complexity: O(*n*) in the number of commands, and O(*g*) for *g* glyphs in lines that are new to the painter.
  @MainActor
  mutating func record(_ commands: [DrawCommand], scale: Double, _ player: CommandPlayer) {
    steps.removeAll(keepingCapacity: true)
    for index in 0..<commands.count { steps.append(Step(commands[index], scale: scale, player)) }
  }

  /// Returns the area in which the recording may look different from an older one: that of all commands between the
  /// first and the last difference.
  func change(from old: RecordingOutline) -> PixelBox {
    let shorter = min(steps.count, old.steps.count)
    var (first, last) = (0, 0)
    while first < shorter, steps[first].isSame(as: old.steps[first]) { first += 1 }
    while last < shorter - first,
      steps[steps.count - 1 - last].isSame(as: old.steps[old.steps.count - 1 - last])
    { last += 1 }
    return area(first..<steps.count - last).union(old.area(first..<old.steps.count - last))
  }

  /// Returns the area that the commands in `range` affect; `everything` if they end a clip that began before them,
  /// because that changes the area of later commands.
  private func area(_ range: Range<Int>) -> PixelBox {
    var (area, depth) = (PixelBox.empty, 0)
    for index in range {
      depth += steps[index].clips
      if depth < 0 { return .everything }
      area = area.union(steps[index].area)
    }
    return area
  }
}

extension RecordingOutline.Step {
  /// Creates the step of a command.
  @MainActor
  init(_ command: DrawCommand, scale: Double, _ player: CommandPlayer) {
    var digest = Digest()
    switch command {
    case .fill(let rect, let color):
      digest.add(1, rect, color)
      self.init(digest: digest.value, area: PixelBox(snapping: rect, scale: scale))
    case .roundedRect(let rect, let radius, let color):
      digest.add(2, rect, color)
      digest.add(radius.bitPattern)
      self.init(digest: digest.value, area: PixelBox(snapping: rect, scale: scale))
    case .border(let rect, let radius, let width, let color):
      digest.add(3, rect, color)
      digest.add(radius.bitPattern)
      digest.add(width.bitPattern)
      self.init(digest: digest.value, area: PixelBox(snapping: rect, scale: scale))
    case .gradient(let rect, let axis, let start, let end):
      digest.add(axis == .vertical ? 4 : 5, rect, start)
      digest.add(end.number)
      self.init(digest: digest.value, area: PixelBox(snapping: rect, scale: scale))
    case .text(let line, let point, let color):
      self.init(line, at: point, color, scale: scale, player)
    case .pushClip(let rect):
      digest.add(6, rect, .clear)
      self.init(digest: digest.value, area: PixelBox(snapping: rect, scale: scale), clips: 1)
    case .popClip:
      self.init(digest: 0, area: .empty, clips: -1)
    case .image(_, let rect, _, _, _):
      // Another picture may be at the same address in memory.
      self.init(digest: nil, area: PixelBox(snapping: rect, scale: scale))
    case .symbol(let symbol, let rect, let color):
      digest.add(7, rect, color)
      digest.add(UInt64(truncatingIfNeeded: symbol.hashValue))
      self.init(digest: digest.value, area: PixelBox(snapping: rect, scale: scale))
    case .shadow(let rect, let radius, let shadow):
      digest.add(8, rect, shadow.color)
      digest.add(radius.bitPattern)
      digest.add(shadow.blur.bitPattern)
      digest.add(shadow.offset.bitPattern)
      // A blur is rounded to sixteenths of a pixel, and a shadow reaches whole pixels beyond its shape.
      let area = PixelBox(snapping: rect, scale: scale).expanded(by: PixelBox.floor(shadow.blur * scale) + 2)
      self.init(digest: digest.value, area: area.offset(x: 0, y: PixelBox.snap(shadow.offset * scale)))
    }
  }

  /// Creates the step of a line of text.
  @MainActor
  private init(_ line: TextLine, at point: Point, _ color: Color, scale: Double, _ player: CommandPlayer) {
    let start = point.x * scale
    // Farther away, the positions of glyphs are rounded.
    guard abs(start) < 1e9, abs(point.y * scale) < 1e9 else {
      self.init(digest: nil, area: .everything)
      return
    }
    let (x, baseline) = (PixelBox.floor(start), PixelBox.snap(point.y * scale))
    let ink = player.ink(of: line, phase: start - Double(x))
    var digest = Digest()
    digest.add(ink.digest)
    digest.add(point.x.bitPattern)
    digest.add(point.y.bitPattern)
    digest.add(color.number)
    self.init(digest: digest.value, area: PixelBox(ink).offset(x: x, y: baseline))
  }
}

/// A hash of a sequence of numbers. The chance that two different sequences have the same hash is negligible.
struct Digest {
  private(set) var value: UInt64 = 0x2545_F491_4F6C_DD1D

  /// Adds a number. Combines both halves of a long product, so that each bit of the sequence changes many bits.
  @inline(__always)
  mutating func add(_ number: UInt64) {
    let (high, low) = (value ^ number).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    value = (high ^ low) &+ 0x9E37_79B9
  }

  /// Adds the number of a kind of commands, a rectangle and a colour.
  fileprivate mutating func add(_ kind: UInt64, _ rect: Rect, _ color: Color) {
    add(kind << 32 | color.number)
    add(rect.origin.x.bitPattern)
    add(rect.origin.y.bitPattern)
    add(rect.size.width.bitPattern)
    add(rect.size.height.bitPattern)
  }
}

extension Color {
  /// The channels as one number.
  fileprivate var number: UInt64 { UInt64(alpha) << 24 | UInt64(red) << 16 | UInt64(green) << 8 | UInt64(blue) }
}

extension PixelBox {
  /// A box that contains all others.
  static let everything = PixelBox(minX: -limit, minY: -limit, maxX: limit, maxY: limit)

  /// Creates the box of a line's ink; an empty one if the line covers no pixel.
  init(_ ink: TextLine.Ink) {
    self.init(minX: ink.left, minY: ink.top, maxX: ink.right, maxY: ink.bottom)
  }
}
