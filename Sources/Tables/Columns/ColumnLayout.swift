import ScrollworkEngine
import ScrollworkGeometry
import ScrollworkHostInterface

/// The columns of a table as a frame shows them: geometry, horizontal offset and motion. Header and rows share it.
@MainActor
final class ColumnLayout {
  private(set) var set = ColumnSet.empty
  private(set) var geometry = ColumnGeometry([])
  private(set) var motion = ColumnMotion()
  /// The scroller of the horizontal offset.
  var scroller = Scroller()
  /// The number of times that the user or the program scrolled horizontally.
  private(set) var scrollCount = 0
  /// The columns of the frame in drawing order.
  private(set) var slots: [ColumnSlot] = []
  /// A number that changes when `slots` gets other columns or another order.
  private(set) var membership = 0
  /// A number that changes with anything in `slots`, also with a position or width.
  private(set) var version = 0
  /// The column that the user drags, with its drawn distance from the table's leading edge; `nil` if there is none.
  private(set) var held: (column: Int, x: Double)?
  /// The drawn horizontal offset, rounded to whole device pixels.
  private(set) var offset = 0.0
  private(set) var viewport = 0.0
  private var scale = 1.0
  private var last: Instant?
  private var spare: [ColumnSlot] = []
  /// A closure that returns the width that the cells of a fitted column need, without regard to its limits.
  var measure: ((Int) -> Double)?

  var count: Int { geometry.count }
  /// The largest horizontal offset.
  var maximum: Double { max(0, geometry.total - viewport) }
  /// The width of the columns that do not scroll.
  var pinnedWidth: Double { maximum > 0 ? geometry.pinnedWidth : 0 }

  /// Whether no column moves, and the user neither drags nor scrolls the columns.
  var isAtRest: Bool { held == nil && motion.isAtRest && !scroller.isMoving }

  /// Whether the width of a column follows from its cells and is known.
  func isFitted(_ column: Int) -> Bool {
    guard case .fitted = set.specs[column].width else { return false }
    return !geometry.columns[column].isSized && !geometry.needsFit(column)
  }

  /// Whether the start of a column is scrolled out of view. If such a column became wider, other columns would move.
  func isCutAtStart(_ slot: ColumnSlot) -> Bool { !slot.isPinned && offset > 0 && slot.x < pinnedWidth }

  // MARK: Declarations

  /// Shows other columns. Those that both declarations have keep the user's changes.
  /// - Parameter animated: Whether remaining columns move by animation, if they are half of the visible ones or more.
  func use(_ new: ColumnSet, animated: Bool) {
    guard new !== set else { return }
    let old = set
    revealed = revealed.flatMap { last in new.index(of: old.specs[last.column].id).map { ($0, last.scrolls) } }
    let isSame = old.specs.count == new.specs.count && zip(old.specs, new.specs).allSatisfy { $0.id == $1.id }
    geometry = ColumnGeometry(new.specs, keeping: geometry, old.specs) {
      isSame ? $0 : old.index(of: new.specs[$0].id)
    }
    let find = { (column: Int) in new.index(of: old.specs[column].id) }
    let before = slots.compactMap { slot in
      find(slot.column).map { ColumnSlot(column: $0, x: slot.x, width: slot.width, isPinned: slot.isPinned) }
    }
    set = new
    held = nil
    fitOffset()
    if animated, !before.isEmpty, before.count * 2 >= slots.count {
      motion.follow(find)
      fitVisible()
      startMotion(from: before) { old.index(of: new.specs[$0].id) == nil }
    } else {
      motion.stop()
    }
    update(force: true)
  }

  // MARK: Changes

  /// Changes the columns. If animated, visible columns move from their drawn to their new frames.
  func change(animated: Bool, _ body: (inout ColumnGeometry) -> Void) {
    let before = slots
    body(&geometry)
    fitOffset()
    guard animated else {
      motion.stop()
      return update(force: true)
    }
    startMotion(from: before) { shownColumn == $0 }
    update(force: true)
  }

