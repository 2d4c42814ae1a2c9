import Scrollwork

extension Viewer {
  /// Opens the menu of sort orders for the current screen.
  /// - Parameter byKey: Whether a key opened the menu; then the current order is highlighted.
  func openSortMenu(byKey: Bool) {
    guard let screen = screen as? any SortableScreen else { return }
    let menu = SortMenu(fields: screen.sortFields, keys: screen.sortKeys, ownOrder: screen.ownOrder) {
      [weak self, weak screen] keys in
      guard let self, let screen, screen === self.screen else { return }
      do { try screen.setSort(keys) } catch { preconditionFailure("offered and refused: \(error)") }
    }
    view.menu.open(menu.items, byKey: byKey)
  }
}
