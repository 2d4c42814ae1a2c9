import Scrollwork

extension Viewer {
  /// Offers the orders in which what is shown can be sorted.
  /// - Parameter byKey: True where a key asked for it, so that keys go on from the present order.
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
