/// A key and the modifiers that are held with it, which together perform an action.
public struct KeyShortcut: Hashable, Sendable, CustomStringConvertible {
  /// The key.
  public var key: Key
  /// The modifiers that must be held; no others may be.
  public var modifiers: Modifiers

  /// Creates a shortcut.
  public init(_ key: Key, modifiers: Modifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }

  /// The shortcut as menus show it, such as `Ctrl+Shift+C`.
  public var description: String {
    let names: [(Modifiers, String)] = [
      (.control, "Ctrl"), (.alt, "Alt"), (.shift, "Shift"), (.command, "Super"),
    ]
    let held = names.filter { modifiers.contains($0.0) }.map(\.1)
    return (held + [key == .menu ? "Menu" : key.name]).joined(separator: "+")
  }
}
