import Dispatch
package import Scrollwork
import ScrollworkPlatform

/// Files that the user drags from a window of the program.
package struct FileDrag {
  /// The absolute paths of the files.
  package var paths: [String]
  package var isMove: Bool
  /// Whether the drag began in the window that the pointer is over.
  package var isOwn: Bool

  package init(paths: [String], isMove: Bool, isOwn: Bool) {
    (self.paths, self.isMove, self.isOwn) = (paths, isMove, isOwn)
  }

  /// Returns whether `folder` may receive the files, which it may not if it is one of them.
  func mayGo(to folder: String) -> Bool { !paths.contains { $0.utf8.elementsEqual(folder.utf8) } }
}

/// Drops of files on the window, dragged from itself, other windows and other programs.
extension Viewer {
  /// Handles a drop from another program. Copies the file to the folder at the point, or else to the shown folder. On
  /// other screens, or if the text is not the path of a file, opens it.
  func receiveDrop(_ text: String, at point: Point) {
    let path = FileAddress.path(of: text) ?? text
    let below = folder(at: point)
    guard let target = below ?? (screen as? FolderScreen)?.path, path.hasPrefix("/"), FileMove.exists(path) else {
      return openReportingErrors(path)
    }
    files.dropped.append(FilePath.absolute(path))
    // The files of one drop arrive one after the other, and are copied together.
    guard files.dropped.count == 1 else { return }
    DispatchQueue.main.async { [weak self] in
      guard let self else { return }
      let paths = files.dropped
      files.dropped = []
      take(paths, to: target, isMove: false)
    }
  }

  /// Handles a drop from a window of the program: copies or moves the files to the folder at the point. Elsewhere,
  /// files of another window go to the shown folder; on other screens, the first one is opened.
  package func receiveDrop(_ drag: FileDrag, at point: Point) {
    endDragOver()
    guard let first = drag.paths.first else { return }
    if let folder = folder(at: point) {
      if drag.mayGo(to: folder) { take(drag.paths, to: folder, isMove: drag.isMove) }
    } else if !drag.isOwn {
      guard let folder = (screen as? FolderScreen)?.path else { return openReportingErrors(first) }
      take(drag.paths, to: folder, isMove: drag.isMove)
    }
  }

  /// Highlights the folder at the point if it may receive the dragged files.
  /// - Returns: Whether a drop at the point has an effect.
  package func drag(_ drag: FileDrag, over point: Point) -> Bool {
    let folder = folder(at: point)
    let isTaken = folder.map { drag.mayGo(to: $0) } ?? false
    (screen as? FolderScreen)?.markDropTarget(at: isTaken ? point : nil)
    return isTaken || folder == nil && !drag.isOwn
  }

  /// The frame of the highlighted drop target, in the coordinates of the window; `nil` without one.
  package var dropMark: Rect? {
    guard let mark = (screen as? FolderScreen)?.holder.dropMark, !mark.isHidden else { return nil }
    return mark.convertToRoot(mark.bounds)
  }

  /// Removes the highlight of the drop target.
  package func endDragOver() { (screen as? FolderScreen)?.markDropTarget(at: nil) }

  /// Returns the path of the folder whose item is at a point of the window; `nil` outside the list of a folder screen,
  /// or if no folder is there.
  private func folder(at point: Point) -> String? {
    guard let screen = screen as? FolderScreen, let hit = view.hitTest(point), hit.isInside(screen.list) else {
      return nil
    }
    return screen.folder(at: point)?.entry.path
  }

  private func take(_ paths: [String], to folder: String, isMove: Bool) {
    guard files.transfer == nil else {
      let verb = isMove ? "moved" : "copied"
      return tellOfFiles("\(Words.sentence(words(paths))) not \(verb): files are still being copied or moved")
    }
    // A file that comes from this folder is shown, and not copied beside itself.
    let own = FilePath.resolved(folder)
    let others = paths.filter { FilePath.resolved(FilePath.parent(of: $0)) != own }
    guard !others.isEmpty else {
      let screen = screen as? FolderScreen
      if screen?.path == folder { screen?.reveal(FolderEntry.join(folder, FilePath.lastComponent(of: paths[0]))) }
      return tellOfFiles("\(Words.sentence(words(paths))) \(paths.count == 1 ? "is" : "are") in this folder already")
    }
    start(FileTransfer(others, to: folder, isMove: isMove))
  }
}
