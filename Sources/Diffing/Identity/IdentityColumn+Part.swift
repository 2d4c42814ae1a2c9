extension IdentityColumn {
  /// Returns a column with copies of some identities, which does not keep the original data in memory.
  /// - Complexity: O(*k*) in the number of copied identities.
  package func part(_ ranges: [Range<Int>]) -> IdentityColumn { operations.copy(identities, ranges) }

  /// Returns a mapping of this column to another one that is right for some elements of the other column. Whether it
  /// pairs the remaining elements is undefined.
  /// - Parameter candidates: The positions in the other column for which the mapping must be right, ascending.
  /// - Complexity: O(*n* + *c*) on average in the number of elements of this column and of candidates, or as
  ///   ``mapping(to:)`` where that takes less.
  package func mapping(to new: IdentityColumn, among candidates: [Range<Int>]) -> PositionMapping {
    guard type == new.type, count > 0, new.count > 0 else { return mapping(to: new) }
    let asked = candidates.reduce(0) { $0 + $1.count }
    // Finding a pair by its hash takes about as long as finding four side by side.
    let isShort = (count + asked) * 4 < count + new.count
    guard isShort, !isRange || !new.isRange, count + asked < Int(Int32.max) else { return mapping(to: new) }
    let pairs = operations.pair(UnmatchedElements([0..<count], of: self), UnmatchedElements(candidates, of: new))
    var runs: [PositionRun] = []
    for (position, old) in zip(candidates.joined(), pairs.oldOfNew) where old >= 0 {
      runs.append(PositionRun(old: Int(old), new: position, count: 1))
    }
    return PositionMapping(oldCount: count, newCount: new.count, runs: runs)
  }

  private var isRange: Bool {
    if case .integers = shape { return true }
    return false
  }
}
