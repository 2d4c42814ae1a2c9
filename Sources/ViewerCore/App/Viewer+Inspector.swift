import Scrollwork
import ScrollworkPlatform

extension Viewer {
  func toggleInspector() {
    guard screen.inspection != nil || view.showsInspector else { return }
    view.showsInspector.toggle()
    refreshInspector()
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
    root.host?.environment.clipboard.text = PathBytes.display(path)
    var status = screen.status
    status.items.append(.init(text: "Copied \(PathBytes.display(path))"))
    view.statusBar.status = status
  }
}
