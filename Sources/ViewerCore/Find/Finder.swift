import Scrollwork

/// Finds text in the rows of a screen. It holds the text, the found rows and the current row.
///
/// One search counts all found rows in the background. Another one finds the next row from the current position, so
/// that it is shown at once, whatever the size of the file.
@MainActor
final class Finder {
  /// The text as it was typed.
  private(set) var text = ""
  /// Whether finding is active. If not, nothing is searched or marked.
  private(set) var isOpen = false
  /// The reason why `text` is not a valid expression; `nil` if it is valid.
  private(set) var objection: ExpressionError?
  /// The rows found so far; `nil` without a text, or before the first result.
  private(set) var found: FoundRows?
  /// The number of the current row; `nil` if there is none.
  private(set) var currentRow: Int?
  /// The column of the current match; `nil` where a whole row is one match.
  var currentColumn: String? { cell?.column }
  /// The column of the current match and its number among the matching cells of the row; `nil` for a whole row.
  private var cell: (column: String, number: Int)?
  /// The current match when finding was closed last; `nil` if there was none.
  private var lastMatch: (row: Int, cell: (column: String, number: Int)?)?
  /// Whether the last step passed the end of the rows and continued at the other end.
  private(set) var hasWrapped = false
  /// The direction of the last step.
  private(set) var stepsForward = true
  /// Called when the text, the found rows or the current match changed.
  var onChange: (() -> Void)?
  /// Returns the frame of the view that covers a part of the list, in the coordinates of the window; `nil` if none does.
  var cover: (() -> Rect?)?
  weak var source: (any FindSource)?

  private var pattern: FindPattern?
  private var search: (any FindWork)?
  private var probe: (any FindWork)?
  /// The step that waits for a result: the position from which it searches, its direction, and whether it is known that
  /// no row follows up to the end. `nil` if no step waits.
  private var step: (position: Int, forward: Bool, isAtEnd: Bool)?
  /// The position from which a changed text is searched.
  private var start = 0
  /// Distinguishes the results of the running searches from those of earlier ones.
  private var job = 0
  /// Whether the text changed after the last step. Each text is searched from where the user started.
  private var isNewText = false
  /// The horizontal offset before the view was scrolled to matches, and the scroll count after the last such scroll;
  /// `nil` if it was not scrolled.
  private var sideways: (before: Double, scrolls: Int)?

  init() {}

  /// Creates a finder for the lines that pass a filter, such as `level>=error`, instead of a text that the user types.
  init(lines filter: String) {
    text = filter
    pattern = try? FindPattern(lines: filter)
  }

  var isBusy: Bool { search?.isBusy == true || probe?.isBusy == true || step != nil }

  /// Whether matches of a text are marked.
  var isMarking: Bool { isOpen && pattern != nil }

  /// Returns the marks in a text of a row; `nil` if nothing is found in it.
  /// - Parameters:
  ///   - surroundings: The texts around a part of a long line.
  ///   - column: The column of the text; `nil` for a text outside of columns.
  func marks(
    in text: String, ofRow number: Int, _ surroundings: PartSurroundings? = nil, column: String? = nil
  ) -> TextMarks? {
    guard isOpen, pattern != nil, let ranges = pattern?.ranges(in: text, surroundings), !ranges.isEmpty else {
      return nil
    }
    return TextMarks(
      ranges, isCurrent: number == currentRow && (column == nil || currentColumn == nil || column == currentColumn))
  }

  /// The number of the current match among all matches, counted from 1; `nil` if it is not known.
  var currentNumber: Int? {
    guard let found, let currentRow, let position = source?.position(ofRow: currentRow) else { return nil }
    return found.number(of: position, match: cell?.number ?? 0)
  }

  // MARK: What the user does

  /// Starts finding at the current position.
  func open() {
    guard !isOpen else { return }
    isOpen = true
    start = currentPosition
    restart()
    goOn(from: start, forward: true)
  }

  /// Ends finding and removes the marks.
  func close() {
    guard isOpen else { return }
    isOpen = false
    stop()
    // A match that the user came to stays in view.
    if currentRow == nil { scrollBack() }
    lastMatch = currentRow.map { ($0, cell) }
    (currentRow, cell, hasWrapped, sideways) = (nil, nil, false, nil)
    source?.list.setContentInsets(.zero)
    changed()
  }

  /// Changes the text to find, and searches it from the position where the search started.
  func find(_ text: String) {
    guard !text.utf8.elementsEqual(self.text.utf8) else { return }
    self.text = text
    do throws(ExpressionError) {
      pattern = try FindPattern(text)
      objection = nil
    } catch {
      // What was found last stays while the expression is being typed.
      objection = error
      return changed()
    }
    (currentRow, cell, lastMatch, hasWrapped, isNewText) = (nil, nil, nil, false, true)
    guard isOpen else { return }
    if pattern == nil { scrollBack() }
    restart()
    goOn(from: start, forward: true)
  }

