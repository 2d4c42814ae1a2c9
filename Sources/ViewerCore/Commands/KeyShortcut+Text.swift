package import Scrollwork

extension KeyShortcut {
  private static let modifierNames: [(name: String, modifier: Modifiers)] = [
    ("ctrl", .control), ("control", .control), ("alt", .alt), ("shift", .shift), ("super", .command),
  ]

  /// Parses a shortcut such as `Ctrl+Shift+P`, in the words in which menus show it.
  /// - Returns: `nil` if a modifier or the key is unknown.
  package init?(text: String) {
    var (rest, modifiers) = (Substring(text), Modifiers())
    while let known = Self.modifierNames.first(where: { rest.lowercased().hasPrefix($0.name + "+") }) {
      rest = rest.dropFirst(known.name.utf8.count + 1)
      modifiers.insert(known.modifier)
    }
    guard !rest.isEmpty, let key = KeyNames.key(named: String(rest)) else { return nil }
    self.init(key, modifiers: modifiers)
  }

  /// The shortcut as the user reads it.
  package var words: String {
    switch key {
    case .back: "Mouse 8"
    case .forward: "Mouse 9"
    default: description
    }
  }

  /// Whether the shortcut can only be meant for a command: a function key, or a character with Ctrl.
  var isForCommands: Bool {
    guard modifiers.isSubset(of: [.control, .shift]) else { return false }
    let name = key.name
    if name.hasPrefix("F"), Int(name.dropFirst()) != nil { return true }
    return modifiers.contains(.control) && name.count == 1
  }

  /// Whether the key moves in lists and fields: an arrow, Page Up, Page Down, Home, End or Space, perhaps with Shift.
  var isForMoving: Bool {
    modifiers.isSubset(of: .shift)
      && [.up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .space].contains(key)
  }

  /// Whether the shortcut is only a variant of another shortcut of the command, such as a keypad key, and is not shown.
  var isUnnamed: Bool {
    if key.name.hasPrefix("Keypad ") || self == KeyShortcut("/", modifiers: .shift) { return true }
    // Plus and minus are typed with or without Shift, depending on the layout.
    if modifiers.contains(.shift), ["+", "-", "="].contains(key) { return true }
    return modifiers.contains(.control) && key == "="
  }
}
