package import Scrollwork
import ScrollworkPlatform

/// The commands of the window: by key, in the menu of the selection, in the palette and in the overview of keys.
extension Viewer {
  /// Handles keys that no view used.
  ///
  /// A key of a command that is not available now says why in the status line.
  /// - Returns: Whether the key had a meaning.
  package func handleKey(_ event: KeyEvent) -> Bool {
    // The list refused a key that a command sent to it.
    guard !isSendingToList else { return false }
    if screen.handleKey(event) { return true }
    let key = KeyShortcut(event.key, modifiers: event.modifiers)
    if key.isForMoving, root.host?.focusedView is TextField { return false }
    guard let command = commands.command(for: key, on: ScreenKind(screen)) else { return refuseUnknown(key) }
    if let refusal = command.refusal(of: key, in: self) {
      guard !isQuiet(command, key) else { return false }
      tell(refusal)
      return true
    }
    if event.isRepeat, command.ignoresHeldKeys { return true }
    // The list had this key before; only the program that waits for rows may have another use for it.
    if command.id == "open" { return pickRows() }
    command.perform(in: self)
    return true
  }

  /// Whether a refused key is not worth a sentence: the user presses Return and Backspace in many places, and keys that
  /// move in a list also where a list is empty.
  private func isQuiet(_ command: Command, _ key: KeyShortcut) -> Bool {
    if key.isForMoving, !(screen is PictureScreen), list.host != nil { return true }
    return command.id == "open" || command.id == "leave" || key.key == .back || key.key == .forward
  }

  /// Says that a key has no command, if it is one of those that commands have. Returns whether it is.
  private func refuseUnknown(_ key: KeyShortcut) -> Bool {
    guard key.isForCommands else { return false }
    let help = commands.key(of: "keys").map { "; \($0) shows the keys" } ?? ""
    tell("\(key.words) has no command\(help)")
    return true
  }

  /// Gives the list a key, as if the user pressed it.
  func sendToList(_ key: KeyShortcut) {
    guard let host = root.host, list.host != nil else { return }
    if !list.isFocused { host.focus(list) }
    isSendingToList = true
    defer { isSendingToList = false }
    host.handle(.keyDown(key.key, key.modifiers, isRepeat: false), at: host.now)
  }

  /// The column by which a table is grouped; `nil` without one.
  var grouping: String? { (screen as? TableScreen)?.groups.column }

  /// The reason why a table cannot be grouped, nor a grouping be ended; `nil` if it can.
  var objectionToGrouping: String? {
    if grouping != nil { return nil }
    guard let table = screen as? TableScreen else { return nil }
    if table.layout == .grid { return "pictures in a grid have no groups" }
    guard list.focusedItem != nil, let column = table.table.startColumn else { return "no cell has the focus" }
    return column == TableScreen.numberColumn ? "the numbers of rows have no groups" : nil
  }

  /// Groups a table by the column of its focused cell, or ends the grouping.
  func toggleGrouping() {
    if grouping != nil {
      (screen as? TableScreen)?.groups.choose(nil)
    } else {
      sendToList(KeyShortcut("G", modifiers: .shift))
    }
  }

  /// Ends the innermost thing that is open: a bar, a panel, a filter, a picture.
  func escape() {
    if (screen as? TextScreen)?.removePick() == true || closeFind() || closePrompt() { return }
    if (screen as? TextScreen)?.leaveErrors() == true { return }
    if view.showsInspector, view.inspector.isFloating { return toggleInspector() }
    if (screen as? any CellFiltering)?.holder.closeAnswer() == true { return }
    if peelFilter() { return }
    if screen.leavesByEscape, canGoBack || enclosingPath != nil { return leave() }
    _ = cancelPicking()
  }

  // MARK: Places

  var canGoBack: Bool { history.canGoBack }
  var canGoForward: Bool { history.canGoForward }

  /// The path that the place before the last crumb has; `nil` at the root. The root itself has no crumb.
  var enclosingPath: String? {
    let crumbs = screen.crumbs
    if crumbs.count > 1 { return crumbs[crumbs.count - 2].path }
    guard let path = crumbs.first?.path, path.hasPrefix("/"), path.utf8.count > 1 else { return nil }
    return "/"
  }

  /// Goes back in the history; at its start, goes to the enclosing folder.
  func leave() {
    if canGoBack { goBack() } else { _ = goUp() }
  }

  /// Opens the enclosing folder and selects there what was shown. Returns `false` at the root.
  func goUp() -> Bool {
    guard let path = enclosingPath else { return false }
    let left = screen.crumbs.last?.path
    // The folder that the user came from is shown as it was left.
    if history.previous == .path(path) { goBack() } else { openReportingErrors(path) }
    if let left, let folder = screen as? FolderScreen { folder.revealWhenListed(left) }
    return true
  }

  /// Shows the start screen.
  func showStart() { openReportingErrors(Demo.gallery) }

  // MARK: Selection

  /// Whether Ctrl+C has anything to copy.
  var hasSelection: Bool {
    if let document = screen as? DocumentScreen { return document.tree.chosenNode != nil }
    if screen is PictureScreen { return chosenFiles.first?.hasPrefix("/") == true }
    if (screen as? TextScreen)?.lines.selector.selection != nil { return true }
    return list.selectedCount > 0
  }

  /// Copies what is selected, in the way in which the list or else the screen copies.
  func copyFromList() {
    if !copySelection() { sendToList(KeyShortcut("C", modifiers: .control)) }
  }

  /// The path or the paths to copy: of the selection, or else of what is shown.
  var pathToCopy: String? {
    if let document = screen as? DocumentScreen { return document.tree.chosenPath ?? document.path }
    if let folder = screen as? FolderScreen, folder.list.selectedCount > 0 { return folder.selectedEntries.first?.path }
    let path = screen.crumbs.last?.path ?? ""
    return path.isEmpty ? nil : path
  }

