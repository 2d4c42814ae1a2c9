import Scrollwork

/// The state of a table that is read again, in another dialect or in another form.
extension TableScreen: StateKeeping {
  var state: ScreenState {
    var state = inherited
    let leftOut = inherited.leftOut(by: self)
    let columns = snapshot?.columns ?? []
    state.replaceFilters(by: self, leftOut: leftOut) { text in
      guard let expression = try? TableFilterExpression(text, columns: columns), case .row = expression.condition else {
        return .rows
      }
      return .any
    }
    state.table = ScreenState.Table(
      look: pendingLook ?? look, grouping: groups.column, collapsed: groups.collapsed, pictures: pictures.look,
      column: table.startColumn, tags: tags.history)
    state.place = filePlace?.awaiting(nil)
    return state
  }

  func adopt(_ state: ScreenState) {
    inherited = state
    if state.place != nil { pendingPosition = nil }
    if let table = state.table {
      pendingLook = table.look
      groups.adopt(table.grouping, collapsed: table.collapsed)
      pictures.look = table.pictures
      tags.history = table.tags
    }
    adopt(state.filters, for: [.any, .rows])
  }

  // MARK: The place

  /// The position of the user, or the position that is still to be restored; `nil` before the first rows.
  var filePlace: FilePlace? {
    if let place = inherited.place { return place }
    guard let snapshot, let shown else { return nil }
    func known(_ position: Int) -> Int? { shown.row(at: position).flatMap { $0 < snapshot.rowCount ? $0 : nil } }
    func offset(_ row: Int) -> Int { snapshot.offset(of: row) }
    let isInOrder = table.sortKeys.isEmpty && groups.column == nil
    var place = FilePlace(in: list, isInOrder: isInOrder) { known($0).map(offset) }
    let isWhole = if case .all = shown { true } else { false }
    let selected = list.selectedRanges(inSection: 0)
    place.select(selected, isWhole: isWhole, item: known) { rows in
      let rows = rows.clamped(to: 0..<snapshot.rowCount)
      return rows.isEmpty ? nil : offset(rows.lowerBound)..<offset(rows.upperBound - 1) + 1
    }
    if let row = list.focusedItem.flatMap({ known($0.item) }) ?? selected.first.flatMap({ known($0.lowerBound) }) {
      place.witness = FilePlace.Witness(
        form: .row, offset: offset(row), checksum: TagStore.checksum(snapshot.sourceBytes(of: row)))
    }
    return place
  }

  /// Whether the position of the previous screen is still to be restored.
  var isRestoringPlace: Bool {
    guard inherited.place != nil, list.host != nil, !list.isHidden, !table.isHidden, let snapshot else { return false }
    return snapshot.state.error == nil && (newestRows?.count ?? 0) > 0 && !waitsForEndOfStream(snapshot)
  }

  /// Returns whether sorting waits for the end of a stream, which may never come.
  func waitsForEndOfStream(_ snapshot: CSVSnapshot) -> Bool {
    isStream && snapshot.state.isCaughtUp && !snapshot.state.isEnded && !table.sortKeys.isEmpty
  }

  /// Returns whether the rows up to a position are known, filtered, sorted and grouped.
  private func isReady(for place: FilePlace, in snapshot: CSVSnapshot) -> Bool {
    guard pendingLook == nil, pendingUpdates == 0 else { return false }
    if snapshot.state.error != nil { return true }
    // A pipe may never end.
    let isEnd = snapshot.isRowCountExact || isStream && snapshot.state.isCaughtUp
    guard isEnd || !place.isAtEnd && snapshot.source.offset(ofFile: place.lastOffset) < snapshot.run.end else {
      return false
    }
    if isSearching { return waitsForEndOfStream(snapshot) }
    guard groups.column != nil, groups.objection == nil else { return true }
    if case .grouped? = shown { return !groups.isBusy }
    return false
  }

  /// Restores the position of the previous screen or dialect, once a frame shows its rows.
  func restorePlace(in snapshot: CSVSnapshot) {
    // The list may be about to show other rows than `shown`.
    guard let place = inherited.place, snapshot.source.generation > place.generation ?? -1, let shown,
      snapshot.rowCount > 0, shown.count > 0, isReady(for: place, in: snapshot)
    else { return }
    inherited.place = nil
    // The user has gone elsewhere meanwhile.
    if place.generation == nil, !list.isAtStart || list.selectedCount > 0 { return }
    restore(place, in: snapshot, shown)
    onChange?()
  }

  private func restore(_ place: FilePlace, in snapshot: CSVSnapshot, _ shown: ShownRows) {
    var place = place
    if let witness = place.witness, witness.form == .row, place.generation == nil,
      TagStore.checksum(snapshot.sourceBytes(of: snapshot.row(at: witness.offset))) != witness.checksum
    {
      // The file has another content, of which the user has chosen nothing.
      place.deselect()
    }
    func position(of offset: Int) -> Int? { shown.position(of: snapshot.row(at: offset)) }
    var anchor = place.firstShown(position)
    if anchor == nil, case .some(let rows) = shown, rows.isAscending, let first = place.anchors.first {
      anchor = (min(rows.position(from: snapshot.row(at: first.offset)), rows.count - 1), 0)
    }
    if let found = anchor, place.isStart(found.position, found.fraction) { anchor = nil }
    let isEnd = place.isAtEnd && table.sortKeys.isEmpty && groups.column == nil
    let focused = place.focused.flatMap(position)
    let selected = positions(of: place.selected, in: snapshot, shown)
    if !selected.isEmpty { list.select(selected) }
    if let focused { list.focus(ElementPath(section: 0, item: focused)) }
    if isEnd {
      list.scroll(to: .end, animated: false)
    } else if let anchor {
      list.restore(ElementPath(section: 0, item: anchor.position), anchor.fraction)
    }
    guard place.generation == nil, focused != nil, layout == .list, let column = inherited.table?.column else { return }
    table.focusColumn(column)
  }

  /// Returns the positions of the rows in some byte ranges of the file.
  private func positions(of parts: [Range<Int>], in snapshot: CSVSnapshot, _ shown: ShownRows) -> PositionSet {
    var rows = PositionSet()
    for part in parts { rows.insert(snapshot.row(at: part.lowerBound)..<snapshot.row(at: part.upperBound - 1) + 1) }
    if rows.isEmpty { return rows }
    if case .all(let count) = shown { return rows.intersection([0..<count]) }
    var isChosen = [Bool](repeating: false, count: snapshot.rowCount)
    for range in rows.ranges { for row in range where row < isChosen.count { isChosen[row] = true } }
    var positions = PositionSet()
    for position in 0..<shown.count {
      if let row = shown.row(at: position), row < isChosen.count, isChosen[row] {
        positions.insert(position..<position + 1)
      }
    }
    return positions
  }
}
