import Synchronization

/// Two lists of integers whose elements pair by value: positions of one list lead to those of the other without a table
/// for each pair of lists.
@usableFromInline
final class IntegerPairs: Sendable {
  private let old: IntegerIndex
  private let new: IntegerIndex

  init(_ old: IntegerIndex, _ new: IntegerIndex) { (self.old, self.new) = (old, new) }

  /// Returns the new position of an old element; `nil` if it was deleted.
  func newPosition(ofOld position: Int) -> Int? { new.position(of: old.value(at: position)) }

  /// Returns the old position of a new element; `nil` if it was inserted.
  func oldPosition(ofNew position: Int) -> Int? { old.position(of: new.value(at: position)) }

  /// Calls the body for each survivor in a range of new positions, ascending.
  func forEachSurvivor(in range: Range<Int>, _ body: (_ old: Int, _ new: Int) -> Void) {
    new.identities.forEachPiece(of: range) { start, piece in
      for index in 0..<piece.count {
        if let old = old.position(of: piece[index]) { body(old, start &+ index) }
      }
      return true
    }
  }

  /// Calls the body for the ranges of inserted elements in a range of new positions, ascending.
  func forEachInsertedRange(in range: Range<Int>, _ body: (Range<Int>) -> Void) {
    var next = range.lowerBound
    forEachSurvivor(in: range) { _, position in
      if position > next { body(next..<position) }
      next = position + 1
    }
    if next < range.upperBound { body(next..<range.upperBound) }
  }

  /// Calls the body for the ranges of deleted elements in a range of old positions, ascending.
  func forEachDeletedRange(in range: Range<Int>, _ body: (Range<Int>) -> Void) {
    IntegerPairs(new, old).forEachInsertedRange(in: range, body)
  }

}

extension IntegerPairs {
  /// The weight of one run in the choice between runs and pairs, in elements.
  private static let runCost = 12

  /// Returns the mapping that the pairs make. It holds runs if they are few and none moves, and the pairs otherwise.
  func mapping() -> PositionMapping {
    let shorter = min(old.count, new.count)
    let prefix = commonRun(in: 0..<shorter, shift: 0, fromEnd: false)
    let end = new.count - (shorter - prefix)..<new.count
    let suffix = commonRun(in: end, shift: old.count - new.count, fromEnd: true)
    if old.isAscending, new.isAscending,
      let runs = runs(in: prefix..<new.count - suffix, limit: (old.count + new.count) / Self.runCost)
    {
      return PositionMapping(
        oldCount: old.count, newCount: new.count, commonPrefix: prefix, commonSuffix: suffix, runs: runs)
    }
    return PositionMapping(
      oldCount: old.count, newCount: new.count, commonPrefix: prefix, commonSuffix: suffix,
      survivorCount: survivorCount, pairs: self)
  }

  /// The number of integers that are in both lists.
  private var survivorCount: Int {
    if old.isComplete, new.isComplete { return old.bounds.clamped(to: new.bounds).count }
    var count = 0
    forEachSurvivor(in: 0..<new.count) { _, _ in count += 1 }
    return count
  }

  /// Returns the number of elements at one end of a range of new positions that all moved by the same distance.
  /// - Parameters:
  ///   - shift: The distance from the new to the old position of such an element.
  ///   - fromEnd: Whether these are the last elements of the range, not the first ones.
  private func commonRun(in range: Range<Int>, shift: Int, fromEnd: Bool) -> Int {
    var count = 0
    new.identities.forEachPiece(of: range, backwards: fromEnd) { start, piece in
      func differs(_ index: Int) -> Bool { old.position(of: piece[index]) != start + index + shift }
      let first = fromEnd ? piece.indices.last(where: differs) : piece.indices.first(where: differs)
      count += first.map { fromEnd ? piece.count - 1 - $0 : $0 } ?? piece.count
      return first == nil
    }
    return count
  }

  /// Returns the survivors in a range of new positions as runs; `nil` if there are more than `limit`.
  private func runs(in range: Range<Int>, limit: Int) -> [PositionRun]? {
    var runs = RunCollector()
    forEachSurvivor(in: range) { if runs.count <= limit { runs.add(old: $0, new: $1) } }
    return runs.count <= limit ? runs.finished() : nil
  }
}

extension IdentityColumn {
  /// The smallest number of integers of two lists that are paired by indexes if neither list is a range. For fewer, the
  /// other ways are as good.
  package static var indexedCount: Int { 1 << 14 }

  /// Returns the mapping to a newer column by indexes of the integers of both.
  /// - Precondition: The identities of both are integers.
  /// - Returns: `nil` if an integer repeats in a column, if the integers lie far apart, or if only one thread may read
  ///   the identities.
  /// - Complexity: O(*n*), with at most four bytes for each integer from the smallest to the largest.
  func indexedMapping(to new: IdentityColumn) -> PositionMapping? {
    guard isShareable, new.isShareable else { return nil }
    let limit = 2 * (count + new.count)
    guard let oldIndex = integerIndex(limit: limit), let newIndex = new.integerIndex(limit: limit) else { return nil }
    let mapping = IntegerPairs(oldIndex, newIndex).mapping()
    // The index of equal integers serves both columns.
    if mapping.isIdentity { new.index.withLock { $0 = oldIndex } }
    return mapping
  }

  /// Returns the index of the integers, which is made at its first use and kept with the column.
  private func integerIndex(limit: Int) -> IntegerIndex? {
    if let index = index.withLock({ $0 }) { return index }
    guard let made = IntegerIndex(TypedColumns<Int>.typed(identities), limit: limit) else { return nil }
    index.withLock { $0 = made }
    return made
  }
}