  /// Goes to the next or the previous match: in the current row, or else in the next found one.
  func goOn(forward: Bool) {
    guard isOpen, !goOnInRow(forward: forward) else { return }
    let position = currentRow.flatMap { source?.position(ofRow: $0) }
    let place = position ?? currentPosition
    goOn(from: forward && position != nil ? place + 1 : place, forward: forward)
  }

  /// Goes to the first found row at or after a position, or to the last one before it. Begins to find if necessary.
  func step(from position: Int, forward: Bool) {
    if !isOpen {
      (isOpen, start) = (true, position)
      restart()
    }
    goOn(from: position, forward: forward)
  }

  /// Goes to the next or the previous matching cell of the current row. Returns `false` if there is none.
  private func goOnInRow(forward: Bool) -> Bool {
    guard step == nil, let source, let pattern, let currentRow, let currentColumn,
      let position = source.position(ofRow: currentRow)
    else { return false }
    let columns = source.matchingColumns(pattern, inRow: currentRow)
    guard let index = columns.firstIndex(of: currentColumn), case let next = index + (forward ? 1 : -1),
      columns.indices.contains(next)
    else { return false }
    (stepsForward, hasWrapped) = (forward, false)
    show(position, row: currentRow, cell: (columns[next], next))
    changed()
    return true
  }

  /// Whether the text is one that can be found.
  var canGoOn: Bool { pattern != nil }

  /// Begins to find the last text again, with the next or the previous match. A match in the focused row was seen.
  func resume(forward: Bool) {
    let position = currentPosition
    let isFocused = source?.list.focusedItem?.item == position
    if isFocused, !isOpen, let lastMatch, lastMatch.cell != nil, source?.rowNumber(at: position) == lastMatch.row {
      (isOpen, start, currentRow, cell) = (true, position, lastMatch.row, lastMatch.cell)
      restart()
      return goOn(forward: forward)
    }
    step(from: forward && isFocused ? position + 1 : position, forward: forward)
  }

  private var currentPosition: Int { source?.currentPosition ?? 0 }

  // MARK: Searching

  /// Searches the shown rows again, because they or the text changed. The current row is kept.
  func restart() {
    stop()
    guard isOpen, let source, let pattern else { return changed() }
    if let currentRow, let currentColumn {
      let columns = source.matchingColumns(pattern, inRow: currentRow)
      cell = columns.firstIndex(of: currentColumn).map { (currentColumn, $0) }
    }
    let job = job
    search = source.find(pattern) { [weak self] found in
      guard let self, job == self.job else { return }
      self.found = found
      answerStep()
      changed()
    }
    changed()
  }

  /// Searches again after the numbers of rows changed. The current row is kept.
  /// - Parameter number: Returns the new number of a row, given the old one.
  func renumber(_ number: (Int) -> Int) {
    currentRow = currentRow.map(number)
    lastMatch = nil
    start = number(start)
    restart()
  }

  /// Ends the searches.
  func stop() {
    job += 1
    search?.cancel()
    probe?.cancel()
    (search, probe, step, found) = (nil, nil, nil, nil)
  }

  private func goOn(from position: Int, forward: Bool) {
    probe?.cancel()
    probe = nil
    guard pattern != nil, source != nil else { return }
    (hasWrapped, stepsForward) = (false, forward)
    step = (position, forward, false)
    answerStep()
    if step != nil { startProbe(from: position, forward: forward) }
    changed()
  }

  /// Finishes the waiting step if the rows found so far suffice.
  private func answerStep() {
    guard let step, let found else { return }
    switch found.next(from: step.position, forward: step.forward) {
    case .unknown: if found.isCapped, step.isAtEnd, probe == nil { goOnBeyondEnd(found, forward: step.forward) }
    case .none: finishStep(nil)
    case .row(let position, let wraps): finishStep(position, wraps: wraps)
    }
  }

  /// Continues a step at the other end of the rows, with another search if the found rows do not decide it.
  private func goOnBeyondEnd(_ found: FoundRows, forward: Bool) {
    if forward {
      guard case .row(let position, _) = found.next(from: 0, forward: true) else { return finishStep(nil) }
      return finishStep(position, wraps: true)
    }
    startProbe(from: source?.shownCount ?? 0, forward: false, wraps: true)
  }

  /// Starts a search for one row, for the waiting step.
  /// - Parameter wraps: Whether the search begins at the other end of the rows.
  private func startProbe(from position: Int, forward: Bool, wraps: Bool = false) {
    guard let source, let pattern, let origin = step else { return }
    guard position < source.shownCount || !forward else {
      step?.isAtEnd = true
      return answerStep()
    }
    let job = job
    probe = source.probe(pattern, from: position, forward: forward) { [weak self] number in
      guard let self, job == self.job, let step, step.position == origin.position, step.forward == forward else {
        return
      }
      probe = nil
      if let number, let position = self.source?.position(ofRow: number) {
        finishStep(position, wraps: wraps)
      } else if wraps {
        finishStep(nil)
      } else {
        // Without a row up to the end, the search of all rows tells the first one.
        self.step?.isAtEnd = true
        answerStep()
      }
      changed()
    }
  }

