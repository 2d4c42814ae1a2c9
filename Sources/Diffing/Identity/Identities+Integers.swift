import Synchronization

/// Reading of integers a few at a time, so that a long column needs no copy of all of them.
extension Identities<Int> {
  /// The number of integers that are read at once.
  private static var pieceSize: Int { 2_048 }

  /// Whether the integers can be read in place, from the original collection or from copies.
  var areInMemory: Bool { copies.load(ordering: .acquiring) != 0 || lend { _ in } }

  /// Returns the integer at a position.
  /// - Precondition: The position is in bounds.
  func value(at position: Int) -> Int {
    var value = 0
    withUnsafeMutablePointer(to: &value) { fill(position..<position + 1, $0) }
    return value
  }

  /// Calls the body with the integers in a range, piece by piece, until it returns `false`.
  /// - Parameter body: Receives the position of the first integer of a piece, and the piece.
  /// - Returns: Whether the body received all pieces.
  @discardableResult
  func forEachPiece(of range: Range<Int>, _ body: (Int, UnsafeBufferPointer<Int>) -> Bool) -> Bool {
    withUnsafeTemporaryAllocation(of: Int.self, capacity: Self.pieceSize) { memory in
      for start in stride(from: range.lowerBound, to: range.upperBound, by: Self.pieceSize) {
        let piece = read(start..<min(start + Self.pieceSize, range.upperBound), into: memory)
        if !body(start, piece) { return false }
      }
      return true
    }
  }

  /// Returns the number of equal integers at the start of two columns.
  /// - Complexity: O(*k*) in the result.
  static func commonStart(_ a: Identities<Int>, _ b: Identities<Int>) -> Int {
    withUnsafeTemporaryAllocation(of: Int.self, capacity: pieceSize) { memory in
      var common = 0
      a.forEachPiece(of: 0..<min(a.count, b.count)) { start, piece in
        let other = b.read(start..<start + piece.count, into: memory)
        common = start + (piece.indices.first { piece[$0] != other[$0] } ?? piece.count)
        return common == start + piece.count
      }
      return common
    }
  }

  /// Returns the number of equal integers at the end of two columns.
  /// - Parameter limit: The largest result; no column has fewer integers.
  /// - Complexity: O(*k*) in the result.
  static func commonEnd(_ a: Identities<Int>, _ b: Identities<Int>, limit: Int) -> Int {
    withUnsafeTemporaryAllocation(of: Int.self, capacity: 2 * pieceSize) { memory in
      var common = 0
      while common < limit {
        let size = min(pieceSize, limit - common)
        let (first, second) = (a.count - common - size, b.count - common - size)
        let piece = a.read(first..<first + size, into: .init(rebasing: memory[..<pieceSize]))
        let other = b.read(second..<second + size, into: .init(rebasing: memory[pieceSize...]))
        let different = piece.indices.last { piece[$0] != other[$0] }
        common += different.map { size - 1 - $0 } ?? size
        if different != nil { break }
      }
      return common
    }
  }

  /// Copies the integers in a range to `memory`, which must be large enough, and returns the part that they fill.
  private func read(_ range: Range<Int>, into memory: UnsafeMutableBufferPointer<Int>) -> UnsafeBufferPointer<Int> {
    let piece = UnsafeMutableBufferPointer(rebasing: memory[..<range.count])
    let isRead = lend { view in
      for index in 0..<range.count { piece[index] = view.id(at: range.lowerBound &+ index) }
    }
    if !isRead, let start = piece.baseAddress { fill(range, start) }
    return UnsafeBufferPointer(piece)
  }
}
