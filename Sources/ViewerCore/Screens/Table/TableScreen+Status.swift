import Scrollwork
import ScrollworkPlatform

extension TableScreen: LossReporting {
  // A stream cannot be read again.
  var decodedPath: String? { coding.isPlain ? nil : path }

  var status: Status {
    var status = Status()
    guard let snapshot else { return status }
    let rows =
      (snapshot.isRowCountExact || isStream && snapshot.state.isCaughtUp ? "" : "about ")
      + Formats.count(snapshot.rowCount)
    let noun = Words.count("row", snapshot.rowCount)
    if let found = filteredCount(snapshot) {
      status.items.append(.passing(found, of: rows, noun))
      status.passed = status.items.last?.passedWords ?? ""
    } else {
      status.items.append(.init(strong: rows, text: noun))
    }
    if case .grouped? = newestRows, let groups = groups.rows?.groups {
      status.items.append(
        .init(
          strong: Formats.count(groups.count), text: Words.count("group", groups.count) + " by " + groupedTitle))
    }
    if selectedRowCount > 0 {
      status.items.append(.init(strong: Formats.count(selectedRowCount), text: "selected"))
    }
    status.items += faultItems(snapshot) + tagItems
    if let reading = readingWords(snapshot) {
      status.items.append(.init(text: reading))
    } else if !snapshot.isRowCountExact {
      let progress = min(0.99, snapshot.progress)
      status.progress = progress
      status.items.append(.init(text: "Indexing \(Formats.percent(progress))", tellsProgress: true))
    } else if groups.isBusy {
      status.items.append(.init(text: "Grouping"))
    } else if isSearching || isArranging {
      let work = table.sortKeys.isEmpty ? "Searching" : "Sorting"
      let isFormer = hasFormerRows || isArranging
      status.items.append(.init(text: isFormer ? work + "; these are the former rows" : work))
    }
    status.menu = pictureWords
    if let objection = result?.objection ?? orderObjection ?? groups.objection {
      status.items.append(.init(text: objection))
    }
    status.form = snapshot.dialect.statusWords
    status.trailing = coding.words
    if snapshot.state.isGone { status.trailing.append("The file is gone") }
    if isStream { return status }
    // The decoded rows of a compressed file do not follow changes of the file.
    guard coding.isPlain, !snapshot.state.isGone, snapshot.state.error == nil else { return status }
    status.isLive = reading.isWatched
    status.trailing.append(reading.isWatched ? "Live" : "Not watched")
    return status
  }

  /// Whether many sorted rows are diffed with those on the screen, which takes a second for millions.
  private var isArranging: Bool {
    guard pendingUpdates > 0, !table.sortKeys.isEmpty, case .some(let rows)? = newestRows else { return false }
    return rows.count > 1_000_000
  }

  /// The status items with the numbers of tags.
  private var tagItems: [Status.Item] {
    var items: [Status.Item] = []
    if !tags.tags.isEmpty { items.append(.init(strong: Formats.count(tags.tags.count), text: "tagged")) }
    if tags.strayCount > 0 {
      let noun = Words.count("tag", tags.strayCount)
      items.append(.init(strong: Formats.count(tags.strayCount), text: "\(noun) of rows that changed"))
    }
    return items
  }

  /// Returns the number of rows that match the filter, or the previous filter while its rows are shown; `nil` for all
  /// rows.
  private func filteredCount(_ snapshot: CSVSnapshot) -> Int? {
    if hasFormerRows, let rows = newestRows {
      let count = rows.rowCount
      return count < snapshot.rowCount ? count : nil
    }
    return filters.isEmpty ? nil : result?.rows?.count
  }

  /// Returns the words for the state of reading a stream or compressed file; `nil` after its end, and for other files.
  private func readingWords(_ snapshot: CSVSnapshot) -> String? {
    guard reading.isSpooled else { return nil }
    if snapshot.state.error != nil { return "Incomplete" }
    if snapshot.state.isEnded { return nil }
    let words = reading.isPaused ? "Reading on demand" : "Reading"
    let work = [table.sortKeys.isEmpty ? nil : "sorted", groups.column == nil ? nil : "grouped"].compactMap(\.self)
    return work.isEmpty ? words : words + "; " + work.joined(separator: " and ") + " at the end"
  }

  /// Reads more of a stream or compressed file if the list is scrolled near its end, or needs all rows.
  func readMore() {
    guard reading.isPaused else { return }
    let left = list.contentSize.height - list.contentOffset.y - list.bounds.height
    let needsAll =
      !filters.isEmpty || !table.sortKeys.isEmpty || groups.column != nil || inherited.place != nil
    if needsAll || left <= 2 * list.bounds.height { reading.readMore() }
  }

