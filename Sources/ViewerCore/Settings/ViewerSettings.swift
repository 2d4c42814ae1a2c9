package import Scrollwork

/// The settings of the user, which are kept between runs.
package struct ViewerSettings: Equatable, Sendable {
  package var theme = ViewerOptions.ThemeChoice.auto
  package var motion = ViewerOptions.MotionChoice.auto
  package var density = Density.comfortable
  /// The size of texts and everything else, in percent of the usual one.
  package var textSize = 100
  /// Whether folders show names that begin with a dot.
  package var showsHidden = false
  package var showsLineNumbers = true
  /// Whether long lines of text are wrapped.
  package var wrapsLines = false
  /// Whether source code and Markdown are coloured.
  package var colorsSource = true
  /// Whether a film strip below a picture shows the pictures before and after it.
  package var showsFilmStrip = true
  /// The number of lines around each match of a filter.
  package var contextLines = 0
  /// The keys that the user changed, by the names of their commands.
  package var keys: [String: [KeyShortcut]] = [:]

  /// The text sizes that the user can choose, in percent.
  package static let textSizes = [80, 90, 100, 110, 125, 150, 175, 200]

  package init() {}

  /// The names of the settings in the file, with their values.
  package var values: [(name: String, value: String)] {
    [
      ("theme", theme.rawValue), ("motion", motion.rawValue), ("density", density.rawValue),
      ("text-size", String(textSize)),
      ("hidden-files", Self.word(showsHidden)), ("line-numbers", Self.word(showsLineNumbers)),
      ("wrap", Self.word(wrapsLines)), ("source-colors", Self.word(colorsSource)),
      ("film-strip", Self.word(showsFilmStrip)),
      ("context-lines", String(contextLines)),
    ]
  }

  private static func word(_ isOn: Bool) -> String { isOn ? "on" : "off" }

  /// Sets a value of the file.
  /// - Returns: The reason why the value is ignored; `nil` if it is not.
  mutating func set(_ name: String, to value: String, commands: Set<String>) -> String? {
    func choose<Choice: RawRepresentable & CaseIterable>(_ change: (Choice) -> Void) -> String?
    where Choice.RawValue == String {
      guard let choice = Choice(rawValue: value) else {
        return "\(name) must be one of \(Choice.allCases.map(\.rawValue).joined(separator: ", ")), not “\(value)”"
      }
      change(choice)
      return nil
    }
    func turn(_ change: (Bool) -> Void) -> String? {
      guard ["on", "off"].contains(value) else { return "\(name) must be on or off, not “\(value)”" }
      change(value == "on")
      return nil
    }
    func count(in range: ClosedRange<Int>, _ change: (Int) -> Void) -> String? {
      guard let number = Int(value), range.contains(number) else {
        return "\(name) must be a number from \(range.lowerBound) to \(range.upperBound), not “\(value)”"
      }
      change(number)
      return nil
    }
    switch name {
    case "theme": return choose { theme = $0 }
    case "motion": return choose { motion = $0 }
    case "density": return choose { density = $0 }
    case "hidden-files": return turn { showsHidden = $0 }
    case "line-numbers": return turn { showsLineNumbers = $0 }
    case "wrap": return turn { wrapsLines = $0 }
    case "source-colors": return turn { colorsSource = $0 }
    case "film-strip": return turn { showsFilmStrip = $0 }
    case "text-size": return count(in: 50...300) { textSize = $0 }
    case "context-lines": return count(in: 0...TextScreen.maximumContext) { contextLines = $0 }
    default: return setKeys(name, to: value, commands)
    }
  }

  /// Sets the keys of a command, such as `key.find = Ctrl+Alt+F`.
  /// - Returns: The reason why the value is ignored; `nil` if it is valid.
  private mutating func setKeys(_ name: String, to value: String, _ commands: Set<String>) -> String? {
    guard name.hasPrefix("key.") else { return "there is no setting “\(name)”" }
    let command = String(name.dropFirst(4))
    guard commands.contains(command) else { return "there is no command “\(command)”" }
    var shortcuts: [KeyShortcut] = []
    for word in value.split(separator: " ") {
      guard let shortcut = KeyShortcut(text: String(word)) else { return "“\(word)” is not a key" }
      shortcuts.append(shortcut)
    }
    keys[command] = shortcuts
    return nil
  }
}
