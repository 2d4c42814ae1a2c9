import Scrollwork

extension FolderScreen: PositionSaving {
  /// The path under which the position is saved; `nil` if all files below the folder are listed, as that position is
  /// not saved.
  var savedPath: String? { isDeep ? nil : path ?? addresses }

  var place: SavedPosition? {
    guard let snapshot, snapshot.state == .complete || pendingPosition != nil else { return nil }
    return look
  }

  /// The position, order and layout to save, as far as they are known.
  var look: SavedPosition {
    // While the folder was not completely read, the position to restore is still the one to save.
    var place = SavedPosition(
      position: pendingPosition ?? inherited.folder?.position ?? list.scrollPosition)
    // The order is saved for folders only, and only if it differs from the default.
    if path != nil, sortKeys != FolderOrder.byName.keys { place.sort = sortKeys }
    (place.layout, place.zoom, place.grouping) = (chosenLayout, chosenZoom, grouping)
    let height = columnsOfTable.height
    place.table = TableLook(
      columns: table.columnLooks, height: height == FolderColumns.usualHeight ? nil : height)
    return place
  }

  /// Returns saved sort keys if they are valid for files, otherwise `nil`. They may be those of a text that had this
  /// path in a previous run.
  static func folderKeys(_ keys: [SortKey]) -> [SortKey]? {
    guard !keys.isEmpty, (try? SortKey.check(keys, for: .files)) != nil else { return nil }
    return keys
  }

  /// Adopts the layout of a previous run, and keeps its scroll position until all entries are known.
  func adopt(_ place: SavedPosition?) {
    guard let place else { return }
    (chosenLayout, chosenZoom, grouping) = (place.layout, place.zoom, place.grouping)
    pendingPosition = place.position
    columnsOfTable.height = place.table.height ?? FolderColumns.usualHeight
    pendingColumns = place.table.columns
  }

  /// Restores the saved state of the columns once the table has them.
  func restoreColumns() {
    guard !pendingColumns.isEmpty else { return }
    table.apply(pendingColumns)
    pendingColumns = []
  }

  /// Restores the saved position once all entries are known, unless the user scrolled in the meantime.
  func restorePendingPosition() {
    guard let position = pendingPosition else { return }
    if !list.isAtStart {
      pendingPosition = nil
    } else if snapshot?.state == .complete, filters.isEmpty {
      pendingPosition = nil
      list.restore(position)
    }
  }
}
