/// The text of a settings file: lines of the form `key = value`, comments after `#`, and blank lines.
///
/// Changing a setting keeps all other lines unchanged, even those with unknown keys.
package struct SettingsText: Equatable, Sendable {
  private var lines: [String]

  package init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
  }

  package var text: String { lines.map { $0 + "\n" }.joined() }

  /// A line that is ignored.
  package struct Problem: Hashable, Sendable {
    /// The number of the line, counted from 1.
    package var line: Int
    package var reason: String
  }

  /// Reads the settings. Of several lines for one setting the last one counts.
  /// - Parameter commands: The names of the commands whose keys can be changed.
  package func settings(commands: Set<String>) -> (settings: ViewerSettings, problems: [Problem]) {
    var (settings, problems) = (ViewerSettings(), [Problem]())
    for (index, line) in lines.enumerated() {
      let content = Self.trimmed(line[...])
      guard !content.isEmpty, !content.hasPrefix("#") else { continue }
      guard let (name, value) = Self.parts(of: line) else {
        problems.append(Problem(line: index + 1, reason: "a line must be KEY = VALUE"))
        continue
      }
      if let reason = settings.set(String(name), to: String(value), commands: commands) {
        problems.append(Problem(line: index + 1, reason: reason))
      }
    }
    return (settings, problems)
  }

  /// Changes the lines of the settings that differ, and adds those that are missing.
  package mutating func update(from old: ViewerSettings, to new: ViewerSettings) {
    for (before, after) in zip(old.values, new.values) where before.value != after.value {
      let line = "\(after.name) = \(after.value)"
      if let index = lines.lastIndex(where: { Self.parts(of: $0)?.name == after.name[...] }) {
        lines[index] = line
      } else {
        lines.append(line)
      }
    }
  }

  /// Returns the name and the value of a line; `nil` for a comment and for a line without them.
  private static func parts(of line: String) -> (name: Substring, value: Substring)? {
    guard !trimmed(line[...]).hasPrefix("#"), let sign = line.firstIndex(of: "=") else { return nil }
    let (name, value) = (trimmed(line[..<sign]), trimmed(line[line.index(after: sign)...]))
    return name.isEmpty ? nil : (name, value)
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
