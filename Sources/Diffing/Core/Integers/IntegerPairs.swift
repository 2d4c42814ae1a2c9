import Synchronization

/// Two lists of integers whose elements pair by value. Positions are translated through one index per list, so that no
/// pair of lists needs a table of its own.
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
    Self.forEachRange(in: range, of: new, without: old, body)
  }

  /// Calls the body for the ranges of deleted elements in a range of old positions, ascending.
  func forEachDeletedRange(in range: Range<Int>, _ body: (Range<Int>) -> Void) {
    Self.forEachRange(in: range, of: old, without: new, body)
  }

  /// Calls the body for the ranges of positions in `list` whose integers are missing in `other`, ascending.
  private static func forEachRange(
    in range: Range<Int>, of list: IntegerIndex, without other: IntegerIndex, _ body: (Range<Int>) -> Void
  ) {
    var first = -1
    list.identities.forEachPiece(of: range) { start, piece in
      for index in 0..<piece.count {
        if other.contains(piece[index]) {
          if first >= 0 { body(first..<start &+ index) }
          first = -1
        } else if first < 0 {
          first = start &+ index
        }
      }
      return true
    }
    if first >= 0 { body(first..<range.upperBound) }
  }
}

extension IntegerPairs {
  /// Returns the mapping of the lists. It stores runs if they are few and none moves, and otherwise this object.
  func mapping() -> PositionMapping {
    let prefix = Identities.commonStart(old.identities, new.identities)
    let limit = min(old.count, new.count) - prefix
    let suffix = Identities.commonEnd(old.identities, new.identities, limit: limit)
    let survivorCount = old.commonCount(new)
    if old.isAscending, new.isAscending,
      let runs = runs(in: prefix..<new.count - suffix, limit: (old.count + new.count) / IncreasingIntegers.runCost)
    {
      return PositionMapping(
        oldCount: old.count, newCount: new.count, commonPrefix: prefix, commonSuffix: suffix, runs: runs)
    }
    return PositionMapping(
      oldCount: old.count, newCount: new.count, commonPrefix: prefix, commonSuffix: suffix,
      survivorCount: survivorCount, pairs: self)
  }

  /// Returns the survivors in a range of new positions as runs; `nil` if there are more than `limit`.
  private func runs(in range: Range<Int>, limit: Int) -> [PositionRun]? {
    var runs = RunCollector()
    let isComplete = new.identities.forEachPiece(of: range) { start, piece in
      for index in 0..<piece.count {
        if let old = old.position(of: piece[index]) { runs.add(old: old, new: start &+ index) }
      }
      return runs.count <= limit
    }
    return isComplete ? runs.finished() : nil
  }
}

extension IdentityColumn {
  /// The smallest total number of elements for which integers are paired by indexes; below it, that saves no time.
  package static var indexedCount: Int { 1 << 14 }

  /// Returns the mapping to a newer column by indexes of the integers of both.
  /// - Precondition: The identities of both are integers.
  /// - Returns: `nil` if an integer repeats in a column, if the integers lie far apart, or if only one thread may read
  ///   the identities.
  /// - Complexity: O(*n*), with at most four bytes and two bits for each integer from the smallest to the largest.
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
