import Scrollwork

/// The orders of a table as a menu, for a grid, which has no titles to click.
extension TableScreen {
  /// The largest number of columns in the menu.
  private static let maximumColumns = 200

  /// The columns by which the grid can be sorted, and the direction; `nil` for rows, whose titles sort.
  var sortMenu: Menu? {
    guard layout == .grid, let snapshot else { return nil }
    let first = table.sortKeys.first
    return Menu {
      MenuAction("As in the file", isOn: first == nil) { [weak self] in self?.order([]) }
      for column in snapshot.columns.prefix(Self.maximumColumns) {
        MenuAction(column.name, isOn: first?.column == column.name) { [weak self] in
          self?.order([TableSortKey(column.name)])
        }
      }
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

  private func order(_ keys: [TableSortKey]) {
    guard keys != table.sortKeys else { return }
    table.sortKeys = keys
    sortDidChange()
  }

  /// The columns that captions can show, as a menu; `nil` for rows.
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
