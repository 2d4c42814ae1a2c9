import ScrollworkContentViews
import ScrollworkEngine
import ScrollworkGeometry
import ScrollworkHostInterface

/// The header of a table: the titles of the visible columns. It draws them itself, above the rows.
final class TableHeader: View {
  weak var table: TableView?
  /// The text lines of the visible titles, in the order of the table's slots.
  private var lines: [CellLine] = []
  private var membership = -1
  private var version = -1
  /// The distance by which rows have scrolled under the header, in logical pixels.
  private var hidden = 0.0
  /// The position of the dragged column in the order before the drag.
  var formerPosition = 0
  /// The current gesture on a title.
  var gesture = HeaderGesture.none {
    didSet { if gesture != oldValue { setNeedsDisplay() } }
  }
  /// The column whose title is under the pointer; `nil` if there is none.
  var hovered: Int? {
    didSet { if hovered != oldValue { setNeedsDisplay() } }
  }
  /// The column whose title receives keys; `nil` if there is none.
  var focusedTitle: Int? {
    didSet { if focusedTitle != oldValue { setNeedsDisplay() } }
  }
  var lastScroll: Instant?

  /// The extent of the shadow, and the distance that content scrolls under the header until it is complete.
  private static let shadowExtent = 8.0
  private static let arrowSide = 12.0
  private static let arrowGap = 4.0
  /// The width of the number that tells a column's rank among several sort keys, beside its arrow. It is drawn in the
  /// padding, so that no title is shortened for it.
  private static let digitWidth = 9.0
  private static let separatorInset = 8.0

  override var isComposited: Bool { true }
  override var isInteractive: Bool { true }
  override var drawingOutsets: Insets { Insets(top: 0, leading: 0, bottom: Self.shadowExtent, trailing: 0) }
  override var canBecomeFocused: Bool { columns.map { $0.count > 0 } ?? false }

  override init() {
    super.init()
    background = nil
  }

  var columns: ColumnLayout? { table?.columns }
  var isMirrored: Bool { host?.environment.direction == .rightToLeft }

  // MARK: Following the columns

  /// Adapts the focused and hovered title and the gesture to the columns, after these were declared again or changed.
  func columnsDidChange() {
    guard let columns else { return }
    membership = -1
    if let focusedTitle, focusedTitle >= columns.count || columns.geometry.isHidden(focusedTitle) {
      self.focusedTitle = columns.geometry.first.map { columns.geometry.column(at: $0) }
    }
    if let hovered, hovered >= columns.count { self.hovered = nil }
    if let column = gesture.column, column >= columns.count || columns.geometry.isHidden(column) { cancelGesture() }
    setNeedsDisplay()
  }

  /// Draws the header again if the columns moved, or if the distance changed by which rows are scrolled under it.
  func fit(to columns: ColumnLayout, hidden: Double) {
    let hidden = min(Self.shadowExtent, max(0, hidden))
    guard version != columns.version || hidden != self.hidden else { return }
    (version, self.hidden) = (columns.version, hidden)
    setNeedsDisplay()
  }

  private func style(of column: Int) -> TextStyle {
    sortIndex(of: column) == nil ? .smallMedium : .smallStrong
  }

  /// Returns the rank of a column among the sort keys, counted from 0; `nil` if the table is not sorted by it.
  func sortIndex(of column: Int) -> Int? {
    guard let table, !table.sortKeys.isEmpty, let columns else { return nil }
    return table.sortKeys.firstIndex { $0.column == columns.set.specs[column].id }
  }

  /// Returns the width of a title with its sort arrow, without padding, in logical pixels.
  func titleWidth(of column: Int, _ environment: Environment) -> Double {
    guard let spec = columns?.set.specs[column] else { return 0 }
    let line = environment.text.line(
      spec.title, font: TextStyle.smallStrong.font, width: TableColumnWidth.limits.upperBound, truncation: .end,
      scale: environment.scale, reusing: nil)
    return line.width + (spec.isSortable ? Self.arrowSide + Self.arrowGap : 0)
  }

  // MARK: Drawing

