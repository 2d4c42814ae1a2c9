import ScrollworkPlatform

/// A program that makes thumbnails of some types of files, as described by its file `*.thumbnailer`. Its command line
/// has the codes `%i` for the file, `%u` for its address, `%o` for the path of the thumbnail and `%s` for its size.
struct Thumbnailer: Hashable, Sendable {
  /// The command line, with codes for the file, the thumbnail and its size.
  let command: String
  /// The types of files that the program draws.
  let types: [String]

  /// Parses the description of a program.
  /// - Returns: `nil` if the text is not such a description, or if the program is not installed.
  init?(_ text: String, isInstalled: (String) -> Bool = DesktopEntry.isInstalled) {
    let values = DesktopEntry.values(in: text, group: "Thumbnailer Entry")
    guard let command = values["Exec"], let program = DesktopEntry.words(of: command).first, !program.isEmpty,
      isInstalled(program), values["TryExec"].map(isInstalled) ?? true
    else { return nil }
    self.command = command
    types = DesktopEntry.list(values["MimeType"] ?? "")
  }

  /// Returns the words of the command that draws the file at `path` into the PNG file `output`.
  /// - Parameter side: The largest width and height in pixels.
  func words(for path: String, output: String, side: Int) -> [String] {
    DesktopEntry.words(of: command).map { word in
      DesktopEntry.filled(word) { code in
        switch code {
        case "i": path
        case "u": FileAddress.address(of: path)
        case "o": output
        case "s": "\(side)"
        default: ""
        }
      }
    }
  }
}
