import Scrollwork

extension TextScreen: PositionSaving {
  var savedPath: String? { isPipe ? nil : origin }

  var place: SavedPosition? {
    guard let snapshot, snapshot.error == nil else { return nil }
    var place = SavedPosition(
      position: pendingPosition ?? inNewestFile(inherited.place?.position ?? list.scrollPosition),
      sort: sortKey.map { [$0] } ?? [])
    place.text = look
    return place
  }

  /// The user's choices for the text, with lines counted in the newest file.
  var look: TextLook {
    var look = TextLook()
    let start = snapshot?.newestStart ?? 0
    look.bookmarks = start == 0 ? display.bookmarks : display.bookmarks.suffix(from: start).moved(by: -start)
    if let savedBookmarks { look.bookmarks.formUnion(savedBookmarks) }
    look.encoding = chosenEncoding
    return look
  }

  /// Takes over the order and the choices of a saved position, which is restored when its lines are known.
  func use(_ place: SavedPosition?) {
    guard let place else { return }
    sortKey = place.sort.first.flatMap { [.line, .text].contains($0.field) ? $0 : nil }
    pendingPosition = place.position == SavedPosition.start.position ? nil : place.position
    chosenEncoding = place.text.encoding
    savedBookmarks = place.text.bookmarks.isEmpty ? nil : place.text.bookmarks
  }

  /// Restores the saved position once its line is known, unless the user scrolled, filtered or sorted in the meantime.
  func restorePendingPosition(_ snapshot: LineIndexSnapshot) {
    guard let position = pendingPosition else { return }
    guard list.isAtStart, filters.isEmpty, sortKey?.field != .text else {
      pendingPosition = nil
      return
    }
    if position.isAtEnd, sortKey == nil {
      guard snapshot.isCaughtUp else { return }
      list.scroll(to: .end, animated: false)
    } else {
      guard let line = position.places.first?.path.last, line < snapshot.count else {
        // A file that became shorter is shown from its start.
        if snapshot.isCaughtUp { pendingPosition = nil }
        return
      }
      list.restore(position)
    }
    pendingPosition = nil
  }
}
