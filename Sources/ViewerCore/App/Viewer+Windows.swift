import Scrollwork
import ScrollworkPlatform

/// The state that all windows of the program share.
@MainActor
final class SharedState {
  /// The scroll positions saved by former runs; `nil` if none are read or written.
  var places: SavedPositions?
  /// The changes of files that can be undone.
  let undo = FileUndo()
  /// The tags of files.
  let tagging = FileTagging()
  /// The files that were cut and not pasted yet.
  let cut = CutFiles()

  init() {}
}

/// Opening of places in new windows.
extension Viewer {
  /// The scroll positions saved by former runs; `nil` if none are read or written.
  package var places: SavedPositions? {
    get { shared.places }
    set { shared.places = newValue }
  }

  var objectionToNewWindow: String? {
    if picksRows { return "rows are picked in this window" }
    return onNewWindow == nil ? "the program has one window only" : nil
  }

  /// Whether files are being changed or written, so that the viewer must outlive its window.
  var isWorkingOnFiles: Bool { files.isBusy || saving?.isBusy == true }

  /// Updates the status line and the rest of the chrome; call it after a change that no screen reports, such as a full
  /// disk.
  package func updateStatus() {
    refreshChrome()
    heir?.updateStatus()
  }

  /// Takes over the running work on files of a viewer whose window was closed: shows its progress and its result.
  func inherit(_ viewer: Viewer) {
    files.inherited.removeAll { !$0.isBusy }
    files.inherited.append(viewer.files)
    viewer.heir = self
    updateStatus()
  }

  /// Opens the place of another window, at the same scroll position. The start screen replaces standard input, which
  /// cannot be read twice.
  func open(at other: Viewer) {
    other.savePosition()
    switch other.history.current {
    case .path(let path): openFirst(path)
    case .paths(let paths): if (try? open(paths)) == nil { openStart() }
    case .start, .input, nil: openStart()
    }
  }

  /// Opens a path or an address as the first place of the history. An error is shown as a screen of its own.
  func openFirst(_ path: String) {
    do throws(FileError) {
      guard PictureAddress.isAddress(path) else { return try open(path) }
      start(with: prepared(PictureScreen(address: path, around: nil)), as: .path(path))
    } catch {
      let retry: @MainActor () -> Void = { [weak self] in self?.openReportingErrors(path) }
      start(with: MessageScreen(path: path, error: error, retry: retry), as: .path(path))
    }
  }
}
