import Glibc
import ScrollworkPlatform

/// A program as its desktop entry describes it, by the Desktop Entry specification of freedesktop.org.
struct DesktopEntry: Hashable, Sendable {
  /// The name of the entry's file, such as `org.gnome.eog.desktop`.
  var id: String
  var name: String
  /// The command line, with codes such as `%f` in place of the files.
  var command: String
  /// The types of files that the program opens.
  var types: [String]
  var needsTerminal: Bool
  /// Whether menus leave the program out. It may still open files of its types.
  var isHiddenInMenus: Bool

  /// Parses the file of an entry.
  /// - Returns: `nil` if the entry is not for a program, is marked as deleted, or its program is not installed.
  init?(id: String, text: String, isInstalled: (String) -> Bool = DesktopEntry.isInstalled) {
    let values = Self.values(in: text, group: "Desktop Entry")
    guard values["Type"] == "Application", values["Hidden"] != "true", let name = values["Name"], !name.isEmpty,
      let command = values["Exec"], !command.isEmpty
    else { return nil }
    if let needed = values["TryExec"], !isInstalled(needed) { return nil }
    (self.id, self.name, self.command) = (id, name, command)
    types = Self.list(values["MimeType"] ?? "")
    needsTerminal = values["Terminal"] == "true"
    isHiddenInMenus = values["NoDisplay"] == "true"
  }

  /// Returns the values in one group of a key file.
  static func values(in text: String, group: String) -> [String: String] {
    var (values, isInside) = ([String: String](), false)
    for line in text.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("[") {
        isInside = line == "[\(group)]"
      } else if isInside, !line.hasPrefix("#"), let sign = line.firstIndex(of: "=") {
        let key = line[..<sign].trimmingSpaces
        if values[key] == nil { values[key] = unescaped(line[line.index(after: sign)...].trimmingSpaces) }
      }
    }
    return values
  }

  /// Returns the parts of a list separated by semicolons.
  static func list(_ text: String) -> [String] { text.split(separator: ";").map { $0.trimmingSpaces } }

  private static func unescaped(_ text: String) -> String {
    guard text.contains("\\") else { return text }
    var (result, isEscaped) = ("", false)
    for character in text {
      if isEscaped {
        switch character {
        case "s": result.append(" ")
        case "n": result.append("\n")
        case "t": result.append("\t")
        case "r": result.append("\r")
        case "\\": result.append("\\")
        default: result += ["\\", character]
        }
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    return result
  }

  /// Whether a program, given by its path or by a name in `PATH`, is installed.
  static func isInstalled(_ program: String) -> Bool { path(ofProgram: program) != nil }

  /// Returns the path of an installed program; `nil` if it cannot be run.
  static func path(ofProgram program: String) -> String? {
    func canRun(_ path: String) -> Bool { PathBytes.withCString(path) { access($0, X_OK) } == 0 }
    if program.contains("/") { return canRun(program) ? program : nil }
    let folders = (Variables.value(of: "PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    return folders.lazy.map { $0 + "/" + program }.first(where: canRun)
  }

  // MARK: The command line

  /// Returns the command lines that open files: one for all of them, or one for each if the program takes one file
  /// only.
  func commandLines(for paths: [String]) -> [[String]] {
    let words = Self.words(of: command)
    guard !words.isEmpty else { return [] }
    let start = needsTerminal ? ["x-terminal-emulator", "-e"] : []
    if words.contains(where: { $0 == "%F" || $0 == "%U" }) { return [start + filled(words, paths)] }
    let takesFiles = words.contains { $0.contains("%f") || $0.contains("%u") }
    return takesFiles
      ? paths.map { start + filled(words, [$0]) } : [start + filled(words, []) + paths]
  }

  /// Returns the words of a command line with the files in place of their codes.
  private func filled(_ words: [String], _ paths: [String]) -> [String] {
    words.flatMap { word -> [String] in
      switch word {
      case "%F": return paths
      case "%U": return paths.map { FileAddress.address(of: $0) }
      // The icon has an option of its own, which no program needs.
      case "%i", "%d", "%D", "%n", "%N", "%v", "%m": return []
      default: return [filled(word, paths.first ?? "")]
      }
    }
  }

  private func filled(_ word: String, _ path: String) -> String {
    Self.filled(word) { code in
      switch code {
      case "f": path
      case "u": path.isEmpty ? "" : FileAddress.address(of: path)
      case "c": name
      default: ""
      }
    }
  }

  /// Returns a word with values in place of its codes, which are letters after a percent sign. Two percent signs stand
  /// for one.
  /// - Parameter value: Returns the value of a code.
  static func filled(_ word: String, value: (Character) -> String) -> String {
    guard word.contains("%") else { return word }
    var (result, isCode) = ("", false)
    for character in word {
      if isCode {
        result += character == "%" ? "%" : value(character)
        isCode = false
      } else if character == "%" {
        isCode = true
      } else {
        result.append(character)
      }
    }
    return result
  }

  /// Returns the words of a command line; a part in quotation marks is one word.
  static func words(of command: String) -> [String] {
    var (words, word, isQuoted, isEscaped): ([String], String?, Bool, Bool) = ([], nil, false, false)
    for character in command {
      if isEscaped {
        word = (word ?? "") + [character]
        isEscaped = false
      } else if character == "\\", isQuoted {
        isEscaped = true
      } else if character == "\"" {
        isQuoted.toggle()
        word = word ?? ""
      } else if character == " ", !isQuoted {
        if let done = word { words.append(done) }
        word = nil
      } else {
        word = (word ?? "") + [character]
      }
    }
    return words + (word.map { [$0] } ?? [])
  }
}

extension StringProtocol {
  /// The text without spaces at both ends.
  fileprivate var trimmingSpaces: String {
    let start = drop { $0 == " " || $0 == "\t" }
    let end = start.lastIndex { $0 != " " && $0 != "\t" }
    return String(start[..<(end.map { start.index(after: $0) } ?? start.startIndex)])
  }
}
