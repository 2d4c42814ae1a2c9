package import ScrollworkHostInterface

/// The key names of scripts: those of `SDL_GetKeyName` in any case, and common synonyms.
package enum KeyNames {
  /// Returns the key with a name; `nil` if there is none.
  package static func key(named name: String) -> Key? {
    if name.count == 1, let scalar = name.unicodeScalars.first {
      return scalar == " " ? .space : scalar.value > 0x20 ? Key(name.uppercased()) : nil
    }
    let small = name.lowercased()
    if let known = byName[small] { return Key(known) }
    return small.hasPrefix("keypad ") && small.utf8.count > 7
      ? Key("Keypad " + small.dropFirst(7).capitalizedFirst) : nil
  }

  /// The names in lower case, with their canonical spelling.
  private static let byName: [String: String] = {
    let names = [
      "Up", "Down", "Left", "Right", "PageUp", "PageDown", "Home", "End", "Space", "Return", "Escape", "Tab",
      "Backspace",
      "Delete", "Insert", "CapsLock", "PrintScreen", "ScrollLock", "Pause", "Numlock", "Application",
      "Left Shift", "Right Shift", "Left Ctrl", "Right Ctrl", "Left Alt", "Right Alt", "Left GUI", "Right GUI",
      "AC Back", "AC Forward",
    ]
    var table = [
      "enter": "Return", "esc": "Escape", "page up": "PageUp", "page down": "PageDown", "del": "Delete",
      "menu": "Application",
    ]
    for name in names + (1...24).map({ "F\($0)" }) { table[name.lowercased()] = name }
    return table
  }()
}

extension Substring {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
