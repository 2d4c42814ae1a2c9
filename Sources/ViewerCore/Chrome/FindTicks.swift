import Scrollwork

/// The marks of found rows on the scroll bar of a list: at most one for each pixel, and fewer where they would merge.
final class FindTicks: View {
  /// The width of the strip, in logical pixels: that of the scroll bar.
  static let width = 16.0
  private static let tick = (width: 8.0, height: 2.0)
  /// The space before and after the track of the scroll bar, in logical pixels.
  private static let edge = 4.0

  /// The found rows, the number of shown rows, and the position of the current row.
  struct Content {
    var found: FoundRows
    var shown: Int
    var current: Int?
  }

  /// The marks of one kind of rows, with the number of shown rows.
  struct Group {
    /// The kinds of marked rows.
    enum Kind {
      /// Rows that contain a marked term; the number selects its colour.
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
  /// The marks of other kinds, which are drawn in this order below those of `content`.
  var groups: [Group] = [] {
    didSet { marksDidChange() }
  }

  /// The list beside the marks, which reserves a lane for them while there are any.
  weak var list: CollectionView?

  override init() {
    super.init()
    isHidden = true
  }

  private func marksDidChange() {
    isHidden = (content?.found.count ?? 0) == 0 && groups.allSatisfy { $0.found.count == 0 }
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
    func draw(_ offset: Double, _ color: Color, width: Double = Self.tick.width, height: Double) {
      let place = Rect(
        x: (bounds.width - width) / 2, y: Self.edge + offset - (height - Self.tick.height) / 2, width: width,
        height: height)
      canvas.fill(place, color)
    }
    func drawMarks(of found: FoundRows, among shown: Int, _ color: Color, height: Double) {
      for mark in found.marks(among: shown, track: track, tick: Self.tick, scale: environment.scale) {
        draw(mark.offset, color, width: mark.width, height: height)
      }
    }
    for group in groups {
      let (color, height) = Self.look(of: group.kind, environment)
      drawMarks(of: group.found, among: group.shown, color, height: height)
    }
    guard let content else { return }
    // The ground of a mark in the text is too pale beside the bar.
    drawMarks(of: content.found, among: content.shown, environment.color(.matchNow), height: Self.tick.height)
    if let current = content.current, content.shown > 0 {
      let parts = (track * environment.scale).rounded(.down)
      let part = (Double(current) / Double(content.shown) * parts).rounded(.down)
      draw(part / environment.scale, environment.color(.accent), height: 2 * Self.tick.height)
    }
  }
}

extension FoundRows {
  /// The height of a cell of the track, in logical pixels. If single marks would merge, each cell has one mark, whose
  /// width shows the number of rows.
  private static let cell = 4.0
  /// The share of the track that marks of single rows may cover; above it, each cell has one mark.
  private static let crowded = 0.5
  /// The smallest width of the mark of a cell, and the step between widths, in logical pixels.
  private static let narrowest = 4.0
  private static let widthStep = 2.0

  /// Returns the marks of the found rows on a track: the offset of each from the start, and its width. If they would
  /// merge, one mark for each cell of the track is returned, whose width is proportional to the number of rows.
  /// - Parameters:
  ///   - shown: The number of shown rows.
  ///   - track: The length of the track in logical pixels.
  ///   - tick: The size of the mark for one row.
  /// - Complexity: O(*p* log *n*) for *p* device pixels and *n* rows.
  package func marks(
    among shown: Int, track: Double, tick: (width: Double, height: Double), scale: Double
  ) -> [(offset: Double, width: Double)] {
    let parts = max(1, Int(track * scale))
    let single = ticks(among: shown, parts: parts)
    guard Double(single.count) * tick.height * scale > Double(parts) * Self.crowded else {
      return single.map { (Double($0) / scale, tick.width) }
    }
    let cells = density(among: shown, parts: max(1, Int(track / Self.cell)))
    let most = Double(cells.map(\.count).max() ?? 1)
    return cells.map { cell in
      let width = (tick.width * Double(cell.count) / most / Self.widthStep).rounded() * Self.widthStep
      return (Double(cell.part) * Self.cell, max(Self.narrowest, width))
    }
  }
}
