import Dispatch
import Scrollwork
import ScrollworkPlatform

/// Files that the user drops from other programs.
extension Viewer {
  /// Takes something that was dropped: copies a file to the folder that is shown, and opens it elsewhere.
  func receiveDrop(_ text: String) {
    let path = FileAddress.path(of: text) ?? text
    guard let folder = screen as? FolderScreen, folder.path != nil, path.hasPrefix("/"), FileMove.exists(path) else {
      return openReportingErrors(path)
    }
    files.dropped.append(FilePath.absolute(path))
    // The files of one drop arrive one after the other, and are copied together.
    guard files.dropped.count == 1 else { return }
    DispatchQueue.main.async { [weak self] in self?.copyDropped() }
  }

  private func copyDropped() {
    let paths = files.dropped
    files.dropped = []
    guard let screen = screen as? FolderScreen, let folder = screen.path else { return }
    guard files.transfer == nil else {
      return tellOfFiles("\(Words.sentence(words(paths))) not copied: files are still being copied or moved")
    }
    // A file that comes from this folder is shown, and not copied beside itself.
    let own = FilePath.resolved(folder)
    let others = paths.filter { FilePath.resolved(FilePath.parent(of: $0)) != own }
    guard !others.isEmpty else {
      screen.reveal(FolderEntry.join(folder, FilePath.lastComponent(of: paths[0])))
      return tellOfFiles("\(Words.sentence(words(paths))) \(paths.count == 1 ? "is" : "are") in this folder already")
    }
    start(FileTransfer(others, to: folder, isMove: false))
  }
}
