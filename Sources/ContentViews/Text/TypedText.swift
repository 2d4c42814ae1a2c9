package import ScrollworkHostInterface

/// Letters that the user types one after the other to find a row. Those with short pauses between them are one text.
///
/// A value without a clock: each method is one event.
package struct TypedText {
  package init() {}

  /// The text as it was typed; empty if nothing is looked for.
  package private(set) var text = ""
  private var lastTyped = Instant.zero

  /// The longest time between two letters of one text.
  private static let pause = Duration.seconds(1)

  /// The keys that are pressed while letters are typed, and do not end the text.
  package static let modifierKeys: Set = [
    "Left Shift", "Right Shift", "Left Ctrl", "Right Ctrl", "Left Alt", "Right Alt", "CapsLock", "AltGr",
  ]

  /// Whether a letter that is typed now continues the text.
  package func isActive(at now: Instant) -> Bool { !text.isEmpty && now <= lastTyped + Self.pause }

  /// Adds typed text. After a pause, it begins a new text.
  /// - Returns: Whether there is anything to look for: no text begins with a space.
  package mutating func type(_ letters: String, at now: Instant) -> Bool {
    if !isActive(at: now) { end() }
    let isControl = letters.unicodeScalars.contains { $0.properties.generalCategory == .control }
    guard !isControl, !(text.isEmpty && letters.allSatisfy(\.isWhitespace)) else { return false }
    text += letters
    lastTyped = now
    return true
  }

  /// Removes the last letter.
  /// - Returns: Whether there was one.
  package mutating func erase(at now: Instant) -> Bool {
    guard isActive(at: now) else { return false }
    text.removeLast()
    lastTyped = now
    return true
  }

  /// Forgets the text.
  package mutating func end() { text = "" }
}
