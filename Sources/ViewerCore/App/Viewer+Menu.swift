package import Scrollwork

/// The context menu of all screens.
extension Viewer {
  /// The menu of the commands that are available now. Those about the selection and the picture come first, then those
  /// that take something away, then a submenu for each of the other groups.
  package var commandMenu: Menu {
    // The list asks for the actions of a key that an action gave it.
    guard !isSendingToList else { return Menu(elements: []) }
    let kind = ScreenKind(screen)
    let available = commands.commands.filter {
      $0.isInMenu && $0.screens.contains(kind) && $0.objection(in: self) == nil
    }
    var (own, others) = ([MenuElement](), [MenuElement]())
    for group in Command.Group.allCases {
      let members = available.filter { ($0.menuGroup ?? $0.group) == group && !$0.isDestructive }
      if group.isSubmenu {
        others.append(.submenu(Menu(group.rawValue, symbol: group.symbol, elements: elements(of: members))))
      } else {
        own += [.separator] + elements(of: members)
      }
    }
    let last = available.filter(\.isDestructive).map { MenuElement.action(action(of: $0)) }
    return Menu(elements: own + [.separator] + last + [.separator] + others)
  }

  /// Returns menu elements for commands of a group, with separators between its parts.
  private func elements(of commands: [Command]) -> [MenuElement] {
    var elements: [MenuElement] = []
    for part in Self.parts(of: commands) {
      elements.append(.separator)
      var done: Set<String> = []
      for command in part {
        guard let title = command.series?.title ?? command.submenu else {
          elements.append(.action(action(of: command)))
          continue
        }
        guard done.insert(title).inserted else { continue }
        let members = part.filter { ($0.series?.title ?? $0.submenu) == title }
        elements.append(.submenu(Menu(title, elements: members.map { .action(action(of: $0)) })))
      }
    }
    return elements
  }

  /// Returns commands of a group by their parts. A command that is alone in its part belongs to the one before.
  private static func parts(of commands: [Command]) -> [[Command]] {
    var parts: [[Command]] = []
    for command in commands {
      if let last = parts.last?.last, Command.parts[last.id] == Command.parts[command.id] {
        parts[parts.count - 1].append(command)
      } else {
        parts.append([command])
      }
    }
    return parts.reduce(into: []) { joined, part in
      if part.count == 1, !joined.isEmpty { joined[joined.count - 1] += part } else { joined.append(part) }
    }
  }

  private func action(of command: Command) -> MenuAction {
    let key = commands.namedKeys(of: command, on: ScreenKind(screen)).first
    var action = MenuAction(
      command.title, symbol: command.symbol, key: key?.key, modifiers: key?.modifiers ?? [],
      role: command.isDestructive ? .destructive : .normal, isOn: command.isOn(self)
    ) { [weak self] in
      if let self { command.perform(in: self) }
    }
    action.leavesKey = command.leavesKey
    action.isAboutSelection = command.group == .selection || command.group == .mark
    return action
  }
}
