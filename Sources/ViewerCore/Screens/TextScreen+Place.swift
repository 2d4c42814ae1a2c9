import Scrollwork

extension TextScreen: PlaceKeeping {
  var keptPath: String? { path }

  var place: SavedPlace? {
    guard let snapshot, snapshot.error == nil else { return nil }
    return SavedPlace(position: awaited ?? list.scrollPosition, sort: sortKey.map { [$0] } ?? [])
  }

  /// Restores the saved position as soon as its line is known, unless the user scrolled, filtered or sorted in the
  /// meantime.
  func goToAwaited(_ snapshot: LineIndexSnapshot) {
    guard let position = awaited else { return }
    guard list.isAtStart, filterText.isEmpty, sortKey?.field != .text else {
      awaited = nil
      return
    }
    if position.isAtEnd, sortKey == nil {
      guard snapshot.isCaughtUp else { return }
      list.scroll(to: .end, animated: false)
    } else {
      guard let line = position.places.first?.path.last, line < snapshot.count else {
        // A file that became shorter is shown from its start.
        if snapshot.isCaughtUp { awaited = nil }
        return
      }
      list.restore(position)
    }
    awaited = nil
  }
}
