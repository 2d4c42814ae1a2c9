import ScrollworkPlatform

/// A program that draws thumbnails of some types of files, as its file `*.thumbnailer` describes it: a command line
/// with the codes `%i` for the file, `%u` for its address, `%o` for the thumbnail's path and `%s` for its side.
struct Thumbnailer: Hashable, Sendable {
  /// The command line, with codes for the file, the thumbnail and its size.
  let command: String
  /// The types of files that the program draws.
  let types: [String]

  /// Parses the description of a program.
  /// - Returns: `nil` for what is no such description, or if the program is not installed.
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
