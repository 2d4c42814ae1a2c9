import ScrollworkContentViews
import ScrollworkEngine
import ScrollworkGeometry
import ScrollworkHostInterface

/// The content view of a ``TableRow``. It draws the texts of its visible cells itself, and has views for other cells.
final class TableRowView: View, StateObserving, ToolTipGiving {
  private(set) var row: TableRowContent?
  /// The item that the lines and cells show now; `nil` if there is none.
  private var boundRow: TableRowContent?
  /// The lines of the visible columns, in the order of the table's slots. Drawing changes each of them, so dynamic checks
  /// of exclusive access would cost as much as the access. The code that runs meanwhile does not read them.
  @exclusivity(unchecked) private var lines: [CellLine] = []
  /// The text of an item without cells, drawn across all columns except pinned ones; without text if there are cells.
  private var whole = CellLine(column: -1)
  /// Whether the texts are pale.
  private var isPale = false
  /// The views of the cells that show components.
  let cells = CellViews()
  /// The set of columns to whose indices the lines and cells refer.
  private var boundSet: ColumnSet?
  /// The value of `ColumnLayout.membership` for which the lines were made.
  private var membership = -1
  private var version = -1
  private(set) var state = CellState()
  /// The transition between the row and a tile; `nil` at rest.
  private var way: TileWay?
  private weak var registeredTable: TableView?

  static let padding = 12.0
  /// The sum of the padding above and below the content of a self-sizing cell, in logical pixels.
  static let verticalPadding = 8.0

  override init() {
    super.init()
    speaksForChildren = true
    cells.addContainers(to: self)
  }

  /// The table that shows the row; `nil` outside of a table.
  private var table: TableView? { (parent as? TableBody)?.table }
  private var columns: ColumnLayout? { table?.columns }

  // MARK: Binding

  /// Shows an item. Cells whose text stays the same are not shaped again.
  func show(_ new: TableRowContent) {
    // Cells of a column that shows components now are missing.
    if row?.source.set !== new.source.set { membership = -1 }
    row = new
    guard let columns else { return }
    guard membership == columns.membership else { return setNeedsColumns() }
    if bindAll(new, columns) { setNeedsDisplay() }
  }

  /// Shows an item in all lines and cells that exist, unless they show it already.
  /// - Returns: Whether something looks different.
  private func bindAll(_ new: TableRowContent, _ columns: ColumnLayout) -> Bool {
    guard boundRow !== new else { return false }
    boundRow = new
    let wasPale = isPale
    isPale = table?.isPaleRow(new.anyItem) ?? false
    var isChanged = whole.show(table?.wholeRowText?(new.anyItem)) || isPale != wasPale
    for index in lines.indices where bind(&lines[index], columns) { isChanged = true }
    return cells.render(new, columns) || isChanged
  }

  /// Reads the texts of the item again.
  func readTexts() {
    guard let row, let columns, membership == columns.membership else { return }
    var isChanged = whole.show(table?.wholeRowText?(row.anyItem))
    for index in lines.indices where bind(&lines[index], columns) { isChanged = true }
    if isChanged { setNeedsDisplay() }
  }

  /// Reads the text of a line's column from the item.
  /// - Returns: Whether the line looks different.
  private func bind(_ line: inout CellLine, _ columns: ColumnLayout) -> Bool {
    guard let row, columns.set.specs[line.column].isText, let column = row.column(line.column, of: columns.set) else {
      return line.show("")
    }
    return line.show(row.text(column))
  }

  override func hostDidChange() {
    if host != nil, let table {
      guard registeredTable !== table else { return }
      registeredTable?.remove(self)
      registeredTable = table
      table.add(self)
      // The cells were recycled when the row left another window or screen.
      if row != nil, membership != columns?.membership { setNeedsColumns() }
    } else {
      registeredTable?.remove(self)
      registeredTable = nil
      cells.recycleAll()
      membership = -1
    }
  }

  /// Updates the row if the columns of the table changed since the last frame.
  func followColumns() {
    guard let columns, version != columns.version else { return }
    setNeedsColumns()
  }

  private func setNeedsColumns() {
    version = -1
    markNeedsLayout()
  }

  override func layout(environment: Environment) {
    guard let table, let row else { return }
    let columns = table.columns
    if boundSet !== columns.set {
      // The same numbers mean other columns now, also for an item that stays.
      (boundSet, boundRow, membership) = (columns.set, nil, -1)
    }
    if membership != columns.membership {
      membership = columns.membership
      lines.follow(columns.slots) { line in _ = bind(&line, columns) }
      cells.follow(row, columns, table.cellPool)
      // Columns that stay in sight may still show the former item.
      _ = bindAll(row, columns)
    }
    version = columns.version
    way = table.way(of: bounds.size)
    // On their way, cells keep the places that they have at rest.
    let size = way.map { _ in Size(width: table.body.bounds.width, height: table.rowHeight ?? 0) } ?? bounds.size
    cells.place(columns, in: size, way, isMirrored: environment.direction == .rightToLeft, environment)
  }

  override func sizeThatFits(_ proposal: Size, environment: Environment) -> Size {
    guard let columns else { return Size(width: proposal.width, height: 0) }
    layoutIfNeeded(environment: environment)
    let text = TextStyle.body.lineHeight
    return Size(
      width: proposal.width,
      height: max(text, cells.height(columns, environment)) + Self.verticalPadding)
  }

  // MARK: Drawing

