package import ScrollworkHostInterface

/// The text that the user types to find a row. Letters belong to one text if the pauses between them are short.
///
/// A value without a clock: each method is one event.
package struct TypedText {
  package init() {}

  /// The text as it was typed; empty if the user has typed none.
  package private(set) var text = ""
  private var lastTyped = Instant.zero

  /// The longest time between two letters of one text.
  private static let pause = Duration.seconds(1)

  /// The names of the modifier keys. They may be pressed between letters and do not end the text.
  package static let modifierKeys: Set = [
    "Left Shift", "Right Shift", "Left Ctrl", "Right Ctrl", "Left Alt", "Right Alt", "CapsLock", "AltGr",
  ]

  /// Whether a letter that is typed now continues the text.
  package func isActive(at now: Instant) -> Bool { !text.isEmpty && now <= lastTyped + Self.pause }

  /// Adds typed text. After a pause, it begins a new text.
  /// - Returns: Whether the text changed. Control characters, and a space at the start of a text, are ignored.
  package mutating func type(_ letters: String, at now: Instant) -> Bool {
    if !isActive(at: now) { end() }
    let isControl = letters.unicodeScalars.contains { $0.properties.generalCategory == .control }
    guard !isControl, !(text.isEmpty && letters.allSatisfy(\.isWhitespace)) else { return false }
    text += letters
    lastTyped = now
    return true
  }

  /// Removes the last letter, unless a pause has ended the text.
  /// - Returns: Whether a letter was removed.
  package mutating func erase(at now: Instant) -> Bool {
    guard isActive(at: now) else { return false }
    text.removeLast()
    lastTyped = now
    return true
  }

  /// Forgets the text.
  package mutating func end() { text = "" }
}
