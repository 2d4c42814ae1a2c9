import Scrollwork
import ScrollworkPlatform

extension Viewer {
  func toggleInspector() {
    guard screen.inspection != nil || view.showsInspector else { return }
    view.showsInspector.toggle()
    refreshInspector()
    if view.showsInspector {
      // Where it covers everything, the keys are for it.
      if view.coversContent { root.host?.focus(view.inspector.close) }
    } else if root.host?.focusedView?.isInside(view.inspector) ?? true {
      focusList()
    }
  }

  func closeInspector() -> Bool {
    toggleInspector()
    return true
  }

  func refreshInspector() {
    view.toolbar.showsPanelButton = screen.hasInspection
    // What nobody sees is not looked up.
    if view.showsInspector { view.inspector.inspection = screen.inspection }
  }

  func choose(_ layout: FolderLayout) {
    (screen as? any LayoutChoosing)?.chosenLayout = layout
  }

  /// Puts a path on the clipboard, and says so.
  func copy(_ path: String) {
    put(PathBytes.display(path), "Copied \(PathBytes.display(path))")
  }

  /// Puts what is selected on the clipboard.
  func copySelection() -> Bool {
    guard let copied = screen.copied else { return false }
    put(copied.text, copied.message)
    return true
  }

  private func put(_ text: String, _ message: String) {
    root.host?.environment.clipboard.text = text
    var status = screen.status
    status.items.append(.init(text: message))
    view.statusBar.status = status
  }
}
