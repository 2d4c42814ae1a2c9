import Scrollwork

/// The state of a folder that is listed again, with or without hidden files or files in folders below.
extension FolderScreen: StateKeeping {
  var state: ScreenState {
    var state = inherited
    state.replaceFilters(by: self, leftOut: []) { _ in .any }
    state.folder = inherited.folder ?? chosen
    return state
  }

  func adopt(_ state: ScreenState) {
    inherited = state
    if state.folder != nil { pendingPosition = nil }
    adopt(state.filters, for: [.any])
  }

  /// The selected and focused entries and the position of the list; `nil` before a frame shows entries.
  private var chosen: ScreenState.Folder? {
    guard !applied.isEmpty else { return nil }
    func id(_ path: ElementPath) -> FolderEntryID? {
      guard path.section < applied.count, path.item < applied[path.section].count else { return nil }
      return applied[path.section][path.item].id
    }
    let focused = list.focusedItem
    var places = list.shownPlaces
    // At the start, other entries may come before those on screen; only the one with the focus is kept there.
    if list.isAtStart { places = places.filter { $0.path == focused } }
    return ScreenState.Folder(
      anchors: places.compactMap { place in id(place.path).map { ($0, place.fraction) } },
      focused: focused.flatMap(id), selected: selectedEntries.map(\.id), column: table.startColumn,
      position: list.scrollPosition)
  }

  /// Whether the selection of the previous screen is still to be restored.
  var isRestoringFolder: Bool {
    inherited.folder != nil && list.host != nil && !list.isHidden && !shown.all.isEmpty && snapshot?.state == .complete
  }

  /// Restores the selection and the position of the previous screen, once a frame shows all entries.
  func restoreFolder() {
    guard let folder = inherited.folder, snapshot?.state == .complete, pendingUpdates == 0, isFiltered else { return }
    inherited.folder = nil
    // The user has gone elsewhere meanwhile.
    guard list.isAtStart, list.selectedCount == 0 else { return }
    let selected = Set(folder.selected)
    let wanted = selected.union(folder.anchors.map(\.id)).union([folder.focused].compactMap(\.self))
    var paths: [FolderEntryID: ElementPath] = [:]
    let positions = applied.enumerated().map { section, entries in
      var positions = PositionSet()
      for (item, entry) in entries.enumerated() where wanted.contains(entry.id) {
        paths[entry.id] = ElementPath(section: section, item: item)
        if selected.contains(entry.id) { positions.insert(item..<item + 1) }
      }
      return positions
    }
    if !selected.isEmpty { list.select(positions) }
    if let path = folder.focused.flatMap({ paths[$0] }) {
      list.focus(path)
      if layout == .table, let column = folder.column { table.focusColumn(column) }
    }
    for anchor in folder.anchors {
      guard let path = paths[anchor.id] else { continue }
      return list.restore(path, anchor.fraction)
    }
  }
}
