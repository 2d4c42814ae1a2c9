package import Scrollwork

/// All commands with their current keys.
@MainActor
package struct CommandTable {
  package let commands: [Command]
  /// The keys that the user changed, by the names of their commands.
  private var changedKeys: [String: [KeyShortcut]] = [:]
  private var byKey: [KeyShortcut: [Command]] = [:]

  /// Creates the table of all commands with their default keys.
  package init() {
    commands = Command.all
    makeIndex()
  }

  /// Replaces the keys of some commands, by the identifiers of the commands. A key that is the default of another
  /// command for the same screens goes to the changed command.
  package mutating func setKeys(_ keys: [String: [KeyShortcut]]) {
    changedKeys = keys
    makeIndex()
  }

  private mutating func makeIndex() {
    byKey = [:]
    // Changed keys come first, so that they win over the defaults.
    let changed = commands.filter { changedKeys[$0.id] != nil }
    for command in changed + commands.filter({ changedKeys[$0.id] == nil }) {
      for key in keys(of: command) { byKey[key, default: []].append(command) }
    }
  }

  /// Returns the keys of a command.
  package func keys(of command: Command) -> [KeyShortcut] { changedKeys[command.id] ?? command.defaultKeys }

  /// Returns the keys of a command to show to the user, without those that the user gave to other commands.
  /// - Parameter kind: The kind of the screen; `nil` for all screens of the command.
  package func namedKeys(of command: Command, on kind: ScreenKind? = nil) -> [KeyShortcut] {
    let kinds = kind.map { [$0] } ?? command.screens
    return keys(of: command).filter { key in
      !key.isUnnamed && !kinds.allSatisfy { isTaken(key, from: command, on: $0) }
    }
  }

  /// Whether `key` performs a command other than `command` on screens of `kind`, because the user gave it that key.
  private func isTaken(_ key: KeyShortcut, from command: Command, on kind: ScreenKind) -> Bool {
    guard let winner = self.command(for: key, on: kind) else { return false }
    return winner.id != command.id && changedKeys[winner.id] != nil
  }

  /// Returns the first key to show of the command `id`, in words; `nil` if it has none.
  package func key(of id: String) -> String? { self[id].flatMap { namedKeys(of: $0).first?.words } }

  /// The names of all commands.
  package var names: Set<String> { Set(commands.map(\.id)) }

  /// Returns the command with the identifier `id`.
  package subscript(id: String) -> Command? { commands.first { $0.id == id } }

  /// Returns the command that a key performs on screens of `kind`. If there is none, returns a command for other
  /// screens that has the key, or `nil`.
  package func command(for key: KeyShortcut, on kind: ScreenKind) -> Command? {
    let commands = byKey[key] ?? []
    return commands.first { $0.screens.contains(kind) } ?? commands.first
  }

  /// Returns the kinds of screens on which a key performs a command.
  func screens(of key: KeyShortcut) -> Set<ScreenKind> {
    (byKey[key] ?? []).reduce(into: []) { $0.formUnion($1.screens) }
  }

  /// Returns the commands for screens of a kind, by groups.
  package func groups(on kind: ScreenKind) -> [(group: Command.Group, commands: [Command])] {
    Command.Group.allCases.compactMap { group in
      let commands = commands.filter { $0.group == group && $0.screens.contains(kind) }
      return commands.isEmpty ? nil : (group, commands)
    }
  }
}