  private func finishStep(_ position: Int?, wraps: Bool = false) {
    step = nil
    probe?.cancel()
    probe = nil
    guard let source, let pattern, let position, let number = source.rowNumber(at: position) else {
      return scrollBack()
    }
    hasWrapped = wraps
    let columns = source.matchingColumns(pattern, inRow: number)
    let match = stepsForward ? 0 : columns.count - 1
    show(position, row: number, cell: columns.isEmpty ? nil : (columns[match], match))
  }

  /// Makes a match the current one, and scrolls until it is visible.
  private func show(_ position: Int, row number: Int, cell: (column: String, number: Int)?) {
    guard let source, let pattern else { return }
    (currentRow, self.cell, start) = (number, cell, position)
    source.reveal(position)
    if isNewText { scrollBack() }
    isNewText = false
    let (before, scrolls) = (source.sidewaysTarget, source.sidewaysScrollCount)
    source.revealMatch(pattern, inRow: number)
    keepMatchUncovered()
    guard source.sidewaysScrollCount > scrolls else { return }
    let isSecond = sideways?.scrolls == scrolls
    sideways = (isSecond ? sideways?.before ?? before : before, source.sidewaysScrollCount)
  }

  /// Scrolls until the current match is not below the view that covers a part of the list.
  func keepMatchUncovered() {
    guard let source, let pattern, let currentRow, let cover = cover?() else { return }
    source.keep(pattern, inRow: currentRow, clearOf: cover.offset(by: source.list.convertFromRoot(.zero)))
  }

  /// Scrolls back to the horizontal offset before the matches, unless the user has scrolled since.
  private func scrollBack() {
    if let sideways, let source, source.sidewaysScrollCount == sideways.scrolls {
      source.sidewaysTarget = sideways.before
    }
    sideways = nil
  }

  private func changed() {
    source?.marksDidChange()
    onChange?()
  }
}

extension FindSource {
  var hasRowNumbers: Bool { true }
  func matchingColumns(_ pattern: FindPattern, inRow number: Int) -> [String] { [] }
  func userNumber(ofRow number: Int) -> Int { number }
  func row(ofUserNumber number: Int) -> Int { number }

  /// Always 0, because the content cannot scroll horizontally.
  var sidewaysTarget: Double {
    get { 0 }
    set {}
  }
  var sidewaysScrollCount: Int { 0 }

  var ticks: FindTicks.Content? {
    let current = finder.currentRow.flatMap { position(ofRow: $0) }
    return finder.found.map { FindTicks.Content(found: $0, shown: shownCount, current: current) }
  }

  /// Draws marks and ticks again.
  func marksDidChange() {
    redrawMarks()
    holder.ticks.content = ticks
  }

  var currentPosition: Int { list.currentPosition(among: shownCount) }

  func reveal(_ position: Int) { list.reveal(position, among: shownCount, deselects: revealDeselects) }

  /// Whether going to a row deselects other rows, to which commands and Shift with an arrow key would still refer.
  /// `false` while the user picks rows, because picked rows stay selected.
  var revealDeselects: Bool { (self as? any PickingScreen)?.onPick == nil }
}

extension CollectionView {
  /// Returns the positions of the visible items of the first section.
  /// - Parameter count: The number of items of the section.
  func visiblePositions(among count: Int) -> Range<Int> {
    guard count > 0 else { return 0..<0 }
    let first = itemPath(nearest: .zero)?.item ?? 0
    let last = itemPath(nearest: Point(x: 0, y: max(0, bounds.height - 1)))?.item ?? first
    return first..<max(first, last) + 1
  }

  /// Returns the position of the focused item of the first section if it is visible, else of the first visible one.
  func currentPosition(among count: Int) -> Int {
    let visible = visiblePositions(among: count)
    if let focused = focusedItem?.item, visible.contains(focused) { return focused }
    return visible.lowerBound
  }

  /// Focuses an item of the first section, and scrolls if it is not wholly visible.
  func reveal(_ position: Int, among count: Int, deselects: Bool = true) {
    let path = ElementPath(section: 0, item: position)
    guard snapshot().contains(path) else { return }
    if deselects, !isSelected(path) || selectedCount > 1 { deselectAll() }
    focus(path)
    let visible = visiblePositions(among: count)
    let isVisible = position > visible.lowerBound && position < visible.upperBound - 1
    scroll(to: .item(path), at: isVisible ? .nearest : .center, animated: host?.environment.motion == .full)
  }
}
