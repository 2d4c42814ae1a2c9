public import ScrollworkGeometry
public import ScrollworkHostInterface

/// Where text stands in the width it has.
public enum TextAlignment: Hashable, Sendable {
  /// Left where text runs left to right.
  case start
  case center
  case end
}

/// Shows a text that cannot be edited.
///
/// One line stands in the middle of the label's height, its capitals centred; several begin at the top.
@MainActor
open class Label: View {
  public var text: String {
    didSet { if text != oldValue { textDidChange() } }
  }

  public var style: TextStyle {
    didSet { if style != oldValue { textDidChange() } }
  }

  public var color: ColorRole {
    didSet { if color != oldValue { setNeedsDisplay() } }
  }

  public var alignment = TextAlignment.start {
    didSet { if alignment != oldValue { setNeedsDisplay() } }
  }

  /// The most lines that are shown; 0 for as many as the text takes.
  public var lineLimit = 1 {
    didSet { if lineLimit != oldValue { textDidChange() } }
  }

  /// Where a single line is cut that is too wide. The last of several lines is always cut at its end.
  public var truncation = Truncation.end {
    didSet { if truncation != oldValue { textDidChange() } }
  }

  /// Parts that stand out, such as what a search found. Shown on single lines that are not cut at the start or middle.
  public var highlights: [TextHighlight] = [] {
    didSet { if highlights != oldValue { setNeedsDisplay() } }
  }

  private var cache = LineCache()
  private var wrapped = WrappedLines()

  public init(_ text: String = "", style: TextStyle = .body, color: ColorRole = .text1) {
    self.text = text
    self.style = style
    self.color = color
    super.init()
  }

  /// The size of the text: as wide as its longest line, as high as its lines.
  /// - Complexity: O(*n*) in the length of the text the first time, then O(1); with a finite width and one line that
  ///   is cut at its end O(*k*) in the characters that fit.
  open override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    if lineLimit == 1 {
      let limit = proposal.width.isFinite ? proposal.width : nil
      let line = self.line(limit: limit, environment)
      return Size(width: min(limit ?? .infinity, environment.roundedUp(line.width)), height: style.lineHeight)
    }
    let lines = self.lines(width: proposal.width, environment)
    let width = lines.reduce(0) { max($0, $1.width) }
    return Size(
      width: min(proposal.width, environment.roundedUp(width)), height: Double(max(1, lines.count)) * style.lineHeight)
  }

  open override func draw(in canvas: Canvas, environment: Environment) {
    guard !text.isEmpty else { return }
    guard lineLimit == 1 else { return drawLines(in: canvas, environment) }
    let line = self.line(limit: bounds.width, environment)
    let origin = Point(
      x: start(of: line, environment), y: style.baseline(inHeight: bounds.height, scale: environment.scale))
    canvas.text(line, at: origin, environment.color(color))
    if !highlights.isEmpty { drawHighlights(over: line, at: origin, in: canvas, environment) }
  }

  open override var semanticsRole: SemanticsNode.Role? { .label }
  open override var semanticsText: String { text }

  private func drawLines(in canvas: Canvas, _ environment: Environment) {
    var y = style.baseline(scale: environment.scale)
    for line in lines(width: bounds.width, environment) {
      canvas.text(line, at: Point(x: start(of: line, environment), y: y), environment.color(color))
      y += style.lineHeight
    }
  }

  private func drawHighlights(over line: TextLine, at origin: Point, in canvas: Canvas, _ environment: Environment) {
    guard !line.isTruncated || truncation == .end else { return }
    let carets = environment.text.caretPositions(in: text, font: style.font, scale: environment.scale)
    let top = ((bounds.height - style.lineHeight) / 2).rounded()
    for highlight in highlights {
      let range = highlight.range.clamped(to: 0..<max(0, carets.count - 1))
      guard !range.isEmpty else { continue }
      let (a, b) = (carets[range.lowerBound], carets[range.upperBound])
      let place = Rect(
        minX: origin.x + min(a, b), minY: top, maxX: origin.x + min(max(a, b), line.width), maxY: top + style.lineHeight
      )
      guard !place.isEmpty else { continue }
      canvas.roundedRect(place, radius: 2, environment.color(highlight.background))
      canvas.clipped(to: place) { canvas.text(line, at: origin, environment.color(highlight.color)) }
    }
  }

  private func start(of line: TextLine, _ environment: Environment) -> Double {
    let room = bounds.width - line.width
    switch (alignment, environment.direction) {
    case (.start, .leftToRight), (.end, .rightToLeft): return 0
    case (.center, _): return environment.rounded(max(0, room / 2))
    case (.end, .leftToRight), (.start, .rightToLeft): return environment.rounded(room)
    }
  }

  private func line(limit: Double?, _ environment: Environment) -> TextLine {
    cache.line(text, font: style.font, width: limit, truncation: truncation, environment: environment)
  }

  private func lines(width: Double, _ environment: Environment) -> [TextLine] {
    wrapped.lines(text, font: style.font, width: width, limit: lineLimit, environment: environment)
  }

  /// True if the label is one line that shows a part of its text.
  func isCut(_ environment: Environment) -> Bool {
    lineLimit == 1 && !text.isEmpty && line(limit: bounds.width, environment).isTruncated
  }

  private func textDidChange() {
    cache.invalidate()
    wrapped.invalidate()
    // The recording lets go of the line, so that measuring can use its storage again.
    releaseRecording()
    setNeedsMeasure()
  }
}
