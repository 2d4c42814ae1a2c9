import Dispatch
import Scrollwork
import ScrollworkPlatform

/// Files that the user drops from other programs and windows.
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
    DispatchQueue.main.async { [weak self] in
      guard let self else { return }
      let paths = files.dropped
      files.dropped = []
      take(paths, isMove: false)
    }
  }

  /// Takes files that were dropped from another window of the program: into the folder that is shown, or the first one
  /// is opened.
  package func receiveDrop(of paths: [String], isMove: Bool) {
    guard let first = paths.first else { return }
    guard let folder = screen as? FolderScreen, folder.path != nil else { return openReportingErrors(first) }
    take(paths, isMove: isMove)
  }

  private func take(_ paths: [String], isMove: Bool) {
    guard let screen = screen as? FolderScreen, let folder = screen.path else { return }
    guard files.transfer == nil else {
      let verb = isMove ? "moved" : "copied"
      return tellOfFiles("\(Words.sentence(words(paths))) not \(verb): files are still being copied or moved")
    }
    // A file that comes from this folder is shown, and not copied beside itself.
    let own = FilePath.resolved(folder)
    let others = paths.filter { FilePath.resolved(FilePath.parent(of: $0)) != own }
    guard !others.isEmpty else {
      screen.reveal(FolderEntry.join(folder, FilePath.lastComponent(of: paths[0])))
      return tellOfFiles("\(Words.sentence(words(paths))) \(paths.count == 1 ? "is" : "are") in this folder already")
    }
    start(FileTransfer(others, to: folder, isMove: isMove))
  }
}
