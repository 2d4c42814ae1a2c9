import Scrollwork

/// Bookmarks of lines.
extension TextScreen {
  /// The largest number of lines that get a bookmark at once.
  private static let maximumAtOnce = 100

  /// The reason why no line can get a bookmark; `nil` if one can.
  var objectionToBookmark: String? {
    let lines = linesToBookmark
    if lines.isEmpty { return "no line is selected" }
    if lines.count > Self.maximumAtOnce { return "at most \(Self.maximumAtOnce) lines get a bookmark at once" }
    let added = lines.count { !display.bookmarks.contains($0) }
    let count = display.bookmarks.count + (savedBookmarks?.count ?? 0)
    return count + added > Bookmarks.limit ? "a file has at most \(Bookmarks.limit) bookmarks" : nil
  }

  /// The selected lines, or else the focused one.
  private var linesToBookmark: [Int] {
    guard let snapshot, let shown else { return [] }
    let rows = list.selectedRanges(inSection: 0).lazy.joined().prefix(Self.maximumAtOnce + 1)
    let lines = rows.isEmpty ? list.focusedItem.map { [$0.item] } ?? [] : Array(rows)
    return lines.compactMap { shown.line(at: $0) }.filter { $0 < snapshot.count && !snapshot.isBreak($0) }
  }

  /// Bookmarks the selected lines; if all of them are bookmarked, removes the bookmarks.
  func toggleBookmarks() {
    guard let snapshot, objectionToBookmark == nil else { return }
    let lines = linesToBookmark
    let isRemoving = lines.allSatisfy(display.bookmarks.contains)
    for line in lines {
      if isRemoving { display.bookmarks.remove(line) } else { display.bookmarks.insert(line, snapshot) }
    }
    bookmarksDidChange()
  }

  /// Replaces all bookmarks.
  func setBookmarks(_ bookmarks: Bookmarks) {
    display.bookmarks = bookmarks
    bookmarkSearch?.cancel()
    (bookmarkSearch, savedBookmarks) = (nil, nil)
    bookmarksDidChange()
  }

  /// Goes to the next or the previous bookmarked line, and continues at the other end of the lines.
  func goToBookmark(forward: Bool) {
    let position = currentPosition
    let isFocused = list.focusedItem?.item == position
    placeBookmarks { [weak self] rows in
      let answer = rows.next(from: forward && isFocused ? position + 1 : position, forward: forward)
      if case .row(let position, _) = answer { self?.reveal(position) }
      self?.showFocus()
    }
  }

  /// Finds the shown lines with a bookmark, and marks them beside the scroll bar. Among sorted lines, they are found in
  /// the background.
  /// - Parameter body: Called with the lines.
  func placeBookmarks(then body: (@MainActor @Sendable (FoundRows) -> Void)? = nil) {
    bookmarkPlacing?.cancel()
    bookmarkPlacing = nil
    let lines = display.bookmarks.lines
    guard case .sorted(let sorted)? = shown, !lines.isEmpty else {
      let positions = lines.compactMap { shown?.row(of: $0) }.sorted()
      let rows = FoundRows(count: positions.count, searched: 0..<shownCount, isComplete: true) { positions[$0] }
      return bookmarksArePlaced(rows, body)
    }
    let find: @Sendable (() -> Bool) -> [Int32] = { _ in FoundRows.positions(of: lines, in: sorted.numbers) }
    bookmarkPlacing = FindTask(find) { [weak self] positions in
      let rows = FoundRows(count: positions.count, searched: 0..<sorted.count, isComplete: true) { Int(positions[$0]) }
      self?.bookmarksArePlaced(rows, body)
    }
  }

  private func bookmarksArePlaced(_ rows: FoundRows, _ body: (@MainActor @Sendable (FoundRows) -> Void)?) {
    bookmarkRows = rows
    showTicks()
    body?(rows)
  }

  private func bookmarksDidChange() {
    display.setNeedsDisplay()
    placeBookmarks()
    onChange?()
  }

  // MARK: Lines that are read anew

  /// Removes the bookmarks from the lines, because the file is read again, and keeps them in `savedBookmarks` until the
  /// new lines are known.
  func setBookmarksAside() {
    bookmarkSearch?.cancel()
    bookmarkPlacing?.cancel()
    (bookmarkSearch, bookmarkPlacing, bookmarkRows) = (nil, nil, nil)
    guard !display.bookmarks.isEmpty else { return }
    let unit = snapshot?.encoding.unitSize
    var kept = display.bookmarks
    // Those of an encoding with other lines are lost, because their lines have other numbers.
    if let savedBookmarks, savedBookmarkUnit == nil || savedBookmarkUnit == unit { kept.formUnion(savedBookmarks) }
    (savedBookmarks, savedBookmarkUnit) = (kept, unit)
    display.bookmarks = Bookmarks()
  }

  /// Restores the saved bookmarks once the lines are known. Bookmarks of lines with another text are dropped; those
  /// beyond the end of the file wait for more lines.
  func restoreBookmarks(_ snapshot: LineIndexSnapshot) {
    guard let saved = savedBookmarks, bookmarkSearch == nil, snapshot.isCaughtUp,
      savedBookmarkUnit.map({ $0 == snapshot.encoding.unitSize }) ?? true, saved.containsLine(before: snapshot.count)
    else { return }
    let search: @Sendable (() -> Bool) -> Bookmarks = { _ in saved.valid(in: snapshot) }
    bookmarkSearch = FindTask(search) { [weak self] valid in
      guard let self else { return }
      bookmarkSearch = nil
      let rest = saved.suffix(from: snapshot.count)
      savedBookmarks = rest.isEmpty ? nil : rest
      display.bookmarks.formUnion(valid)
      bookmarksDidChange()
    }
  }
}
