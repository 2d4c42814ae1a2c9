import Scrollwork

/// The menu of sort orders of a table, for the keyboard and for a grid, which has no column titles.
extension TableScreen {
  /// The largest number of columns in the menu of captions.
  private static let maximumColumns = 200

  /// Whether there are columns to sort by.
  var hasSortMenu: Bool { snapshot?.columns.isEmpty == false }

  /// Sorts by the keys that the user chose in the table's header.
  func sortDidChange() {
    reason = .sort
    startQuery()
  }

  /// The menu of the columns to sort by, and the direction; `nil` without columns. Choosing the current column reverses
  /// the order.
  var sortMenu: Menu? {
    guard let snapshot, !snapshot.columns.isEmpty else { return nil }
    let first = table.sortKeys.first
    return Menu {
      MenuAction("As in the file", isOn: first == nil) { [weak self] in self?.order([]) }
      if !tags.tags.isEmpty { sortAction(tagTitle, Self.tagColumn) }
      for column in snapshot.columns { sortAction(column.name, column.name) }
      if let first {
        MenuElement.separator
        for isDescending in [false, true] {
          MenuAction(isDescending ? "Descending" : "Ascending", isOn: first.isDescending == isDescending) {
            [weak self] in self?.order([TableSortKey(first.column, isDescending: isDescending)])
          }
        }
      }
    }
  }

  private func sortAction(_ title: String, _ column: String) -> MenuAction {
    let first = table.sortKeys.first
    let isOn = first?.column == column
    return MenuAction(title, isOn: isOn) { [weak self] in
      self?.order([TableSortKey(column, isDescending: isOn && first?.isDescending == false)])
    }
  }

  private func order(_ keys: [TableSortKey]) {
    guard keys != table.sortKeys else { return }
    table.sortKeys = keys
    sortDidChange()
  }

  /// The menu of the columns for captions; `nil` in the layout of rows.
  var captionMenu: Menu? {
    guard layout == .grid, let snapshot else { return nil }
    let shown = pictures.captionColumns
    let columns = snapshot.columns.indices.prefix(Self.maximumColumns).map { column in
      MenuElement.action(
        MenuAction(snapshot.columns[column].name, isOn: shown.contains(column)) { [weak self] in
          self?.pictures.toggleCaption(column)
          self?.refresh()
        })
    }
    return Menu("Captions", elements: columns)
  }
}