  // MARK: Finding

  /// The reason why the present screen has no cells by whose values it can be filtered; `nil` if it has.
  var objectionToCells: String? {
    (screen as? any LayoutChoosing)?.layout == .grid || (screen as? FolderScreen)?.layout == .list
      ? "only a table has cells" : nil
  }

  /// The reason why the list cannot be filtered by the value of the focused cell; `nil` if it can.
  var objectionToValue: String? {
    if list.focusedItem == nil { return "nothing is selected" }
    let table = (screen as? TableScreen)?.table ?? (screen as? FolderScreen)?.table
    guard let column = table?.startColumn else { return "no cell has the focus" }
    return (screen as? TableScreen)?.objectionToValue(of: column)
  }

  /// Goes to the next or the previous match; asks for a text if there is none.
  func findNext(_ forward: Bool) {
    guard let finder, finder.canGoOn else {
      _ = openFind()
      return
    }
    if finder.isOpen { finder.goOn(forward: forward) } else { resumeFind(forward: forward) }
  }

  // MARK: Menu, palette and keys

  /// The commands that are available now, by groups, as a menu.
  package var commandMenu: Menu {
    // The list asks for the actions of a key that an action gave it.
    guard !isSendingToList else { return Menu(elements: []) }
    let groups = commands.groups(on: ScreenKind(screen)).map { group, commands in
      (group, commands.filter { $0.isInMenu && $0.objection(in: self) == nil })
    }
    var (own, others) = ([MenuElement](), [MenuElement]())
    for (group, commands) in groups where !commands.isEmpty {
      let actions = Self.elements(of: commands, in: self)
      if group.isSubmenu {
        others.append(.submenu(Menu(group.rawValue, elements: actions)))
      } else {
        own += [.separator] + actions
      }
    }
    return Menu(elements: own + [.separator] + others)
  }

  /// Returns the actions of commands; those of a series as a submenu.
  private static func elements(of commands: [Command], in viewer: Viewer) -> [MenuElement] {
    var (elements, done) = ([MenuElement](), Set<Command.Series>())
    for command in commands {
      guard let series = command.series else {
        elements.append(.action(viewer.action(of: command)))
        continue
      }
      guard done.insert(series).inserted else { continue }
      let members = commands.filter { $0.series == series }.map { MenuElement.action(viewer.action(of: $0)) }
      elements.append(.submenu(Menu(series.title, elements: members)))
    }
    return elements
  }

  private func action(of command: Command) -> MenuAction {
    let key = commands.namedKeys(of: command, on: ScreenKind(screen)).first
    var action = MenuAction(
      command.title, key: key?.key, modifiers: key?.modifiers ?? [], isOn: command.isOn(self)
    ) { [weak self] in
      if let self { command.perform(in: self) }
    }
    action.leavesKey = command.leavesKey
    action.isAboutSelection = command.group == .selection || command.group == .mark
    return action
  }

  /// Opens the menu of the selection by key. Screens whose lists have a menu open it themselves.
  func openMenu() {
    guard let host = root.host, let content = view.content else { return }
    let place = content.convertToRoot(Rect(x: 24, y: 0, width: 0, height: 24))
    open(commandMenu, at: .rect(place), in: host, byKey: true)
  }

  /// Opens the menu of a screen without a list at the pointer.
  func openMenu(at point: Point) {
    guard let host = root.host else { return }
    open(commandMenu, at: .point(point), in: host, byKey: false)
  }

  private func open(_ menu: Menu, at place: MenuPlace, in host: ViewHost, byKey: Bool) {
    guard !menu.isEmpty else { return }
    MenuLayer(menu, at: place, owner: view).open(in: host, byKey: byKey)
  }

  /// Opens the palette with the commands that are available now.
  func openPalette() {
    let kind = ScreenKind(screen)
    let available = commands.commands.filter { $0.isInPalette && $0.objection(in: self) == nil }
    let rows = available.map { command in
      CommandPalette.Choice(
        id: command.id, title: command.title, group: command.group.rawValue,
        key: commands.namedKeys(of: command, on: kind).first?.words ?? "", isOn: command.isOn(self))
    }
    view.present(
      CommandPalette(rows) { [weak self] id in
        guard let self else { return }
        commands[id]?.perform(in: self)
      })
  }

  /// Opens the overview of the keys for the current screen.
  func openKeyOverlay() {
    let kind = ScreenKind(screen)
    let groups = commands.groups(on: kind).map { group, commands in
      KeyGroup(title: group.rawValue, rows: keyRows(of: commands.filter { $0.isUseful(in: self) }, on: kind))
    }
    view.present(KeyOverlay(groups.filter { !$0.rows.isEmpty }))
  }

  /// Returns the lines of the overview; a series is one line.
  private func keyRows(of commands: [Command], on kind: ScreenKind) -> [KeyGroup.Row] {
    var (rows, done) = ([KeyGroup.Row](), Set<Command.Series>())
    for command in commands {
      if let series = command.series {
        if done.insert(series).inserted { rows.append(KeyGroup.Row(title: series.title, keys: [series.keys])) }
        continue
      }
      let keys = self.commands.namedKeys(of: command, on: kind).map(\.words)
      if !keys.isEmpty { rows.append(KeyGroup.Row(title: command.title, keys: keys)) }
    }
    return rows
  }
}

extension Command.Group {
  /// Whether the commands stand in a menu of their own inside the context menu.
  fileprivate var isSubmenu: Bool { self != .selection && self != .picture }
}
