/// The two tables of a ``PositionMapping``, lent for the duration of a call: the old positions of new elements and the
/// new positions of old ones, between the common ends.
@usableFromInline
struct BorrowedTables {
  /// The position of the first entry of both tables.
  @usableFromInline let commonPrefix: Int
  /// The old position of each new position, or -1 if the element was inserted.
  @usableFromInline let oldOfNew: UnsafeBufferPointer<Int32>
  /// The new position of each old position, or -1 if the element was deleted.
  @usableFromInline let newOfOld: UnsafeBufferPointer<Int32>

  @inlinable
  init(commonPrefix: Int, oldOfNew: UnsafeBufferPointer<Int32>, newOfOld: UnsafeBufferPointer<Int32>) {
    self.commonPrefix = commonPrefix
    self.oldOfNew = oldOfNew
    self.newOfOld = newOfOld
  }

  /// Calls the body with tables for a mapping that finds its survivors by their integers. Only `oldOfNew` is filled;
  /// the other table is empty.
  static func with(_ integers: IntegerPairs, of mapping: PositionMapping, _ body: (BorrowedTables) -> Void) {
    var oldOfNew = [Int32](repeating: -1, count: mapping.newMiddle.count)
    oldOfNew.withUnsafeMutableBufferPointer { table in
      integers.forEachSurvivor(in: mapping.newMiddle) {
        table[$1 - mapping.commonPrefix] = Int32(truncatingIfNeeded: $0)
      }
      body(
        BorrowedTables(
          commonPrefix: mapping.commonPrefix, oldOfNew: UnsafeBufferPointer(table),
          newOfOld: UnsafeBufferPointer(start: nil, count: 0)))
    }
  }

  /// Calls the body for the ranges of new positions whose elements were inserted, ascending.
  @inline(__always)
  func forEachInsertedRange(_ body: (Range<Int>) -> Void) { forEachUnmatched(in: oldOfNew, body) }

  /// Calls the body for the ranges of old positions whose elements were deleted, ascending.
  @inline(__always)
  func forEachDeletedRange(_ body: (Range<Int>) -> Void) { forEachUnmatched(in: newOfOld, body) }

  /// Calls the body for the ranges of negative entries.
  @inline(__always)
  private func forEachUnmatched(in table: UnsafeBufferPointer<Int32>, _ body: (Range<Int>) -> Void) {
    var index = table.firstNegative(from: 0)
    while index < table.count {
      let first = index
      while index < table.count, table[index] < 0 { index += 1 }
      body(commonPrefix + first..<commonPrefix + index)
      index = table.firstNegative(from: index)
    }
  }

  /// Calls the body for each survivor that has to move, by ascending new position.
  ///
  /// Consecutive survivors that stayed consecutive move together or not at all. If there are many such runs, each
  /// survivor is decided on separately.
  /// - Parameter announce: Receives the number of moves before the first call of the body; not called if nothing moves.
  /// - Complexity: O(*m* log *m*) in the length of the part that is out of order.
  func forEachMove(count announce: (Int) -> Void = { _ in }, _ body: (_ old: Int, _ new: Int) -> Void) {
    let disorder = IncreasingSubsequence.disorder(of: oldOfNew)
    if disorder.isEmpty { return }
    let start = commonPrefix + disorder.lowerBound
    let values = UnsafeBufferPointer(rebasing: oldOfNew[disorder])
    let areFewRuns = Self.withRuns(of: values, atMost: values.count / 16 + 1) { runs in
      IncreasingSubsequence.heaviest(of: runs) { stays in
        announce(zip(runs, stays).reduce(0) { $0 + ($1.1 ? 0 : $1.0.count) })
        for (run, stays) in zip(runs, stays) where !stays {
          Self.forEachSurvivor(of: run, in: values) { body($0, start + $1) }
        }
      }
    }
    if areFewRuns { return }
    IncreasingSubsequence.longest(of: values) { stays in
      announce(zip(stays, values).reduce(0) { $0 + (!$1.0 && $1.1 >= 0 ? 1 : 0) })
      for index in 0..<values.count where !stays[index] && values[index] >= 0 {
        body(Int(values[index]), start + index)
      }
    }
  }

  /// Calls the body with the survivors as runs of consecutive old positions, which move together or not at all.
  ///
  /// Insertions between the survivors of a run do not end it. So the `new` of a run is the index of its first survivor
  /// in `values`, and its `count` is the number of survivors without those insertions.
  /// - Parameters:
  ///   - values: The old positions; negative numbers stand for insertions.
  ///   - limit: The number of runs above which the body is not called.
  /// - Returns: Whether the body was called: false if there are more runs than `limit`.
  private static func withRuns(
    of values: UnsafeBufferPointer<Int32>, atMost limit: Int, _ body: (UnsafeBufferPointer<PositionRun>) -> Void
  ) -> Bool {
    // The runs of short lists lie on the stack.
    withUnsafeTemporaryAllocation(of: PositionRun.self, capacity: limit) { runs in
      var count = 0
      for index in 0..<values.count where values[index] >= 0 {
        let old = Int(values[index])
        if count > 0, old == runs[count - 1].old + runs[count - 1].count {
          runs[count - 1].count += 1
          continue
        }
        if count == limit { return false }
        runs.initializeElement(at: count, to: PositionRun(old: old, new: index, count: 1))
        count += 1
      }
      body(UnsafeBufferPointer(rebasing: runs[..<count]))
      return true
    }
  }

  /// Calls the body for each survivor of a run.
  private static func forEachSurvivor(
    of run: PositionRun, in values: UnsafeBufferPointer<Int32>, _ body: (_ old: Int, _ index: Int) -> Void
  ) {
    var left = run.count
    var index = run.new
    while left > 0 {
      if values[index] >= 0 {
        body(Int(values[index]), index)
        left -= 1
      }
      index += 1
    }
  }
}
