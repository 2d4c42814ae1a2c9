/// The text of a field while it is edited: its characters and what of them is selected. It draws nothing and knows no
/// clock.
///
/// Positions count characters as a person sees them; position 0 is before the first one.
package struct TextEditing: Hashable, Sendable {
  /// How far a step goes.
  package enum Unit: Sendable {
    case character, word, line
  }

  package private(set) var text: String
  package private(set) var characters: [Character]
  /// Where the selection began.
  package private(set) var anchor: Int
  /// Where the caret is: the end of the selection that moves.
  package private(set) var head: Int

  /// - Complexity: O(*n*), as is every operation that changes the text.
  package init(_ text: String = "") {
    self.text = text
    characters = Array(text)
    anchor = characters.count
    head = characters.count
  }

  package var selection: Range<Int> { min(anchor, head)..<max(anchor, head) }
  package var hasSelection: Bool { anchor != head }
  package var selectedText: String { String(characters[selection]) }

  // MARK: Selecting

  /// Puts the caret at `head` and the other end of the selection at `anchor`, both brought into the text.
  package mutating func select(from anchor: Int, to head: Int) {
    self.anchor = clamp(anchor)
    self.head = clamp(head)
  }

  package mutating func selectAll() { select(from: 0, to: characters.count) }

  /// The word, the gap between words, or the single sign at `position`.
  package func word(at position: Int) -> Range<Int> {
    guard !characters.isEmpty else { return 0..<0 }
    let start = min(clamp(position), characters.count - 1)
    let kind = Kind(characters[start])
    var (lower, upper) = (start, start + 1)
    guard kind != .sign else { return lower..<upper }
    while lower > 0, Kind(characters[lower - 1]) == kind { lower -= 1 }
    while upper < characters.count, Kind(characters[upper]) == kind { upper += 1 }
    return lower..<upper
  }

  /// Moves the caret.
  /// - Parameter extending: True to select what lies between.
  package mutating func move(by unit: Unit, forward: Bool, extending: Bool) {
    let target: Int
    if hasSelection, !extending, unit == .character {
      target = forward ? selection.upperBound : selection.lowerBound
    } else {
      target = position(after: head, by: unit, forward: forward)
    }
    head = target
    if !extending { anchor = target }
  }

  // MARK: Editing

  /// Puts `new` in the place of what is selected, as one line: line breaks and tabs become spaces, control characters
  /// go.
  package mutating func insert(_ new: String) {
    replace(selection, with: Self.asOneLine(new))
  }

  /// Removes what is selected, or else what lies between the caret and the place a step away.
  /// - Returns: False if there was nothing to remove.
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

  private mutating func replace(_ range: Range<Int>, with new: String) {
    let before = String(characters[..<range.lowerBound]) + new
    text = before + String(characters[range.upperBound...])
    characters = Array(text)
    // What was put in may join its neighbours in one character: the caret goes after it.
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

  /// Words as desktop programs step over them: forward to the end of a word, backward to its beginning.
  private func position(after start: Int, by unit: Unit, forward: Bool) -> Int {
    switch (unit, forward) {
    case (.character, true): return min(start + 1, characters.count)
    case (.character, false): return max(start - 1, 0)
    case (.line, true): return characters.count
    case (.line, false): return 0
    case (.word, true):
      var position = start
      while position < characters.count, Kind(characters[position]) != .word { position += 1 }
      while position < characters.count, Kind(characters[position]) == .word { position += 1 }
      return position
    case (.word, false):
      var position = start
      while position > 0, Kind(characters[position - 1]) != .word { position -= 1 }
      while position > 0, Kind(characters[position - 1]) == .word { position -= 1 }
      return position
    }
  }

  private func clamp(_ position: Int) -> Int { max(0, min(position, characters.count)) }

  private enum Kind {
    case word, space, sign

    init(_ character: Character) {
      self =
        character.isWhitespace ? .space : character.isLetter || character.isNumber || character == "_" ? .word : .sign
    }
  }

  private static func asOneLine(_ text: String) -> String {
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

  /// Unicode's own line and paragraph ends.
  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0x85 || scalar.value == 0x2028 || scalar.value == 0x2029
  }
}
