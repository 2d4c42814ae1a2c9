/// The formats in which cells are copied.
package enum TableCopyFormat: Hashable, Sendable {
  /// Tab-separated values, which every spreadsheet takes. A value with a tab, a line break or a quote is quoted.
  case tabSeparated
  /// A table in HTML, with a row of titles if there are any.
  case html
}

/// A writer of cells in one of the copy formats.
package struct CellWriter {
  let format: TableCopyFormat
  private(set) var text = ""
  private var isFirstInRow = true

  /// Begins a table.
  /// - Parameter titles: The titles of the columns; empty for none.
  package init(_ format: TableCopyFormat, titles: [String]) {
    self.format = format
    guard format == .html else { return }
    text = "<table>\n"
    if !titles.isEmpty { text += "<tr>" + titles.map { "<th>\(Self.escaped($0))</th>" }.joined() + "</tr>\n" }
  }

  /// Begins a row.
  package mutating func beginRow() {
    isFirstInRow = true
    if format == .html { text += "<tr>" }
  }

  /// Adds a cell to the row; `nil` for a missing value.
  package mutating func add(_ cell: String?) {
    switch format {
    case .tabSeparated:
      if !isFirstInRow { text += "\t" }
      text += Self.quoted(cell ?? "")
    case .html: text += "<td>\(Self.escaped(cell ?? ""))</td>"
    }
    isFirstInRow = false
  }

  /// Ends the row.
  package mutating func endRow() { text += format == .html ? "</tr>\n" : "\n" }

  /// Returns the whole text. Tab-separated rows have no line break after the last one.
  package mutating func finish() -> String {
    if format == .html { text += "</table>\n" } else if text.utf8.last == UInt8(ascii: "\n") { text.removeLast() }
    return text
  }

  /// Returns a value as spreadsheets read it: with quotes around it and every quote doubled, if it needs them.
  static func quoted(_ value: String) -> String {
    let special: Set<UInt8> = [9, 10, 13, UInt8(ascii: "\"")]
    guard value.utf8.contains(where: special.contains) else { return value }
    var result = "\""
    for character in value.unicodeScalars {
      if character == "\"" { result += "\"" }
      result.unicodeScalars.append(character)
    }
    return result + "\""
  }

  static func escaped(_ value: String) -> String {
    var result = ""
    for character in value.unicodeScalars {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n": result += "<br>"
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }
}
