import Scrollwork

extension FolderScreen: PlaceKeeping {
  var keptPath: String? { path ?? addresses }

  var place: SavedPlace? {
    guard let snapshot, snapshot.state == .complete || awaited != nil else { return nil }
    // Who left before all entries were known is where one was before.
    var place = SavedPlace(position: awaited ?? list.scrollPosition)
    // Addresses have no usual order among the keys.
    if path != nil, sortKeys != FolderOrder.byName.keys { place.sort = sortKeys }
    (place.layout, place.zoom) = (chosenLayout, chosenZoom)
    return place
  }

  /// The keys as far as files have them; `nil` if none was chosen, or what is there now was another thing before.
  static func folderKeys(_ keys: [SortKey]) -> [SortKey]? {
    guard !keys.isEmpty, (try? SortKey.check(keys, for: .files)) != nil else { return nil }
    return keys
  }

  /// Shows what was chosen in a former run, and goes to where one was as soon as that is known.
  func comeBack(to place: SavedPlace?) {
    guard let place else { return }
    (chosenLayout, chosenZoom) = (place.layout, place.zoom)
    awaited = place.position
  }

  /// Goes where one was, unless the person went elsewhere while the folder was read.
  func goToAwaited() {
    guard let position = awaited else { return }
    if !list.isAtStart {
      awaited = nil
    } else if snapshot?.state == .complete, filterText.isEmpty {
      awaited = nil
      list.restore(position)
    }
  }
}
