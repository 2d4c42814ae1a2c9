import Scrollwork
import ScrollworkContentViews

// Words that the user selects, and terms that are marked in all lines.

extension TextScreen {
  /// Connects the list with text selection and marked terms.
  func prepareTerms() {
    lines.selector.screen = self
    display.selector = lines.selector
    lines.onStep = { [weak self] in self?.pickWord(towards: $0) ?? false }
    lines.leavesEscape = { [weak self] in self.map { !$0.filters.isEmpty && $0.list.selectedCount <= 1 } ?? false }
    let bar = TermBar()
    bar.onRemove = { [weak self] index in self?.removeTerm(index) }
    bar.onClear = { [weak self] in self?.setTerms([]) }
    bar.onChoose = { [weak self] index in self?.goToTerm(index) }
    bar.onLeave = { [weak self] in if let list = self?.list { list.host?.focus(list) } }
    holder.termBar = bar
  }

  /// Connects the list with the horizontal scroll bar.
  func prepareSideways() {
    holder.sidewaysBar = sidewaysBar
    lines.bar = sidewaysBar
    display.sideways.onMove = { [weak self] in self?.display.setNeedsDisplay() }
    // A smaller extent may be left by the offset.
    display.sideways.onExtentChange = { [weak self] in
      if let bar = self?.sidewaysBar { bar.host?.animate(bar) }
    }
  }

  // MARK: Words

  /// Ends text selection after the user selected rows.
  func rowsDidChange() {
    lines.selector.rowsDidChange()
    onChange?()
  }

  /// Removes the text selection. Returns `false` if there is none.
  func removePick() -> Bool {
    guard lines.selector.selection != nil else { return false }
    lines.selector.clear()
    return true
  }

  /// The selected text in a single line, or else the text of the search; `nil` if there is neither.
  var textToMark: String? { wordToMark ?? (finder.isOpen && !finder.text.isEmpty ? finder.text : nil) }

  /// The selected text in a single line; `nil` if it is blank or too long for a search.
  private var wordToMark: String? {
    guard let text = lines.selector.textInOneLine, text.utf8.count <= Self.longestTerm,
      text.utf8.contains(where: { $0 > 0x20 })
    else { return nil }
    return text
  }

  /// The largest size of a selected text that is marked in all lines, in bytes.
  private static let longestTerm = 200

  /// Returns the parts of a line that are drawn, ascending, in bytes of its text.
  func drawnParts(ofLine line: Int, in snapshot: LineIndexSnapshot) -> [Range<Int>] {
    let text = snapshot.string(at: line)
    return kind == .log ? display.drawnParts(of: text, parsed(text, line, in: snapshot)) : [0..<text.utf8.count]
  }

  /// Selects the next or the previous word of the focused line. Returns `false` if no line with words is focused.
  private func pickWord(towards direction: Int) -> Bool {
    guard let snapshot, let row = list.focusedItem?.item, let line = shown?.line(at: row), line < snapshot.count,
      !snapshot.isBreak(line), let rank = lines.selector.rank(of: line, row: row)
    else { return false }
    let words = LineWords.words(in: snapshot.string(at: line), parts: drawnParts(ofLine: line, in: snapshot))
    guard !words.isEmpty else { return false }
    var next = direction > 0 ? 0 : words.count - 1
    if let selection = lines.selector.selection, selection.isInOneLine, selection.anchor.line == line,
      let index = words.firstIndex(of: selection.anchor.bytes)
    {
      next = min(max(0, index + direction), words.count - 1)
    }
    let part = TextPart(line: line, rank: rank, bytes: words[next])
    lines.selector.select(TextSelection(anchor: part, head: part, isStepped: true))
    reveal(words[next], inLine: line)
    return true
  }

  // MARK: Terms

