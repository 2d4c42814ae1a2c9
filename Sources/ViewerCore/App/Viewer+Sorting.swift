import Scrollwork

extension Viewer {
  /// Opens the menu of sort orders for the current screen, below the sort button.
  /// - Parameter byKey: Whether a key opened the menu; then the current order is highlighted.
  func openSortMenu(byKey: Bool) {
    guard let menu = sortMenu, let host = root.host else { return }
    // Rows of a table have no sort button; the menu then opens at the end of the toolbar too.
    let button = hasSortButton ? view.toolbar.sort : view.toolbar.panel
    let place = button.convertToRoot(button.bounds.inset(by: Insets(bottom: -4)))
    let layer = MenuLayer(menu, at: .rect(place), owner: button)
    view.sortMenu = layer
    layer.open(in: host, byKey: byKey, highlightsChoice: true)
  }

  /// Sorts the current screen by keys such as `size:desc,name`; a table by its columns.
  /// - Throws: `ExpressionError` if a key is invalid or the screen has no such order. A table whose columns are not
  ///   known yet reports an unknown column in the status line.
  package func setSort(_ keys: String) throws(ExpressionError) {
    if let table = screen as? TableScreen { return try table.setSort(keys) }
    do throws(ExpressionError) {
      try screen.setSort(try SortKey.parse(keys))
    } catch {
      // The lines may turn out to be rows with such a column.
      guard let text = screen as? TextScreen, text.onTableFound != nil else { throw error }
      text.tableOrder = keys
    }
  }

  /// Sorts the current screen.
  /// - Throws: `ExpressionError` if the screen has no such order.
  package func setSort(_ keys: [SortKey]) throws(ExpressionError) {
    try screen.setSort(keys)
  }

  /// Whether the current screen has a menu of sort orders.
  var hasSortMenu: Bool { screen is any SortableScreen || (screen as? TableScreen)?.hasSortMenu == true }

  /// Whether the toolbar shows the sort button. A table has column titles to click instead. A table of pictures shows
  /// the button, because its grid has it, and the neighbouring buttons should not move.
  var hasSortButton: Bool {
    guard let table = screen as? TableScreen else { return hasSortMenu }
    return hasSortMenu && (table.layout != .list || table.hasLayouts)
  }

  /// The menu of sort orders for the current screen; `nil` if there is none.
  private var sortMenu: Menu? {
    guard let screen = screen as? any SortableScreen else { return (screen as? TableScreen)?.sortMenu }
    return SortMenu(fields: screen.sortFields, keys: screen.sortKeys, ownOrder: screen.ownOrder) {
      [weak self, weak screen] keys in
      guard let self, let screen, screen === self.screen else { return }
      do { try screen.setSort(keys) } catch { preconditionFailure("offered and refused: \(error)") }
    }
    .menu
  }

  /// Connects the buttons of the status bar with their menus.
  func connectStatusMenus() {
    let bar = view.statusBar
    bar.stop.onActivate = { [weak self] in self?.stopTransfer() }
    bar.menu.onActivate = { [weak self] in self.map { $0.open($0.screen.statusMenu, of: $0.view.statusBar.menu) } }
    bar.form.onActivate = { [weak self] in self.map { $0.open($0.screen.formMenu, of: $0.view.statusBar.form) } }
  }

  /// The reason why the form in which the input is read cannot be chosen; `nil` if it can.
  var objectionToForm: String? {
    guard screen.formMenu == nil else { return nil }
    return screen is DocumentScreen ? "a JSON document has no other form" : "nothing is read yet"
  }

  /// Opens the choice of the form in which the input is read, such as its encoding.
  func openFormMenu() { open(screen.formMenu, of: view.statusBar.form, byKey: true) }

  /// Opens the menu of a button in the status bar.
  private func open(_ menu: Menu?, of button: StatusButton, byKey: Bool = false) {
    guard let menu, let host = root.host else { return }
    // A narrow bar has no room for the button.
    let owner: View = button.isHidden ? view.statusBar : button
    let place = owner.convertToRoot(owner.bounds.inset(by: Insets(horizontal: 0, vertical: -4)))
    MenuLayer(menu, at: .rect(place), owner: button).open(
      in: host, byKey: byKey || host.isFocusVisible, highlightsChoice: !(screen is TableScreen))
  }
}
