import Dispatch
package import Scrollwork

/// Keeps selection, focus and place of a list of lines where one part of a long file follows another: to compare millions of
/// rows would take longer than a frame has, and of lines it is known where they are.
@MainActor
package final class LineKeeper {
  private unowned let list: CollectionView
  private let rowHeight: Double
  /// Called when a frame shows what was replaced.
  var onFrame: (() -> Void)?
  /// Called when the selection is complete again.
  var onChange: (() -> Void)?
  /// True while it is looked up in the background what is selected.
  private(set) var isBusy = false

  private var marks = LineMarks()
  /// What the person selected since, and in which lines.
  private var taken: [(rows: PositionSet, shown: ShownLines)] = []
  /// What the list was told to select; another selection is the person's.
  private var placed = PositionSet()
  private var lastJob = 0
  private var lostFocus: Int?
  private var lost: LostPlace?
  /// Where the lines that were shown last are to stand, until a frame shows them.
  private var coming: Place??
  /// Whether the lines that were shown last are read at their end.
  private var wasAtEnd = true
  private let queue = DispatchQueue(label: "scrollwork.marks", qos: .userInitiated)

  /// More is looked up in the background.
  private static let mostAtOnce = 10_000

  /// What the person looks at.
  private struct Place {
    var line: Int
    /// From the viewport's top.
    var top: Double
    /// True for a reader who follows the end, wherever it is.
    var isEnd: Bool
  }

  /// A place that was taken away, until the person goes elsewhere.
  private struct LostPlace {
    var place: Place
    /// Where the view stands meanwhile; `nil` until a frame shows it.
    var offset: Double?
    /// True if the person asked for a part of the lines: the place is there again when all are.
    var awaitsAll = false
  }

  package init(_ list: CollectionView, rowHeight: Double) {
    self.list = list
    self.rowHeight = rowHeight
  }

  /// The lines are others now.
  func forget() {
    lastJob += 1
    (marks, taken, placed, isBusy) = (LineMarks(), [], PositionSet(), false)
    (lostFocus, lost, coming, wasAtEnd) = (nil, nil, .none, true)
  }

  /// The list itself finds what survives.
  func compares(_ old: ShownLines?, with new: ShownLines) {
    coming = .none
    // As long as all lines are shown, rows are lines.
    if case .all = new, case .all? = old { return }
    forget()
  }

  /// Shows other lines of the same file.
  /// - Parameter reason: As for updates that are compared.
  package func replace(_ old: ShownLines, with new: ShownLines, _ content: sending List, for reason: UpdateReason) {
    let selected = list.selectedPositions(inSection: 0)
    if selected != placed { taken.append((selected, old)) }
    let focus = list.focusedItem.flatMap { old.line(at: $0.item) } ?? lostFocus
    let focusedRow = focus.flatMap { new.row(of: $0) }
    lostFocus = focusedRow == nil ? focus : nil
    // What comes before the next frame goes where the list is about to go, not where it still is.
    let place =
      reason == .program
      ? coming ?? self.place(in: old, before: new, reason)
      : self.place(in: old, before: new, reason)
    coming = .some(place)
    wasAtEnd = place?.isEnd ?? false
    placed = PositionSet()
    let isEasy = self.isEasy(in: new)
    if isEasy {
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

  // MARK: The selection

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
    self.marks = marks
    taken = []
    isBusy = false
    // Whoever selects something else meanwhile means that.
    if list.selectedCount == 0 {
      placed = rows
      list.select(rows)
    }
    onChange?()
  }

  // MARK: The place

  /// - Returns: `nil` for the start.
  private func place(in old: ShownLines, before new: ShownLines, _ reason: UpdateReason) -> Place? {
    let offset = list.contentOffset.y
    if let stood = lost?.offset, stood != offset { lost = nil }
    let first = Int((offset / rowHeight).rounded(.up))
    let last = Int(((offset + list.bounds.height) / rowHeight).rounded(.down))
    let focused = list.focusedItem.map(\.item).flatMap { first..<max(first, last) ~= $0 ? $0 : nil }
    let row = min(focused ?? first, max(0, old.count - 1))
    // Whoever sees all of a few lines stands at their end as well, but may not have gone there.
    let isAtEnd = list.followsEnd && (wasAtEnd || list.contentSize.height > list.bounds.height)
    let here = Place(line: old.line(at: row) ?? 0, top: Double(row) * rowHeight - offset, isEnd: isAtEnd)
    let before = lost
    lost = nil
    switch reason {
    case .sort: return focused == nil ? nil : here
    case .program:
      // Who has not gone elsewhere since still means the place that was taken away.
      if let before, !before.awaitsAll { return before.place }
      lost = before
      return here
    case .filter:
      if focused != nil { return here }
      if let before, !before.awaitsAll || new.isWhole { return before.place }
      // Who asks to see what is around goes on reading where one was.
      if here.isEnd || new.isWhole { return here }
      lost = before ?? LostPlace(place: here, awaitsAll: true)
      lost?.offset = nil
      return nil
    }
  }

  private func go(to place: Place?, in new: ShownLines) {
    guard let place else { return list.scroll(to: .start, animated: false) }
    if place.isEnd { return list.scroll(to: .end, animated: false) }
    if lost == nil, new.row(of: place.line) == nil { lost = LostPlace(place: place) }
    let row = min(new.nearestRow(to: place.line), max(0, new.count - 1))
    list.scroll(to: .offset(max(0, Double(row) * rowHeight - place.top)), animated: false)
  }

  private func noteFrame() {
    coming = .none
    if lost != nil, lost?.offset == nil { lost?.offset = list.contentOffset.y }
    onFrame?()
  }
}
