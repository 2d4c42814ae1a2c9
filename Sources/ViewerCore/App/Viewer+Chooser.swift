import Scrollwork
import ScrollworkPlatform

/// Opening a file or folder that the user chooses.
extension Viewer {
  /// Lets the user choose a file or folder, beginning in the folder that is shown.
  func chooseFile() {
    let shown = screen.crumbs.last?.path ?? ""
    let isPlace = shown.hasPrefix("/")
    let isFolder = screen is FolderScreen
    let folder = !isPlace ? FilePath.home ?? "/" : isFolder ? shown : FilePath.parent(of: shown)
    let selected = (screen as? FolderScreen)?.selectedEntries.first?.path ?? (isPlace && !isFolder ? shown : nil)
    let list = PlaceList(userFolders(), recent: places?.paths ?? [])
    let chooser = FileChooser(
      at: Self.readableFolder(folder), selecting: selected, list, settings, offersWindows: onNewWindow != nil)
    chooser.onChoose = { [weak self, weak chooser] path, inNewWindow in
      guard let self, let chooser else { return nil }
      return open(path, inNewWindow: inNewWindow, from: chooser)
    }
    view.present(chooser)
  }

  /// Returns `folder`, or the nearest enclosing folder that can be read.
  private static func readableFolder(_ folder: String) -> String {
    var path = folder
    while path != "/", (try? DirectoryReader(path: path)) == nil { path = FilePath.parent(of: path) }
    return path
  }

  /// Opens the chosen path. Returns the reason why it cannot be opened; `nil` if it is open.
  private func open(_ path: String, inNewWindow: Bool, from chooser: FileChooser) -> String? {
    do throws(FileError) {
      if inNewWindow {
        // The other window would open with an error in place of the content.
        _ = try FileInfo(path: path)
        chooser.dismiss()
        onNewWindow?(path)
      } else {
        try openOrThrow(path)
        chooser.dismiss()
        focusList()
      }
      return nil
    } catch {
      return Words.sentence("\(error)")
    }
  }
}
