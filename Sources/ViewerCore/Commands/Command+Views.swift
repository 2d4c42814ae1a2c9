import Scrollwork

extension Command {
  private static func hasPictures(_ viewer: Viewer) -> String? {
    (viewer.screen as? any LayoutChoosing)?.shownZoom == nil ? "nothing here can change its size" : nil
  }

  /// Returns a function for the reason why tiles cannot become larger, or smaller; it returns `nil` if they can.
  private static func isAtLimit(larger: Bool) -> @MainActor (Viewer) -> String? {
    { viewer in
      let limit = larger ? FolderLayout.tileSizes.count - 1 : 0
      guard (viewer.screen as? any LayoutChoosing)?.shownZoom == limit else { return nil }
      return larger ? "this is the largest size" : "this is the smallest size"
    }
  }

  static let viewing: [Command] =
    [(FolderLayout.list, "Ctrl+1"), (.table, "Ctrl+2"), (.grid, "Ctrl+3")].map { layout, key in
      Command(
        "layout" + layout.title, "Folder as " + layout.title.lowercased(), .view, keys: [key], on: .folder,
        FolderScreen.self
      ) { $0.chosenLayout = layout }
      .whileOn { ($0.screen as? FolderScreen)?.layout == layout }
      .like(layout == .grid ? "grid" : "", on: .table)
    }
    + FolderGrouping.allCases.enumerated().map { place, grouping in
      Command(
        "group" + grouping.rawValue.prefix(1).uppercased() + grouping.rawValue.dropFirst(), grouping.title, .view,
        keys: ["Ctrl+Shift+\(place + 1)"], on: .folder, FolderScreen.self
      ) { $0.toggle(grouping) }
      .whileOn { ($0.screen as? FolderScreen)?.grouping == grouping }
    } + [
      Command(
        "grid", "Pictures as a grid", .view, keys: ["G"], on: .table, TableScreen.self
      ) { $0.chosenLayout = $0.layout == .grid ? .list : .grid }
      .useful { ($0.screen as? TableScreen)?.objectionToGrid }
      .whileOn { ($0.screen as? TableScreen)?.layout == .grid }.withKeyOfWindow(),
      // The list has this key while a cell is focused, and groups by its column.
      Command(
        "group", "Group by the column of the focused cell", .view, keys: ["Shift+G"], on: [.table],
        unless: { $0.objectionToGrouping },
        perform: { $0.toggleGrouping() }
      )
      .whileOn { $0.grouping != nil }.outsideMenu(),
      Command(
        "sort", "Sort…", .view, keys: ["Alt+S"], on: [.folder, .text, .table],
        unless: { $0.hasSortMenu ? nil : "this cannot be sorted" },
        perform: { $0.openSortMenu(byKey: true) }),
      Command(
        "larger", "Larger", .view, keys: ["Ctrl++", "Ctrl+=", "Ctrl+Shift+=", "Ctrl+Shift++", "Ctrl+Keypad +"],
        on: [.folder, .table], unless: isAtLimit(larger: true),
        perform: { ($0.screen as? any LayoutChoosing)?.zoom(by: 1) }
      )
      .useful(unless: hasPictures).withKeyOfWindow(),
      Command(
        "smaller", "Smaller", .view, keys: ["Ctrl+-", "Ctrl+Shift+-", "Ctrl+Keypad -"], on: [.folder, .table],
        unless: isAtLimit(larger: false), perform: { ($0.screen as? any LayoutChoosing)?.zoom(by: -1) }
      ).useful(unless: hasPictures).withKeyOfWindow(),
      Command(
        "usualSize", "Usual size", .view, keys: ["Ctrl+0"], on: [.folder, .table],
        perform: { ($0.screen as? any LayoutChoosing)?.resetZoom() }
      ).useful(unless: hasPictures),
      Command("wrap", "Wrap long lines", .view, keys: ["W"], on: .text, TextScreen.self) { $0.setWraps(!$0.wraps) }
        .whileOn { ($0.screen as? TextScreen)?.wraps == true },
      Command(
        "bytes", "Bytes in place of the text", .view, keys: ["B"], on: [.text, .bytes],
        unless: { $0.objectionToBytes }, perform: { $0.toggleBytes() }
      )
      .whileOn { $0.screen is BytesScreen },
      Command(
        "encoding", "Encoding…", .view, keys: ["Ctrl+E"], on: [.text, .bytes],
        unless: { $0.objectionToForm }, perform: { $0.openFormMenu() }),
      Command(
        "form", "Delimiter, quotes, header and encoding…", .view, keys: ["Ctrl+E"], on: [.table],
        unless: { $0.objectionToForm }, perform: { $0.openFormMenu() }),
      Command("asTable", "Show as table or tree", .view, keys: ["T"], on: [.text]) { $0.toggleTable() },
      Command("asText", "Show as text", .view, keys: ["T"], on: [.table, .document]) { $0.toggleTable() },
      Command("hiddenFiles", "Hidden files", .view, keys: ["Ctrl+H"], on: [.folder]) { viewer in
        var settings = viewer.settings
        settings.showsHidden.toggle()
        viewer.change(settings)
      }
      .whileOn { $0.settings.showsHidden },
      Command(
        "foldersBelow", "Files of all folders below", .view, keys: ["Ctrl+Shift+S"], on: [.folder],
        perform: { $0.toggleFoldersBelow() }
      )
      .useful { ($0.screen as? FolderScreen)?.path == nil ? "this list is not a folder" : nil }
      .whileOn { ($0.screen as? FolderScreen)?.isDeep == true },
      Command("lineNumbers", "Line numbers", .view, on: [.text]) { viewer in
        var settings = viewer.settings
        settings.showsLineNumbers.toggle()
        viewer.change(settings)
      }
      .whileOn { $0.settings.showsLineNumbers },
      Command("sourceColors", "Colours of source code", .view, on: [.text]) { viewer in
        var settings = viewer.settings
        settings.colorsSource.toggle()
        viewer.change(settings)
      }
      .whileOn { $0.settings.colorsSource },
      Command(
        "details", "Details at the side", .view, keys: ["Ctrl+I"],
        unless: { $0.screen.inspection == nil && !$0.view.showsInspector ? "there are no details yet" : nil },
        perform: { $0.toggleInspector() }
      )
      .useful { $0.screen.hasInspection || $0.view.showsInspector ? nil : "this screen has no details" }
      .whileOn { $0.view.showsInspector },
      Command("reload", "Read again", .view, keys: ["F5", "Ctrl+R"]) { $0.reload() },
    ]

