import Scrollwork

extension Command {
  /// All commands, in the order in which they are shown.
  static let all: [Command] =
    selecting + clipping + saving + files + going + finding + viewing + pictures + marking + windows

  private static let lists: Set<ScreenKind> = [.start, .folder, .text, .table, .document]

  private static let findable: Set<ScreenKind> = [.folder, .text, .bytes, .table, .document]

  private static func hasBookmarks(_ text: TextScreen) -> String? {
    text.display.bookmarks.isEmpty ? "there is no bookmark" : nil
  }

  private static let going: [Command] = [
    Command("openFile", "Open a file or folder…", .go, keys: ["Ctrl+O"]) { $0.chooseFile() },
    Command("openPath", "Type a path…", .go, keys: ["Ctrl+Shift+L"]) { $0.openPath() },
    Command(
      "back", "Back", .go, keys: ["Alt+Left", "AC Back"], unless: { $0.canGoBack ? nil : "there is no earlier place" },
      perform: { $0.goBack() }),
    Command(
      "forward", "Forward", .go, keys: ["Alt+Right", "AC Forward"],
      unless: { $0.canGoForward ? nil : "there is no later place" }, perform: { $0.goForward() }),
    Command(
      "up", "Enclosing folder", .go, keys: ["Alt+Up"],
      unless: { $0.enclosingPath == nil ? "there is no folder above this" : nil }, perform: { _ = $0.goUp() }),
    Command(
      "leave", "Back or up", .go, keys: ["Backspace"],
      unless: { $0.canGoBack || $0.enclosingPath != nil ? nil : "there is no place to go to" }, perform: { $0.leave() }
    ).outsideMenu().outsidePalette(),
    Command("start", "Start screen", .go, keys: ["Alt+Home"]) { $0.showStart() },
    Command("goTo", "Go to a row, line or time…", .go, keys: ["Ctrl+G"], on: [.text, .bytes, .table]) {
      _ = $0.openGoTo()
    },
    Command(
      "nextBookmark", "Next bookmark", .go, keys: ["]", "F2"], on: .text, TextScreen.self, unless: hasBookmarks,
      perform: { $0.goToBookmark(forward: true) }
    ).withKeyOfWindow(),
    Command(
      "previousBookmark", "Previous bookmark", .go, keys: ["[", "Shift+F2"], on: .text, TextScreen.self,
      unless: hasBookmarks, perform: { $0.goToBookmark(forward: false) }
    ).withKeyOfWindow(),
    Command("escape", "Close, remove the filter, or go back", .go, keys: ["Escape"]) { $0.escape() }
      .outsideMenu().outsidePalette(),
  ]

  private static let selecting: [Command] = [
    Command(listKey: "Return", "open", "Open", .selection, on: lists) {
      $0.list.focusedItem == nil && $0.list.selectedCount == 0 ? "nothing is selected" : nil
    },
    Command(
      "pick", "Pick for the waiting program", .selection, keys: ["Ctrl+Return"], on: lists,
      perform: { _ = $0.pickRows() }
    ).useful { $0.picksRows ? nil : "no program waits for a choice" },
    openWith, chooseProgram,
    Command(
      "selectAll", "Select all", .selection, keys: ["Ctrl+A"], on: lists.union([.bytes]),
      unless: { $0.list.itemCount == 0 ? "there is nothing to select" : nil },
      perform: {
        ($0.screen as? TableScreen)?.table.focusColumn(nil)
        $0.list.selectAll()
      }),
    Command(
      "copy", "Copy", .selection, keys: ["Ctrl+C"], on: [.folder, .text, .bytes, .table, .document, .picture],
      unless: { $0.hasSelection ? nil : "nothing is selected" }, perform: { $0.copyFromList() }),
    Command(
      "copyHTML", "Copy as HTML", .selection, on: [.table], unless: { $0.objectionToHTML }, perform: { $0.copyHTML() }),
  ]

  private static let saving: [Command] = [
    Command(
      "copyPath", "Copy path", .selection, keys: ["Ctrl+Shift+C"],
      on: [.folder, .text, .bytes, .table, .document, .picture],
      unless: { $0.pathToCopy == nil ? "this has no path" : nil },
      perform: { viewer in if let path = viewer.pathToCopy { viewer.copy(path) } }),
    Command("save", "Save rows as…", .selection, keys: ["Ctrl+S"], on: [.folder, .table]) { viewer in
      (viewer.screen as? TableScreen)?.savesTags = false
      _ = viewer.openSave()
    }.withKeyOfWindow(),
    Command(
      "saveTags", "Save rows with their tags as…", .selection, on: [.table],
      unless: { ($0.screen as? TableScreen)?.tags.tags.isEmpty == false ? nil : "no row is tagged" },
      perform: { viewer in
        (viewer.screen as? TableScreen)?.savesTags = true
        _ = viewer.openSave()
      }),
    printPages,
  ]

