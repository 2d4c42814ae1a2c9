import ScrollworkHostInterface

/// A visible element of an open menu.
struct MenuRow {
  /// The content of a row: an action or a submenu.
  enum Content {
    case action(MenuAction)
    case submenu(Menu)
  }

  let content: Content
  /// Whether a line separates the row from the one above.
  let beginsGroup: Bool

  var title: String {
    switch content {
    case .action(let action): action.title
    case .submenu(let menu): menu.title
    }
  }

  var symbol: Symbol? {
    switch content {
    case .action(let action): action.isOn ? .check : action.symbol
    case .submenu(let menu): menu.symbol
    }
  }

  /// The action of the row; `nil` for a submenu.
  var action: MenuAction? { if case .action(let action) = content { action } else { nil } }

  /// The submenu of the row; `nil` for an action.
  var submenu: Menu? { if case .submenu(let menu) = content { menu } else { nil } }

  var isEnabled: Bool { action?.isEnabled ?? true }

  /// The row's key in words; empty if it has none.
  var shortcut: String { action?.shortcut?.description ?? "" }
}

extension Menu {
  /// The visible rows of the menu. Submenus without actions are left out. A separator is a property of the row after
  /// it.
  var rows: [MenuRow] {
    var rows: [MenuRow] = []
    var isSeparated = false
    for element in elements {
      let content: MenuRow.Content
      switch element {
      case .action(let action): content = .action(action)
      case .submenu(let menu) where !menu.isEmpty: content = .submenu(menu)
      case .submenu: continue
      case .separator:
        isSeparated = true
        continue
      }
      rows.append(MenuRow(content: content, beginsGroup: isSeparated && !rows.isEmpty))
      isSeparated = false
    }
    return rows
  }
}