  /// Marks the selected text, or else the text that the user finds, in all lines. A term that has the colour is removed.
  /// - Parameter color: The number of the colour; `nil` for the first free one.
  /// - Returns: Whether there is a text to mark.
  func markTerm(color: Int?) -> Bool {
    guard let text = textToMark, let pattern = try? FindPattern(text) else { return false }
    var terms = display.terms
    let known = terms.firstIndex { $0.text.utf8.elementsEqual(text.utf8) }
    if let known, color == nil || terms[known].color == color {
      terms.remove(at: known)
    } else {
      let free = (0..<LineTerm.most).first { color in !terms.contains { $0.color == color } }
      // Without a free colour nothing is marked; the menu says so.
      guard let color = color ?? free else { return true }
      terms.removeAll { $0.color == color || $0.text.utf8.elementsEqual(text.utf8) }
      terms.append(LineTerm(text: text, color: color, pattern: pattern))
    }
    // The word shows the colour of the term and not that of the choice.
    lines.selector.clear()
    setTerms(terms)
    return true
  }

  private func removeTerm(_ index: Int) {
    guard display.terms.indices.contains(index) else { return }
    var terms = display.terms
    terms.remove(at: index)
    setTerms(terms)
  }

  func setTerms(_ terms: [LineTerm]) {
    display.terms = terms
    restartTerms()
    display.setNeedsDisplay()
    onChange?()
  }

  /// Restarts the searches of all terms, because the terms or the shown lines changed.
  func restartTerms() {
    for search in termSearches { search.cancel() }
    termSearches = display.terms.map { term in
      let search = LineSearch(term.pattern, in: self) { [weak self] found in
        guard let self, let index = display.terms.firstIndex(where: { $0.color == term.color }) else { return }
        display.terms[index].found = found
        showTerms()
      }
      if let snapshot { search.update(snapshot) }
      return search
    }
    showTerms()
  }

  /// Updates the bar of terms, and their marks beside the scroll bar.
  private func showTerms() {
    holder.termBar?.show(display.terms)
    showTicks()
  }

  /// Updates the marks beside the scroll bar.
  func showTicks() {
    let terms = display.terms.compactMap { term in
      term.found.map { FindTicks.Group(kind: .term(term.color), found: $0, shown: shownCount) }
    }
    let bookmarks = display.bookmarks.isEmpty ? nil : bookmarkRows
    holder.ticks.groups =
      errorTicks + terms
      + (bookmarks.map { [FindTicks.Group(kind: .bookmark, found: $0, shown: shownCount)] } ?? [])
  }

  /// Goes to the next line with the term at an index.
  private func goToTerm(_ index: Int) {
    guard display.terms.indices.contains(index), let found = display.terms[index].found else { return }
    let visible = list.visiblePositions(among: shownCount)
    let focused = list.focusedItem.map(\.item).flatMap { visible.contains($0) ? $0 + 1 : nil }
    guard case .row(let position, _) = found.next(from: focused ?? visible.lowerBound, forward: true) else { return }
    reveal(position)
    revealMatch(display.terms[index].pattern, inRow: rowNumber(at: position) ?? 0)
  }
}

// MARK: Commands

extension TextScreen: MenuShowing {
  var statusMenu: Menu? {
    let word = wordToMark
    let isFull = display.terms.count == LineTerm.most
    return Menu {
      MenuAction("Wrap long lines", key: "W", isOn: wraps) { [weak self] in
        if let self { setWraps(!wraps) }
      }
      MenuElement.separator
      MenuAction(
        word.map { isFull ? "All colours are used" : "Mark “\($0.prefix(40))” in all lines" }
          ?? "Mark a word: double-click it first",
        key: "D", modifiers: .control, isEnabled: word != nil && !isFull
      ) { [weak self] in _ = self?.markTerm(color: nil) }
      MenuAction("Clear marks", key: "0", isEnabled: !display.terms.isEmpty) { [weak self] in self?.setTerms([]) }
    }
  }

  /// Turns wrapping of long lines on or off. The first visible line is the anchor.
  func setWraps(_ wraps: Bool) {
    guard wraps != self.wraps else { return }
    // A text that fits the window is at its end without the user having gone there, and may not fit any more.
    let fits = list.contentSize.height <= list.bounds.height
    if fits { list.anchorPolicy = .item }
    if fits || !isFollowing { list.preferredAnchor = list.itemPath(nearest: .zero) }
    self.wraps = wraps
    sidewaysBar.isOff = wraps
    refresh()
  }
}
