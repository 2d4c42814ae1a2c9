import Scrollwork

/// Lines that the user keeps to come back to.
extension TextScreen {
  /// The largest number of lines that get a bookmark at once.
  private static let mostAtOnce = 100

  /// The reason why no line can get a bookmark; `nil` if one can.
  var objectionToBookmark: String? {
    let lines = linesToBookmark
    if lines.isEmpty { return "no line is selected" }
    if lines.count > Self.mostAtOnce { return "at most \(Self.mostAtOnce) lines get a bookmark at once" }
    let added = lines.count { !display.bookmarks.contains($0) }
    return display.bookmarks.count + added > Bookmarks.limit ? "a file has at most \(Bookmarks.limit) bookmarks" : nil
  }

  /// The selected lines, or else the focused one.
  private var linesToBookmark: [Int] {
    guard let snapshot, let shown else { return [] }
    let rows = list.selectedRanges(inSection: 0).lazy.joined().prefix(Self.mostAtOnce + 1)
    let lines = rows.isEmpty ? list.focusedItem.map { [$0.item] } ?? [] : Array(rows)
    return lines.compactMap { shown.line(at: $0) }.filter { $0 < snapshot.count }
  }

  /// Gives the selected lines bookmarks; removes them if all of the lines have one.
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
    bookmarksDidChange()
  }

  /// Goes to the next or the previous line with a bookmark, beyond an end from the other one.
  func goToBookmark(forward: Bool) {
    let position = currentPosition
    let isFocused = list.focusedItem?.item == position
    let answer = bookmarkRows.next(from: forward && isFocused ? position + 1 : position, forward: forward)
    if case .row(let position, _) = answer { reveal(position) }
    showFocus()
  }

  /// The shown lines with a bookmark.
  var bookmarkRows: FoundRows {
    let lines = display.bookmarks.lines
    let positions: [Int]
    if case .sorted(let sorted)? = shown {
      positions = FoundRows.positions(of: lines, in: sorted.numbers).map { Int($0) }
    } else {
      positions = lines.compactMap { shown?.row(of: $0) }.sorted()
    }
    return FoundRows(count: positions.count, searched: 0..<shownCount, isComplete: true) { positions[$0] }
  }

  private func bookmarksDidChange() {
    display.setNeedsDisplay()
    showTicks()
    onChange?()
  }

  /// Restores the saved bookmarks as soon as all lines are known. Those of lines that have another text now are left
  /// out.
  func restoreBookmarks(_ snapshot: LineIndexSnapshot) {
    guard let saved = savedBookmarks, bookmarkSearch == nil, snapshot.isCaughtUp else { return }
    let search: @Sendable (() -> Bool) -> Bookmarks = { _ in saved.valid(in: snapshot) }
    bookmarkSearch = FindTask(search) { [weak self] valid in
      guard let self else { return }
      savedBookmarks = nil
      guard self.snapshot?.generation == snapshot.generation else { return }
      display.bookmarks.formUnion(valid)
      bookmarksDidChange()
    }
  }
}
