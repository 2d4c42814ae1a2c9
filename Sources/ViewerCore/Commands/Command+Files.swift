import Scrollwork

extension Command {
  static let openWith = Command(
    "openWith", "Open with its program", .selection, keys: ["Shift+Return"],
    on: [.folder, .text, .bytes, .table, .document, .picture, .message], unless: { $0.objectionToOpeningOutside },
    perform: { $0.openOutside() }
  ).oncePerPress()

  static let chooseProgram = Command(
    "chooseProgram", "Open with another program…", .selection, keys: ["Ctrl+Shift+O"],
    on: [.folder, .text, .bytes, .table, .document, .picture, .message], unless: { $0.objectionToChoosingProgram },
    perform: { $0.chooseProgram() })

  static let printPages = Command(
    "printPages", "Print on paper…", .selection, keys: ["Ctrl+P"],
    on: [.folder, .text, .bytes, .table, .document, .picture, .message], unless: { $0.objectionToPrintingPages },
    perform: { $0.openPrint() }
  ).oncePerPress()

  /// The commands that move files by the clipboard.
  static let clipping: [Command] = [
    Command(
      "cut", "Cut", .selection, keys: ["Ctrl+X"], on: [.folder], unless: { $0.objectionToCutting },
      perform: { $0.cutFiles() }),
    Command(
      "paste", "Paste", .selection, keys: ["Ctrl+V"], on: [.folder], unless: { $0.objectionToPasting },
      perform: { $0.pasteFiles() }
    ).oncePerPress(),
  ]

  /// The kinds of screens on which the commands undo and redo changes of files. Tables undo their own changes.
  private static let changing: Set<ScreenKind> = [.start, .folder, .text, .document, .picture, .message]

  /// The commands that change files.
  static let files: [Command] = [
    Command(
      "rename", "Rename", .selection, keys: ["F2"], on: [.folder], unless: { $0.objectionToRenaming },
      perform: { $0.openRename() }),
    Command(
      "newFolder", "New folder…", .selection, keys: ["Ctrl+Shift+N"], on: [.folder],
      perform: { $0.openNewFolder() }
    ).useful { $0.objectionToNewFolder },
    Command(
      "trash", "Move to the trash", .selection, keys: ["Delete"], on: [.folder, .picture],
      unless: { $0.objectionToTrash }, perform: { $0.moveToTrash() }),
    Command(
      "undoFiles", "Undo the last change of files", .selection, keys: ["Ctrl+Z"],
      on: changing, unless: { $0.objection(to: .undo) }, perform: { $0.revertFileChange(.undo) }),
    Command(
      "redoFiles", "Redo the last undone change", .selection, keys: ["Ctrl+Shift+Z", "Ctrl+Y"], on: changing,
      unless: { $0.objection(to: .redo) }, perform: { $0.revertFileChange(.redo) }),
    Command(
      "stopFiles", "Stop copying or moving files", .selection, keys: ["Ctrl+."],
      unless: { $0.files.shownTransfer == nil ? "no files are being copied or moved" : nil },
      perform: { $0.stopTransfer() }),
  ].map { $0.oncePerPress() }
}
