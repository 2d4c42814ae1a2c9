/// The text, caret and selection of a text field, as a pure value without drawing and clock.
///
/// Positions count characters as the user sees them (grapheme clusters); position 0 is before the first character.
package struct TextEditing: Hashable, Sendable {
  /// The distance of one caret movement.
  package enum Unit: Sendable {
    case character, word, line
  }

  /// The text as a string.
  package private(set) var text: String
  /// The text as characters, for access by position.
  package private(set) var characters: [Character]
  /// The fixed end of the selection.
  package private(set) var anchor: Int
  /// The moving end of the selection, which is also the caret position.
  package private(set) var head: Int

  /// Creates a state with the caret at the end of `text`.
  /// - Complexity: O(*n*), like every operation that changes the text.
  package init(_ text: String = "") {
    self.text = text
    characters = Array(text)
    anchor = characters.count
    head = characters.count
  }

  /// The range of selected characters; empty, at the caret, if nothing is selected.
  package var selection: Range<Int> { min(anchor, head)..<max(anchor, head) }
  /// Whether at least one character is selected.
  package var hasSelection: Bool { anchor != head }
  /// The selected part of the text.
  package var selectedText: String { String(characters[selection]) }

  // MARK: Selecting

  /// Moves the caret to `head` and the other end of the selection to `anchor`. Both positions are clamped to the text.
  package mutating func select(from anchor: Int, to head: Int) {
    self.anchor = clamp(anchor)
    self.head = clamp(head)
  }

  /// Selects the whole text with the caret at its end.
  package mutating func selectAll() { select(from: 0, to: characters.count) }

  /// Returns the range of the word, the white space or the single punctuation character at `position`.
  package func word(at position: Int) -> Range<Int> {
    guard !characters.isEmpty else { return 0..<0 }
    let start = min(clamp(position), characters.count - 1)
    let kind = CharacterClass(characters[start])
    var (lower, upper) = (start, start + 1)
    guard kind != .sign else { return lower..<upper }
    while lower > 0, CharacterClass(characters[lower - 1]) == kind { lower -= 1 }
    while upper < characters.count, CharacterClass(characters[upper]) == kind { upper += 1 }
    return lower..<upper
  }

  /// Moves the caret.
  /// - Parameter extending: Whether the other end of the selection stays. Otherwise nothing is selected afterwards.
  package mutating func move(by unit: Unit, forward: Bool, extending: Bool) {
    let target: Int
    // As on every desktop, an arrow key first collapses the selection to its end in that direction.
    if hasSelection, !extending, unit == .character {
      target = forward ? selection.upperBound : selection.lowerBound
    } else {
      target = position(after: head, by: unit, forward: forward)
    }
    head = target
    if !extending { anchor = target }
  }

  // MARK: Editing

  /// Replaces the selection by `new`, reduced to one line: line breaks and tabs become spaces, control characters are
  /// removed.
  package mutating func insert(_ new: String) {
    replace(selection, with: Self.singleLine(new))
  }

  /// Deletes the selection or, without one, the text between the caret and the position one unit away.
  /// - Returns: Whether there was anything to delete.
  package mutating func delete(by unit: Unit, forward: Bool) -> Bool {
    var range = selection
    if range.isEmpty {
      let other = position(after: head, by: unit, forward: forward)
      range = min(head, other)..<max(head, other)
    }
    guard !range.isEmpty else { return false }
    replace(range, with: "")
    return true
  }

  /// Replaces a range of characters and moves the caret to the end of the new text.
  private mutating func replace(_ range: Range<Int>, with new: String) {
    let before = String(characters[..<range.lowerBound]) + new
    text = before + String(characters[range.upperBound...])
    characters = Array(text)
    // A combining mark can merge with its neighbours into one character. The caret position is therefore found by
    // counting bytes, and lies behind the merged character.
    let end = before.utf8.count
    var (position, length) = (0, 0)
    while position < characters.count, length < end {
      length += characters[position].utf8.count
      position += 1
    }
    anchor = position
    head = position
  }

  // MARK: Steps

  /// Returns the position one unit away from `start`. Words follow the habits of desktop programs: forward to the end
  /// of a word, backward to its start.
  private func position(after start: Int, by unit: Unit, forward: Bool) -> Int {
    switch (unit, forward) {
    case (.character, true): return min(start + 1, characters.count)
    case (.character, false): return max(start - 1, 0)
    case (.line, true): return characters.count
    case (.line, false): return 0
    case (.word, true):
      var position = start
      while position < characters.count, CharacterClass(characters[position]) != .word { position += 1 }
      while position < characters.count, CharacterClass(characters[position]) == .word { position += 1 }
      return position
    case (.word, false):
      var position = start
      while position > 0, CharacterClass(characters[position - 1]) != .word { position -= 1 }
      while position > 0, CharacterClass(characters[position - 1]) == .word { position -= 1 }
      return position
    }
  }

  /// Returns the position clamped to the text.
  private func clamp(_ position: Int) -> Int { max(0, min(position, characters.count)) }

  /// The class of a character for movement by words.
  private enum CharacterClass {
    case word, space, sign

    init(_ character: Character) {
      self =
        character.isWhitespace ? .space : character.isLetter || character.isNumber || character == "_" ? .word : .sign
    }
  }

  /// Returns `text` without control characters, with spaces instead of line breaks and tabs.
  private static func singleLine(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 || isSeparator($0) }) else {
      return text
    }
    var result = ""
    for character in text {
      if character.isNewline || character == "\t" {
        result.append(" ")
      } else if character.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 }) {
        result.append(character)
      }
    }
    return result
  }

  /// Whether the scalar is a line or paragraph separator of Unicode.
  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0x85 || scalar.value == 0x2028 || scalar.value == 0x2029
  }
}
