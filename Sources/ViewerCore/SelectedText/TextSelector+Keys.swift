import Scrollwork
import ScrollworkHostInterface

/// Handling of keys while text is selected.
extension TextSelector {
  /// The keys that belong to the list also while text is selected.
  private static let listKeys: Set<Key> = [
    .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .space, .enter, .tab,
  ]

  /// Whether a key is left to the commands of the window. If the list handled a command key of its menu, it would
  /// select the focused row, which ends the text selection.
  func leavesToCommands(_ event: KeyEvent) -> Bool {
    guard selection != nil, !Self.listKeys.contains(event.key) else { return false }
    return event.key != "A" || event.modifiers != .control
  }

  /// Extends the selected text by a key with Shift.
  /// - Returns: Whether the key was handled; `false` for other keys, and while words are selected one after another.
  func extend(by event: KeyEvent) -> Bool {
    guard let selection, !selection.isStepped, event.modifiers.contains(.shift),
      event.modifiers.isSubset(of: [.shift, .control])
    else { return false }
    let (fixed, moving) = selection.ends
    guard let next = next(from: moving, event.key, isControl: event.modifiers.contains(.control)) else {
      return [.left, .right, .up, .down, .pageUp, .pageDown, .home, .end].contains(event.key)
    }
    // The part at which a drag began stays selected, unless the end crosses it.
    select(TextSelection(anchor: fixed, head: next))
    reveal(next)
    return true
  }

  /// Returns the boundary to which a key moves the end of the selection; `nil` if it cannot move, or for other keys.
  private func next(from part: TextPart, _ key: Key, isControl: Bool) -> TextPart? {
    let byte = part.bytes.lowerBound
    switch key {
    case .left, .right:
      let isReversed = screen?.display.view(ofLine: part.line)?.isRightToLeft ?? false
      return step(from: part, forward: (key == .right) != isReversed, byWord: isControl)
    case .home:
      return isControl ? boundary(inRow: 0) { _ in 0 } : part.edge(drawn(0, inLine: part.line))
    case .end:
      guard isControl else { return text(of: part.line).map { part.edge(drawn($0.utf8.count, inLine: part.line)) } }
      return boundary(inRow: (screen?.shown?.count ?? 0) - 1) { $0.utf8.count }
    case .up, .down, .pageUp, .pageDown:
      guard !isControl, let shown = screen?.shown, let row = shown.row(of: part.line), let text = text(of: part.line)
      else { return nil }
      let column = text.characters(before: byte)
      let step = key == .up || key == .down ? 1 : rowsOfPage
      let next = row + (key == .down || key == .pageDown ? step : -step)
      // A page that is not whole ends at the first or the last line.
      return boundary(inRow: step == 1 ? next : min(max(0, next), shown.count - 1)) {
        $0.byte(afterCharacters: column)
      }
    default: return nil
    }
  }

  /// The number of rows by which Page Up and Page Down move: one less than are visible.
  private var rowsOfPage: Int {
    guard let screen else { return 1 }
    let height = screen.list.bounds.height
    guard screen.wraps, let first = screen.list.itemPath(nearest: .zero),
      let last = screen.list.itemPath(nearest: Point(x: 0, y: height - 1))
    else { return max(1, Int(height / screen.density.line) - 1) }
    return max(1, last.item - first.item - 1)
  }

  /// Returns the next boundary after or before `part`, by a character or a word; beyond the end of a line, in the
  /// adjacent row. Returns `nil` if there is none.
  private func step(from part: TextPart, forward: Bool, byWord: Bool) -> TextPart? {
    guard let text = text(of: part.line) else { return nil }
    let byte = min(part.bytes.lowerBound, text.utf8.count)
    let drawn = drawnParts(of: part.line)
    let ahead = forward ? drawn.first { $0.upperBound > byte } : drawn.last { $0.lowerBound < byte }
    guard let next = ahead else {
      guard let row = screen?.shown?.row(of: part.line) else { return nil }
      return boundary(inRow: row + (forward ? 1 : -1)) { forward ? 0 : $0.utf8.count }
    }
    guard byWord else {
      // What is not drawn between two parts is passed at once.
      if forward, byte < next.lowerBound { return part.edge(next.lowerBound) }
      if !forward, byte > next.upperBound { return part.edge(next.upperBound) }
      return part.edge(text.boundary(nextTo: byte, forward: forward))
    }
    let words = LineWords.words(in: text, parts: drawn)
    return part.edge(
      forward
        ? words.first { $0.upperBound > byte }?.upperBound ?? self.drawn(text.utf8.count, inLine: part.line)
        : words.last { $0.lowerBound < byte }?.lowerBound ?? self.drawn(0, inLine: part.line))
  }

  /// Returns a byte offset in a line, moved to the next drawn part if it is not in one.
  private func drawn(_ byte: Int, inLine line: Int) -> Int {
    let parts = drawnParts(of: line)
    guard let next = parts.first(where: { $0.upperBound >= byte }) else { return parts.last?.upperBound ?? byte }
    return max(byte, next.lowerBound)
  }

  /// Returns a boundary in a row; `nil` if there is no such row.
  /// - Parameter place: Returns the byte offset of the boundary in the text of the row.
  private func boundary(inRow row: Int, _ place: (String) -> Int) -> TextPart? {
    guard let line = screen?.shown?.line(at: row), let text = text(of: line), let rank = rank(of: line, row: row)
    else { return nil }
    let byte = drawn(place(text), inLine: line)
    return TextPart(line: line, rank: rank, bytes: byte..<byte)
  }

  private func text(of line: Int) -> String? {
    guard let snapshot = screen?.snapshot, line < snapshot.count else { return nil }
    return snapshot.string(at: line)
  }

  /// Scrolls until a boundary is visible.
  private func reveal(_ part: TextPart) {
    guard let screen, let row = screen.shown?.row(of: part.line) else { return }
    let byte = part.bytes.lowerBound
    let path = ElementPath(section: 0, item: row)
    if screen.list.snapshot().contains(path) { screen.list.scroll(to: .item(path), animated: false) }
    screen.reveal(byte..<byte + 1, inLine: part.line)
  }
}

extension String {
  /// Returns the byte at which the next or the previous character boundary is.
  func boundary(nextTo byte: Int, forward: Bool) -> Int {
    let place = utf8.index(startIndex, offsetBy: byte)
    let next = forward ? index(after: place) : index(before: place)
    return utf8.distance(from: startIndex, to: next)
  }

  /// Returns the number of characters before a byte.
  func characters(before byte: Int) -> Int {
    distance(from: startIndex, to: utf8.index(startIndex, offsetBy: Swift.min(byte, utf8.count)))
  }

  /// Returns the byte after a number of characters, or the end.
  func byte(afterCharacters count: Int) -> Int {
    utf8.distance(from: startIndex, to: index(startIndex, offsetBy: count, limitedBy: endIndex) ?? endIndex)
  }
}
