import ScrollworkGeometry
import ScrollworkHostInterface

// MARK: Keys

extension TextField {
  /// Performs the action of a key.
  /// - Returns: Whether the field used the key; false for keys that the ancestors of the field may use.
  func pressKey(_ event: KeyEvent) -> Bool {
    let isExtending = event.modifiers.contains(.shift)
    let isCommand = !event.modifiers.isDisjoint(with: [.control, .command])
    if event.modifiers.contains(.alt) { return false }
    if let command = Command(event) { return perform(command) }
    if edit(event.key, by: isCommand ? .word : .character) { return true }
    if move(event.key, by: isCommand ? .word : .character, extending: isExtending) { return true }
    guard !isCommand else { return false }
    if event.key.isEnter, let onSubmit {
      onSubmit(text)
      return true
    }
    if event.key == .escape { return onEscape?() ?? false }
    // Character keys arrive again as text. Claiming them here keeps ancestors from treating them as shortcuts.
    return event.key == .space || event.key.name.count == 1
  }

  /// Replaces the selection by text.
  /// - Parameter isTyping: Whether the text is a letter from the keyboard. Successive letters are undone together.
  func type(_ text: String, isTyping: Bool) {
    change(isTyping: isTyping) { $0.insert(text) }
  }

  /// Applies an edit and records it for undo if it changed the text.
  private func change(isTyping: Bool = false, _ edit: (inout TextEditing) -> Void) {
    let before = editing
    edit(&editing)
    guard !editing.text.utf8.elementsEqual(before.text.utf8) else { return }
    history.record(from: before, to: editing, isTyping: isTyping)
    userDidEdit()
  }

  /// An editing command that has a keyboard shortcut.
  private enum Command {
    case selectAll, copy, cut, paste, undo, redo

    /// Creates the command of a shortcut; `nil` for other keys. Insert and Delete with modifiers work as in older
    /// programs.
    init?(_ event: KeyEvent) {
      let isControl = !event.modifiers.isDisjoint(with: [.control, .command])
      switch (event.key, isControl, event.modifiers.contains(.shift)) {
      case ("A", true, false): self = .selectAll
      case ("C", true, false), ("Insert", true, false): self = .copy
      case ("X", true, false), (.delete, false, true): self = .cut
      case ("V", true, false), ("Insert", false, true): self = .paste
      case ("Z", true, false): self = .undo
      case ("Z", true, true), ("Y", true, false): self = .redo
      default: return nil
      }
    }
  }

  private func perform(_ command: Command) -> Bool {
    switch command {
    case .selectAll: selectAll()
    case .copy: copy()
    case .cut:
      copy()
      if editing.hasSelection { change { _ = $0.delete(by: .character, forward: true) } }
    case .paste:
      if let pasted = host?.environment.clipboard.text, !pasted.isEmpty { type(pasted, isTyping: false) }
    case .undo: restore(history.undo(from: editing))
    case .redo: restore(history.redo(from: editing))
    }
    return true
  }

  /// Applies a state of the undo history and reports the change. `nil` has no effect.
  private func restore(_ state: TextEditing?) {
    guard let state else { return }
    editing = state
    userDidEdit()
  }

  /// Copies the selected text to the clipboard. Without a selection, the clipboard keeps its text.
  private func copy() {
    if editing.hasSelection { host?.environment.clipboard.text = editing.selectedText }
  }

  /// Handles Backspace and Delete; returns `false` for other keys.
  private func edit(_ key: Key, by unit: TextEditing.Unit) -> Bool {
    guard key == .backspace || key == .delete else { return false }
    change { _ = $0.delete(by: unit, forward: key == .delete) }
    return true
  }

  /// Handles the keys that move the caret; returns `false` for others. In right-to-left text too, Left and Right move
  /// the caret in the direction of the arrow.
  private func move(_ key: Key, by unit: TextEditing.Unit, extending: Bool) -> Bool {
    switch key {
    case .left: editing.move(by: unit, forward: runsRightToLeft, extending: extending)
    case .right: editing.move(by: unit, forward: !runsRightToLeft, extending: extending)
    case .home: editing.move(by: .line, forward: false, extending: extending)
    case .end: editing.move(by: .line, forward: true, extending: extending)
    default: return false
    }
    selectionDidChange()
    return true
  }

  /// Whether the text ends further to the left than it starts.
  private var runsRightToLeft: Bool {
    guard let environment = host?.environment else { return false }
    let positions = caretPositions(environment)
    return (positions.first ?? 0) > (positions.last ?? 0)
  }
}

// MARK: Pointer

extension TextField {
  /// Starts a selection: one click selects by character, two by word, and three select the whole text.
  func press(_ event: PointerEvent) {
    guard let host else { return }
    host.focus(self)
    isClearPressed = isOverClear(event.location)
    guard !isClearPressed else { return }
    let position = position(at: event.location, host.environment)
    pressedClicks = event.clicks
    switch event.clicks {
    case 2: pressedRange = editing.word(at: character(at: event.location, host.environment))
    case 3...: pressedRange = 0..<editing.characters.count
    default: pressedRange = event.modifiers.contains(.shift) ? editing.anchor..<editing.anchor : position..<position
    }
    extendSelection(to: position)
  }

  /// Extends the selection to the pointer while a button is held.
  func drag(_ event: PointerEvent) {
    guard !isClearPressed, let host else { return }
    extendSelection(to: position(at: event.location, host.environment))
  }

  /// Clears the text if both the press and the release were on the clear button.
  func release(_ event: PointerEvent) {
    guard isClearPressed else { return }
    isClearPressed = false
    guard isOverClear(event.location) else { return }
    change { $0 = TextEditing() }
  }

  /// Whether a point is on the clear button.
  func isOverClear(_ point: Point) -> Bool {
    guard showsClearButton, let host else { return false }
    return clearRect(host.environment).contains(point)
  }

  /// Selects from ``pressedRange`` to `position`; after a double click, in whole words.
  private func extendSelection(to position: Int) {
    var reached = position..<position
    if pressedClicks == 2, !pressedRange.contains(position) {
      reached = position < pressedRange.lowerBound ? editing.word(at: position) : editing.word(at: position - 1)
    }
    if reached.lowerBound < pressedRange.lowerBound {
      editing.select(from: pressedRange.upperBound, to: reached.lowerBound)
    } else {
      editing.select(from: pressedRange.lowerBound, to: max(pressedRange.upperBound, reached.upperBound))
    }
    selectionDidChange()
  }

  /// Returns the caret position nearest to a point.
  private func position(at point: Point, _ environment: Environment) -> Int {
    let x = point.x - textStart(in: textRect(environment), environment)
    let positions = caretPositions(environment)
    let nearest = positions.indices.min { abs(positions[$0] - x) < abs(positions[$1] - x) }
    return nearest ?? 0
  }

  /// Returns the index of the character under a point.
  private func character(at point: Point, _ environment: Environment) -> Int {
    let x = point.x - textStart(in: textRect(environment), environment)
    let positions = caretPositions(environment)
    let found = positions.indices.dropLast().first { index in
      let (a, b) = (positions[index], positions[index + 1])
      return min(a, b) <= x && x < max(a, b)
    }
    return found ?? position(at: point, environment)
  }
}
