import Scrollwork
import ScrollworkHostInterface
import ScrollworkPlatform

extension Viewer {
  /// Connects the side panel.
  func connectInspector() {
    let panel = view.inspector
    panel.onClose = { [weak self] in self?.toggleInspector() }
    panel.onOpen = { [weak self] path in self?.openReportingErrors(path) }
    panel.onCopy = { [weak self] path in self?.copy(path) }
    panel.onStep = { [weak self] step in (self?.screen as? TableScreen)?.step(step) }
    panel.onFilter = { [weak self] in (self?.screen as? TableScreen)?.filterByInspected() }
    panel.onCopyRow = { [weak self] in
      if let self, let copied = (screen as? TableScreen)?.copiedRow { put(copied.items, copied.message) }
    }
    panel.tree.onCopyPath = { [weak self] path in self?.copy(path) }
    panel.tree.onCopyValues = { [weak self] text in self?.put(text.text, text.message) }
  }

  /// Connects the commands that copy from a screen.
  func connectCopying(_ screen: any ViewerScreen) {
    screen.list.onItemDrag = { [weak self, weak screen] point in
      // A drag over the cells of a table selects them.
      guard let self, (screen as? TableScreen)?.dragsRows(from: point) ?? true else { return false }
      return dragOut()
    }
    screen.onCopyPath = { [weak self] path in self?.copy(path) }
    (screen as? DocumentScreen)?.tree.onCopyValues = { [weak self] text in self?.put(text.text, text.message) }
  }

  /// Shows or hides the side panel. Does nothing on a screen without details while the panel is hidden.
  func toggleInspector() {
    guard screen.inspection != nil || view.showsInspector else { return }
    wantsInspector = !view.showsInspector
    refreshInspector()
    if view.showsInspector {
      // A panel that covers the content takes the keys; otherwise the list keeps them.
      if view.coversContent { root.host?.focus(view.inspector.close) }
    } else if root.host?.focusedView?.isInside(view.inspector) ?? true {
      focusList()
    }
  }

  /// Hides the panel. Returns `true`, so that a key handler can return the result.
  func closeInspector() -> Bool {
    toggleInspector()
    return true
  }

  /// Updates the panel from the current screen. A screen that never has details hides the panel while it is shown.
  func refreshInspector() {
    view.toolbar.showsPanelButton = screen.hasInspection
    view.showsInspector = wantsInspector && screen.hasInspection
    // An inspection may read a file, so a hidden panel asks for none.
    if view.showsInspector { view.inspector.inspection = screen.inspection }
  }

  /// Applies the layout that the user chose in the toolbar.
  func choose(_ layout: FolderLayout) {
    (screen as? any LayoutChoosing)?.chosenLayout = layout
  }

  /// Puts a path on the clipboard and reports that in the status line.
  func copy(_ path: String) {
    put(PathBytes.display(path), "Copied \(PathBytes.display(path))")
  }

  /// Puts the selection on the clipboard. Returns `false` if nothing is selected.
  func copySelection() -> Bool {
    if copyFiles() { return true }
    guard let copied = screen.copied else { return false }
    if let table = screen as? TableScreen {
      put(table.clipboardItems(copied), copied.message)
    } else {
      put(copied.text, copied.message)
    }
    return true
  }

  /// The reason why nothing can be copied as HTML; `nil` if it can.
  var objectionToHTML: String? {
    guard let table = screen as? TableScreen, table.selectedRowCount > 0 else { return "nothing is selected" }
    return table.isTooLargeAsTable ? "too many cells are selected" : nil
  }

  /// Puts the selected rows or cells of a table on the clipboard as HTML.
  func copyHTML() {
    if let copied = (screen as? TableScreen)?.copiedHTML { put(copied.items, copied.message) }
  }

  /// Puts a content on the clipboard in several formats, or as text if the clipboard takes only that, and shows a
  /// message.
  private func put(_ items: [ClipboardItem], _ message: String) {
    let clipboard = root.host?.environment.clipboard
    if let clipboard = clipboard as? any DataClipboard {
      clipboard.offer(items)
    } else if let text = items.first(where: { $0.type == ClipboardItem.plainText }) {
      clipboard?.text = String(decoding: text.bytes, as: UTF8.self)
    }
    shared.cut.clip = nil
    tell(message)
  }

  /// Puts a text on the clipboard, and shows a message.
  private func put(_ text: String, _ message: String) {
    root.host?.environment.clipboard.text = text
    shared.cut.clip = nil
    tell(message)
  }

  /// Shows a message in the status line until the next change of the status. While files are copied, the status changes
  /// all the time, so the message stays for a while.
  func tell(_ message: String) {
    if files.transfer != nil { return tellOfFiles(message) }
    files.message = nil
    var status = status(of: screen)
    (status.message, status.isFailure) = (message, false)
    view.statusBar.status = status
  }
}
