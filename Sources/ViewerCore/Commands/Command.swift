package import Scrollwork

/// An action of the user with its name and its keys. The keys, the context menu, the palette, the overview of the keys
/// and the documentation come from the same commands.
@MainActor
package struct Command: Identifiable {
  /// The groups of commands, in the order in which they are shown.
  package enum Group: String, CaseIterable, Sendable {
    case selection = "Selection"
    case go = "Go"
    case find = "Find and filter"
    case view = "View"
    case picture = "Pictures"
    case mark = "Tags and marks"
    case window = "Window"
  }

  /// A series of commands that differ only in a number and are shown as one, with the title and keys of the series.
  package struct Series: Hashable, Sendable {
    package var title: String
    package var keys: String
  }

  /// The identifier of the command. In the settings, `key.find` sets the keys of the command `find`.
  package let id: String
  package let title: String
  package let group: Group
  /// The default keys; the first one is shown in menus.
  package let defaultKeys: [KeyShortcut]
  /// The kinds of screens that the command is for.
  package let screens: Set<ScreenKind>
  /// The series that the command belongs to; `nil` for none.
  package private(set) var series: Series?
  /// The symbol before the title in menus; `nil` for none.
  var symbol: Symbol? { Self.symbols[id] }
  /// Whether the command takes something away from the user. Menus show it apart, in the colour of errors.
  var isDestructive: Bool { id == "trash" }
  /// The group whose submenu of the context menu has the command; `nil` for its own.
  private(set) var menuGroup: Group?
  /// The title of the submenu that has the command, with similar ones; `nil` for none.
  private(set) var submenu: String?
  /// Whether the context menu contains the command.
  private(set) var isInMenu = true
  /// Whether the list leaves the command's key to the window, although the context menu of the list shows the key.
  private(set) var leavesKey = false
  /// Whether the palette lists the command. Some commands make no sense once the palette is open.
  private(set) var isInPalette = true
  /// The identifiers of similar commands for other kinds of screens, by kind. A refusal suggests their keys.
  private var counterparts: [ScreenKind: String] = [:]
  /// Returns the reason why the current screen has no use for the command, whatever is selected; `nil` if it has one.
  private var uselessness: @MainActor (Viewer) -> String? = { _ in nil }
  /// Whether a held key performs the command only once.
  private(set) var ignoresHeldKeys = false
  private(set) var isOn: @MainActor (Viewer) -> Bool = { _ in false }
  private let objection: @MainActor (Viewer) -> String?
  private let action: @MainActor (Viewer) -> Void

  /// Creates a command.
  /// - Parameters:
  ///   - keys: The default keys, in words such as `Ctrl+F`.
  ///   - screens: The kinds of screens that the command is for; `nil` for all.
  ///   - objection: Returns the reason why the command is not available now; `nil` if it is.
  init(
    _ id: String, _ title: String, _ group: Group, keys: [String] = [], on screens: Set<ScreenKind>? = nil,
    unless objection: @escaping @MainActor (Viewer) -> String? = { _ in nil },
    perform: @escaping @MainActor (Viewer) -> Void
  ) {
    (self.id, self.title, self.group) = (id, title, group)
    defaultKeys = keys.map { text in
      guard let key = KeyShortcut(text: text) else { preconditionFailure("\(id): \(text) is no key") }
      return key
    }
    self.screens = screens ?? Set(ScreenKind.allCases)
    self.objection = objection
    action = perform
  }

  /// Returns a copy that belongs to a series.
  func inSeries(_ title: String, _ keys: String) -> Command {
    var command = self
    command.series = Series(title: title, keys: keys)
    return command
  }

  /// Returns a copy that the context menu has in a submenu with similar commands.
  func inSubmenu(_ title: String) -> Command {
    var command = self
    command.submenu = title
    return command
  }

  /// Returns a copy that the context menu has in the submenu of another group.
  func inMenu(of group: Group) -> Command {
    var command = self
    command.menuGroup = group
    return command
  }

  /// Returns a copy that is not in the context menu, because the menu of a cell has it.
  func outsideMenu() -> Command {
    var command = self
    command.isInMenu = false
    return command
  }

  /// Returns a copy whose key is left to the window, although the context menu of the list shows it. For keys of its
  /// menu, a list ignores repeats of a held key and selects the focused item first.
  func withKeyOfWindow() -> Command {
    var command = self
    command.leavesKey = true
    return command
  }

  /// Returns a copy that the palette does not list.
  func outsidePalette() -> Command {
    var command = self
    command.isInPalette = false
    return command
  }

  /// Returns a copy whose refusal suggests the key of the command `id` on screens of `kind`.
  func like(_ id: String, on kind: ScreenKind) -> Command {
    var command = self
    command.counterparts[kind] = id
    return command
  }

  /// Returns a copy that the overview of keys omits while the current screen has no use for it.
  /// - Parameter uselessness: Returns the reason why the current screen has no use for it; `nil` if it has one.
  func useful(unless uselessness: @escaping @MainActor (Viewer) -> String?) -> Command {
    var command = self
    command.uselessness = uselessness
    return command
  }

  /// Returns a copy that a held key performs only once.
  func oncePerPress() -> Command {
    var command = self
    command.ignoresHeldKeys = true
    return command
  }

  /// Returns a copy that is shown as on or off.
  /// - Parameter isOn: Returns whether the option that the command switches is on.
  func whileOn(_ isOn: @escaping @MainActor (Viewer) -> Bool) -> Command {
    var command = self
    command.isOn = isOn
    return command
  }

  /// Whether the current screen has a use for the command.
  func isUseful(in viewer: Viewer) -> Bool { screens.contains(ScreenKind(viewer.screen)) && uselessness(viewer) == nil }

  /// Returns the reason why the command is not available now, for the current screen and selection; otherwise `nil`.
  package func objection(in viewer: Viewer) -> String? {
    guard screens.contains(ScreenKind(viewer.screen)) else { return "this is for \(screenWords)" }
    return uselessness(viewer) ?? objection(viewer)
  }

  /// Returns the message for a key of the command that has no effect now; `nil` if it has one.
  func refusal(of key: KeyShortcut, in viewer: Viewer) -> String? {
    let kind = ScreenKind(viewer.screen)
    if screens.contains(kind) { return objection(in: viewer).map { "\(key.words) does nothing here: \($0)" } }
    // A key may have different commands on different screens.
    let screens = viewer.commands.screens(of: key)
    // The shorter one of two lists of screens.
    let words =
      screens.count > ScreenKind.allCases.count / 2
      ? "\(key.words) is not for \(kind == .message ? "this page" : kind.words)"
      : "\(key.words) is for \(Self.words(screens))"
    guard let id = counterparts[kind], let other = viewer.commands[id], other.objection(in: viewer) == nil,
      let otherKey = viewer.commands.key(of: id)
    else { return words }
    return "\(words); here \(otherKey) is “\(other.title)”"
  }

  /// Performs the command, if it is available.
  func perform(in viewer: Viewer) {
    if objection(in: viewer) == nil { action(viewer) }
  }

  /// The kinds of screens, in words.
  package var screenWords: String { Self.words(screens) }

  private static func words(_ screens: Set<ScreenKind>) -> String {
    guard screens.count < ScreenKind.allCases.count else { return "all screens" }
    let names = ScreenKind.allCases.filter(screens.contains).map(\.words)
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
}

extension Command {
  /// Creates a command for screens of one type.
  /// - Parameter objection: Returns the reason why the command is not available now; `nil` if it is.
  init<Screen>(
    _ id: String, _ title: String, _ group: Group, keys: [String] = [], on kind: ScreenKind, _ type: Screen.Type,
    unless objection: @escaping @MainActor (Screen) -> String? = { _ in nil },
    perform: @escaping @MainActor (Screen) -> Void
  ) {
    self.init(
      id, title, group, keys: keys, on: [kind],
      unless: { viewer in (viewer.screen as? Screen).flatMap(objection) },
      perform: { viewer in if let screen = viewer.screen as? Screen { perform(screen) } })
  }

  /// Creates a command that the list performs itself when it gets a key, such as opening the focused item.
  init(
    listKey key: String, _ id: String, _ title: String, _ group: Group, on screens: Set<ScreenKind>,
    unless objection: @escaping @MainActor (Viewer) -> String?
  ) {
    self.init(id, title, group, keys: [key], on: screens, unless: objection) { viewer in
      if let shortcut = KeyShortcut(text: key) { viewer.sendToList(shortcut) }
    }
  }
}
