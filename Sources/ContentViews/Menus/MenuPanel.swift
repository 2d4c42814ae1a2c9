import ScrollworkGeometry
import ScrollworkHostInterface

/// The panel of one level of an open menu. It draws the rows; the ``MenuLayer`` around it handles the input.
final class MenuPanel: View {
  static let padding = 4.0
  /// Height of a row in logical pixels.
  private static let rowHeight = 28.0
  private static let groupGap = 9.0
  private static let rowPadding = 10.0
  private static let symbolSide = 16.0
  private static let symbolGap = 8.0
  private static let shortcutGap = 24.0
  private static let minimumWidth = 168.0
  private static let maximumWidth = 420.0
  /// Height of the arrow at the upper or lower edge of a menu that scrolls, in logical pixels.
  static let edgeHeight = 20.0
  private static let radius = 10.0
  private static let text = TextStyle.body

  /// The level that the panel shows.
  var level: MenuNavigation.Level {
    didSet { setNeedsDisplay() }
  }
  /// Whether the highlighted row of this panel is the current one of the menu, and not the opener of a submenu in which
  /// another row is highlighted.
  var isCurrent = true {
    didSet { if isCurrent != oldValue { setNeedsDisplay() } }
  }
  /// Whether the panel was placed once.
  var isPlaced = false
  /// The distance by which the rows are scrolled, in logical pixels.
  private(set) var offset = 0.0

  init(_ level: MenuNavigation.Level) {
    self.level = level
  }

  override var isComposited: Bool { true }
  override var drawingOutsets: Insets { Insets(40) }

  // MARK: Measures

  private var symbolWidth: Double { level.hasSymbols ? Self.symbolSide + Self.symbolGap : 0 }

  private func line(_ text: String, width: Double? = nil, _ environment: Environment) -> TextLine {
    environment.text.line(
      text, font: Self.text.font, width: width, truncation: width == nil ? .none : .end, scale: environment.scale,
      reusing: nil)
  }

