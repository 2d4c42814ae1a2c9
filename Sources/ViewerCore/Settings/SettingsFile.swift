package import ScrollworkPlatform

/// The file of settings: `$XDG_CONFIG_HOME/scrollwork/settings`.
package struct SettingsFile: Sendable {
  package let path: String
  /// The largest size read, in bytes.
  private static let maximumSize = 1 << 20

  package init(path: String) {
    self.path = path
  }

  /// The file of the current user; `nil` if neither `XDG_CONFIG_HOME` nor `HOME` is set.
  package static var standard: SettingsFile? {
    BaseFolder.configuration.path.map { SettingsFile(path: $0 + "/scrollwork/settings") }
  }

  /// Returns the text of the file; an empty one if there is no file.
  /// - Throws: The reason why it cannot be read completely, because ``write(_:changedFrom:)`` would lose the rest.
  private func text() throws(FileError) -> SettingsText {
    do throws(FileError) {
      let file = try RandomAccessFile(path: path)
      let size = try file.size
      guard size <= Self.maximumSize else { throw FileError(path: path, reason: .content("it is longer than 1 MB")) }
      guard let text = String(validating: try file.bytes(at: 0, count: size), as: UTF8.self) else {
        throw FileError(path: path, reason: .content("it is not UTF-8"))
      }
      return SettingsText(text)
    } catch {
      if error.reason == .notFound { return SettingsText("") }
      throw error
    }
  }

  /// Reads the settings.
  /// - Parameter tell: Called with a message for each line that is ignored, and if the file cannot be read.
  package func read(commands: Set<String>, tell: (String) -> Void) -> ViewerSettings {
    do throws(FileError) {
      let (settings, problems) = try text().settings(commands: commands)
      for problem in problems { tell("\(PathBytes.display(path)), line \(problem.line): \(problem.reason)") }
      return settings
    } catch {
      tell("\(error)")
      return ViewerSettings()
    }
  }

  /// Writes changed settings. All other lines of the file are kept.
  package func write(_ new: ViewerSettings, changedFrom old: ViewerSettings) throws(FileError) {
    var changed = try text()
    changed.update(from: old, to: new)
    try OutputFile.makeFolder(FilePath.parent(of: path))
    try OutputFile.replace(changed.text, at: path)
  }
}
