package import Scrollwork
import ScrollworkPlatform

/// The commands of the window, reached by key, context menu or palette, and listed in the overview of keys.
extension Viewer {
  /// Handles a key that no view used.
  ///
  /// If the command of the key is not available now, the status line says why.
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

  /// Whether the status line stays silent if the command of a key is not available. It does for Return and Backspace,
  /// which the user presses in many places, and for keys that move in a list, which may be empty.
  private func isQuiet(_ command: Command, _ key: KeyShortcut) -> Bool {
    if key.isForMoving, !(screen is PictureScreen), list.host != nil { return true }
    return command.id == "open" || command.id == "leave" || key.key == .back || key.key == .forward
  }

  /// Reports a key without a command in the status line, if commands can have such keys. Returns whether it did.
  private func refuseUnknown(_ key: KeyShortcut) -> Bool {
    guard key.isForCommands else { return false }
    let help = commands.key(of: "keys").map { "; \($0) shows the keys" } ?? ""
    tell("\(key.words) has no command\(help)")
    return true
  }

  /// Sends a key to the list, as if the user pressed it.
  func sendToList(_ key: KeyShortcut) {
    guard let host = root.host, list.host != nil else { return }
    if !list.isFocused { host.focus(list) }
    isSendingToList = true
    defer { isSendingToList = false }
    host.handle(.keyDown(key.key, key.modifiers, isRepeat: false), at: host.now)
  }

  /// The column by which a table is grouped; `nil` without one.
  var grouping: String? { (screen as? TableScreen)?.groups.column }

  /// The reason why the table cannot be grouped; `nil` if it can, if it is grouped already, or on other screens.
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

  /// Closes the innermost open part: a bar, a panel, a filter or a picture.
  func escape() {
    if (screen as? TextScreen)?.removePick() == true || closeFind() || closePrompt() { return }
    if (screen as? TextScreen)?.leaveErrors() == true { return }
    if view.showsInspector, view.inspector.isFloating { return toggleInspector() }
    if (screen as? any CellFiltering)?.holder.closeAnswer() == true { return }
    if endCut() || peelFilter() { return }
    if screen.leavesByEscape, canGoBack || enclosingPath != nil { return leave() }
    _ = cancelPicking()
  }

  // MARK: Places

  var canGoBack: Bool { history.canGoBack }
  var canGoForward: Bool { history.canGoForward }

  /// The path of the enclosing folder: that of the last crumb but one, or `/`; `nil` at the root.
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

  /// Opens the enclosing folder, and selects there the item that was shown. Returns `false` at the root.
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

  /// Copies the selection. If the screen cannot copy it, sends Ctrl+C to the list.
  func copyFromList() {
    if !copySelection() { sendToList(KeyShortcut("C", modifiers: .control)) }
  }

  /// The path to copy: of the chosen node, of the first selected file, or else of the content; `nil` if there is none.
  var pathToCopy: String? {
    if let document = screen as? DocumentScreen { return document.tree.chosenPath ?? document.path }
    if let folder = screen as? FolderScreen, folder.list.selectedCount > 0 { return folder.selectedEntries.first?.path }
    let path = screen.crumbs.last?.path ?? ""
    return path.isEmpty ? nil : path
  }

  // MARK: Finding

  /// The reason why the current screen cannot be filtered by the values of cells; `nil` if it can.
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

  /// Goes to the next or the previous match; opens the find bar if there is none.
  func findNext(_ forward: Bool) {
    guard let finder, finder.canGoOn else {
      _ = openFind()
      return
    }
    if finder.isOpen { finder.goOn(forward: forward) } else { resumeFind(forward: forward) }
  }

  // MARK: Menu, palette and keys

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

  /// Opens the palette, which lists the commands that are available now.
  func openPalette() {
    let kind = ScreenKind(screen)
    let rows = commands.commands.filter(\.isInPalette).map { command in
      CommandPalette.Choice(
        id: command.id, title: command.title, group: command.group.rawValue,
        key: commands.namedKeys(of: command, on: kind).first?.words ?? "", isOn: command.isOn(self),
        objection: command.objection(in: self))
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

  /// Returns the rows of the overview. A series of commands is one row.
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