  /// Returns the width of the trailing part of a row: its key, or the arrow of a submenu; 0 for neither.
  private func endWidth(_ row: MenuRow, _ environment: Environment) -> Double {
    if row.submenu != nil { return Self.symbolGap + Self.symbolSide }
    guard !row.shortcut.isEmpty else { return 0 }
    return Self.shortcutGap + environment.roundedUp(line(row.shortcut, environment).width)
  }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    let widest = level.longRows.map { row in
      environment.roundedUp(line(row.title, environment).width) + endWidth(row, environment)
    }
    let width = (widest.max() ?? 0) + symbolWidth + 2 * (Self.rowPadding + Self.padding)
    return Size(width: min(max(Self.minimumWidth, width), Self.maximumWidth), height: contentHeight)
  }

  private var contentHeight: Double { (level.rows.indices.last.map { placeInContent($0).maxY } ?? 0) + Self.padding }

  private func placeInContent(_ index: Int) -> Rect {
    let gaps = Double(level.groupStarts.count { $0 <= index })
    return Rect(
      x: Self.padding, y: Self.padding + Double(index) * Self.rowHeight + gaps * Self.groupGap,
      width: bounds.width - 2 * Self.padding, height: Self.rowHeight)
  }

  /// Returns the frame of a row in the panel's coordinates.
  func place(_ index: Int) -> Rect { placeInContent(index).offset(x: 0, y: -offset) }

  /// Returns the index of the row at a point of the panel; `nil` between the rows and on the arrows at the edges.
  func index(at point: Point) -> Int? {
    guard bounds.contains(point), scrollDirection(at: point) == 0 else { return nil }
    let index = firstRow(endingAfter: point.y)
    return level.rows.indices.contains(index) && place(index).contains(point) ? index : nil
  }

  /// Returns the index of the first row whose lower edge is below `y`; the number of rows if there is none.
  /// - Complexity: O(log *n*) in the number of rows.
  private func firstRow(endingAfter y: Double) -> Int {
    var (low, high) = (0, level.rows.count)
    while low < high {
      let middle = (low + high) / 2
      if place(middle).maxY <= y { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: Scrolling

  /// The largest offset; zero if all rows fit.
  var maximumOffset: Double { max(0, contentHeight - bounds.height) }

  /// Scrolls by `distance` logical pixels, positive towards later rows, but not beyond the first or last row.
  /// - Returns: Whether the rows moved.
  @discardableResult
  func scroll(by distance: Double) -> Bool {
    let new = min(max(0, offset + distance), maximumOffset)
    guard new != offset else { return false }
    offset = new
    setNeedsDisplay()
    return true
  }

  /// Scrolls as little as necessary to show the row at `index` between the arrows at the edges.
  func reveal(_ index: Int) {
    guard level.rows.indices.contains(index), maximumOffset > 0 else { return }
    let place = place(index)
    let (top, bottom) = (index == 0 ? 0 : Self.edgeHeight, bounds.height - Self.edgeHeight)
    if place.minY < top { scroll(by: place.minY - top - (index == 0 ? Self.padding : 0)) }
    if place.maxY > bottom { scroll(by: place.maxY - bottom + (index == level.rows.count - 1 ? Self.edgeHeight : 0)) }
  }

  /// Returns the direction in which the pointer at a point scrolls the menu: 1 to later rows, -1 to earlier ones, or 0.
  func scrollDirection(at point: Point) -> Double {
    guard bounds.contains(point) else { return 0 }
    if offset > 0, point.y < Self.edgeHeight { return -1 }
    return offset < maximumOffset && point.y >= bounds.height - Self.edgeHeight ? 1 : 0
  }

  // MARK: Drawing

  override func draw(in canvas: Canvas, environment: Environment) {
    let theme = environment.theme
    for shadow in theme.floatingShadows { canvas.shadow(bounds, radius: Self.radius, shadow) }
    canvas.roundedRect(bounds.insetBy(-1), radius: Self.radius + 1, theme.colors.edge)
    canvas.roundedRect(bounds, radius: Self.radius, theme.colors.raised)
    let (cutAbove, cutBelow) = (offset > 0, offset < maximumOffset)
    let middle = bounds.inset(
      by: Insets(top: cutAbove ? Self.edgeHeight : 0, bottom: cutBelow ? Self.edgeHeight : 0))
    canvas.clipped(to: middle) {
      var index = firstRow(endingAfter: middle.minY)
      while index < level.rows.count, place(index).minY < middle.maxY {
        draw(index, in: canvas, environment)
        index += 1
      }
    }
    let edge = Rect(x: 0, y: 0, width: bounds.width, height: Self.edgeHeight)
    if cutAbove { canvas.symbol(.chevronUp, side: 12, centeredIn: edge, theme.colors.text2) }
    let lower = edge.offset(x: 0, y: bounds.height - Self.edgeHeight)
    if cutBelow { canvas.symbol(.chevronDown, side: 12, centeredIn: lower, theme.colors.text2) }
  }

  /// Draws a row with its highlight, symbol, title and key. The layout is mirrored for right-to-left text.
  private func draw(_ index: Int, in canvas: Canvas, _ environment: Environment) {
    let colors = environment.theme.colors
    let (row, place, isHighlighted) = (level.rows[index], place(index), index == level.highlighted)
    let ink = Ink(row, isHighlighted ? (isCurrent ? .current : .opener) : .none, colors)
    if row.beginsGroup {
      let line = Rect(x: place.minX, y: place.minY - 5, width: place.width, height: environment.hairline)
      canvas.fill(line.snapped(scale: environment.scale), colors.edge)
    }
    if isHighlighted {
      canvas.roundedRect(place, radius: 6, ink.background)
      if environment.theme.isHighContrast { canvas.border(place, radius: 6, width: 1, colors.control) }
    }
    // Frames are computed from left to right and mirrored at the end.
    let isMirrored = environment.direction == .rightToLeft
    func frame(_ x: Double, _ width: Double) -> Rect {
      let rect = Rect(x: x, y: place.minY, width: width, height: place.height)
      return isMirrored ? rect.mirrored(inWidth: bounds.width) : rect
    }
    let (start, end) = (place.minX + Self.rowPadding, place.maxX - Self.rowPadding)
    if let symbol = row.symbol {
      canvas.symbol(symbol, side: Self.symbolSide, centeredIn: frame(start, Self.symbolSide), ink.symbol)
    }
    let baseline = place.minY + Self.text.baseline(inHeight: place.height, scale: environment.scale)
    func text(_ line: TextLine, at x: Double, _ color: Color) {
      canvas.text(line, at: Point(x: environment.rounded(frame(x, line.width).minX), y: baseline), color)
    }
    let room = end - start - symbolWidth - endWidth(row, environment)
    text(line(row.title, width: max(0, room), environment), at: start + symbolWidth, ink.title)
    if row.submenu != nil {
      let sign = isMirrored ? Symbol.chevronLeft : .chevronRight
      canvas.symbol(sign, side: 12, centeredIn: frame(end - Self.symbolSide, Self.symbolSide), ink.symbol)
    } else if !row.shortcut.isEmpty {
      let key = line(row.shortcut, environment)
      text(key, at: end - key.width, ink.shortcut)
    }
  }

  /// The highlight of a row: that of the current row, or the weaker one of a row with an open submenu.
  private enum Highlight { case none, opener, current }

  /// The colours of a row.
  private struct Ink {
    var title: Color
    var symbol: Color
    var shortcut: Color
    var background: Color

    init(_ row: MenuRow, _ highlight: Highlight, _ colors: Palette) {
      let isDestructive = row.action?.role == .destructive
      (title, symbol, shortcut) = (colors.text1, colors.text2, colors.text3)
      background = highlight == .current ? colors.accentFill : colors.pressedR
      if !row.isEnabled {
        (title, symbol, shortcut) = (colors.textDisabled, colors.textDisabled, colors.textDisabled)
      } else if isDestructive {
        (title, symbol) = (colors.error, colors.error)
      }
      guard highlight == .current else { return }
      let color = isDestructive ? colors.onFatal : colors.onAccent
      (title, symbol, shortcut) = (color, color, color)
      if isDestructive { background = colors.fatal }
    }
  }
}
