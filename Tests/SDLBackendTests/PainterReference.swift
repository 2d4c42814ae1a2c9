import ScrollworkGeometry
import ScrollworkHostInterface

/// A simple reference painter: it computes each pixel separately, in floating point, and supports only simple commands.
struct PainterReference {
  /// A premultiplied colour, each component 0 to 1: alpha, red, green, blue.
  typealias Pixel = SIMD4<Double>

  let scale: Double

  static func pixel(_ color: Color) -> Pixel {
    let straight = Pixel(255, Double(color.red), Double(color.green), Double(color.blue)) / 255
    return straight * (Double(color.alpha) / 255)
  }

  static func over(_ source: Pixel, _ target: Pixel) -> Pixel { source + target * (1 - source[0]) }

  /// Returns the colour of the pixel at (x, y), each component 0 to 255.
  func color(_ x: Int, _ y: Int, of frame: Frame) -> Pixel {
    var result = Self.pixel(frame.background)
    for group in frame.groups where snapped(group.clip).contains(x, y) {
      let place = snapped(group.frame)
      guard place.contains(x, y) else { continue }
      var inner = Pixel.zero
      if let background = group.background { inner = Self.pixel(background) }
      draw(group.canvas.commands, x - place.minX, y - place.minY, &inner)
      result = Self.over(inner * group.alpha, result)
    }
    return result * 255
  }

  private func draw(_ commands: [DrawCommand], _ x: Int, _ y: Int, _ pixel: inout Pixel) {
    var clips: [Box] = []
    for command in commands {
      if case .pushClip(let rect) = command { clips.append(snapped(rect)) }
      if case .popClip = command { clips.removeLast() }
      guard clips.allSatisfy({ $0.contains(x, y) }) else { continue }
      let (color, coverage) = look(command, x, y)
      pixel = Self.over(Self.pixel(color) * coverage, pixel)
    }
  }

  private func look(_ command: DrawCommand, _ x: Int, _ y: Int) -> (Color, Double) {
    switch command {
    case .fill(let rect, let color): return (color, snapped(rect).contains(x, y) ? 1 : 0)
    case .roundedRect(let rect, let radius, let color):
      return (color, coverage(snapped(rect), radius * scale, x, y))
    case .border(let rect, let radius, let width, let color):
      let (box, ring) = (snapped(rect), max(1, Int((width * scale).rounded())))
      let inner = Box(minX: box.minX + ring, minY: box.minY + ring, maxX: box.maxX - ring, maxY: box.maxY - ring)
      let outerRadius = min(radius * scale, Double(min(box.maxX - box.minX, box.maxY - box.minY)) / 2)
      let hole = coverage(inner, max(0, outerRadius - Double(ring)), x, y)
      return (color, coverage(box, radius * scale, x, y) - hole)
    default: return (.clear, 0)
    }
  }

  struct Box {
    var minX: Int
    var minY: Int
    var maxX: Int
    var maxY: Int

    func contains(_ x: Int, _ y: Int) -> Bool { x >= minX && x < maxX && y >= minY && y < maxY }
  }

  private func snapped(_ rect: Rect) -> Box {
    let rect = rect.snapped(scale: scale)
    func edge(_ value: Double) -> Int { Int((value * scale).rounded()) }
    return Box(minX: edge(rect.minX), minY: edge(rect.minY), maxX: edge(rect.maxX), maxY: edge(rect.maxY))
  }

  /// Returns the fraction of a pixel inside a rounded rectangle, from many samples.
  private func coverage(_ box: Box, _ radius: Double, _ x: Int, _ y: Int) -> Double {
    guard box.contains(x, y) else { return 0 }
    let radius = min(radius, Double(min(box.maxX - box.minX, box.maxY - box.minY)) / 2)
    let count = 12
    var inside = 0
    for row in 0..<count {
      for column in 0..<count {
        let px = Double(x) + (Double(column) + 0.5) / Double(count)
        let py = Double(y) + (Double(row) + 0.5) / Double(count)
        let dx = max(0, Double(box.minX) + radius - px, px - (Double(box.maxX) - radius))
        let dy = max(0, Double(box.minY) + radius - py, py - (Double(box.maxY) - radius))
        if dx * dx + dy * dy <= radius * radius { inside += 1 }
      }
    }
    return Double(inside) / Double(count * count)
  }
}
