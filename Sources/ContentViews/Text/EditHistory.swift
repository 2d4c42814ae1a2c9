/// What can be undone in a field: its states before each change, oldest first. Letters typed in a row are one change.
struct EditHistory {
  private var past: [TextEditing] = []
  private var future: [TextEditing] = []
  /// Where the caret stood after the last typed letter, while the next one may join it.
  private var typedUpTo: Int?
  /// More states are not worth their memory.
  private static let limit = 200

  /// Remembers that `old` became `new`.
  /// - Parameter isTyping: True for a letter from the keyboard.
  mutating func record(from old: TextEditing, to new: TextEditing, isTyping: Bool) {
    future.removeAll()
    let joins = isTyping && !old.hasSelection && typedUpTo == old.head
    typedUpTo = isTyping ? new.head : nil
    guard !joins else { return }
    past.append(old)
    if past.count > Self.limit { past.removeFirst() }
  }

  /// The state before the last change; `nil` if there is none.
  mutating func undo(from current: TextEditing) -> TextEditing? {
    guard let state = past.popLast() else { return nil }
    future.append(current)
    typedUpTo = nil
    return state
  }

  /// The state that was undone last; `nil` if there is none.
  mutating func redo(from current: TextEditing) -> TextEditing? {
    guard let state = future.popLast() else { return nil }
    past.append(current)
    typedUpTo = nil
    return state
  }

  mutating func forget() { self = EditHistory() }
}