  override func draw(in canvas: Canvas, environment: Environment) {
    guard let columns else { return }
    if membership != columns.membership {
      membership = columns.membership
      lines.follow(columns.slots) { _ in }
      for index in lines.indices { _ = lines[index].show(columns.set.specs[lines[index].column].title) }
    }
    let colors = environment.theme.colors
    canvas.fill(bounds, colors.window)
    let pinned = columns.pinnedWidth
    if pinned > 0, columns.offset > 0 {
      canvas.clipped(to: rect(from: pinned, width: bounds.width - pinned)) {
        drawTitles(false, in: canvas, environment)
      }
      drawTitles(true, in: canvas, environment)
      let painter = RowPainter(size: bounds.size, environment: environment)
      painter.drawPinEdge(at: pinned, hidden: columns.offset, in: canvas)
    } else {
      drawTitles(nil, in: canvas, environment)
    }
    canvas.hairline(atBottomOf: bounds, colors.edge)
    if hidden > 0, let shadow = environment.theme.pinShadow {
      canvas.gradient(
        Rect(x: 0, y: bounds.height, width: bounds.width, height: Self.shadowExtent), along: .vertical,
        from: shadow.opacity(hidden / Self.shadowExtent), to: shadow.opacity(0))
    }
  }

  private func drawTitles(_ pinned: Bool?, in canvas: Canvas, _ environment: Environment) {
    guard let columns, lines.count == columns.slots.count else { return }
    for (index, slot) in columns.slots.enumerated() where pinned == nil || slot.isPinned == pinned {
      drawTitle(index, slot, columns, in: canvas, environment)
    }
  }

  private func drawTitle(
    _ index: Int, _ slot: ColumnSlot, _ columns: ColumnLayout, in canvas: Canvas, _ environment: Environment
  ) {
    let (colors, place) = (environment.theme.colors, rect(from: slot.x, width: slot.width))
    drawGround(of: slot, in: place, canvas, environment)
    let spec = columns.set.specs[slot.column]
    let sort = sortIndex(of: slot.column)
    let room = slot.width - 2 * TableRowView.padding - (sort == nil ? 0 : Self.arrowSide + Self.arrowGap)
    let style = style(of: slot.column)
    if room > 4, let line = styled(&lines[index], style, room, environment) {
      let color = sort == nil && hovered != slot.column ? colors.text2 : colors.text1
      var x = RowPainter.left(of: line.width, slot, spec.alignment, bounds.width, environment)
      if sort != nil, spec.alignment == .center { x -= markWidth / 2 }
      canvas.text(
        line, at: Point(x: x, y: style.baseline(inHeight: bounds.height, scale: environment.scale)), color)
      if let sort { drawArrow(sort, beside: x, line.width, spec.alignment, in: canvas, environment) }
    }
    let end = isMirrored ? place.minX : place.maxX - environment.hairline
    canvas.fill(
      Rect(
        x: end, y: Self.separatorInset, width: environment.hairline, height: bounds.height - 2 * Self.separatorInset),
      colors.edge)
    if isFocused, host?.isFocusVisible == true, focusedTitle == slot.column {
      canvas.border(place, width: environment.theme.focusRingWidth, colors.focus)
    }
  }

  /// Draws the background of a title that is hovered, pressed or dragged.
  private func drawGround(of slot: ColumnSlot, in place: Rect, _ canvas: Canvas, _ environment: Environment) {
    let colors = environment.theme.colors
    let isHeld = columns?.held?.column == slot.column
    if isHeld {
      canvas.fill(place, colors.raised)
      canvas.border(place, width: 1, colors.edge)
    } else if gesture.isPress, gesture.column == slot.column {
      canvas.fill(place, colors.pressedW)
    } else if hovered == slot.column, gesture == .none {
      canvas.fill(place, colors.hoverW)
      if environment.theme.isHighContrast { canvas.border(place, width: 1, colors.control) }
    }
  }

  private func styled(
    _ line: inout CellLine, _ style: TextStyle, _ room: Double, _ environment: Environment
  ) -> TextLine? {
    line.use(style)
    return line.line(style, width: room, environment)
  }

