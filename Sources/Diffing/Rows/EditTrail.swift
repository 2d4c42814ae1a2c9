/// The rows of a store after some edits, as a sequence of pieces: rows of the old version, or inserted rows.
struct EditTrail {
  /// Consecutive rows. `old` is the old position of the first one; -1 for inserted rows.
  private struct Piece {
    var old: Int
    var count: Int
  }

  private var pieces: [Piece]

  /// Creates the unedited rows of a version.
  init(count: Int) {
    pieces = count == 0 ? [] : [Piece(old: 0, count: count)]
  }

  /// Applies one edit.
  /// - Complexity: O(*e*) in the number of edits so far.
  mutating func apply(_ edit: RowEdit) {
    switch edit {
    case .replace(let range, let count):
      let replaced = split(range)
      pieces.replaceSubrange(replaced, with: count == 0 ? [] : [Piece(old: -1, count: count)])
    case .move(let range, let target):
      let source = split(range)
      let moved = Array(pieces[source])
      pieces.removeSubrange(source)
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

  /// Returns the indices of the pieces that cover a range, after splitting those that extend beyond it.
  private mutating func split(_ range: Range<Int>) -> Range<Int> {
    let first = split(at: range.lowerBound)
    return first..<split(at: range.upperBound)
  }

  /// Returns the index of the piece that begins at a position, after splitting the piece that contains it if needed.
  private mutating func split(at position: Int) -> Int {
    var start = 0
    var index = 0
    while index < pieces.count, start + pieces[index].count <= position {
      start += pieces[index].count
      index += 1
    }
    if index < pieces.count, start < position {
      let (piece, length) = (pieces[index], position - start)
      pieces[index].count = length
      pieces.insert(Piece(old: piece.old < 0 ? -1 : piece.old + length, count: piece.count - length), at: index + 1)
      index += 1
    }
    return index
  }
}
