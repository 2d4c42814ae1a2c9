import Scrollwork
import ScrollworkPlatform

extension FolderScreen: PickingScreen {
  /// Picks the chosen files if another program asks for some, else opens an entry. A folder that is activated alone is
  /// opened also then, so that files below it can be picked.
  func activate(_ entry: FolderEntry) {
    if let onPick, entry.kind != .folder || list.selectedCount > 1 { onPick() } else { onOpen?(entry.path) }
  }

  /// Writes the paths of the selected entries, one in a line.
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
