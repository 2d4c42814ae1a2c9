/// The rows of a store after some edits, as pieces of the old version and pieces of inserted rows.
struct EditTrail {
  /// Neighbouring rows; `old` is the old position of the first one, or -1 for inserted rows.
  private struct Piece {
    var old: Int
    var count: Int

    /// Returns the first `length` rows of the piece.
    func prefix(_ length: Int) -> Piece { Piece(old: old, count: length) }

    /// Returns the piece without its first `length` rows.
    func dropFirst(_ length: Int) -> Piece { Piece(old: old < 0 ? -1 : old + length, count: count - length) }
  }

  private var pieces: [Piece]

  /// Creates a trail without edits.
  init(count: Int) {
    pieces = count == 0 ? [] : [Piece(old: 0, count: count)]
  }

  /// Applies one edit.
  /// - Complexity: O(*e*) in the number of edits so far.
  mutating func apply(_ edit: RowEdit) {
    switch edit {
    case .replace(let range, let count):
      let first = split(at: range.lowerBound)
      let last = split(at: range.upperBound)
      pieces.replaceSubrange(first..<last, with: count == 0 ? [] : [Piece(old: -1, count: count)])
    case .move(let range, let target):
      let first = split(at: range.lowerBound)
      let last = split(at: range.upperBound)
      let moved = Array(pieces[first..<last])
      pieces.removeSubrange(first..<last)
      let index = split(at: target)
      pieces.insert(contentsOf: moved, at: index)
    }
  }

  /// Returns the rows of the old version that survive, sorted by new position.
  func runs() -> [PositionRun] {
    var runs: [PositionRun] = []
    var new = 0
    for piece in pieces {
      if piece.old >= 0 { runs.append(PositionRun(old: piece.old, new: new, count: piece.count)) }
      new += piece.count
    }
    return runs
  }

  /// Returns the index of the piece that begins at a position; cuts a piece in two if needed.
  private mutating func split(at position: Int) -> Int {
    var start = 0
    var index = 0
    while index < pieces.count, start + pieces[index].count <= position {
      start += pieces[index].count
      index += 1
    }
    if index < pieces.count, start < position {
      let piece = pieces[index]
      pieces[index] = piece.prefix(position - start)
      pieces.insert(piece.dropFirst(position - start), at: index + 1)
      index += 1
    }
    return index
  }
}
