/// A range of a line that is selected as a unit: a boundary between two characters, a word, or the whole text.
struct TextPart: Hashable {
  /// The line number, counted from 0.
  var line: Int
  /// The position of the line in the shown order, greater below. Ranks of adjacent lines may differ by more than one.
  var rank: Int
  /// The range in bytes of the shown text of the line; empty for a boundary.
  var bytes: Range<Int>

  /// Returns the boundary at a byte offset of the same line.
  func edge(_ byte: Int) -> TextPart { TextPart(line: line, rank: rank, bytes: byte..<byte) }
}

/// The selected text, from the unit where the selection began to the unit where it ends.
///
/// It stores no text, so its size does not depend on the number of lines between the two.
struct TextSelection: Hashable {
  /// The unit where the selection began.
  var anchor: TextPart
  /// The unit where the selection ends, which the user moves.
  var head: TextPart
  /// Whether keys select one word after another.
  var isStepped = false

  /// Whether the selection is in one line.
  var isInOneLine: Bool { anchor.line == head.line }

  /// The upper end of the selection.
  var start: TextPart {
    if isInOneLine { return anchor.edge(min(anchor.bytes.lowerBound, head.bytes.lowerBound)) }
    let upper = anchor.rank < head.rank ? anchor : head
    return upper.edge(upper.bytes.lowerBound)
  }

  /// The lower end of the selection.
  var end: TextPart {
    if isInOneLine { return anchor.edge(max(anchor.bytes.upperBound, head.bytes.upperBound)) }
    let lower = anchor.rank < head.rank ? head : anchor
    return lower.edge(lower.bytes.upperBound)
  }

  var isEmpty: Bool { isInOneLine && start.bytes == end.bytes }

  /// Whether the head is below the anchor, or behind it in the same line.
  var isForward: Bool {
    isInOneLine ? head.bytes.upperBound >= anchor.bytes.upperBound : head.rank > anchor.rank
  }

  /// The end that stays when keys extend the selection, and the one that moves.
  var ends: (fixed: TextPart, moving: TextPart) { isForward ? (start, end) : (end, start) }

  /// Returns the selected bytes of a line; `nil` if none is selected.
  /// - Parameter count: The current length of the line in bytes. The line may have been longer when it was selected.
  func bytes(ofLine line: Int, rank: Int, count: Int) -> Range<Int>? {
    let (start, end) = (start, end)
    guard rank >= start.rank, rank <= end.rank else { return nil }
    let lower = line == start.line ? min(count, start.bytes.lowerBound) : 0
    let upper = line == end.line ? min(count, end.bytes.upperBound) : count
    return lower..<max(lower, upper)
  }
}

extension LineWords {
  /// Returns the part of a line that a double click selects: a word, blanks, or one other character.
  /// - Parameter byte: The first byte of the clicked character.
  static func part(at byte: Int, in line: String) -> Range<Int> {
    if let word = words(in: line).first(where: { $0.contains(byte) }) { return word }
    let bytes = line.utf8
    guard byte < bytes.count else { return bytes.count..<bytes.count }
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    let place = bytes.index(bytes.startIndex, offsetBy: byte)
    guard isBlank(bytes[place]) else {
      return byte..<byte + bytes.distance(from: place, to: line.index(after: place))
    }
    let before = bytes[..<place].reversed().prefix(while: isBlank).count
    return byte - before..<byte + bytes[place...].prefix(while: isBlank).count
  }
}