  /// Draws the arrow of a sorted column. The arrow is after the title, or before an end-aligned one, so that such a
  /// title stays aligned with the numbers below it.
  private func drawArrow(
    _ sort: Int, beside x: Double, _ width: Double, _ alignment: TextAlignment, in canvas: Canvas,
    _ environment: Environment
  ) {
    guard let table else { return }
    let key = table.sortKeys[sort]
    let isBefore = (alignment == .end) != isMirrored
    let side = Self.arrowSide
    let left = isBefore ? x - markWidth : x + width + Self.arrowGap
    let box = Rect(x: left, y: 0, width: side, height: bounds.height)
    canvas.symbol(
      key.isDescending ? .arrowDown : .arrowUp, side: side, centeredIn: box, environment.theme.colors.accent)
    guard table.sortKeys.count > 1 else { return }
    let style = TextStyle.smallStrong
    let digit = environment.text.line("\(sort + 1)", font: style.font, scale: environment.scale)
    let baseline = style.baseline(inHeight: bounds.height, scale: environment.scale)
    canvas.text(digit, at: Point(x: environment.rounded(left + side), y: baseline), environment.theme.colors.accent)
  }

  /// The width of the arrow of a sorted column with its gap, and with the column's rank if there are several sort keys.
  private var markWidth: Double {
    Self.arrowSide + Self.arrowGap + ((table?.sortKeys.count ?? 0) > 1 ? Self.digitWidth : 0)
  }

  /// Returns the rectangle of the header that begins at a distance from the table's leading edge.
  func rect(from x: Double, width: Double) -> Rect {
    let rect = Rect(x: x, y: 0, width: width, height: bounds.height)
    return isMirrored ? rect.mirrored(inWidth: bounds.width) : rect
  }

  // MARK: Input

  override func cursor(at point: Point) -> Cursor { hitCursor(at: point) }
  override func pointerDown(_ event: PointerEvent) -> Bool { press(event) }
  override func pointerDragged(_ event: PointerEvent) { drag(event) }
  override func pointerUp(_ event: PointerEvent) { release(event) }
  override func pointerCancelled() { cancelGesture() }
  override func pointerHovered(at point: Point?, at now: Instant) {
    hovered = point.flatMap { columns?.slot(at: isMirrored ? bounds.width - $0.x : $0.x)?.column }
  }
  override func keyDown(_ event: KeyEvent) -> Bool { handleKey(event) }
  override func animate(at now: Instant) -> Instant? { scrolls ? now : nil }
  override func wheel(_ event: WheelEvent) -> Bool { table?.body.wheel(event) ?? false }

  override func focusDidChange(isFocused: Bool) {
    guard isFocused, focusedTitle == nil, let columns else { return }
    let start = table?.cells.start ?? columns.geometry.first.map { columns.geometry.column(at: $0) }
    focusedTitle = start
  }

  // MARK: Semantics

  override func describe(into context: FrameContext) {
    guard let columns, !isHidden else { return }
    let count = columns.count
    for slot in columns.slots {
      let spec = columns.set.specs[slot.column]
      let place = rect(from: slot.x, width: slot.width).offset(by: context.origin)
      var states: SemanticsNode.States = []
      if isFocused, focusedTitle == slot.column { states.insert(.focused) }
      context.semantics.append(
        SemanticsNode(
          id: spec.id, role: .header, text: spec.title + sortText(of: slot.column), bounds: place,
          depth: context.depth, position: columns.geometry.position(of: slot.column), setSize: count, states: states))
    }
  }

  /// Returns the sort of a column in words, such as `, sorted descending, 2 of 3`.
  func sortText(of column: Int) -> String {
    guard let table, let index = sortIndex(of: column) else { return "" }
    let direction = table.sortKeys[index].isDescending ? "descending" : "ascending"
    let place = table.sortKeys.count > 1 ? ", \(index + 1) of \(table.sortKeys.count)" : ""
    return ", sorted \(direction)\(place)"
  }
}
