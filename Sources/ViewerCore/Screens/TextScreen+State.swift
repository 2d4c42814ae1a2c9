import Scrollwork

/// The state of a text that is read again, or shown in another form.
extension TextScreen: StateKeeping {
  var state: ScreenState {
    var state = inherited
    let leftOut = inherited.leftOut(by: self)
    state.replaceFilters(by: self, leftOut: leftOut) { text in
      (try? FilterExpression(line: text))?.level == nil ? .any : .lines
    }
    state.text = ScreenState.Text(
      sort: sortKey.map { [$0] } ?? [], wraps: wraps, adoptedWrap: adoptedWrap, look: look, terms: display.terms)
    // Only the newest file has the name.
    state.place = filePlace(dropping: snapshot?.files.base ?? 0)?.awaiting(nil)
    return state
  }

  func adopt(_ state: ScreenState) {
    inherited = state
    if state.place != nil { pendingPosition = nil }
    if let text = state.text {
      adoptedWrap = text.adoptedWrap
      setWraps(text.wraps)
      try? setSort(text.sort)
      (savedBookmarks, savedBookmarkUnit) = (text.look.bookmarks.isEmpty ? nil : text.look.bookmarks, nil)
      if text.look.encoding != chosenEncoding {
        chosenEncoding = text.look.encoding
        startIndex()
      }
      if !text.terms.isEmpty { setTerms(text.terms) }
    }
    adopt(state.filters, for: [.any, .lines])
  }

  // MARK: The place

  /// Returns the position of the user, or the position that is still to be restored; `nil` before the first lines.
  /// - Parameter dropped: The number of bytes of earlier files, which the offsets exclude.
  func filePlace(dropping dropped: Int) -> FilePlace? {
    if let place = inherited.place { return place }
    guard let snapshot, let shown else { return nil }
    func known(_ row: Int) -> Int? { shown.line(at: row).flatMap { $0 < snapshot.count ? $0 : nil } }
    func offset(_ line: Int) -> Int { max(0, snapshot.offset(of: line) - dropped) }
    var place = FilePlace(in: list, isInOrder: sortKey == nil) { known($0).map(offset) }
    let isWhole = if case .all = shown { true } else { false }
    let selected = list.selectedRanges(inSection: 0)
    place.select(selected, isWhole: isWhole, item: known) { lines in
      let lines = lines.clamped(to: 0..<snapshot.count)
      let start = offset(lines.lowerBound)
      return lines.isEmpty ? nil : start..<max(start + 1, offset(lines.upperBound))
    }
    if let line = list.focusedItem.flatMap({ known($0.item) }) ?? selected.first.flatMap({ known($0.lowerBound) }) {
      place.witness = FilePlace.Witness(form: .line, offset: offset(line), checksum: checksum(of: line, in: snapshot))
    }
    return place
  }

  private func checksum(of line: Int, in snapshot: LineIndexSnapshot) -> UInt32 {
    TagStore.checksum(Array(snapshot.rawLine(at: line)))
  }

  /// Whether the position of the previous screen is still to be restored.
  var isRestoringPlace: Bool {
    inherited.place != nil && list.host != nil && !list.isHidden && (shown?.count ?? 0) > 0 && snapshot?.error == nil
  }

  /// Returns whether the lines up to a position are known, filtered and sorted.
  private func isReady(for place: FilePlace, in snapshot: LineIndexSnapshot) -> Bool {
    if snapshot.error != nil { return true }
    // A pipe may never end, but a file does.
    let isEnd = coding.isPlain ? snapshot.isCaughtUp : snapshot.isComplete
    guard isEnd || !place.isAtEnd && snapshot.indexedBytes > place.lastOffset else { return false }
    if let search {
      guard !search.isBusy, let matches, matches.isCaughtUp, matches.generation == snapshot.generation else {
        return false
      }
    }
    guard sortKey?.field == .text, sorting?.objection == nil else { return true }
    if case .sorted(let lines)? = shown { return lines.generation == snapshot.generation }
    return false
  }

  /// Records the outcome of an update of the list.
  func didApply(_ outcome: UpdateOutcome) {
    if outcome == .applied { awaitsFrame = false }
    frameDidShow()
  }

  /// Restores the position of the previous screen or encoding, once its lines are known. They are selected once a frame
  /// shows them.
  func restorePlace() {
    guard let place = inherited.place, let snapshot, snapshot.generation > place.generation ?? -1,
      let shown, shown.count > 0, snapshot.count > 0, isReady(for: place, in: snapshot)
    else { return }
    // The user may have gone elsewhere meanwhile.
    let isUnused = place.generation != nil || place.isOnItsWay || list.isAtStart && list.selectedCount == 0
    if isUnused, !place.isOnItsWay {
      inherited.place?.isOnItsWay = true
      go(to: place, in: snapshot, shown)
    }
    guard !awaitsFrame else { return }
    inherited.place = nil
    if isUnused, isSame(place, in: snapshot) { select(place, in: snapshot, shown) }
    onChange?()
  }

  /// Returns whether the file still has the content in which the user selected lines.
  private func isSame(_ place: FilePlace, in snapshot: LineIndexSnapshot) -> Bool {
    guard let witness = place.witness, witness.form == .line, place.generation == nil else { return true }
    return checksum(of: snapshot.line(holding: witness.offset), in: snapshot) == witness.checksum
  }

  private func select(_ place: FilePlace, in snapshot: LineIndexSnapshot, _ shown: ShownLines) {
    guard !place.selected.isEmpty else { return }
    var selected = PositionSet()
    for part in place.selected {
      selected.insert(snapshot.line(holding: part.lowerBound)..<snapshot.line(holding: part.upperBound - 1) + 1)
    }
    list.select(SelectedLines(selected).rows(in: shown))
  }

  private func go(to place: FilePlace, in snapshot: LineIndexSnapshot, _ shown: ShownLines) {
    func row(at offset: Int) -> Int? { shown.row(of: snapshot.line(holding: offset)) }
    var anchor = place.firstShown(row)
    if anchor == nil, let first = place.anchors.first {
      anchor = (min(shown.nearestRow(to: snapshot.line(holding: first.offset)), shown.count - 1), 0)
    }
    if let found = anchor, place.isStart(found.position, found.fraction) { anchor = nil }
    if isSame(place, in: snapshot), let row = place.focused.flatMap(row) {
      list.focus(ElementPath(section: 0, item: row))
    }
    if place.isAtEnd, sortKey == nil {
      list.scroll(to: .end, animated: false)
    } else if let (row, fraction) = anchor, let line = shown.line(at: row) {
      let place = ScrollPosition.Place(
        section: "lines \(snapshot.generation)", item: "\(shown.order == .backwards ? -1 - line : line)",
        path: [0, row], fraction: fraction)
      list.restore(ScrollPosition(places: [place], isAtEnd: false))
    }
  }
}

extension LineIndexSnapshot {
  /// Returns the line that contains an offset in the file; the last one for an offset after it.
  /// - Precondition: There are lines.
  /// - Complexity: O(log *n*), and reads of one block.
  func line(holding offset: Int) -> Int {
    let place = max(0, points.partitioningIndex { $0.offset <= offset } - 1)
    let end = place + 1 < points.count ? points[place + 1].line : count
    var (low, high) = (min(points[place].line, count - 1), min(max(end, points[place].line + 1), count))
    while high - low > 1 {
      let middle = (low + high) / 2
      if self.offset(of: middle) <= offset { low = middle } else { high = middle }
    }
    return low
  }
}
