import ScrollworkGeometry
import ScrollworkHostInterface

// MARK: Keys

extension TextField {
  /// - Returns: False for keys that the views around the field may use.
  func pressKey(_ event: KeyEvent) -> Bool {
    let isExtending = event.modifiers.contains(.shift)
    let isCommand = !event.modifiers.isDisjoint(with: [.control, .command])
    if event.modifiers.contains(.alt) { return false }
    if isCommand, let used = command(event.key) { return used }
    if edit(event.key, by: isCommand ? .word : .character) { return true }
    if move(event.key, by: isCommand ? .word : .character, extending: isExtending) { return true }
    guard !isCommand else { return false }
    if event.key.isEnter, let onSubmit {
      onSubmit(text)
      return true
    }
    if event.key == .escape { return onEscape?() ?? false }
    // Keys that write come again as text; nobody else should take them for a shortcut.
    return event.key == .space || event.key.name.count == 1
  }

  func type(_ text: String) {
    let before = editing
    editing.insert(text)
    if editing != before { edited() }
  }

  /// What Ctrl and a letter do; `nil` if the key means nothing with Ctrl alone.
  private func command(_ key: Key) -> Bool? {
    switch key {
    case "A": selectAll()
    case "C": copy()
    case "X":
      copy()
      if editing.hasSelection, editing.delete(by: .character, forward: true) { edited() }
    case "V":
      if let pasted = host?.environment.clipboard.text, !pasted.isEmpty { type(pasted) }
    default: return nil
    }
    return true
  }

  private func copy() {
    if editing.hasSelection { host?.environment.clipboard.text = editing.selectedText }
  }

  private func edit(_ key: Key, by unit: TextEditing.Unit) -> Bool {
    guard key == .backspace || key == .delete else { return false }
    if editing.delete(by: unit, forward: key == .delete) { edited() }
    return true
  }

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

  /// True if later characters stand further to the left.
  private var runsRightToLeft: Bool {
    guard let environment = host?.environment else { return false }
    let positions = caretPositions(environment)
    return (positions.first ?? 0) > (positions.last ?? 0)
  }
}

// MARK: Pointer

extension TextField {
  func press(_ event: PointerEvent) {
    guard let host else { return }
    host.focus(self)
    clearIsPressed = isOverClear(event.location)
    guard !clearIsPressed else { return }
    let position = position(at: event.location, host.environment)
    pressedClicks = event.clicks
    switch event.clicks {
    case 2: pressedRange = editing.word(at: character(at: event.location, host.environment))
    case 3...: pressedRange = 0..<editing.characters.count
    default: pressedRange = event.modifiers.contains(.shift) ? editing.anchor..<editing.anchor : position..<position
    }
    extendPress(to: position)
  }

  func drag(_ event: PointerEvent) {
    guard !clearIsPressed, let host else { return }
    extendPress(to: position(at: event.location, host.environment))
  }

  func release(_ event: PointerEvent) {
    guard clearIsPressed else { return }
    clearIsPressed = false
    guard isOverClear(event.location) else { return }
    editing = TextEditing()
    edited()
  }

  func isOverClear(_ point: Point) -> Bool {
    guard showsClearButton, let host else { return false }
    return clearRect(host.environment).contains(point)
  }

  /// Selects from what was pressed to `position`, by whole words after a double click.
  private func extendPress(to position: Int) {
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

  /// The place between characters that is nearest to a point.
  private func position(at point: Point, _ environment: Environment) -> Int {
    let x = point.x - textStart(in: textRect(environment), environment)
    let positions = caretPositions(environment)
    let nearest = positions.indices.min { abs(positions[$0] - x) < abs(positions[$1] - x) }
    return nearest ?? 0
  }

  /// The character under a point.
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
