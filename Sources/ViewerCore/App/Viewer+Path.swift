import Scrollwork
import ScrollworkPlatform

/// Opening by a typed path.
extension Viewer {
  /// Connects the field in which the user types a path.
  func connectPathField() {
    view.pathField.onClose = { [weak self] in self?.closePathField() }
    view.pathField.onOpen = { [weak self] path in self?.openTyped(path) }
    view.toolbar.crumbs.onEdit = { [weak self] in self?.openPath() }
  }

  /// Lets the user type a path in place of the crumbs, beginning in the folder that is shown.
  func openPath() {
    let path = screen.crumbs.last?.path ?? ""
    let home = FilePath.home ?? "/"
    let folder = !path.hasPrefix("/") ? home : screen is FolderScreen ? path : FilePath.parent(of: path)
    var text = PathBytes.display(folder)
    if home != "/", folder == home || folder.hasPrefix(home + "/") {
      text = "~" + PathBytes.display(String(folder.dropFirst(home.count)))
    }
    view.showsPathField = true
    view.pathField.open(at: text.hasSuffix("/") ? text : text + "/", base: folder)
    root.host?.focus(view.pathField.field)
  }

  /// Opens a typed path. Returns the reason why it cannot be opened; `nil` if it is open.
  private func openTyped(_ path: String) -> String? {
    do throws(FileError) {
      try openOrThrow(path)
      return nil
    } catch {
      return Words.sentence("\(error)")
    }
  }

  /// Closes the field.
  func closePathField() {
    guard view.showsPathField else { return }
    let hadFocus = root.host?.focusedView?.isInside(view.pathField) ?? true
    view.showsPathField = false
    if hadFocus { focusList() }
  }
}
