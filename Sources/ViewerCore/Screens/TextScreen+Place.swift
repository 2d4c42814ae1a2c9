import Scrollwork

extension TextScreen: PlaceKeeping {
  var keptPath: String? { path }

  var place: SavedPlace? {
    guard let snapshot, snapshot.error == nil else { return nil }
    return SavedPlace(position: awaited ?? list.scrollPosition, sort: sortKey.map { [$0] } ?? [])
  }

  /// Goes where one was as soon as that line is known, unless the person went elsewhere meanwhile or looks for something.
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
        // Of a file that is shorter now one sees the beginning.
        if snapshot.isCaughtUp { awaited = nil }
        return
      }
      list.restore(position)
    }
    awaited = nil
  }
}
