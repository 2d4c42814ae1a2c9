import Scrollwork
import ScrollworkPlatform

extension FolderEntry {
  /// The icon of the file.
  var symbol: Symbol { kind.symbol(named: name) }
}

extension EntryKind {
  /// Returns the icon of a file of this kind.
  /// - Parameter name: The name of the file, whose extension is more specific than the kind.
  func symbol(named name: String) -> Symbol {
    switch self {
    case .text, .document, .table, .json, .other:
      // A picture that turned out to be a text is a text.
      EntryKind(name: name, kind: .regular) == self
        ? Self.symbols[Self.fileExtension(of: name)] ?? symbol : symbol
    default: symbol
    }
  }

  /// The icon of most files of this kind.
  private var symbol: Symbol {
    switch self {
    case .folder: .folder
    case .picture: .picture
    case .text: .fileText
    case .document: .fileLetter
    case .log: .pipe
    case .table: .fileTable
    case .json: .braces
    case .program: .gear
    case .archive: .archive
    case .video: .film
    case .audio: .note
    case .brokenLink: .fileMissing
    case .other, .pipe, .device, .socket: .file
    }
  }

  /// The icons of file types by extension, where they differ from the icon of the kind.
  private static let symbols: [String: Symbol] = {
    let endings: [(Symbol, String)] = [
      (.filePages, "pdf ps eps"), (.board, "ppt pptx odp"), (.book, "epub djvu"), (.fileMarkdown, "md markdown"),
      (.fileCode, "tex xml html htm css"),
      (
        .fileCode, "swift c h cc cpp hpp cxx m mm rs go py rb js ts java kt sh bash zsh fish pl lua sql cmake mk gradle"
      ),
      (.sliders, "ini conf cfg toml yaml yml"), (.font, "ttf otf ttc woff woff2"),
    ]
    var table: [String: Symbol] = [:]
    for (symbol, names) in endings {
      for name in names.split(separator: " ") { table[String(name)] = symbol }
    }
    return table
  }()
}

extension Symbol {
  /// The outline of a sheet with a folded corner, on which other icons are based.
  private static let sheet =
    "M9 2 H4.75 C3.95 2 3.5 2.45 3.5 3.25 V12.75 C3.5 13.55 3.95 14 4.75 14 H11.25 C12.05 14 12.5 13.55 "
    + "12.5 12.75 V5.5 Z M9 2 V5.5 H12.5 "
  /// A sheet with the letter P, for paged documents.
  fileprivate static let filePages = Symbol(
    name: "filePages", path: sheet + "M6.5 12 V7.75 H8.4 C9.4 7.75 9.9 8.3 9.9 9.05 C9.9 9.8 9.4 10.35 8.4 10.35 H6.5")
  /// A sheet with the letter A, for written documents.
  fileprivate static let fileLetter = Symbol(
    name: "fileLetter", path: sheet + "M5.9 12 L8 7.6 L10.1 12 M6.7 10.5 H9.3")
  /// A sheet with the letter M, for Markdown.
  fileprivate static let fileMarkdown = Symbol(
    name: "fileMarkdown", path: sheet + "M5.6 11.75 V8 L8 10.4 L10.4 8 V11.75")
  /// A sheet with a cross, for broken links.
  fileprivate static let fileMissing = Symbol(
    name: "fileMissing", path: sheet + "M6.25 8 L9.75 11.5 M9.75 8 L6.25 11.5")
  /// A board on a stand, for presentations.
  fileprivate static let board = Symbol(
    name: "board", path: "M2 3 H14 M3 3 V10.25 H13 V3 M8 10.25 V12 M5.25 13.75 L8 11.75 L10.75 13.75")
  /// An open book.
  fileprivate static let book = Symbol(
    name: "book",
    path:
      "M8 4.5 C6.5 3.4 4.5 3 2.25 3.2 V12.2 C4.5 12 6.5 12.4 8 13.4 C9.5 12.4 11.5 12 13.75 12.2 V3.2 "
      + "C11.5 3 9.5 3.4 8 4.5 Z M8 4.5 V13.4")
  /// A pair of braces, for JSON.
  fileprivate static let braces = Symbol(
    name: "braces",
    path:
      "M6.25 3 C4.5 3 4.75 4.4 4.75 5.75 C4.75 7.25 4 8 2.75 8 C4 8 4.75 8.75 4.75 10.25 C4.75 11.6 4.5 13 6.25 13 "
      + "M9.75 3 C11.5 3 11.25 4.4 11.25 5.75 C11.25 7.25 12 8 13.25 8 C12 8 11.25 8.75 11.25 10.25 "
      + "C11.25 11.6 11.5 13 9.75 13")
  /// A gear, for programs.
  fileprivate static let gear = Symbol(
    name: "gear",
    path:
      "O8 8 4.1 O8 8 1.4 M8 2 V3.9 M8 12.1 V14 M2 8 H3.9 M12.1 8 H14 M3.75 3.75 L5.1 5.1 M10.9 10.9 L12.25 12.25 "
      + "M12.25 3.75 L10.9 5.1 M5.1 10.9 L3.75 12.25")
  /// A note, for sounds.
  fileprivate static let note = Symbol(
    name: "note", path: "M6 11.75 V4 L12.75 2.5 V10.25 O4.25 11.75 1.75 O11 10.25 1.75")
  /// The letter T, for fonts.
  fileprivate static let font = Symbol(name: "font", path: "M3 5.25 V3 H13 V5.25 M8 3 V13 M6 13 H10")
}
