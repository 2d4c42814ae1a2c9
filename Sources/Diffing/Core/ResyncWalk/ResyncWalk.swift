/// Step 2 of ``PositionDiff``: a walk along both lists that pairs elements by comparison, without a hash.
///
/// If two positions differ, the walk looks a few elements ahead on either side. If that fails again and again, it
/// searches further, but less often: altogether, far searches cost at most one comparison for each element, and two
/// more for each pair that was found. Once that budget is used up, the sides have little in common, and the walk ends.
/// If no identity repeats, each pair found is the only one possible.
@usableFromInline
struct ResyncWalk<Source: IdentitySource> {
  @usableFromInline let old: Source
  @usableFromInline let new: Source
  @usableFromInline let oldEnd: Int
  @usableFromInline let newEnd: Int
  @usableFromInline var oldPosition: Int
  @usableFromInline var newPosition: Int
  /// The number of comparisons left for far searches.
  @usableFromInline var budget: Int
  @usableFromInline var misses = 0
  @usableFromInline var nextSearch = 16

  /// Creates a walk over the elements between a common start and a common end.
  @inlinable
  init(old: Source, new: Source, prefix: Int, suffix: Int) {
    self.old = old
    self.new = new
    oldEnd = old.count - suffix
    newEnd = new.count - suffix
    oldPosition = prefix
    newPosition = prefix
    budget = (old.count + new.count - 2 * (prefix + suffix)) + 64
  }

  /// The largest number of consecutive pairs that are possible from the current positions to the ends.
  @inlinable
  var most: Int { min(oldEnd - oldPosition, newEnd - newPosition) }

  /// Advances to the next pair, which may be at the current positions.
  /// - Returns: False if there is none.
  @inlinable
  mutating func findsPair() -> Bool {
    while oldPosition < oldEnd, newPosition < newEnd {
      if areEqual(oldPosition, newPosition) { return true }
      if misses >= 16 || !skipAhead(to: 4) {
        guard miss() else { return false }
      }
    }
    return false
  }

  /// Steps over a number of pairs, at least one.
  @inlinable
  mutating func skip(pairs count: Int) {
    oldPosition += count
    newPosition += count
    misses = 0
    nextSearch = 16
    // After a long run more pairs are likely, and pairs that the walk misses go through the table, which takes longer.
    budget += 2 * count
  }

  /// Whether two positions hold equal identities.
  @inlinable
  func areEqual(_ oldPosition: Int, _ newPosition: Int) -> Bool {
    new.isEqual(at: newPosition, to: old, at: oldPosition)
  }

  /// Steps over one element on each side, because neither has a partner nearby. From time to time, searches far ahead
  /// first; if that finds a pair, goes to the pair instead.
  /// - Returns: False if the walk should end.
  @inlinable
  mutating func miss() -> Bool {
    misses += 1
    if misses == nextSearch {
      nextSearch *= 2
      let reach = min(16 * misses, budget / 2)
      budget -= 2 * reach
      if skipAhead(to: reach) { return true }
      if budget < 2 { return false }
    }
    oldPosition += 1
    newPosition += 1
    return true
  }

  /// Advances one side to the nearest element that pairs with the current element of the other side.
  /// - Returns: False if there is none up to the distance `last`.
  @inlinable
  mutating func skipAhead(to last: Int) -> Bool {
    let (newLast, oldLast) = (min(last, newEnd &- newPosition &- 1), min(last, oldEnd &- oldPosition &- 1))
    var distance = 1
    while distance <= max(newLast, oldLast) {
      if distance <= newLast, areEqual(oldPosition, newPosition &+ distance) {
        newPosition &+= distance
        return true
      }
      if distance <= oldLast, areEqual(oldPosition &+ distance, newPosition) {
        oldPosition &+= distance
        return true
      }
      distance &+= 1
    }
    return false
  }
}

extension PositionDiff {
  /// Walks over the elements between common start and common end, and returns the runs that it pairs, in order.
  /// - Parameters:
  ///   - prefix: The number of elements of the common start.
  ///   - suffix: The number of elements of the common end.
  ///   - updates: Receives the new positions whose content differs.
  @inlinable
  func resyncRuns(behind prefix: Int, before suffix: Int, _ updates: inout ContentMarks) -> [PositionRun] {
    var runs: [PositionRun] = []
    runs.reserveCapacity(8)
    var walk = ResyncWalk(old: old, new: new, prefix: prefix, suffix: suffix)
    var (oldNext, newNext) = (prefix, prefix)
    while walk.findsPair() {
      let before = commonRun(before: walk, old: oldNext, new: newNext, &updates)
      // At least the pair that was found, even if a broken `==` changes its answer.
      let count = max(1, commonRun(fromOld: walk.oldPosition, new: walk.newPosition, limit: walk.most, &updates))
      runs.append(
        PositionRun(old: walk.oldPosition &- before, new: walk.newPosition &- before, count: before &+ count))
      walk.skip(pairs: count)
      (oldNext, newNext) = (walk.oldPosition, walk.newPosition)
    }
    return runs
  }

  /// Returns the number of equal pairs directly before the pair that `walk` found. The walk stepped over them without
  /// pairing them, because their positions differ too much for its nearby search.
  /// - Parameters:
  ///   - oldStart: The first old position that is not paired yet.
  ///   - newStart: The first new position that is not paired yet.
  @inlinable
  func commonRun(
    before walk: ResyncWalk<Source>, old oldStart: Int, new newStart: Int, _ updates: inout ContentMarks
  ) -> Int {
    let most = min(walk.oldPosition &- oldStart, walk.newPosition &- newStart)
    var count = 0
    while count < most {
      let (oldPosition, newPosition) = (walk.oldPosition &- count &- 1, walk.newPosition &- count &- 1)
      guard new.isEqual(at: newPosition, to: old, at: oldPosition) else { break }
      compareContent(oldPosition, newPosition, &updates)
      count &+= 1
    }
    return count
  }
}