  /// Starts the motion of columns from their drawn frames to their target frames.
  /// - Parameter grows: Returns whether a column that was not drawn is new; otherwise it was only off screen.
  private func startMotion(from before: [ColumnSlot], _ grows: (Int) -> Bool) {
    for slot in before where slot.column != held?.column {
      let target = self.target(of: slot.column)
      motion.set(slot.column, x: bounded(slot.x - target.x), width: slot.width - target.width)
    }
    // A column that comes into view moves along with the one before it, or grows from a pixel if it is new.
    var moved = (x: 0.0, width: 0.0)
    geometry.forEachVisible(at: offset) { column, _, width in
      if before.contains(where: { $0.column == column }) {
        moved = motion.distance(of: column)
      } else if grows(column) {
        motion.set(column, x: moved.x + moved.width, width: 1 - width)
        moved = (moved.x + moved.width, 1 - width)
      } else {
        motion.set(column, x: moved.x + moved.width, width: 0)
        moved = (moved.x + moved.width, 0)
      }
    }
    last = nil
  }

  /// Shows or hides a column.
  func setHidden(_ isHidden: Bool, _ column: Int, animated: Bool) {
    shownColumn = isHidden ? nil : column
    change(animated: animated) { $0.setHidden(isHidden, column) }
    shownColumn = nil
  }
  /// The column that the running call of `setHidden` shows; `nil` if there is none.
  private var shownColumn: Int?

  /// Draws the column that the user drags at a distance from the table's leading edge; `nil` ends the drag.
  func hold(_ column: Int?, at x: Double = 0) {
    if let held, held.column != column {
      self.held = nil
      let target = self.target(of: held.column)
      motion.set(held.column, x: bounded(held.x - target.x), width: 0)
      last = nil
    }
    held = column.map { ($0, x) }
    update(force: true)
  }

  /// Ends a drag. The column jumps to its position without motion.
  func drop() {
    held = nil
    update(force: true)
  }

  /// Returns the distance of a column from the table's leading edge and its width, both at rest.
  func target(of column: Int) -> (x: Double, width: Double) {
    let start = geometry.start(of: column)
    return (geometry.isPinned(column) && maximum > 0 ? start : start - offset, geometry.width(of: column))
  }

  /// Limits a motion to 1.5 table widths, so that distant columns start or end just off screen.
  private func bounded(_ distance: Double) -> Double { min(max(distance, -1.5 * viewport), 1.5 * viewport) }

  // MARK: The frame

  /// Changes the width of the table and the scale of the window.
  func resize(to width: Double, scale: Double) {
    guard width != viewport || scale != self.scale else { return }
    (viewport, self.scale) = (width, scale)
    geometry.resize(to: width)
    fitOffset()
    update(force: true)
  }

  /// Advances all motion.
  /// - Returns: Whether anything still moves.
  func advance(to now: Instant) -> Bool {
    let seconds = last.map { max(0, now.seconds(since: $0)) } ?? 0
    let moves = !motion.isAtRest
    last = moves ? now : nil
    if moves { motion.advance(by: seconds) }
    if scroller.isMoving { scroller.advance(to: now) }
    update(force: moves)
    revealAgain(at: now)
    return !motion.isAtRest || scroller.isMoving
  }

  private func fitOffset() {
    scroller.adapt(maximum: maximum, shift: 0)
    offset = (scroller.offset * scale).rounded() / scale
  }

  /// Updates `slots` to the columns that are visible now, if the offset changed or `force` is set.
  private func update(force: Bool) {
    let offset = (scroller.offset * scale).rounded() / scale
    guard force || offset != self.offset else { return }
    self.offset = offset
    fitVisible()
    swap(&slots, &spare)
    slots.removeAll(keepingCapacity: true)
    let scrolls = maximum > 0
    geometry.forEachVisible(at: offset) { column, start, width in
      let isPinned = scrolls && geometry.isPinned(column)
      if column != held?.column { append(column, isPinned ? start : start - offset, width, isPinned) }
    }
    if !motion.isAtRest {
      for column in motion.columns where column != held?.column && !slots.contains(where: { $0.column == column }) {
        let target = self.target(of: column)
        append(column, target.x, target.width, scrolls && geometry.isPinned(column))
      }
    }
    if let held { append(held.column, held.x, geometry.width(of: held.column), false) }
    let isSame = slots.count == spare.count && zip(slots, spare).allSatisfy { $0.column == $1.column }
    if !isSame { membership += 1 }
    if !isSame || slots != spare { version += 1 }
  }