  override func draw(in canvas: Canvas, environment: Environment) {
    guard let table, lines.count == table.columns.slots.count, way?.textOpacity != 0 else { return }
    let columns = table.columns
    // A focused cell has the ring, not the whole row.
    drawsOwnFocus = table.cells.focusedColumn != nil
    let pinned = columns.pinnedWidth
    let painter = RowPainter(
      size: bounds.size, environment: environment, opacity: way?.textOpacity ?? 1, isPale: isPale)
    let range = table.cells.drawing(in: columns)
    painter.drawRange(range, state, columns, in: canvas)
    if whole.text != nil {
      drawWhole(columns, painter, in: canvas)
    } else if pinned > 0, columns.offset > 0 {
      canvas.clipped(to: painter.rect(from: pinned, width: bounds.width - pinned)) {
        drawTexts(pinned: false, columns, painter, in: canvas)
      }
      drawTexts(pinned: true, columns, painter, in: canvas)
      painter.drawPinEdge(at: pinned, hidden: columns.offset, in: canvas)
    } else {
      drawTexts(pinned: nil, columns, painter, in: canvas)
    }
    canvas.hairline(atBottomOf: bounds, environment.color(.separator).opacity(painter.opacity))
    painter.drawRangeEnd(range, state, in: canvas)
  }

  /// Draws the pinned columns, and the text across all others.
  private func drawWhole(_ columns: ColumnLayout, _ painter: RowPainter, in canvas: Canvas) {
    var start = columns.geometry.margin
    for (index, slot) in columns.slots.enumerated() where columns.geometry.isPinned(slot.column) {
      let spec = columns.set.specs[slot.column]
      painter.draw(&lines[index], slot, spec.alignment, isQuiet: spec.isQuiet, nil, in: canvas)
      start = max(start, slot.end)
    }
    let slot = ColumnSlot(column: -1, x: start, width: max(0, bounds.width - start), isPinned: true)
    let marks = whole.text.flatMap { text in row.flatMap { table?.textMarks?(text, "", $0.anyItem) } }
    painter.draw(&whole, slot, .start, marks, in: canvas)
  }

  private func drawTexts(pinned: Bool?, _ columns: ColumnLayout, _ whole: RowPainter, in canvas: Canvas) {
    // A frame that scrolls sideways records all cells of all rows, so what they share is found once for each row.
    let (held, slots, specs) = (columns.held?.column, columns.slots, columns.set.specs)
    let (textMarks, isAtRest) = (table?.textMarks, way == nil)
    var painter = whole
    for index in slots.indices where pinned == nil || slots[index].isPinned == pinned {
      let slot = slots[index]
      if slot.column == held { painter.drawHeld(slot, state, in: canvas) }
      guard specs[slot.column].isText else { continue }
      if !isAtRest { painter.opacity = whole.opacity * share(of: slot) }
      guard painter.opacity > 0 else { continue }
      var marks: TextMarks?
      if let textMarks, let row, let text = lines[index].text {
        marks = textMarks(text, specs[slot.column].id, row.anyItem)
      }
      painter.draw(
        &lines[index], slot, specs[slot.column].alignment, isQuiet: specs[slot.column].isQuiet, marks, in: canvas)
    }
  }

  /// Returns the factor for the opacity of a text during the transition to a tile, where the row may be too narrow for
  /// the text: 1 for a text that fits, 0 for one that is out of the row.
  private func share(of slot: ColumnSlot) -> Double {
    guard way != nil, let table else { return 1 }
    let end = min(slot.end, table.body.bounds.width) - Self.padding
    return max(0, min(1, (bounds.width - end) / Self.padding))
  }

  override func drawOverlay(in canvas: Canvas, environment: Environment) {
    guard state.isFocused, let table, let columns, let column = table.cells.focusedColumn,
      let slot = columns.slots.first(where: { $0.column == column })
    else { return }
    let painter = RowPainter(size: bounds.size, environment: environment)
    let left = slot.isPinned ? slot.x : max(slot.x, columns.pinnedWidth)
    guard slot.end > left else { return }
    canvas.border(
      painter.rect(from: left, width: slot.end - left), width: environment.theme.focusRingWidth,
      environment.color(.focus))
  }

  // MARK: Tool tips

  /// Returns a tool tip with the whole text of the cell at a point; `nil` if the column shows all of the text.
  func toolTip(at point: Point, environment: Environment) -> ToolTip? {
    guard let columns, lines.count == columns.slots.count, way == nil, whole.text == nil else { return nil }
    let x = environment.direction == .rightToLeft ? bounds.width - point.x : point.x
    guard let slot = columns.slot(at: x), let index = lines.firstIndex(where: { $0.column == slot.column }),
      columns.set.specs[slot.column].isText, let text = lines[index].text
    else { return nil }
    let room = slot.width - 2 * Self.padding
    let style: TextStyle = columns.set.specs[slot.column].isQuiet ? .small : .body
    guard let line = lines[index].line(style, width: room, environment), line.isTruncated else { return nil }
    let start = text.prefix(Self.tipLength)
    let place = RowPainter(size: bounds.size, environment: environment).rect(from: slot.x, width: slot.width)
    return ToolTip(text: start.endIndex < text.endIndex ? start + "…" : text, place: place)
  }

  /// The largest number of characters in a tool tip.
  private static let tipLength = 1_000

  // MARK: State

  func cellStateDidChange(_ new: CellState) { state = new }

  override var semanticsText: String {
    guard let columns else { return "" }
    return lines.indices.compactMap { index in
      let column = lines[index].column
      if columns.set.specs[column].isText { return lines[index].text ?? "—" }
      return cells.text(of: column).flatMap { $0.isEmpty ? nil : $0 }
    }.joined(separator: " ")
  }

  /// Returns the text of the row's cell in a column of `set`, for measuring the column; `nil` if there is none, or if a
  /// text covers all columns.
  func text(of column: Int, in set: ColumnSet) -> String? {
    whole.text != nil ? nil : row.flatMap { row in row.column(column, of: set).flatMap(row.text) }
  }
}
