import Scrollwork
import ScrollworkPlatform

extension FolderScreen: SavingScreen {
  /// The selected files if there are several, else all shown ones.
  var rowsToSave: RowsToSave? {
    guard let snapshot else { return nil }
    let selected = selectedEntries
    let isSelection = selected.count > 1
    let shown = shown.all
    let entries = isSelection ? EntryPart(selected) : shown
    let folder = path ?? addresses.map { FilePath.parent(of: $0) } ?? FilePath.absolute(".")
    let base = path.map { FilePath.lastComponent(of: $0) } ?? ""
    let (known, tags) = (sizes.table, hasTags ? tags : nil)
    let usesPaths = path == nil
    return RowsToSave(
      noun: "file", count: entries.count, isSelection: isSelection,
      name: RowsToSave.freeName((base.isEmpty || base == "/" ? "files" : base + "-files"), ".csv", in: folder),
      folder: folder, source: addresses,
      objection: snapshot.state == .loading ? "The folder is still being read; try again when it is complete" : nil
    ) { path, replaces throws(FileError) in
      let format = try RowSaver.format(of: path, source: "")
      var pixels = known
      if format != .text { pixels.read(entries) }
      try FolderPrinter(format: format).save(
        entries, usingPaths: usesPaths, pixels: pixels, tags: tags, to: path, replacing: replaces)
    }
  }
}