  private static let finding: [Command] =
    [
      Command(
        "find", "Find…", .find, keys: ["Ctrl+F", "/"], on: findable.union(lists),
        perform: { if !$0.openFind() { $0.view.toolbar.revealField() } }),
      Command("findNext", "Next match", .find, keys: ["F3", "N"], on: findable) { $0.findNext(true) }
        .withKeyOfWindow(),
      Command("findPrevious", "Previous match", .find, keys: ["Shift+F3", "Shift+N"], on: findable) {
        $0.findNext(false)
      }.withKeyOfWindow(),
      Command("nextError", "Next error", .find, keys: ["E"], on: .text, TextScreen.self) { $0.goToError(forward: true) }
        .withKeyOfWindow(),
      Command("previousError", "Previous error", .find, keys: ["Shift+E"], on: .text, TextScreen.self) {
        $0.goToError(forward: false)
      }.withKeyOfWindow(),
      Command(
        "filter", "Filter…", .find, keys: ["Ctrl+L"], on: lists,
        perform: { $0.view.toolbar.revealField() }),
      Command(
        "clearFilters", "Clear filters", .find, on: lists,
        unless: { $0.screen.filters.isEmpty ? "there is no filter" : nil }, perform: { $0.clearFilter() }),
    ] + levels + surrounding + [
      valueFilter("=", "onlyValue", "Only rows with this value"),
      valueFilter("-", "withoutValue", "Without this value"),
    ]

  /// Returns a command that filters by the value of the focused cell.
  private static func valueFilter(_ key: String, _ id: String, _ title: String) -> Command {
    Command(listKey: key, id, title, .find, on: [.folder, .table], unless: { $0.objectionToValue })
      .useful { $0.objectionToCells }.outsideMenu()
  }

  private static let surrounding: [Command] = [
    Command(
      "moreContext", "More lines around matches", .find, keys: ["+", "=", "Shift+=", "Shift++", "Keypad +"],
      on: [.text], unless: { $0.objectionToContext(nil) }, perform: { $0.changeContext(by: 1) }
    ).withKeyOfWindow().inSeries("Lines around matches", "+ and -"),
    Command(
      "lessContext", "Fewer lines around matches", .find, keys: ["-", "Shift+-", "Keypad -"], on: [.text],
      unless: { $0.objectionToContext("no lines around matches are shown") }, perform: { $0.changeContext(by: -1) }
    ).withKeyOfWindow().inSeries("Lines around matches", "+ and -"),
  ]

  private static let levels: [Command] = [
    ("All", "All levels", nil), ("Info", "Information, warnings and errors", LogLevel.info),
    ("Warn", "Warnings and errors", .warn), ("Error", "Errors only", .error),
  ].enumerated().map { index, choice in
    let (name, title, level) = choice
    return Command(
      "level\(name)", title, .find, keys: ["Alt+\(index + 1)"], on: [.text],
      perform: { $0.filter(level: level) }
    )
    .whileOn { $0.filteredLevel == level }.inSeries("Lines by their level", "Alt+1 to Alt+4")
    .useful { ($0.screen as? TextScreen)?.kind == .log ? nil : "the lines have no levels" }
  }

  private static let windows: [Command] = [
    Command("palette", "Commands…", .window, keys: ["Ctrl+Shift+P"]) { $0.openPalette() }
      .outsidePalette().withKeyOfWindow(),
    Command("keys", "Keys", .window, keys: ["F1", "?", "Shift+/"]) { $0.openKeyOverlay() },
    Command("settings", "Settings…", .window, keys: ["Ctrl+,"]) { $0.openSettings() },
    Command("menu", "Menu of the selection", .window, keys: ["Menu", "Shift+F10"]) { $0.openMenu() }
      .outsideMenu().outsidePalette(),
    Command(
      "source", "Source of this demo", .window, keys: ["F4", "Ctrl+U"], on: [.gallery],
      perform: { _ = $0.openSource() }
    ).useful { $0.screen.sourcePath == nil ? "the source is not installed" : nil },
    Command("figures", "Figures of frames", .window, keys: ["F12"]) { $0.onDebugOverlay?() }.withKeyOfWindow(),
    Command(
      "newWindow", "New window", .window, keys: ["Ctrl+N"], unless: { $0.objectionToNewWindow },
      perform: { $0.onNewWindow?(nil) }
    ).oncePerPress(),
    Command("close", "Close the window", .window, keys: ["Ctrl+W"]) { $0.onClose?() }.oncePerPress(),
    Command("quit", "Close all windows", .window, keys: ["Ctrl+Q"]) { $0.onQuit?() },
  ]
}
