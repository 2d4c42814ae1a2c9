import Scrollwork

/// The marks of found rows on the scroll bar of a list: at most one for each pixel.
final class FindTicks: View {
  /// The width of the strip, in logical pixels: that of the scroll bar.
  static let width = 16.0
  private static let tick = (width: 8.0, height: 2.0)
  /// The space before and after the track of the scroll bar.
  private static let edge = 4.0

  /// The found rows, the number of shown rows, and the position of the current row.
  struct Content {
    var found: FoundRows
    var shown: Int
    var current: Int?
  }

  /// Other marked rows, with the number of shown rows.
  struct Group {
    /// The kinds of marked rows.
    enum Kind {
      /// Rows with a marked term, by the number of its colour.
      case term(Int)
      case error, bookmark
    }

    var kind: Kind
    var found: FoundRows
    var shown: Int
  }

  /// The marks to show; `nil` for none.
  var content: Content? {
    didSet { marksDidChange() }
  }
  /// Other marks, the lowest first, below those of `content`.
  var groups: [Group] = [] {
    didSet { marksDidChange() }
  }

  /// The list, whose content ends at the strip while there are marks.
  weak var list: CollectionView?

  override init() {
    super.init()
    isHidden = true
  }

  private func marksDidChange() {
    isHidden = content == nil && groups.isEmpty
    list?.showsScrollBarLane = !isHidden
    setNeedsDisplay()
  }

  /// Drawn above the list, whose scroll bar is below.
  override var isComposited: Bool { true }

  /// Events go to the scroll bar below.
  override func hitTest(_ point: Point) -> View? { nil }

  private static func look(of kind: Group.Kind, _ environment: Environment) -> (Color, height: Double) {
    switch kind {
    case .term(let number): (TermColors.tick(number), tick.height)
    case .error: (environment.color(.error), tick.height)
    case .bookmark: (environment.color(.accent), 2 * tick.height)
    }
  }

  override func draw(in canvas: Canvas, environment: Environment) {
    guard bounds.height > 2 * Self.edge else { return }
    let track = bounds.height - 2 * Self.edge - Self.tick.height
    let parts = max(1, Int(track * environment.scale))
    func draw(_ part: Int, _ color: Color, height: Double) {
      let y = Self.edge + Double(part) / environment.scale - (height - Self.tick.height) / 2
      canvas.fill(
        Rect(x: (bounds.width - Self.tick.width) / 2, y: y, width: Self.tick.width, height: height), color)
    }
    for group in groups {
      let (color, height) = Self.look(of: group.kind, environment)
      for part in group.found.ticks(among: group.shown, parts: parts) { draw(part, color, height: height) }
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
