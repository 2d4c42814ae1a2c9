import Dispatch
package import Scrollwork
import ScrollworkPlatform

/// Files that the user drags from a window of the program.
package struct FileDrag {
  /// The absolute paths of the files.
  package var paths: [String]
  package var isMove: Bool
  /// Whether the files come from the window above which they are.
  package var isOwn: Bool

  package init(paths: [String], isMove: Bool, isOwn: Bool) {
    (self.paths, self.isMove, self.isOwn) = (paths, isMove, isOwn)
  }

  /// Whether a folder is none of the dragged ones.
  func mayGo(to folder: String) -> Bool { !paths.contains { $0.utf8.elementsEqual(folder.utf8) } }
}

/// Files that the user drops on the window: from itself, from other windows and from other programs.
extension Viewer {
  /// Takes something that another program dropped at a point of the window: copies a file into the folder there, or
  /// into the one that is shown, and opens it elsewhere.
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

  /// Takes files that were dropped from a window of the program: into the folder at the point, or into the one that is
  /// shown; on other screens the first one is opened. Files of the same window are taken by a folder at the point only.
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

  /// Follows files that are dragged over the window: marks the folder at the point that would take them.
  /// - Returns: Whether a drop at the point has an effect.
  package func drag(_ drag: FileDrag, over point: Point) -> Bool {
    let folder = folder(at: point)
    let isTaken = folder.map { drag.mayGo(to: $0) } ?? false
    (screen as? FolderScreen)?.markDropTarget(at: isTaken ? point : nil)
    return isTaken || folder == nil && !drag.isOwn
  }

  /// The mark of the folder that would take dragged files, in the coordinates of the window; `nil` without one.
  package var dropMark: Rect? {
    guard let mark = (screen as? FolderScreen)?.holder.dropMark, !mark.isHidden else { return nil }
    return mark.convertToRoot(mark.bounds)
  }

  /// Takes away the mark of the folder that would have taken dragged files.
  package func endDragOver() { (screen as? FolderScreen)?.markDropTarget(at: nil) }

  /// Returns the path of the folder at a point of the window, in the list of a folder; `nil` without one.
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
