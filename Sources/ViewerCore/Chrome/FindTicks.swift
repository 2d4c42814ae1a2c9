import Scrollwork

/// The marks of found rows beside the scroll bar of a list: at most one for each pixel.
final class FindTicks: View {
  /// The width of the strip, in logical pixels.
  static let width = 12.0
  private static let tick = (width: 8.0, height: 2.0)
  /// The space before and after the track of the scroll bar.
  private static let edge = 4.0

  /// The found rows, the number of shown rows, and the position of the current row.
  struct Content {
    var found: FoundRows
    var shown: Int
    var current: Int?
  }

  /// The rows with a marked term, the number of shown rows, and the number of the term's colour; `nil` for that of
  /// errors.
  struct Term {
    var found: FoundRows
    var shown: Int
    var color: Int?
  }

  /// The marks to show; `nil` for none.
  var content: Content? {
    didSet { marksDidChange() }
  }
  /// The marks of terms, below those of `content`.
  var terms: [Term] = [] {
    didSet { marksDidChange() }
  }

  override init() {
    super.init()
    isHidden = true
  }

  private func marksDidChange() {
    isHidden = content == nil && terms.isEmpty
    setNeedsDisplay()
  }

  /// Events go to the scroll bar below.
  override func hitTest(_ point: Point) -> View? { nil }

  override func draw(in canvas: Canvas, environment: Environment) {
    guard bounds.height > 2 * Self.edge else { return }
    let track = bounds.height - 2 * Self.edge - Self.tick.height
    let parts = max(1, Int(track * environment.scale))
    func draw(_ part: Int, _ color: Color, height: Double) {
      let y = Self.edge + Double(part) / environment.scale - (height - Self.tick.height) / 2
      canvas.fill(
        Rect(x: bounds.width - Self.tick.width, y: y, width: Self.tick.width, height: height),
        color)
    }
    for term in terms {
      let color = term.color.map { TermColors.tick($0) } ?? environment.color(.error)
      for part in term.found.ticks(among: term.shown, parts: parts) { draw(part, color, height: Self.tick.height) }
    }
    guard let content else { return }
    // The ground of a mark in the text is too pale beside the bar.
    for part in content.found.ticks(among: content.shown, parts: parts) {
      draw(part, environment.color(.matchNow), height: Self.tick.height)
    }
    if let current = content.current, content.shown > 0 {
      let part = Int(Double(current) / Double(content.shown) * Double(parts))
      draw(part, environment.color(.accent), height: 2 * Self.tick.height)
    }
  }
}