  static let marking: [Command] = tagging + markingTerms + bookmarking

  private static let taggable: Set<ScreenKind> = [.folder, .table, .picture]

  private static let tagging: [Command] =
    (1...9).map { digit in
      Command(
        "tag\(digit)", "Tag \(digit)", .mark, keys: ["\(digit)", "Keypad \(digit)"], on: taggable,
        unless: { $0.objectionToTagging }, perform: { $0.tag(UInt8(digit)) }
      )
      .inSeries("Tag", "1 to 9")
    } + [
      Command(
        "removeTags", "Remove the tag", .mark, keys: ["0", "Keypad 0"], on: taggable,
        unless: { $0.objectionToTagging }, perform: { $0.tag(0) }),
      Command(
        "undo", "Undo tagging", .mark, keys: ["Ctrl+Z"], on: [.table],
        unless: { $0.rowTags?.canUndo == true ? nil : "nothing was tagged" }, perform: { $0.revertRowTags(.undo) }),
      Command(
        "redo", "Redo tagging", .mark, keys: ["Ctrl+Shift+Z", "Ctrl+Y"], on: [.table],
        unless: { $0.rowTags?.canRedo == true ? nil : "nothing was undone" }, perform: { $0.revertRowTags(.redo) }),
    ]

  private static let bookmarking: [Command] = [
    Command(
      "bookmark", "Bookmark", .mark, keys: ["M", "Ctrl+F2"], on: .text, TextScreen.self,
      unless: { $0.objectionToBookmark }, perform: { $0.toggleBookmarks() }),
    Command(
      "removeBookmarks", "Remove all bookmarks", .mark, on: .text, TextScreen.self,
      unless: { $0.display.bookmarks.isEmpty ? "there is no bookmark" : nil }, perform: { $0.setBookmarks(Bookmarks()) }
    ),
  ]

  private static func canMark(_ text: TextScreen) -> String? {
    text.textToMark == nil ? "double-click a word first" : nil
  }

  private static let markingTerms: [Command] =
    [
      Command(
        "mark", "Mark the word in all lines", .mark, keys: ["Ctrl+D"], on: .text, TextScreen.self, unless: canMark,
        perform: { _ = $0.markTerm(color: nil) })
    ]
    + (1...LineTerm.most).map { digit in
      Command(
        "mark\(digit)", "Mark in colour \(digit)", .mark, keys: ["\(digit)", "Ctrl+Shift+\(digit)"], on: .text,
        TextScreen.self, unless: canMark, perform: { _ = $0.markTerm(color: digit - 1) }
      )
      .inSeries("Mark the word in a colour", "1 to 9")
    } + [
      Command(
        "removeMarks", "Clear marks", .mark, keys: ["0", "Ctrl+Shift+0"], on: .text, TextScreen.self,
        unless: { $0.display.terms.isEmpty ? "nothing is marked" : nil }, perform: { $0.setTerms([]) })
    ]
}
