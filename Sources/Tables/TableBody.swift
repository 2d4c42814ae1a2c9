import ScrollworkContentViews
import ScrollworkDiffing
import ScrollworkEngine
import ScrollworkGeometry
import ScrollworkHostInterface

/// The list of the rows of a table. It also handles the keys, wheel and drags that concern columns and cells.
final class TableBody: CollectionView {
  weak var table: TableView?
  /// The point of the press that may become a range of cells; `nil` if there is none.
  private var pressStart: Point?
  /// The last point of the pointer while it selects a range; `nil` at other times.
  private var dragPoint: Point?
  private var lastScroll: Instant?

  /// The distance that the pointer must move before a press becomes a drag, in logical pixels.
  private static let slop = 4.0
  /// The largest velocity of the scroll while the pointer is beyond an edge, in logical pixels a second.
  private static let edgeVelocity = 1500.0

  // MARK: The wheel

  override func wheel(_ event: WheelEvent) -> Bool {
    guard let table, !table.showsTiles, !event.modifiers.contains(.control) else { return super.wheel(event) }
    let isTurned = event.modifiers.contains(.shift) && event.delta.x == 0
    let (across, along) = isTurned ? (event.delta.y, 0) : (event.delta.x, event.delta.y)
    let sign = host?.environment.direction == .rightToLeft && !isTurned ? 1.0 : -1.0
    let notch = 96.0
    let moved = table.scrollSideways(by: sign * across * notch, isPrecise: event.delta.isPrecise)
    guard along != 0 else { return moved }
    var event = event
    event.delta.x = 0
    return super.wheel(event) || moved
  }

  // MARK: The pointer

  /// The index of the column at a point; `nil` if there is none.
  func column(at point: Point) -> Int? {
    guard let table else { return nil }
    let isMirrored = host?.environment.direction == .rightToLeft
    return table.columns.slot(at: isMirrored ? bounds.width - point.x : point.x)?.column
  }

  override func pointerDown(_ event: PointerEvent) -> Bool {
    let column = column(at: event.location)
    let used = super.pointerDown(event)
    guard let table, !table.showsTiles, let column, path(at: event.location) != nil else { return used }
    switch event.button {
    case .left where event.modifiers == .shift && table.cells.anchor != nil:
      table.cells.move(to: column, extends: true)
    case .left where event.modifiers.isEmpty:
      table.cells.press(column)
      pressStart = event.location
    case .right where isInRange(column): break
    case .left, .middle, .right: table.cells.press(column)
    }
    return used
  }

  private func isInRange(_ column: Int) -> Bool {
    guard let table, let range = table.cells.range(in: table.columns.geometry) else { return false }
    return range.contains(table.columns.geometry.position(of: column))
  }

  override func pointerDragged(_ event: PointerEvent) {
    super.pointerDragged(event)
    guard let pressStart, !isDraggingItems, selectionMode == .multiple else { return endRange() }
    guard dragPoint != nil || event.location.distance(to: pressStart) > Self.slop else { return }
    dragPoint = event.location
    extendRange(to: event.location)
    lastScroll = nil
    host?.animate(self)
  }

  override func pointerUp(_ event: PointerEvent) {
    super.pointerUp(event)
    endRange()
  }

  override func pointerCancelled() {
    super.pointerCancelled()
    endRange()
  }

  private func endRange() { (pressStart, dragPoint) = (nil, nil) }

  /// Extends the range of cells to the row and column at a point, or to the nearest visible ones.
  private func extendRange(to point: Point) {
    guard let table else { return }
    let inside = Point(
      x: min(max(0, point.x), bounds.width - 1), y: min(max(0, point.y), bounds.height - 1))
    if let path = itemPath(nearest: inside), path != focusedItem { extendSelection(to: path) }
    if let column = column(at: inside) ?? table.columns.slots.last?.column, column != table.cells.focusedColumn {
      table.cells.move(to: column, extends: true)
    }
  }

