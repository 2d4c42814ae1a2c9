import CSDL
import ScrollworkHostInterface

extension EventTranslator {
  /// Translates a key event; returns `nil` for an unknown key or another window.
  @MainActor
  func key(_ event: SDL_KeyboardEvent) -> InputEvent? {
    guard event.windowID == windowID || event.windowID == 0 else { return nil }
    let held = UInt32(event.keysym.mod)
    let modifiers = Modifiers(sdl: held)
    let name = Self.keyName(event.keysym, isNumLockOn: held & KMOD_NUM.rawValue != 0, modifiers)
    guard !name.isEmpty else { return nil }
    guard event.type == SDL_KEYDOWN.rawValue else { return .keyUp(Key(name), modifiers) }
    return .keyDown(Key(name), modifiers, isRepeat: event.repeat != 0)
  }

  /// Translates entered text; `nil` for an empty text or another window.
  func text(_ event: SDL_TextInputEvent) -> InputEvent? {
    guard event.windowID == windowID || event.windowID == 0 else { return nil }
    let text = withUnsafeBytes(of: event.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    return text.isEmpty ? nil : .text(text)
  }

  /// Returns SDL's name of a key. A keypad key gets the name of the equivalent key. The menu key always has the same
  /// name, although SDL calls it "Application" or "Menu", depending on the display.
  @MainActor
  private static func keyName(_ key: SDL_Keysym, isNumLockOn: Bool, _ modifiers: Modifiers) -> String {
    let names = isNumLockOn ? keypadNumbers : keypadMoves
    if let name = names[key.scancode.rawValue] ?? keypadSigns[key.scancode.rawValue] { return name }
    if key.scancode == SDL_SCANCODE_APPLICATION || key.scancode == SDL_SCANCODE_MENU { return Key.menu.name }
    // If the layout has no Latin letter for the key, a shortcut means the letter at the key's position, as for Ctrl+F
    // on a Cyrillic keyboard.
    let isNotLatin = key.sym > 0x7F && key.sym & SDLK_SCANCODE_MASK == 0
    if isNotLatin, !modifiers.isDisjoint(with: [.control, .alt, .command]) {
      return String(cString: SDL_GetScancodeName(key.scancode))
    }
    return String(cString: SDL_GetKeyName(key.sym))
  }

  /// The names of keypad keys that mean the same with and without num lock.
  private static let keypadSigns: [UInt32: String] = [
    SDL_SCANCODE_KP_ENTER.rawValue: "Return", SDL_SCANCODE_KP_PLUS.rawValue: "+", SDL_SCANCODE_KP_MINUS.rawValue: "-",
    SDL_SCANCODE_KP_MULTIPLY.rawValue: "*", SDL_SCANCODE_KP_DIVIDE.rawValue: "/",
    SDL_SCANCODE_KP_EQUALS.rawValue: "=",
  ]

  /// The names of keypad keys with num lock.
  private static let keypadNumbers: [UInt32: String] = [
    SDL_SCANCODE_KP_0.rawValue: "0", SDL_SCANCODE_KP_1.rawValue: "1", SDL_SCANCODE_KP_2.rawValue: "2",
    SDL_SCANCODE_KP_3.rawValue: "3", SDL_SCANCODE_KP_4.rawValue: "4", SDL_SCANCODE_KP_5.rawValue: "5",
    SDL_SCANCODE_KP_6.rawValue: "6", SDL_SCANCODE_KP_7.rawValue: "7", SDL_SCANCODE_KP_8.rawValue: "8",
    SDL_SCANCODE_KP_9.rawValue: "9", SDL_SCANCODE_KP_PERIOD.rawValue: ".",
  ]

  /// The names of keypad keys without num lock.
  private static let keypadMoves: [UInt32: String] = [
    SDL_SCANCODE_KP_0.rawValue: "Insert", SDL_SCANCODE_KP_1.rawValue: "End", SDL_SCANCODE_KP_2.rawValue: "Down",
    SDL_SCANCODE_KP_3.rawValue: "PageDown", SDL_SCANCODE_KP_4.rawValue: "Left", SDL_SCANCODE_KP_6.rawValue: "Right",
    SDL_SCANCODE_KP_7.rawValue: "Home", SDL_SCANCODE_KP_8.rawValue: "Up", SDL_SCANCODE_KP_9.rawValue: "PageUp",
    SDL_SCANCODE_KP_PERIOD.rawValue: "Delete",
  ]
}

extension Modifiers {
  /// Converts the bits of `SDL_Keymod`.
  init(sdl bits: UInt32) {
    self = []
    if bits & (KMOD_LSHIFT.rawValue | KMOD_RSHIFT.rawValue) != 0 { insert(.shift) }
    if bits & (KMOD_LCTRL.rawValue | KMOD_RCTRL.rawValue) != 0 { insert(.control) }
    if bits & (KMOD_LALT.rawValue | KMOD_RALT.rawValue) != 0 { insert(.alt) }
    if bits & (KMOD_LGUI.rawValue | KMOD_RGUI.rawValue) != 0 { insert(.command) }
  }

  /// The modifiers that are held now. SDL reports them only with key events.
  @MainActor static var current: Modifiers { Modifiers(sdl: SDL_GetModState().rawValue) }
}
