import Scrollwork

/// The names of the keys that a test can press.
enum KeyNames {
  /// The key names that are longer than one character, as SDL writes them.
  private static let long: [String] =
    [
      "Return", "Escape", "Backspace", "Tab", "Space", "CapsLock", "PrintScreen", "ScrollLock", "Pause", "Insert",
      "Home", "PageUp", "Delete", "End", "PageDown", "Right", "Left", "Down", "Up", "Numlock", "Application", "Menu",
      "Help", "Undo", "Cut", "Copy", "Paste", "Find", "AC Back", "AC Forward", "AC Home", "AC Refresh", "AC Search",
      "Keypad Enter", "Keypad +", "Keypad -", "Keypad *", "Keypad /", "Keypad .", "Left Ctrl", "Left Shift", "Left Alt",
      "Left GUI", "Right Ctrl", "Right Shift", "Right Alt", "Right GUI",
    ] + (1...24).map { "F\($0)" } + (0...9).map { "Keypad \($0)" }

  private static let byLowercase = Dictionary(uniqueKeysWithValues: long.map { ($0.lowercased(), $0) })

  /// Returns the key with a name in upper or lower case; `nil` if there is none. Each character names the key that
  /// types it.
  static func key(named name: String) -> Key? {
    name.count == 1
      ? Key(stringLiteral: name.uppercased()) : byLowercase[name.lowercased()].map { Key(stringLiteral: $0) }
  }
}
