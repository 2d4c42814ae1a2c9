/// The undo and redo states of a text field. Letters typed one after the other are undone together.
struct EditHistory {
  /// States before each change, oldest first.
  private var past: [TextEditing] = []
  /// Undone states, the last undone at the end.
  private var future: [TextEditing] = []
  /// The caret position after the last typed letter. A letter typed there continues the last change; `nil` if the next
  /// letter starts a new change.
  private var typingEnd: Int?
  /// The largest number of states kept for undo. Each state holds the whole text.
  private static let limit = 200

  /// Records the change from `old` to `new` and drops all undone states.
  /// - Parameter isTyping: Whether the change is a letter from the keyboard.
  mutating func record(from old: TextEditing, to new: TextEditing, isTyping: Bool) {
    future.removeAll()
    let continuesTyping = isTyping && !old.hasSelection && typingEnd == old.head
    typingEnd = isTyping ? new.head : nil
    guard !continuesTyping else { return }
    past.append(old)
    if past.count > Self.limit { past.removeFirst() }
  }

  /// Returns the state before the last change and keeps `current` for redo; `nil` if there is no change to undo.
  mutating func undo(from current: TextEditing) -> TextEditing? {
    guard let state = past.popLast() else { return nil }
    future.append(current)
    typingEnd = nil
    return state
  }

  /// Returns the state that was undone last and keeps `current` for undo; `nil` if there is no change to redo.
  mutating func redo(from current: TextEditing) -> TextEditing? {
    guard let state = future.popLast() else { return nil }
    past.append(current)
    typingEnd = nil
    return state
  }

  /// Removes all states.
  mutating func removeAll() { self = EditHistory() }
}
