extension Symbol {
  /// A magnifying glass.
  public static let search = Symbol(name: "search", path: "O7 7 4.25 M10.25 10.25 L13.5 13.5")
  /// Three lines of decreasing length.
  package static let filter = Symbol(name: "filter", path: "M2.5 4.5 H13.5 M4.75 8 H11.25 M7 11.5 H9")
  /// One arrow down and one arrow up.
  package static let sort = Symbol(
    name: "sort",
    path:
      "M5 3 V13 M2.5 10.5 L5 13 L7.5 10.5 M11 13 V3 M8.5 5.5 L11 3 L13.5 5.5")
  /// A chevron that points right, as on collapsed groups.
  package static let chevronRight = Symbol(name: "chevronRight", path: "M6 3.5 L10.5 8 L6 12.5")
  /// A chevron that points left.
  package static let chevronLeft = Symbol(name: "chevronLeft", path: "M10 3.5 L5.5 8 L10 12.5")
  /// A chevron that points down, as on expanded groups.
  package static let chevronDown = Symbol(name: "chevronDown", path: "M3.5 6 L8 10.5 L12.5 6")
  /// A chevron that points up.
  package static let chevronUp = Symbol(name: "chevronUp", path: "M3.5 10 L8 5.5 L12.5 10")
  /// An arrow that points down.
  package static let arrowDown = Symbol(name: "arrowDown", path: "M8 3 V13 M3.75 8.75 L8 13 L12.25 8.75")
  /// An arrow that points up.
  package static let arrowUp = Symbol(name: "arrowUp", path: "M8 13 V3 M3.75 7.25 L8 3 L12.25 7.25")
  /// A diagonal cross.
  public static let close = Symbol(name: "close", path: "M4 4 L12 12 M12 4 L4 12")
  /// A check mark.
  public static let check = Symbol(name: "check", path: "M3 8.5 L6.5 12 L13 4.5")
  /// A plus sign.
  public static let plus = Symbol(name: "plus", path: "M8 3 V13 M3 8 H13")
  /// A minus sign.
  public static let minus = Symbol(name: "minus", path: "M3 8 H13")
  /// Three dots in a row, for menus with further commands.
  public static let more = Symbol(name: "more", path: "D3.5 8 1.1 D8 8 1.1 D12.5 8 1.1")
  /// Lines with dots before them.
  package static let list = Symbol(name: "list", path: "M6 4 H13.5 M6 8 H13.5 M6 12 H13.5 D3 4 .9 D3 8 .9 D3 12 .9")
  /// A table with a header row and two columns.
  package static let table = Symbol(name: "table", path: "R2.25 2.75 11.5 10.5 2 M2.25 6.5 H13.75 M7 6.5 V13.25")
  /// Four squares.
  package static let grid = Symbol(
    name: "grid",
    path:
      "R2.5 2.5 4.5 4.5 1.25 R9 2.5 4.5 4.5 1.25 R2.5 9 4.5 4.5 1.25 R9 9 4.5 4.5 1.25")
  /// A window with a panel on its right side.
  package static let panel = Symbol(name: "panel", path: "R2 3 12 10 2 M10 3 V13")
  /// A folder.
  public static let folder = Symbol(
    name: "folder",
    path:
      "M2.25 11.75 V4.5 C2.25 3.7 2.7 3.25 3.5 3.25 H5.9 C6.3 3.25 6.6 3.4 6.85 3.7 L7.75 4.75 H12.5 C13.3 "
      + "4.75 13.75 5.2 13.75 6 V11.75 C13.75 12.55 13.3 13 12.5 13 H3.5 C2.7 13 2.25 12.55 2.25 11.75 Z")
  /// An empty sheet with a folded corner.
  public static let file = Symbol(
    name: "file",
    path:
      "M9 2 H4.75 C3.95 2 3.5 2.45 3.5 3.25 V12.75 C3.5 13.55 3.95 14 4.75 14 H11.25 C12.05 14 12.5 13.55 "
      + "12.5 12.75 V5.5 Z M9 2 V5.5 H12.5")
  /// A sheet with lines of text.
  package static let fileText = Symbol(
    name: "fileText",
    path:
      "M9 2 H4.75 C3.95 2 3.5 2.45 3.5 3.25 V12.75 C3.5 13.55 3.95 14 4.75 14 H11.25 C12.05 14 12.5 13.55 "
      + "12.5 12.75 V5.5 Z M9 2 V5.5 H12.5 M6 8.5 H10 M6 11 H10")
  /// A sheet with a table.
  package static let fileTable = Symbol(
    name: "fileTable",
    path:
      "M9 2 H4.75 C3.95 2 3.5 2.45 3.5 3.25 V12.75 C3.5 13.55 3.95 14 4.75 14 H11.25 C12.05 14 12.5 13.55 "
      + "12.5 12.75 V5.5 Z M9 2 V5.5 H12.5 M6 8.25 H10 V11.5 H6 Z M8 8.25 V11.5")
  /// A sheet with angle brackets.
  package static let fileCode = Symbol(
    name: "fileCode",
    path:
      "M9 2 H4.75 C3.95 2 3.5 2.45 3.5 3.25 V12.75 C3.5 13.55 3.95 14 4.75 14 H11.25 C12.05 14 12.5 13.55 "
      + "12.5 12.75 V5.5 Z M9 2 V5.5 H12.5 M7 8 L5.75 9.75 L7 11.5 M9 8 L10.25 9.75 L9 11.5")
  /// A landscape in a frame.
  public static let picture = Symbol(
    name: "picture",
    path:
      "R2 3 12 10 2 O5.6 6.4 1.1 M2.25 11.5 L5.5 8.75 L8 10.75 L10.75 7.75 L13.75 10.75")
  /// A torn picture, for pictures that cannot be shown.
  package static let pictureBroken = Symbol(
    name: "pictureBroken",
    path:
      "M7.25 3 H4 C2.9 3 2 3.9 2 5 V11 C2 12.1 2.9 13 4 13 H6.25 L8 8.5 L6 6 Z M10 3 H12 C13.1 3 14 3.9 14 "
      + "5 V11 C14 12.1 13.1 13 12 13 H9 L10.75 8.5 L8.75 6 Z")
  /// A box with a lid.
  package static let archive = Symbol(
    name: "archive",
    path:
      "R2 3 12 3.25 1 M3 6.25 V11.5 C3 12.5 3.5 13 4.5 13 H11.5 C12.5 13 13 12.5 13 11.5 V6.25 M6.5 9 H9.5")
  /// A frame with a play triangle.
  package static let film = Symbol(name: "film", path: "R2 3 12 10 2 M6.75 6 L10 8 L6.75 10 Z")
  /// An eye.
  package static let eye = Symbol(
    name: "eye",
    path:
      "M1.75 8 C3.2 5.2 5.4 3.75 8 3.75 C10.6 3.75 12.8 5.2 14.25 8 C12.8 10.8 10.6 12.25 8 12.25 C5.4 12.25 "
      + "3.2 10.8 1.75 8 Z O8 8 1.9")
  /// The outline of a star.
  package static let star = Symbol(
    name: "star",
    path:
      "M8 2.25 L9.75 5.9 L13.75 6.4 L10.8 9.15 L11.55 13.1 L8 11.15 L4.45 13.1 L5.2 9.15 L2.25 6.4 L6.25 "
      + "5.9 Z")
  /// A waste bin.
  public static let trash = Symbol(
    name: "trash",
    path:
      "M2.75 4.25 H13.25 M6 4.25 V2.75 H10 V4.25 M4 4.25 L4.6 12.75 C4.65 13.5 5.1 14 5.85 14 H10.15 C10.9 "
      + "14 11.35 13.5 11.4 12.75 L12 4.25")
  /// Two overlapping sheets.
  package static let copy = Symbol(
    name: "copy",
    path:
      "R5.5 5.5 8 8 1.5 M3.5 10.5 C2.75 10.5 2.5 10 2.5 9.25 V4 C2.5 3 3 2.5 4 2.5 H9.25 C10 2.5 10.5 2.75 "
      + "10.5 3.5")
  /// An arrow that leaves a box, for opening in another program.
  package static let open = Symbol(
    name: "open",
    path:
      "M6.5 3.5 H4 C3 3.5 2.5 4 2.5 5 V12 C2.5 13 3 13.5 4 13.5 H11 C12 13.5 12.5 13 12.5 12 V9.5 M9 2.5 "
      + "H13.5 V7 M13.5 2.5 L7.5 8.5")
  /// A circular arrow.
  public static let retry = Symbol(
    name: "retry",
    path:
      "M13 3 V6.25 H9.75 M12.75 6.25 C11.9 4.3 10.1 3.1 8 3.1 C5.2 3.1 3.1 5.2 3.1 8 C3.1 10.8 5.2 12.9 8 "
      + "12.9 C10.2 12.9 12 11.6 12.7 9.6")
  /// A triangle with an exclamation mark.
  public static let warning = Symbol(name: "warning", path: "M8 2.5 L14 13 H2 Z M8 6.5 V9.25 D8 11.1 .9")
  /// A circle with the letter i.
  public static let info = Symbol(name: "info", path: "O8 8 5.75 M8 7.5 V11 D8 5.2 .9")
  /// A circle with an exclamation mark.
  public static let error = Symbol(name: "error", path: "O8 8 5.75 M8 4.75 V8.5 D8 10.9 .9")
  /// Two sliders, for settings.
  package static let sliders = Symbol(
    name: "sliders",
    path:
      "M2.5 5 H8 M12 5 H13.5 O10 5 1.75 M2.5 11 H4 M8 11 H13.5 O6 11 1.75")
  /// Two crossing arrows.
  package static let shuffle = Symbol(
    name: "shuffle",
    path:
      "M2.5 5 H4 C7.5 5 8 11 11.5 11 H13.25 M2.5 11 H4 C7.5 11 8 5 11.5 5 H13.25"
      + " M11.5 3.25 L13.25 5 L11.5 6.75 M11.5 9.25 L13.25 11 L11.5 12.75")
  /// A speech bubble.
  package static let chat = Symbol(name: "chat", path: "M2.75 3.25 H13.25 V10.75 H8 L5 13.25 V10.75 H2.75 Z")
  /// A triangle that points right.
  package static let play = Symbol(name: "play", path: "M5 3 L12.5 8 L5 13 Z")
  /// A bookmark.
  package static let mark = Symbol(name: "mark", path: "M4.5 2.5 H11.5 V13.5 L8 10.75 L4.5 13.5 Z")
  /// Six dots, for a handle that can be dragged.
  package static let grip = Symbol(name: "grip", path: "D6 4 1 D10 4 1 D6 8 1 D10 8 1 D6 12 1 D10 12 1")
  /// A terminal with a prompt, for data from standard input.
  package static let pipe = Symbol(name: "pipe", path: "R2 3 12 10 2 M5 6.5 L7 8.25 L5 10 M8.5 10.25 H11")
  /// A pair of angle brackets.
  package static let code = Symbol(name: "code", path: "M5.5 4 L2 8 L5.5 12 M10.5 4 L14 8 L10.5 12")
}
