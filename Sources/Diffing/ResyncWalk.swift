/// Pairs what can be paired by comparing side by side, without a hash.
///
/// Where two positions differ it looks a few elements ahead on either side; where that fails again and again it searches
/// further and further out. All searching together costs at most two comparisons for each element. If no identity is
/// there twice, each pair found is the only one possible.
@usableFromInline
struct ResyncWalk<ID: Hashable> {
  @usableFromInline let old: IdentityView<ID>
  @usableFromInline let new: IdentityView<ID>
  @usableFromInline let oldEnd: Int
  @usableFromInline let newEnd: Int
  @usableFromInline var oldPosition: Int
  @usableFromInline var newPosition: Int
  /// Comparisons left for searching far out.
  @usableFromInline var budget: Int
  @usableFromInline var misses = 0
  @usableFromInline var nextSearch = 16

  @inlinable
  init(old: IdentityView<ID>, new: IdentityView<ID>, prefix: Int, suffix: Int) {
    self.old = old
    self.new = new
    oldEnd = old.count - suffix
    newEnd = new.count - suffix
    oldPosition = prefix
    newPosition = prefix
    budget = 2 * (old.count + new.count - 2 * (prefix + suffix))
  }

  /// - Returns: How many pairs were found.
  /// - Complexity: O(*n*).
  @inlinable
  mutating func run(into result: borrowing PositionTables) -> Int {
    var pairs = 0
    while oldPosition < oldEnd, newPosition < newEnd {
      if areEqual(oldPosition, newPosition) {
        result.link(old: oldPosition, new: newPosition)
        pairs += 1
        oldPosition += 1
        newPosition += 1
        misses = 0
        nextSearch = 16
      } else if !skipAhead(from: 1, to: 4) {
        miss()
      }
    }
    return pairs
  }

  @inlinable
  func areEqual(_ oldPosition: Int, _ newPosition: Int) -> Bool {
    IdentityOperations<ID>.areEqual(old[oldPosition], new[newPosition])
  }

  /// Neither side has a partner near: both go on, after a far search now and then.
  @inlinable
  mutating func miss() {
    misses += 1
    if misses == nextSearch {
      nextSearch *= 2
      let reach = min(16 * misses, budget / 2)
      budget -= 2 * reach
      if skipAhead(from: 5, to: reach) { return }
    }
    oldPosition += 1
    newPosition += 1
  }

  /// Goes to the nearest pair that keeps one of the two positions.
  /// - Returns: False if there is none within reach.
  @inlinable
  mutating func skipAhead(from first: Int, to last: Int) -> Bool {
    var distance = first
    while distance <= last {
      let isNewInside = newPosition + distance < newEnd
      let isOldInside = oldPosition + distance < oldEnd
      if isNewInside, areEqual(oldPosition, newPosition + distance) {
        newPosition += distance
        return true
      }
      if isOldInside, areEqual(oldPosition + distance, newPosition) {
        oldPosition += distance
        return true
      }
      if !isNewInside, !isOldInside { return false }
      distance += 1
    }
    return false
  }
}
