import ScrollworkContentViews
import ScrollworkGeometry
import ScrollworkHostInterface

/// The menu of the header.
extension TableHeader {
  /// The largest number of columns that a menu lists.
  private static let listLimit = 200

  /// Opens the menu for a column; `nil` opens only the menu that lists all columns.
  func openMenu(for column: Int?, at place: MenuPlace, byKey: Bool = false) {
    guard let host else { return }
    let menu = menu(for: column)
    guard !menu.isEmpty else { return }
    MenuLayer(menu, at: place, owner: self).open(in: host, byKey: byKey)
  }

  private func menu(for column: Int?) -> Menu {
    var elements: [MenuElement] = []
    if let column {
      let own = columns.flatMap { table?.titleMenu?($0.set.specs[column].id) } ?? []
      elements =
        sortActions(of: column) + [.separator] + (own.isEmpty ? [] : own + [.separator])
        + layoutActions(of: column) + [.separator]
    }
    return Menu(elements: elements + [.submenu(columnsMenu())])
  }

  private func sortActions(of column: Int) -> [MenuElement] {
    guard let table, let columns, columns.set.specs[column].isSortable else { return [] }
    let id = columns.set.specs[column].id
    let key = sortIndex(of: column).map { table.sortKeys[$0] }
    func sort(_ title: String, _ keys: [TableSortKey], isOn: Bool, _ symbol: Symbol) -> MenuElement {
      .action(MenuAction(title, symbol: symbol, isOn: isOn) { [weak table] in table?.changeSort(keys) })
    }
    var actions = [
      sort("Sort ascending", [TableSortKey(id)], isOn: key?.isDescending == false, .arrowUp),
      sort("Sort descending", [TableSortKey(id, isDescending: true)], isOn: key?.isDescending == true, .arrowDown),
    ]
    if !table.sortKeys.isEmpty {
      actions.append(.action(MenuAction("Do not sort") { [weak table] in table?.changeSort([]) }))
    }
    return actions
  }

  private func layoutActions(of column: Int) -> [MenuElement] {
    guard let table, let columns else { return [] }
    let (id, geometry) = (columns.set.specs[column].id, columns.geometry)
    let position = geometry.position(of: column)
    let isLast = geometry.next(after: position) == nil && geometry.previous(before: position) == nil
    return [
      .action(MenuAction("Fit to content") { [weak table] in table?.fitColumn(id) }),
      .action(
        MenuAction("Hide “\(columns.set.specs[column].title)”", isEnabled: !isLast) { [weak table] in
          table?.setColumn(id, hidden: true)
        }),
    ]
  }

  /// Returns the menu of all columns, with check marks at visible ones. Of very many columns it contains only the
  /// first, hidden ones before visible ones.
  private func columnsMenu() -> Menu {
    guard let table, let columns else { return Menu(elements: []) }
    var listed = Array(0..<min(columns.count, Self.listLimit))
    if columns.count > Self.listLimit {
      let hidden = (0..<columns.count).lazy.filter { columns.geometry.isHidden($0) }.prefix(Self.listLimit)
      listed = Array(hidden) + listed.filter { !columns.geometry.isHidden($0) }.prefix(Self.listLimit - hidden.count)
    }
    let visible = columns.geometry.first.flatMap { columns.geometry.next(after: $0) } == nil ? 1 : 2
    return Menu(
      "Columns",
      elements: listed.map { column in
        let spec = columns.set.specs[column]
        let isShown = !columns.geometry.isHidden(column)
        return .action(
          MenuAction(spec.title.isEmpty ? spec.id : spec.title, isEnabled: !isShown || visible > 1, isOn: isShown) {
            [weak table] in table?.setColumn(spec.id, hidden: isShown)
          })
      })
  }
}
