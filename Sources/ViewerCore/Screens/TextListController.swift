import Dispatch
package import Scrollwork

/// Keeps selection, focus and scroll position of a list of lines when it is filtered or sorted.
///
/// A list finds surviving items by a diff, which takes longer than a frame for millions of rows. Here the mapping is
/// known: each row shows a line, and lines have numbers.
@MainActor
package final class TextListController {
  private unowned let list: CollectionView
  /// The height of every row in the newest list, in logical pixels.
  private var rowHeight: Double
  /// Whether all rows have the same height; otherwise each row has the height of its wrapped line.
  var hasEqualRows = true
  /// Called after a frame shows the replaced lines.
  var onFrame: (() -> Void)?
  /// Called when the selection is complete again.
  var onChange: (() -> Void)?
  /// Whether the selected rows are being computed in the background.
  private(set) var isBusy = false

  /// The selected lines, before `userSelections` are applied.
  private var selectedLines = SelectedLines()
  /// Selections that the user made since `selectedLines` was updated, with the lines that were shown.
  private var userSelections: [(rows: PositionSet, shown: ShownLines)] = []
  /// The selection that this object set last. If the selection of the list differs, the user changed it.
  private var ownSelection = PositionSet()
  /// The number of the newest background job. Results of older ones are ignored.
  private var lastJob = 0
  /// The focused line at the last replacement, and whether it is shown now; `nil` without focus.
  private var focus: (line: Int, isShown: Bool)?
  /// The scroll position whose line is not shown; `nil` if there is none.
  private var lostPosition: LostPosition?
  /// The position to scroll to when a frame shows the replaced lines. The outer optional is `nil` if no lines were
  /// replaced; the inner one is `nil` to scroll to the start.
  private var pendingPosition: Position??
  /// Called after the next frame that shows replaced lines.
  private var afterNextFrame: (() -> Void)?
  /// Whether the list was at its end at the last replacement, and was kept there.
  private var wasAtEnd = true
  private let queue = DispatchQueue(label: "scrollwork.selection", qos: .userInitiated)

  /// The cost, in lines or runs, above which the selection is computed in the background.
  private static let maximumSynchronousCost = 10_000

  /// A scroll position relative to a line.
  private struct Position {
    /// The line number, counted from 0.
    var line: Int
    /// The distance of the line's top from the viewport's top, in logical pixels.
    var top: Double
    /// Whether the position is the end of the list, whatever its offset.
    var isEnd: Bool
  }

  /// A position whose line is not shown, kept until the user scrolls.
  private struct LostPosition {
    var position: Position
    /// The list's offset in the first frame after the loss; `nil` before that frame. A later change of the offset means
    /// that the user scrolled.
    var offset: Double?
    /// Whether a filter hid the line. Then the position is restored when all lines are shown again.
    var awaitsAll = false
  }

  /// Makes the controller of a list.
  /// - Parameter rowHeight: The height of every row, in logical pixels.
  package init(_ list: CollectionView, rowHeight: Double) {
    self.list = list
    self.rowHeight = rowHeight
  }

  /// Discards all state, because the list shows another file.
  func reset() {
    lastJob += 1
    (selectedLines, userSelections, ownSelection, isBusy) = (SelectedLines(), [], PositionSet(), false)
    (focus, lostPosition, pendingPosition, wasAtEnd) = (nil, nil, .none, true)
  }

  /// Prepares for an update in which the list finds the surviving lines by a diff.
  func willCompare(_ old: ShownLines?, with new: ShownLines, rowHeight: Double) {
    self.rowHeight = rowHeight
    pendingPosition = .none
    // While all lines are shown, a row's position is its line number, so the state stays valid.
    if case .all = new, case .all? = old { return }
    reset()
  }

  /// Replaces the lines of the list by others of the same file, without a diff.
  /// - Parameters:
  ///   - rowHeight: The height of every row of `content`; `nil` to keep the current height.
  ///   - reason: The reason of the update, which determines the scroll position.
  package func replace(
    _ old: ShownLines, with new: ShownLines, _ content: sending List, rowHeight: Double? = nil, for reason: UpdateReason
  ) {
    readInteraction(in: old)
    let focusedRow = focus.flatMap { new.row(of: $0.line) }
    focus?.isShown = focusedRow != nil
    let pending = reason == .program ? pendingPosition : nil
    let position = pending ?? self.position(in: old, before: new, reason)
    pendingPosition = .some(position)
    if let rowHeight { self.rowHeight = rowHeight }
    wasAtEnd = position?.isEnd ?? false
    ownSelection = PositionSet()
    let isCheap = self.isCheap(in: new)
    if isCheap {
      lastJob += 1
      isBusy = false
      for (rows, shown) in userSelections { selectedLines.update(rows, in: shown) }
      userSelections = []
      ownSelection = selectedLines.rows(in: new)
    }
    list.replace(by: content, selecting: ownSelection, focusing: focusedRow) { [weak self] outcome in
      if outcome == .applied { self?.frameDidShow() }
    }
    scroll(to: position, in: new)
    if !isCheap { computeSelection(in: new) }
  }

  // MARK: Selection

  /// Reads selection and focus from the list. Does nothing until a frame shows the last replacement, because the list
  /// still has the selection and focus of the previous lines.
  private func readInteraction(in old: ShownLines) {
    guard pendingPosition == nil else { return }
    let selected = list.selectedPositions(inSection: 0)
    if selected != ownSelection { userSelections.append((selected, old)) }
    if let line = list.focusedItem.flatMap({ old.line(at: $0.item) }) {
      focus = (line, true)
    } else if focus?.isShown == true {
      focus = nil
    }
  }

  /// Returns whether the selected rows can be computed synchronously.
  private func isCheap(in new: ShownLines) -> Bool {
    var cost = selectedLines.lines.ranges.count
    for (rows, shown) in userSelections {
      cost += rows.ranges.count
      if case .all = shown { continue }
      cost += rows.count + (selectedLines.lines.isEmpty ? 0 : shown.count)
    }
    if case .sorted = new { cost += new.count }
    return cost <= Self.maximumSynchronousCost
  }

  /// Computes the selected rows in the background.
  private func computeSelection(in new: ShownLines) {
    lastJob += 1
    isBusy = true
    let (job, start, userSelections) = (lastJob, selectedLines, userSelections)
    queue.async {
      var selectedLines = start
      for (rows, shown) in userSelections { selectedLines.update(rows, in: shown) }
      let rows = selectedLines.rows(in: new)
      DispatchQueue.main.async { [weak self, selectedLines] in self?.finish(job, selectedLines, rows) }
    }
  }

  /// Selects the computed rows, unless a newer job was started.
  private func finish(_ job: Int, _ selectedLines: SelectedLines, _ rows: PositionSet) {
    guard job == lastJob else { return }
    // The result refers to lines that no frame has shown yet.
    guard pendingPosition == nil else {
      afterNextFrame = { [weak self] in self?.finish(job, selectedLines, rows) }
      return
    }
    self.selectedLines = selectedLines
    userSelections = []
    isBusy = false
    // A selection that the user made meanwhile has priority.
    if list.selectedCount == 0 {
      ownSelection = rows
      list.select(rows)
    }
    onChange?()
  }

  // MARK: Scroll position

  /// Returns the scroll position for the replaced lines.
  /// - Returns: `nil` for the start.
  private func position(in old: ShownLines, before new: ShownLines, _ reason: UpdateReason) -> Position? {
    let (here, isFocused) = currentPosition(in: old)
    let before = lostPosition
    lostPosition = nil
    switch reason {
    case .sort: return isFocused ? here : nil
    case .program:
      // Without a scroll since then, the lost position is still the wanted one.
      if let before, !before.awaitsAll { return before.position }
      lostPosition = before
      return here
    case .filter:
      if isFocused { return here }
      if let before, !before.awaitsAll || new.isWhole { return before.position }
      // If all lines are shown again, the user continues to read at the current position.
      if here.isEnd || new.isWhole { return here }
      lostPosition = before ?? LostPosition(position: here, awaitsAll: true)
      lostPosition?.offset = nil
      return nil
    }
  }

  /// Returns the current position, which is that of the focused row if it is visible, else that of the first visible
  /// row; and whether it is the focused row.
  private func currentPosition(in old: ShownLines) -> (position: Position, isFocused: Bool) {
    if let pendingPosition {
      let position = pendingPosition ?? Position(line: old.line(at: 0) ?? 0, top: 0, isEnd: false)
      return (position, position.line == focus?.line)
    }
    let offset = list.contentOffset.y
    if let offsetThen = lostPosition?.offset, offsetThen != offset { lostPosition = nil }
    let (first, last) = visibleRows
    let focused = list.focusedItem.map(\.item).flatMap { first..<max(first, last) ~= $0 ? $0 : nil }
    let row = min(focused ?? first, max(0, old.count - 1))
    // If all lines fit, the list is at its end without the user having gone there.
    let isAtEnd = list.followsEnd && (wasAtEnd || list.contentSize.height > list.bounds.height)
    let top = hasEqualRows ? Double(row) * rowHeight - offset : 0
    let position = Position(line: old.line(at: row) ?? 0, top: top, isEnd: isAtEnd)
    return (position, focused != nil)
  }

  /// The first completely visible row, and the row after the last such row.
  private var visibleRows: (first: Int, end: Int) {
    guard !hasEqualRows else {
      let offset = list.contentOffset.y
      return (
        Int((offset / rowHeight).rounded(.up)), Int(((offset + list.bounds.height) / rowHeight).rounded(.down))
      )
    }
    let first = list.itemPath(nearest: .zero)?.item ?? 0
    return (first, list.itemPath(nearest: Point(x: 0, y: list.bounds.height - 1))?.item ?? first)
  }

  /// Scrolls to a position, and remembers it as lost if its line is not shown.
  private func scroll(to position: Position?, in new: ShownLines) {
    guard let position else { return list.scroll(to: .start, animated: false) }
    if position.isEnd { return list.scroll(to: .end, animated: false) }
    if lostPosition == nil, new.row(of: position.line) == nil { lostPosition = LostPosition(position: position) }
    let row = min(new.nearestRow(to: position.line), max(0, new.count - 1))
    guard hasEqualRows else {
      return list.scroll(to: .item(ElementPath(section: 0, item: row)), at: .start, animated: false)
    }
    list.scroll(to: .offset(max(0, Double(row) * rowHeight - position.top)), animated: false)
  }

  /// Handles the first frame that shows the replaced lines.
  private func frameDidShow() {
    pendingPosition = .none
    afterNextFrame?()
    afterNextFrame = nil
    if lostPosition != nil, lostPosition?.offset == nil { lostPosition?.offset = list.contentOffset.y }
    onFrame?()
  }
}
