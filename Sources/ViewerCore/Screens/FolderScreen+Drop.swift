import Scrollwork

/// Folders as drop targets.
extension FolderScreen {
  /// Returns the folder at a point of the window, with its position in the list; `nil` without one.
  func folder(at point: Point) -> (place: ElementPath, entry: FolderEntry)? {
    guard list.host != nil, !list.isHidden, let place = list.path(at: list.convertFromRoot(point)),
      applied.indices.contains(place.section), applied[place.section].indices.contains(place.item)
    else { return nil }
    let entry = applied[place.section][place.item]
    return entry.kind == .folder && !entry.isAddress ? (place, entry) : nil
  }

  /// Highlights the folder at a point of the window as the drop target; `nil` removes the highlight.
  func markDropTarget(at point: Point?) {
    guard let point, let path = folder(at: point)?.place, let content = list.content(of: list.id(at: path)) else {
      holder.dropMark.isHidden = true
      return
    }
    let place = content.convertToRoot(content.bounds)
    let frame = Rect(origin: holder.convertFromRoot(place.origin), size: place.size)
    switch content {
    case is FolderTileView: holder.dropMark.show(frame.insetBy(FolderTileView.margin), radius: FolderTileView.radius)
    case is FileRowView: holder.dropMark.show(frame.inset(by: Insets(horizontal: 8, vertical: 0)), radius: 6)
    default: holder.dropMark.show(frame.intersection(holder.bounds), radius: 0)
    }
  }
}
