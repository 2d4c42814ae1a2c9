import Synchronization

/// Reading of integers a few at a time, so that a long column needs no copy of all of them.
extension Identities<Int> {
  /// The number of integers that are read at once.
  private static var pieceSize: Int { 2_048 }

  /// Whether the integers can be read in place.
  var areInMemory: Bool { copies.load(ordering: .acquiring) != 0 || lend { _ in } }

  /// Returns the integer at a position.
  /// - Precondition: The position is in bounds.
  func value(at position: Int) -> Int {
    var value = 0
    withUnsafeMutablePointer(to: &value) { fill(position..<position + 1, $0) }
    return value
  }

  /// Calls the body with neighbours in a range, a piece after the other, until it returns `false`.
  /// - Parameters:
  ///   - backwards: Whether the last piece comes first.
  ///   - body: Gets the position of the first integer of a piece, and the piece.
  func forEachPiece(of range: Range<Int>, backwards: Bool = false, _ body: (Int, UnsafeBufferPointer<Int>) -> Bool) {
    withUnsafeTemporaryAllocation(of: Int.self, capacity: Self.pieceSize) { memory in
      let pieces = (range.count + Self.pieceSize - 1) / Self.pieceSize
      for number in 0..<pieces {
        let start = range.lowerBound + (backwards ? pieces - 1 - number : number) * Self.pieceSize
        let size = min(Self.pieceSize, range.upperBound - start)
        if !body(start, read(start..<start + size, into: memory)) { return }
      }
    }
  }

  /// Reads neighbours into memory that has room for them.
  private func read(_ range: Range<Int>, into memory: UnsafeMutableBufferPointer<Int>) -> UnsafeBufferPointer<Int> {
    let piece = UnsafeMutableBufferPointer(rebasing: memory[..<range.count])
    let isRead = lend { view in
      for index in 0..<range.count { piece[index] = view.id(at: range.lowerBound &+ index) }
    }
    if !isRead, let start = piece.baseAddress { fill(range, start) }
    return UnsafeBufferPointer(piece)
  }
}
