import Scrollwork

/// The look of commands in menus: their symbols, and the lines between them.
extension Command {
  /// The symbols of commands, by their identifiers. Options that are on or off have none: the check mark has its place.
  static let symbols: [String: Symbol] = [
    "open": .open, "pick": .check, "copy": .copy, "newFolder": .folder, "trash": .trash, "stopFiles": .close,
    "openFile": .folder, "back": .chevronLeft, "forward": .chevronRight, "up": .arrowUp, "find": .search,
    "findNext": .arrowDown, "findPrevious": .arrowUp, "filter": .filter, "clearFilters": .close, "sort": .sort,
    "larger": .plus, "smaller": .minus, "asTable": .table, "asText": .fileText, "reload": .retry,
    "nextPicture": .chevronRight, "previousPicture": .chevronLeft, "zoomIn": .plus, "zoomOut": .minus,
    "removeTags": .close, "bookmark": .mark, "removeMarks": .close, "settings": .sliders, "source": .code,
    "close": .close,
  ]

  /// The commands that begin a part of their group.
  private static let partStarts: Set<String> = [
    "open", "selectAll", "save", "rename", "undoFiles", "openFile", "back", "goTo", "find", "filter",
    "layoutList", "groupDay", "grid", "larger", "wrap", "hiddenFiles", "details", "nextPicture", "zoomIn", "filmStrip",
    "tag1", "mark", "bookmark", "palette", "source", "newWindow",
  ]

  /// The numbers of the parts, by the identifiers of their commands. Lines in menus separate the parts of a group.
  static let parts: [String: Int] = {
    var (parts, number): ([String: Int], Int) = ([:], 0)
    for command in all {
      if partStarts.contains(command.id) { number += 1 }
      parts[command.id] = number
    }
    return parts
  }()

  /// The identifiers that the tables above name.
  package static var styledIDs: Set<String> { partStarts.union(symbols.keys) }
}

extension Command.Group {
  /// Whether the commands of the group form a submenu of the context menu.
  var isSubmenu: Bool { self != .selection && self != .picture }

  /// The symbol of the submenu; `nil` for none.
  var symbol: Symbol? {
    switch self {
    case .find: .search
    case .mark: .mark
    case .view: .eye
    case .selection, .go, .picture, .window: nil
    }
  }
}
