import ScrollworkContentViews
import ScrollworkEngine
import ScrollworkGeometry
import ScrollworkHostInterface

/// The pointer input of the header: clicks sort, drags move and resize, the right button opens the menu.
extension TableHeader {
  /// The distance from the edge of a title at which a press resizes, in logical pixels.
  private static let grab = 5.0
  private static let slop = 4.0
  /// The distance from the edges of the header in which a dragged title scrolls the table, in logical pixels.
  private static let scrollZone = 32.0
  private static let scrollVelocity = 900.0

  /// Returns the distance of a point from the table's leading edge.
  private func place(of point: Point) -> Double { isMirrored ? bounds.width - point.x : point.x }

  /// Returns the column whose end is at a distance from the table's leading edge; `nil` if there is none.
  private func edge(at x: Double) -> Int? {
    guard let columns else { return nil }
    let isAtPins = x < columns.pinnedWidth + Self.grab
    let near = columns.slots.filter { abs($0.end - x) <= Self.grab && ($0.isPinned || !isAtPins || $0.end > x - 1) }
    return (near.last { $0.isPinned } ?? near.min { abs($0.end - x) < abs($1.end - x) })?.column
  }

  func hitCursor(at point: Point) -> Cursor {
    if case .resizing = gesture { return .resizeHorizontal }
    if case .moving = gesture { return .arrow }
    return edge(at: place(of: point)) == nil ? .arrow : .resizeHorizontal
  }

  func press(_ event: PointerEvent) -> Bool {
    guard let table, let columns else { return false }
    let x = place(of: event.location)
    if event.button == .right {
      openMenu(
        for: columns.slot(at: x)?.column, at: .point(convertToRoot(Rect(origin: event.location, size: .zero)).origin))
      return true
    }
    guard event.button == .left else { return false }
    if let column = edge(at: x) {
      if event.clicks == 2 {
        gesture = .none
        table.setWidth(table.measuredWidth(of: column, rows: 200), of: column, animated: table.animates)
      } else {
        gesture = .resizing(column: column, width: columns.geometry.width(of: column), start: x)
      }
    } else if let slot = columns.slot(at: x) {
      gesture = .pressed(column: slot.column, start: event.location)
    }
    return true
  }

  func drag(_ event: PointerEvent) {
    guard let table, let columns else { return }
    let x = place(of: event.location)
    switch gesture {
    case .none: break
    case .resizing(let column, let width, let start):
      table.setWidth(width + x - start, of: column, animated: false)
    case .pressed(let column, let start):
      guard event.location.distance(to: start) > Self.slop,
        let slot = columns.slots.first(where: { $0.column == column })
      else { return }
      gesture = .moving(column: column, grip: place(of: start) - slot.x, pointer: x)
      formerPosition = columns.geometry.position(of: column)
      lastScroll = nil
      follow(x)
    case .moving(let column, let grip, _):
      gesture = .moving(column: column, grip: grip, pointer: x)
      follow(x)
    }
    if scrolls { host?.animate(self) }
    host?.setNeedsFrame()
  }

  /// Draws the dragged column under the pointer, and moves it past the columns that it has passed.
  private func follow(_ x: Double) {
    guard let table, let columns, case .moving(let column, let grip, _) = gesture else { return }
    columns.hold(column, at: x - grip)
    // The pointer may pass several columns between two events.
    while let place = neighbour(of: column, passedAt: x - grip, columns) {
      table.move(column, to: place)
      // Other columns than pinned ones stay behind those.
      guard columns.geometry.position(of: column) == place else { return }
    }
  }

  /// Returns the position of the neighbour whose middle the dragged column has passed; `nil` if it has passed none.
  private func neighbour(of column: Int, passedAt x: Double, _ columns: ColumnLayout) -> Int? {
    let (geometry, width) = (columns.geometry, columns.geometry.width(of: column))
    let position = geometry.position(of: column)
    func middle(_ position: Int) -> Double {
      let target = columns.target(of: geometry.column(at: position))
      return target.x + target.width / 2
    }
    if let next = geometry.next(after: position), x + width > middle(next) { return next }
    if let previous = geometry.previous(before: position), x < middle(previous) { return previous }
    return nil
  }

  /// The distance by which the pointer with a dragged title is inside the zone at an edge that scrolls the table, in
  /// logical pixels: negative at the leading edge, 0 outside.
  private var depthAtEdge: Double {
    guard case .moving(_, _, let x) = gesture, let columns else { return 0 }
    let low = columns.pinnedWidth + Self.scrollZone
    return x < low ? x - low : max(0, x - (bounds.width - Self.scrollZone))
  }

  /// Whether a dragged title scrolls the table now, because the pointer is near an edge and the table can scroll there.
  var scrolls: Bool {
    guard let columns, case let depth = depthAtEdge, depth != 0 else { return false }
    return depth < 0 ? columns.scroller.offset > 0 : columns.scroller.offset < columns.maximum
  }

  /// Scrolls the table while a title is dragged near its edges. Runs at the start of each frame.
  func follow(at now: Instant) {
    guard case .moving(_, _, let x) = gesture, let table, scrolls else {
      lastScroll = nil
      return
    }
    let excess = depthAtEdge
    let seconds = lastScroll.map { min(0.1, max(0, now.seconds(since: $0))) } ?? 0
    lastScroll = now
    let speed = min(1, abs(excess) / Self.scrollZone) * Self.scrollVelocity
    guard table.scrollSideways(by: (excess < 0 ? -speed : speed) * seconds, isPrecise: true) else { return }
    follow(x)
  }

  func release(_ event: PointerEvent) {
    defer { gesture = .none }
    guard let table, let columns else { return }
    switch gesture {
    case .none, .resizing: break
    case .pressed(let column, _):
      guard bounds.contains(event.location), columns.set.specs[column].isSortable else { return }
      sort(column, adds: event.modifiers.contains(.shift))
    case .moving:
      if table.animates { columns.hold(nil) } else { columns.drop() }
      host?.setNeedsFrame()
    }
  }

  func cancelGesture() {
    columns?.hold(nil)
    gesture = .none
  }

  /// Cancels a drag, and restores the former position or width of the column.
  /// - Returns: Whether a column was dragged or resized.
  func takeBackDrag() -> Bool {
    guard let table else { return false }
    switch gesture {
    case .none, .pressed: return false
    case .resizing(let column, let width, _): table.setWidth(width, of: column, animated: table.animates)
    case .moving(let column, _, _):
      columns?.hold(nil)
      table.move(column, to: formerPosition)
    }
    gesture = .none
    host?.setNeedsFrame()
    return true
  }

  /// Changes the sort by a column, as a click on its title does.
  func sort(_ column: Int, adds: Bool) {
    guard let table, let columns, columns.set.specs[column].isSortable else { return }
    table.changeSort(table.sortKeys.clicked(columns.set.specs[column].id, adds: adds))
    host?.announce(
      columns.set.specs[column].title + (sortIndex(of: column) == nil ? ", not sorted" : sortText(of: column)))
  }
}
