import Scrollwork

/// Selection of entries that are not listed yet.
extension FolderScreen {
  /// Selects an entry and scrolls to it, as soon as all entries are known.
  func revealWhenListed(_ path: String) {
    let isKnown = snapshot?.state == .complete
    pathToReveal = isKnown ? nil : path
    if isKnown { reveal(path) }
  }

  /// Selects the awaited entries if all of them are listed; those that a filter hides are left out.
  func revealAwaited() {
    guard !awaitedPaths.isEmpty, pendingUpdates == 0 else { return }
    var wanted = AwaitedEntries(awaitedPaths)
    let places = applied.map { wanted.places(in: $0) }
    let count = places.reduce(0) { $0 + $1.count }
    let all = EntryPart(snapshot?.entries ?? [])
    guard count > 0, count == wanted.count || wanted.places(in: all).count == wanted.count else { return }
    awaitedPaths = []
    guard let first = places.firstIndex(where: { !$0.isEmpty }), let item = places[first].ranges.first?.lowerBound
    else { return }
    let path = ElementPath(section: first, item: item)
    list.select(path)
    if count > 1 { list.select(places) }
    // The title of the section belongs to its first row.
    list.scroll(to: isInFirstRow(path) ? .start : .item(path), animated: false)
  }

  /// Whether an item is in the first row of the list, and visible at the start of it.
  private func isInFirstRow(_ path: ElementPath) -> Bool {
    guard path.section == 0 else { return false }
    let height = list.visibleRect.height
    var near: [Neighbour] = []
    list.neighbours(in: [0..<height], into: &near)
    let items = near.filter { $0.section == 0 && $0.item != nil }
    guard let frame = items.first(where: { $0.item == path.item })?.frame, frame.maxY <= height else { return false }
    return !items.contains { $0.frame.maxY <= frame.minY }
  }
}
