import Scrollwork
import ScrollworkHostInterface

/// A text in as many lines as it needs, of which only those in sight and some around them are drawn.
///
/// A long text is broken into lines in several frames, because that takes longer than one. Until all lines are known,
/// the height of the others is an estimate.
final class WrappedText: View {
  let text: String
  private let style: TextStyle
  private let color: ColorRole

  /// The values that the lines depend on.
  private struct Room: Equatable {
    var width: Double
    var scale: Double
    var shaper: ObjectIdentifier
  }

  private var room: Room?
  private var lines: [TextLine] = []
  /// The part of the text that is not broken into lines yet.
  private var rest: Substring

  /// The size in bytes of the parts in which a text is broken into lines.
  private static let partSize = 2_048

  init(_ text: String, style: TextStyle, color: ColorRole) {
    (self.text, self.style, self.color) = (text, style, color)
    rest = text[...]
    super.init()
  }

  override var semanticsRole: SemanticsNode.Role? { .label }
  override var semanticsText: String { text }

  /// Breaks a further part of the text into lines.
  /// - Parameters:
  ///   - width: The width of the lines in logical pixels.
  ///   - budget: The number of bytes that this frame may still break into lines.
  /// - Returns: Whether all lines are known.
  func wrap(width: Double, budget: inout Int, _ environment: Environment) -> Bool {
    let room = Room(width: width, scale: environment.scale, shaper: ObjectIdentifier(environment.text))
    if room != self.room { (self.room, lines, rest) = (room, [], text[...]) }
    guard !rest.isEmpty else { return true }
    while !rest.isEmpty, budget > 0 { budget -= wrapPart(width: width, environment) }
    setNeedsDisplay()
    return rest.isEmpty
  }

  /// Breaks a part of the text into lines. Returns its size in bytes.
  private func wrapPart(width: Double, _ environment: Environment) -> Int {
    let end = Self.end(ofPartIn: rest)
    var made = environment.text.lines(
      String(rest[..<end]), font: style.font, width: width, limit: .max, scale: environment.scale)
    var used = rest[..<end].utf8.count
    // The last line goes on in the next part.
    if end < rest.endIndex, made.count > 1, let start = made.last?.drawnGlyphs.map(\.cluster).min(), start > 0 {
      made.removeLast()
      used = min(used, Int(start))
    }
    lines += made
    rest = rest[rest.utf8.index(rest.startIndex, offsetBy: used)...]
    return used
  }

  /// Returns the end of the next part, between two characters.
  private static func end(ofPartIn text: Substring) -> String.Index {
    guard var end = text.utf8.index(text.startIndex, offsetBy: partSize, limitedBy: text.endIndex) else {
      return text.endIndex
    }
    while end > text.startIndex {
      if let place = String.Index(end, within: text) { return place }
      end = text.utf8.index(before: end)
    }
    return text.index(after: text.startIndex)
  }

  /// The height of all lines in logical pixels, of which some may be an estimate.
  var height: Double {
    guard !rest.isEmpty else { return Double(max(1, lines.count)) * style.lineHeight }
    let known = max(1, text.utf8.count - rest.utf8.count)
    let more = Double(rest.utf8.count) * Double(max(1, lines.count)) / Double(known)
    return (Double(lines.count) + more.rounded(.up)) * style.lineHeight
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    let shown = visibleLines
    var y = style.baseline(scale: environment.scale) + Double(shown.lowerBound) * style.lineHeight
    for line in lines[shown] {
      let x = environment.direction == .rightToLeft ? environment.rounded(bounds.width - line.width) : 0
      canvas.text(line, at: Point(x: x, y: y), environment.color(color))
      y += style.lineHeight
    }
  }

  /// The indices of the lines inside the scroll area around the text, and within its height above and below.
  private var visibleLines: Range<Int> {
    var (view, top) = (self as View, 0.0)
    while let parent = view.parent, !(view is ScrollArea) {
      top -= view.frame.minY
      view = parent
    }
    let first = Int(((top - view.bounds.height) / style.lineHeight).rounded(.down))
    let last = Int(((top + 2 * view.bounds.height) / style.lineHeight).rounded(.up))
    return (max(0, first)..<max(0, first, last)).clamped(to: 0..<lines.count)
  }
}
