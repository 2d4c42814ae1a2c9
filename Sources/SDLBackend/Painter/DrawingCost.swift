import ScrollworkGeometry
import ScrollworkHostInterface

/// A rough estimate of drawing times in nanoseconds, from measurements at 1280 x 800 pixels.
enum DrawingCost {
  /// Nanoseconds per pixel of an opaque fill.
  private static let fill = 1.0 / 33
  /// Nanoseconds per pixel that is blended with the one below.
  private static let blend = 1.0 / 4
  /// Nanoseconds per pixel of an opaque picture.
  private static let picture = 1.0 / 19
  /// Nanoseconds per glyph.
  private static let glyph = 28.0
  /// Nanoseconds per shape, in addition to its pixels.
  private static let shape = 60.0

  /// Returns the time to copy a layer. If the surface exceeds the processor's cache, reading a byte costs as much as
  /// writing one.
  static func copy(pixels: Int, surfacePixels: Int) -> Double {
    Double(pixels) / (surfacePixels > 4 << 20 ? 7.5 : 22)
  }

  /// Returns the time to draw commands.
  /// - Complexity: O(*n*) in the number of commands.
  static func drawing(_ commands: [DrawCommand], scale: Double) -> Double {
    var sum = 0.0
    for index in 0..<commands.count { sum += cost(commands[index], square: scale * scale, scale: scale) }
    return sum
  }

  /// Returns the time to draw one command.
  /// - Parameter square: Device pixels per square logical pixel.
  private static func cost(_ command: DrawCommand, square: Double, scale: Double) -> Double {
    func area(_ rect: Rect) -> Double { max(0, rect.size.width) * max(0, rect.size.height) * square }
    switch command {
    case .fill(let rect, let color): return area(rect) * (color.alpha == 255 ? fill : blend)
    case .roundedRect(let rect, _, let color): return shape + area(rect) * (color.alpha == 255 ? fill : blend)
    case .border(let rect, _, let width, _):
      return shape + 2 * (rect.size.width + rect.size.height) * max(1, width) * square * blend
    case .shadow(let rect, _, let shadow):
      return shape + 4 * (rect.size.width + rect.size.height) * shadow.blur * square * blend
    case .gradient(let rect, _, _, _): return area(rect) * blend
    case .image(let bitmap, let rect, _, _, let opacity):
      return shape + area(rect) * (bitmap.isOpaque && opacity >= 1 ? picture : blend)
    case .text(let line, _, _): return Double(line.glyphs.count) * glyph
    case .symbol(_, let rect, _): return shape + area(rect) * blend
    case .pushClip, .popClip: return 0
    }
  }
}