  /// Shows or removes the bar that reports an incomplete file, if the error changed.
  func updateErrorBar(before: FileError?, now snapshot: CSVSnapshot) {
    guard snapshot.state.error != before else { return }
    if let error = snapshot.state.error, reading.isSpooled { onInputLoss?("\(error)") }
    // Without any row, the notice in place of the table reports the error.
    guard let error = snapshot.state.error, snapshot.rowCount > 0 else { return holder.showBar(nil) }
    holder.showBar(
      Notice(
        symbol: .warning, title: "The rows after these cannot be read", detail: Words.sentence("\(error)"),
        isFailure: true))
  }

  func title(ofFilter filter: String) -> String {
    let columns = snapshot?.columns ?? []
    let tag = TableColumnInfo(name: RowTags.columnName(beside: columns), type: .number)
    return FilterTitle.row(filter, columns: columns + [tag])
  }

  /// The reason why the columns do not allow a filter that was set before they were known; `nil` if they do.
  var filterObjection: String? {
    do throws(ExpressionError) { _ = try filterExpressions() } catch { return "\(error)" }
    return nil
  }

  /// Returns the placeholder of an empty table; `nil` if there are rows.
  func notice(_ snapshot: CSVSnapshot) -> Notice? {
    if let filterObjection {
      return Notice(
        symbol: .warning, title: "Not a filter of this table", detail: Words.sentence(filterObjection),
        button: filters.count == 1 ? "Clear filter" : "Clear filters", isFailure: true
      ) { [weak self] in self?.onClearFilter?() }
    }
    if !filters.isEmpty, let result, result.isComplete, result.rows?.isEmpty == true {
      return noMatch(
        in: snapshot.rowCount, "row", hint: UnknownColumn.words(in: filters, columns: snapshot.columns))
    }
    if hasFormerRows, newestRows?.rowCount == 0, !table.sortKeys.isEmpty {
      return Notice(symbol: .fileTable, title: "Sorting", detail: "The rows appear when they are sorted.")
    }
    guard snapshot.rowCount == 0, snapshot.isRowCountExact else { return nil }
    if let error = snapshot.state.error {
      return Notice(
        symbol: .warning, title: "Cannot read this file", detail: Words.pathAndReason(error), isFailure: true)
    }
    guard snapshot.columns.isEmpty else {
      let detail = "There are only the names of the columns."
      return Notice(
        symbol: .fileTable, title: "No rows",
        detail: isStream && snapshot.state.isEnded ? detail : detail + " New rows appear here.")
    }
    guard !isStream || !snapshot.state.isEnded else {
      return Notice(symbol: .fileTable, title: "No input", detail: "The input ended without any row.")
    }
    return Notice(
      symbol: .fileTable, title: isStream ? "No input yet" : "Empty file", detail: "New rows appear here by themselves."
    )
  }

  /// The number of selected rows, without the titles of groups.
  var selectedRowCount: Int {
    guard case .grouped(let groups)? = shown else { return list.selectedCount }
    let ranges = list.selectedRanges(inSection: 0).map { $0.clamped(to: 0..<groups.items.count) }
    return ranges.reduce(0) { $0 + $1.count - groups.titleCount(in: $1) }
  }
}

extension TableScreen: PositionSaving {
  var savedPath: String? { input.tagged }

  var place: SavedPosition? {
    guard let snapshot, snapshot.state.error == nil else { return nil }
    var place = SavedPosition(position: pendingPosition ?? inherited.place?.position ?? list.scrollPosition)
    place.table = pendingLook ?? look
    return place
  }

  /// The user's choices for the table: columns, order, row height and dialect.
  var look: TableLook {
    let height = pictures.height == TablePictures.usualHeight ? nil : pictures.height
    return TableLook(columns: table.columnLooks, sort: table.sortKeys, height: height, dialect: reading.choice)
  }

  /// Restores the saved columns and order once the columns are known. An order from the command line is kept.
  func restoreLook() {
    guard let look = pendingLook, snapshot?.columns.isEmpty == false else { return }
    pendingLook = nil
    table.apply(look.columns)
    let known = look.sort.filter { !table.isColumnHidden($0.column) || table.columnOrder.contains($0.column) }
    guard table.sortKeys.isEmpty, !known.isEmpty else { return }
    table.sortKeys = known
    startQuery()
    finder.restart()
  }

  /// Restores the saved position once its row is known, unless the user scrolled in the meantime.
  func restorePendingPosition(_ snapshot: CSVSnapshot) {
    guard let position = pendingPosition else { return }
    guard list.isAtStart, filters.isEmpty else {
      pendingPosition = nil
      return
    }
    // The rows of a saved order are still to be sorted.
    if isSearching { return }
    guard let row = position.places.first?.path.last, row < snapshot.rowCount else {
      if snapshot.isRowCountExact { pendingPosition = nil }
      return
    }
    pendingPosition = nil
    list.restore(position)
  }
}