  /// Scrolls while the pointer that selects a range is beyond an edge.
  override func animate(at now: Instant) -> Instant? {
    guard let table, let point = dragPoint else { return super.animate(at: now) }
    defer { lastScroll = now }
    let (down, across) = (Self.excess(point.y, bounds.height), Self.excess(point.x, bounds.width))
    guard down != 0 || across != 0 else { return nil }
    let seconds = lastScroll.map { min(0.1, max(0, now.seconds(since: $0))) } ?? 0
    let step = { (excess: Double) in min(max(excess * 12, -Self.edgeVelocity), Self.edgeVelocity) * seconds }
    if down != 0 { scroll(to: .offset(contentOffset.y + step(down)), animated: false) }
    if across != 0 {
      _ = table.scrollSideways(
        by: step(host?.environment.direction == .rightToLeft ? -across : across), isPrecise: true)
    }
    extendRange(to: point)
    return now
  }

  private static func excess(_ place: Double, _ length: Double) -> Double {
    place < 0 ? place : place > length ? place - length : 0
  }

  // MARK: Keys

  override func keyDown(_ event: KeyEvent) -> Bool {
    guard let table else { return super.keyDown(event) }
    if event.key == .escape, table.header.takeBackDrag() { return true }
    guard isFocused else {
      // A key that the edited cell left over.
      if event.key == .escape, let view = host?.focusedView, table.rows.contains(where: { view.isInside($0) }) {
        host?.focus(self, visible: true)
        return true
      }
      return super.keyDown(event)
    }
    if event.modifiers.isEmpty, table.leavesKey(event.key) { return false }
    if event.key == "C", event.modifiers == .control, table.copiesCells(), table.copy() { return true }
    // All rows are selected, and not the cells of a range in them.
    if event.key == "A", event.modifiers == .control { table.cells.clear() }
    if event.key == .escape, table.cells.focusedColumn != nil {
      table.cells.clear()
      return true
    }
    if table.showsTiles { return super.keyDown(event) }
    if event.modifiers.isEmpty, [.up, .down, .pageUp, .pageDown].contains(event.key) { table.cells.collapse() }
    if event.key == .enter || event.key == "F2", event.modifiers.isEmpty, editFocusedCell() { return true }
    if leavesCells(event), super.keyDown(event) { return true }
    // Without a focused cell, the rows are what Home and End refer to.
    if table.cells.focusedColumn == nil, event.key == .home || event.key == .end {
      return super.keyDown(Self.leaving(event))
    }
    guard event.modifiers.isSubset(of: .shift), let move = Self.move(event.key, isMirrored) else {
      return super.keyDown(Self.leaving(event))
    }
    return table.moveCell(move, extends: event.modifiers.contains(.shift)) || super.keyDown(event)
  }

  /// Whether a Left or Right key belongs to the outline of the rows instead of the cells: in a row without cells, and
  /// where the key leads back from the first cell to the row. In the latter case, ends the range of cells.
  private func leavesCells(_ event: KeyEvent) -> Bool {
    guard let table, event.modifiers.isEmpty, event.key == .left || event.key == .right, let focusedItem,
      table.newestList.isOutlineRow(at: focusedItem)
    else { return false }
    guard table.content(at: focusedItem, in: table.newestList) != nil else { return true }
    guard Self.move(event.key, isMirrored) == .previous else { return false }
    guard let column = table.cells.start else { return true }
    let geometry = table.columns.geometry
    guard geometry.previous(before: geometry.position(of: column)) == nil else { return false }
    table.cells.clear()
    return true
  }

  private var isMirrored: Bool { host?.environment.direction == .rightToLeft }

  private static func move(_ key: Key, _ isMirrored: Bool) -> TableView.CellMove? {
    switch key {
    case .left: isMirrored ? .next : .previous
    case .right: isMirrored ? .previous : .next
    case .home: .first
    case .end: .last
    default: nil
    }
  }

  /// Returns a key for the rows: Home and End with Control lose it, because without Control they move among columns.
  private static func leaving(_ event: KeyEvent) -> KeyEvent {
    guard event.key == .home || event.key == .end, event.modifiers.contains(.control) else { return event }
    var event = event
    event.modifiers.remove(.control)
    return event
  }

  /// Gives the keyboard focus to the view in the focused cell.
  /// - Returns: Whether the cell has a view that can get the focus.
  private func editFocusedCell() -> Bool {
    guard let table, let column = table.cells.focusedColumn,
      let row = table.rows.first(where: { $0.state.isFocused }), let view = row.cells.focusable(in: column)
    else { return false }
    host?.focus(view, visible: true)
    return true
  }
}
