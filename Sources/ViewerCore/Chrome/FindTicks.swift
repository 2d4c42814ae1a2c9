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

  /// The marks to show; `nil` for none.
  var content: Content? {
    didSet {
      isHidden = content == nil
      setNeedsDisplay()
    }
  }

  override init() {
    super.init()
    isHidden = true
  }

  /// Events go to the scroll bar below.
  override func hitTest(_ point: Point) -> View? { nil }

  override func draw(in canvas: Canvas, environment: Environment) {
    guard let content, bounds.height > 2 * Self.edge else { return }
    let track = bounds.height - 2 * Self.edge - Self.tick.height
    let parts = max(1, Int(track * environment.scale))
    func draw(_ part: Int, _ color: ColorRole, height: Double) {
      let y = Self.edge + Double(part) / environment.scale - (height - Self.tick.height) / 2
      canvas.fill(
        Rect(x: bounds.width - Self.tick.width, y: y, width: Self.tick.width, height: height),
        environment.color(color))
    }
    // The ground of a mark in the text is too pale beside the bar.
    for part in content.found.ticks(among: content.shown, parts: parts) {
      draw(part, .matchNow, height: Self.tick.height)
    }
    if let current = content.current, content.shown > 0 {
      draw(Int(Double(current) / Double(content.shown) * Double(parts)), .accent, height: 2 * Self.tick.height)
    }
  }
}