  private func append(_ column: Int, _ x: Double, _ width: Double, _ isPinned: Bool) {
    let moved = column == held?.column ? (x: 0, width: 0) : motion.distance(of: column)
    let slot = ColumnSlot(column: column, x: x + moved.x, width: max(0, width + moved.width), isPinned: isPinned)
    if slot.x < viewport, slot.end > 0, slot.width > 0 { slots.append(slot) }
  }

  /// The column that was revealed last, and the number of scrolls at that time; `nil` if there is none.
  private var revealed: (column: Int, scrolls: Int)?
  /// Whether fitted columns were measured since the last frame.
  private var hasFitted = false

  /// Measures fitted columns that become visible for the first time. Columns that were visible already stay in place.
  private func fitVisible() {
    guard let measure else { return }
    // Each width that is found may bring other columns into view.
    for _ in 0..<8 {
      var found: [Int] = []
      geometry.forEachVisible(at: offset) { column, _, _ in if geometry.needsFit(column) { found.append(column) } }
      guard !found.isEmpty else { return }
      for column in found {
        let (old, end) = (geometry.width(of: column), geometry.start(of: column) + geometry.width(of: column))
        geometry.setFit(measure(column), of: column)
        hasFitted = true
        // Scrolling back, the content that is visible already keeps its place.
        let isCutAtStart = !geometry.isPinned(column) && offset > 0 && end - old < offset + pinnedWidth
        scroller.adapt(maximum: maximum, shift: isCutAtStart ? geometry.width(of: column) - old : 0)
        offset = (scroller.offset * scale).rounded() / scale
      }
    }
  }

  /// Returns the topmost column at a distance from the table's leading edge; `nil` if there is none. The margin before
  /// the first column belongs to that column.
  func slot(at x: Double) -> ColumnSlot? {
    let x = max(x, geometry.margin - offset, pinnedWidth > 0 ? geometry.margin : 0)
    let isAtPins = x < pinnedWidth
    return slots.last { $0.x <= x && x < $0.end && $0.isPinned == isAtPins }
      ?? slots.last { $0.x <= x && x < $0.end }
  }

  /// Scrolls horizontally until a column is visible.
  func reveal(_ column: Int, animated: Bool, at now: Instant) {
    guard !geometry.isPinned(column) else { return }
    let (start, width, edge) = (geometry.start(of: column), geometry.width(of: column), pinnedWidth)
    let current = scroller.isMoving ? scroller.target : scroller.offset
    var wanted = current
    if start + width - current > viewport { wanted = start + width + geometry.margin - viewport }
    if start - wanted < edge { wanted = max(0, start - edge - geometry.margin) }
    if wanted != current { scroll(to: wanted, animated: animated, at: now) }
    revealed = (column, scrollCount)
  }

  /// Corrects the target of the last scroll to a column, because columns were measured during the scroll.
  private func revealAgain(at now: Instant) {
    guard hasFitted else { return }
    hasFitted = false
    guard let revealed, revealed.scrolls == scrollCount else { return }
    reveal(revealed.column, animated: scroller.isMoving, at: now)
    // For the user this is the same scroll.
    scrollCount = revealed.scrolls
    self.revealed = revealed
    update(force: true)
  }

  /// Scrolls horizontally by a distance of the wheel or the touchpad.
  func scroll(by distance: Double, animated: Bool, at now: Instant) {
    scrollCount += 1
    scroller.adapt(maximum: maximum, shift: 0)
    if animated { scroller.wheel(by: distance, at: now) } else { scroller.scroll(by: distance) }
  }

  /// Scrolls horizontally to an offset.
  func scroll(to offset: Double, animated: Bool, at now: Instant) {
    scrollCount += 1
    scroller.adapt(maximum: maximum, shift: 0)
    if !animated { return scroller.jump(to: offset) }
    if abs(offset - scroller.offset) > 3 * viewport {
      scroller.jump(to: offset - (offset > scroller.offset ? viewport : -viewport))
    }
    scroller.glide(to: offset, spring: .key, at: now)
  }
}
