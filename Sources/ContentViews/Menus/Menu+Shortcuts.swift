package import ScrollworkHostInterface

extension Menu {
  /// Two enabled actions of a menu with the same key.
  package struct RepeatedShortcut: Hashable {
    package let shortcut: KeyShortcut
    /// Two titles: that of the action that the key performs, and that of the action that it does not reach.
    package let titles: [String]
  }

  /// The actions of the menu and its submenus, from the top.
  package var actions: [MenuAction] {
    elements.flatMap { element -> [MenuAction] in
      switch element {
      case .action(let action): return [action]
      case .submenu(let menu): return menu.actions
      case .separator: return []
      }
    }
  }

  /// Returns the first enabled action with this key that does not leave it to another view; `nil` if there is none.
  package func action(for shortcut: KeyShortcut) -> MenuAction? {
    actions.first { $0.isEnabled && !$0.leavesKey && $0.shortcut == shortcut }
  }

  /// The conflicts between keys: one for each enabled action whose key an earlier enabled action already has.
  package var repeatedShortcuts: [RepeatedShortcut] {
    var first: [KeyShortcut: String] = [:]
    return actions.compactMap { action in
      guard action.isEnabled, !action.leavesKey, let shortcut = action.shortcut else { return nil }
      guard let other = first[shortcut] else {
        first[shortcut] = action.title
        return nil
      }
      return RepeatedShortcut(shortcut: shortcut, titles: [other, action.title])
    }
  }
}
