public import ScrollworkGeometry
public import ScrollworkHostInterface

/// The horizontal position of text in the width of its view.
public enum TextAlignment: Hashable, Sendable {
  /// At the left in left-to-right environments, at the right in right-to-left ones.
  case start
  /// In the middle of the view's width.
  case center
  /// At the right in left-to-right environments, at the left in right-to-left ones.
  case end
}

/// A view that shows text which the user cannot edit.
///
/// A single line is centred vertically by its capital letters. Several lines start at the top.
@MainActor
open class Label: View {
  /// The text. In a label for a single line, line breaks appear as visible signs.
  public var text: String {
    didSet {
      // Strings in different normal forms compare as equal, but their scalars may look different. So the bytes are
      // compared.
      if !text.utf8.elementsEqual(oldValue.utf8) { textDidChange() }
    }
  }

  /// The font and line height.
  public var style: TextStyle {
    didSet { if style != oldValue { textDidChange() } }
  }

  /// The role of the text's colour.
  public var color: ColorRole {
    didSet { if color != oldValue { setNeedsDisplay() } }
  }

  /// The horizontal position of each line.
  public var alignment = TextAlignment.start {
    didSet { if alignment != oldValue { setNeedsDisplay() } }
  }

  /// The largest number of lines; 0 for no limit.
  public var lineLimit = 1 {
    didSet { if lineLimit != oldValue { textDidChange() } }
  }

  /// The part of a single line that an ellipsis replaces if the line is too wide. Several lines are always cut at the
  /// end.
  public var truncation = Truncation.end {
    didSet { if truncation != oldValue { textDidChange() } }
  }

  /// Parts of the text in other colours, such as search results.
  ///
  /// They are shown only in a label for a single line, and only if the line is not cut at its start or in its middle.
  package var highlights: [TextHighlight] = [] {
    didSet { if highlights != oldValue { setNeedsDisplay() } }
  }

  /// The search results marked in a single line; `nil` for none. A result that is cut off marks the ellipsis.
  package var marks: TextMarks? {
    didSet { if marks != oldValue { setNeedsDisplay() } }
  }

  /// The shaped single line.
  private var cache = LineCache()
  /// The shaped lines of a label with several lines.
  private var wrapped = WrappedLines()

  /// Creates a label for a single line.
  public init(_ text: String = "", style: TextStyle = .body, color: ColorRole = .text1) {
    self.text = text
    self.style = style
    self.color = color
    super.init()
  }

  /// Returns the width of the longest line, at most the proposed width, and the height of all lines.
  /// - Complexity: O(*n*) in the length of the text the first time, then O(1). For a single line that is cut at the
  ///   end, O(*k*) in the number of characters that fit.
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
    if let marks {
      let top = ((bounds.height - style.lineHeight) / 2).rounded()
      canvas.text(
        line, at: origin, environment.color(color), marks, rows: top..<top + style.lineHeight, environment)
    } else {
      canvas.text(line, at: origin, environment.color(color))
    }
    if !highlights.isEmpty { drawHighlights(over: line, at: origin, in: canvas, environment) }
  }

  open override var semanticsRole: SemanticsNode.Role? { .label }
  open override var semanticsText: String { text }

  /// Draws several lines from the top.
  private func drawLines(in canvas: Canvas, _ environment: Environment) {
    var y = style.baseline(scale: environment.scale)
    for line in lines(width: bounds.width, environment) {
      canvas.text(line, at: Point(x: start(of: line, environment), y: y), environment.color(color))
      y += style.lineHeight
    }
  }

  /// Draws the highlighted parts over the line.
  private func drawHighlights(over line: TextLine, at origin: Point, in canvas: Canvas, _ environment: Environment) {
    // The caret positions belong to the uncut text, so they fit the shaped line only if both start with the same
    // characters.
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
      // The background covers the text below it, so the same line is drawn again in the highlight's colour, clipped to
      // the highlight.
      canvas.roundedRect(place, radius: 2, environment.color(highlight.background))
      canvas.clipped(to: place) { canvas.text(line, at: origin, environment.color(highlight.color)) }
    }
  }

  /// Returns the left end of a line. A centred line that is wider than the label starts at the label's left edge.
  private func start(of line: TextLine, _ environment: Environment) -> Double {
    let room = bounds.width - line.width
    switch (alignment, environment.direction) {
    case (.start, .leftToRight), (.end, .rightToLeft): return 0
    case (.center, _): return environment.rounded(max(0, room / 2))
    case (.end, .leftToRight), (.start, .rightToLeft): return environment.rounded(room)
    }
  }

  /// Returns the shaped single line, truncated to `limit` logical pixels; `nil` for no limit.
  private func line(limit: Double?, _ environment: Environment) -> TextLine {
    cache.line(text, font: style.font, width: limit, truncation: truncation, environment: environment)
  }

  private func lines(width: Double, _ environment: Environment) -> [TextLine] {
    wrapped.lines(text, font: style.font, width: width, limit: lineLimit, environment: environment)
  }

  /// Whether the label is a single line that shows only part of its text.
  func isCut(_ environment: Environment) -> Bool {
    lineLimit == 1 && !text.isEmpty && line(limit: bounds.width, environment).isTruncated
  }

  private func textDidChange() {
    cache.invalidate()
    wrapped.invalidate()
    // The recording refers to the shaped line. Once it is released, the shaper can reuse the storage of the line.
    releaseRecording()
    setNeedsMeasure()
  }
}
