import Scrollwork
import ScrollworkPlatform

extension FolderScreen: PickingScreen {
  /// Ends picking if another program requested files; otherwise opens an entry. A folder is opened in any case if it is
  /// not part of a larger selection, so that the user can pick files below it.
  func activate(_ entry: FolderEntry) {
    if let onPick, entry.kind != .folder || list.selectedCount > 1 { onPick() } else { onOpen?(entry.path) }
  }

  /// A function that writes the paths of the selected entries, one per line; `nil` without a selection.
  var pick: Pick? {
    let selected = selectedEntries
    guard !selected.isEmpty else { return nil }
    return { output throws(FileError) in
      for entry in selected {
        try output.write(PathBytes.encode(entry.path))
        try output.write(byte: 0x0A)
      }
    }
  }
}
