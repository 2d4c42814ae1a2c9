import Scrollwork

// The position after a folder was deleted and created again, perhaps file by file.

extension FolderScreen {
  /// The position and selection before entries began to disappear.
  struct PositionBeforeDeletion {
    /// The content offset in logical pixels.
    var offset: Double
    /// The paths of the selected entries. Identities are not used, because files that are created again have other
    /// inodes.
    var selected: Set<String>
    /// The time of the last deletion.
    var time: Instant
    /// The time at which the folder existed again, perhaps with a part of its files.
    var returned: Instant?
  }

  /// Records the position when entries begin to disappear: deleting a folder deletes its files first, which may take a
  /// while.
  func recordPosition(before next: FolderSnapshot) {
    guard let snapshot, let now = list.host?.now else { return }
    if positionBeforeDeletion?.returned != nil {
      guard next.state == .vanished else { return }
      positionBeforeDeletion?.time = now
      positionBeforeDeletion?.returned = nil
    } else if next.state == .vanished {
      if let place = positionBeforeDeletion, now.seconds(since: place.time) > 2 { positionBeforeDeletion = nil }
    } else if snapshot.state != .vanished, next.entries.count < snapshot.entries.count {
      let isNew = positionBeforeDeletion.map { now.seconds(since: $0.time) > 2 } ?? true
      let place = PositionBeforeDeletion(
        offset: list.contentOffset.y, selected: Set(selectedEntries.map(\.path)), time: now)
      if isNew { positionBeforeDeletion = place } else { positionBeforeDeletion?.time = now }
    } else if next.entries.count > snapshot.entries.count, snapshot.state != .vanished {
      positionBeforeDeletion = nil
    }
  }

  /// Restores the position from before the folder was deleted. Repeated calls restore it again while files come back
  /// one by one.
  func restorePositionAfterReturn() {
    guard var place = positionBeforeDeletion, let now = list.host?.now else { return }
    positionBeforeDeletion = nil
    let path = path(where: { place.selected.contains($0.path) })
    var isCutOff = true
    if let returned = place.returned {
      guard list.selectedCount == 0, now.seconds(since: returned) < 10 else { return }
      isCutOff = list.isAtEnd && list.contentOffset.y < place.offset
    }
    if let path {
      table.apply(declared, updateStrategy: .reloadData)
      list.select(path)
    }
    if path != nil || isCutOff { list.scroll(to: .offset(place.offset), animated: false) }
    place.returned = place.returned ?? now
    positionBeforeDeletion = place
  }
}
