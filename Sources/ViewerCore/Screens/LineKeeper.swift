import Dispatch
package import Scrollwork

/// Keeps selection, focus and scroll position of a list of lines when it is filtered or sorted.
///
/// A list finds surviving items by comparison, which takes longer than a frame for millions of rows. Here the mapping
/// is known: each row shows a line, and lines have numbers.
@MainActor
package final class LineKeeper {
  private unowned let list: CollectionView
  private let rowHeight: Double
  /// Called after a frame shows the replaced lines.
  var onFrame: (() -> Void)?
  /// Called when the selection is complete again.
  var onChange: (() -> Void)?
  /// Whether the selected rows are being computed in the background.
  private(set) var isBusy = false

  /// The selected lines, without `taken`.
  private var marks = LineMarks()
  /// Selections that the user made since `marks` was updated, with the lines that were shown.
  private var taken: [(rows: PositionSet, shown: ShownLines)] = []
  /// The selection that this object made; a different one was made by the user.
  private var placed = PositionSet()
  /// The number of the newest background job. Results of older ones are ignored.
  private var lastJob = 0
  /// The focused line at the last replacement, and whether it is shown now.
  private var focus: (line: Int, isShown: Bool)?
  /// The lost position, if there is one.
  private var lost: LostPlace?
  /// The position of the replaced lines until a frame shows them; the inner `nil` is the start.
  private var coming: Place??
  /// Called after the next frame that shows replaced lines.
  private var onceShown: (() -> Void)?
  /// Whether the lines shown last were at their end.
  private var wasAtEnd = true
  private let queue = DispatchQueue(label: "scrollwork.marks", qos: .userInitiated)

  /// The cost above which the selection is computed in the background, in lines or runs.
  private static let mostAtOnce = 10_000

  /// A scroll position in terms of lines.
  private struct Place {
    /// Counted from 0.
    var line: Int
    /// The distance of the line's top from the viewport's top, in logical pixels.
    var top: Double
    /// Whether the position is the end, wherever that is.
    var isEnd: Bool
  }

  /// A position whose line is not shown, kept until the user scrolls.
  private struct LostPlace {
    var place: Place
    /// The offset of the list meanwhile; `nil` until a frame shows it.
    var offset: Double?
    /// Whether a filter caused the loss: then the position returns when all lines are shown again.
    var awaitsAll = false
  }

  /// - Parameter rowHeight: The height of every row, in logical pixels.
  package init(_ list: CollectionView, rowHeight: Double) {
    self.list = list
    self.rowHeight = rowHeight
  }

  /// Forgets everything, because the list shows another file.
  func forget() {
    lastJob += 1
    (marks, taken, placed, isBusy) = (LineMarks(), [], PositionSet(), false)
    (focus, lost, coming, wasAtEnd) = (nil, nil, .none, true)
  }

  /// Prepares for an update that the list compares itself.
  func compares(_ old: ShownLines?, with new: ShownLines) {
    coming = .none
    // While all lines are shown, a row's position is its line number, so the state stays valid.
    if case .all = new, case .all? = old { return }
    forget()
  }

  /// Replaces the lines of the list by others of the same file, without a comparison.
  /// - Parameters:
  ///   - reason: The reason of the update, which decides about the scroll position.
  package func replace(_ old: ShownLines, with new: ShownLines, _ content: sending List, for reason: UpdateReason) {
    noteInteraction(in: old)
    let focusedRow = focus.flatMap { new.row(of: $0.line) }
    focus?.isShown = focusedRow != nil
    let place =
      reason == .program ? coming ?? self.place(in: old, before: new, reason) : self.place(in: old, before: new, reason)
    coming = .some(place)
    wasAtEnd = place?.isEnd ?? false
    placed = PositionSet()
    let isEasy = self.isEasy(in: new)
    if isEasy {
      lastJob += 1
      isBusy = false
      for (rows, shown) in taken { marks.take(rows, in: shown) }
      taken = []
      placed = marks.rows(in: new)
    }
    list.replace(by: content, selecting: placed, focusing: focusedRow) { [weak self] outcome in
      if outcome == .applied { self?.noteFrame() }
    }
    go(to: place, in: new)
    if !isEasy { lookUp(in: new) }
  }

  // MARK: Selection

  /// Reads selection and focus from the list. Until a frame shows the last replacement, the list still has those of
  /// the lines before.
  private func noteInteraction(in old: ShownLines) {
    guard coming == nil else { return }
    let selected = list.selectedPositions(inSection: 0)
    if selected != placed { taken.append((selected, old)) }
    if let line = list.focusedItem.flatMap({ old.line(at: $0.item) }) {
      focus = (line, true)
    } else if focus?.isShown == true {
      focus = nil
    }
  }

  /// Whether the selected rows can be computed at once.
  private func isEasy(in new: ShownLines) -> Bool {
    var effort = marks.lines.ranges.count
    for (rows, shown) in taken {
      effort += rows.ranges.count
      if case .all = shown { continue }
      effort += rows.count + (marks.lines.isEmpty ? 0 : shown.count)
    }
    if case .sorted = new { effort += new.count }
    return effort <= Self.mostAtOnce
  }

  /// Computes the selected rows in the background.
  private func lookUp(in new: ShownLines) {
    lastJob += 1
    isBusy = true
    let (job, start, taken) = (lastJob, marks, taken)
    queue.async {
      var marks = start
      for (rows, shown) in taken { marks.take(rows, in: shown) }
      let rows = marks.rows(in: new)
      DispatchQueue.main.async { [weak self, marks] in self?.finish(job, marks, rows) }
    }
  }

  private func finish(_ job: Int, _ marks: LineMarks, _ rows: PositionSet) {
    guard job == lastJob else { return }
    // The result refers to lines that no frame has shown yet.
    guard coming == nil else {
      onceShown = { [weak self] in self?.finish(job, marks, rows) }
      return
    }
    self.marks = marks
    taken = []
    isBusy = false
    // A selection that the user made meanwhile has priority.
    if list.selectedCount == 0 {
      placed = rows
      list.select(rows)
    }
    onChange?()
  }

  // MARK: Scroll position

  /// The position after the replacement.
  /// - Returns: `nil` for the start.
  private func place(in old: ShownLines, before new: ShownLines, _ reason: UpdateReason) -> Place? {
    let (here, isFocused) = standing(in: old)
    let before = lost
    lost = nil
    switch reason {
    case .sort: return isFocused ? here : nil
    case .program:
      // Without a scroll since then, the lost position is still the wanted one.
      if let before, !before.awaitsAll { return before.place }
      lost = before
      return here
    case .filter:
      if isFocused { return here }
      if let before, !before.awaitsAll || new.isWhole { return before.place }
      // A user who extends the visible lines continues to read at the current position.
      if here.isEnd || new.isWhole { return here }
      lost = before ?? LostPlace(place: here, awaitsAll: true)
      lost?.offset = nil
      return nil
    }
  }

  /// The current position: the focused row if it is visible, else the first visible row. Also whether it has the
  /// focus.
  private func standing(in old: ShownLines) -> (place: Place, isFocused: Bool) {
    if let coming {
      let place = coming ?? Place(line: old.line(at: 0) ?? 0, top: 0, isEnd: false)
      return (place, place.line == focus?.line)
    }
    let offset = list.contentOffset.y
    if let stood = lost?.offset, stood != offset { lost = nil }
    let first = Int((offset / rowHeight).rounded(.up))
    let last = Int(((offset + list.bounds.height) / rowHeight).rounded(.down))
    let focused = list.focusedItem.map(\.item).flatMap { first..<max(first, last) ~= $0 ? $0 : nil }
    let row = min(focused ?? first, max(0, old.count - 1))
    // If all lines fit, the list is at its end without the user having gone there.
    let isAtEnd = list.followsEnd && (wasAtEnd || list.contentSize.height > list.bounds.height)
    let place = Place(line: old.line(at: row) ?? 0, top: Double(row) * rowHeight - offset, isEnd: isAtEnd)
    return (place, focused != nil)
  }

  /// Scrolls to a position, and remembers it as lost if its line is not shown.
  private func go(to place: Place?, in new: ShownLines) {
    guard let place else { return list.scroll(to: .start, animated: false) }
    if place.isEnd { return list.scroll(to: .end, animated: false) }
    if lost == nil, new.row(of: place.line) == nil { lost = LostPlace(place: place) }
    let row = min(new.nearestRow(to: place.line), max(0, new.count - 1))
    list.scroll(to: .offset(max(0, Double(row) * rowHeight - place.top)), animated: false)
  }

  private func noteFrame() {
    coming = .none
    onceShown?()
    onceShown = nil
    if lost != nil, lost?.offset == nil { lost?.offset = list.contentOffset.y }
    onFrame?()
  }
}
