/// Pairs what can be paired by comparing side by side, without a hash.
///
/// Where two positions differ it looks a few elements ahead on either side; where that fails again and again it
/// searches further and further out, but more and more seldom. Searching far costs at most one comparison for each
/// element altogether, and two more for each pair that was found; when that is used up the sides have little in common
/// and the walk ends. If no identity is there twice, each pair found is the only one possible.
@usableFromInline
struct ResyncWalk<Source: IdentitySource> {
  @usableFromInline let old: Source
  @usableFromInline let new: Source
  @usableFromInline let oldEnd: Int
  @usableFromInline let newEnd: Int
  @usableFromInline var oldPosition: Int
  @usableFromInline var newPosition: Int
  /// Comparisons left for searching far out.
  @usableFromInline var budget: Int
  @usableFromInline var misses = 0
  @usableFromInline var nextSearch = 16
  /// After more in a row the walk ends.
  @usableFromInline var mostMisses = Int.max

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

  /// How many pairs there can be from here on, side by side.
  @inlinable
  var most: Int { min(oldEnd - oldPosition, newEnd - newPosition) }

  /// Goes to the next pair, which may be here.
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

  /// Goes on behind pairs.
  /// - Parameter count: At least one.
  @inlinable
  mutating func goOn(by count: Int) {
    oldPosition += count
    newPosition += count
    misses = 0
    nextSearch = 16
    // Where there was one long run there are more, and a block that is not found goes through the table.
    budget += 2 * count
  }

  @inlinable
  func areEqual(_ oldPosition: Int, _ newPosition: Int) -> Bool {
    new.isEqual(at: newPosition, to: old, at: oldPosition)
  }

  /// Neither side has a partner near: both go on, after a far search now and then.
  /// - Returns: False if it is not worth while to go on.
  @inlinable
  mutating func miss() -> Bool {
    misses += 1
    if misses > mostMisses { return false }
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

  /// Goes to the nearest pair that keeps one of the two positions.
  /// - Returns: False if there is none within reach.
  @inlinable
  mutating func skipAhead(to last: Int) -> Bool {
    let (newLast, oldLast) = (min(last, newEnd &- newPosition &- 1), min(last, oldEnd &- oldPosition &- 1))
    let both = min(newLast, oldLast)
    var distance = 1
    while distance <= both {
      if areEqual(oldPosition, newPosition &+ distance) {
        newPosition &+= distance
        return true
      }
      if areEqual(oldPosition &+ distance, newPosition) {
        oldPosition &+= distance
        return true
      }
      distance &+= 1
    }
    while distance <= newLast {
      if areEqual(oldPosition, newPosition &+ distance) {
        newPosition &+= distance
        return true
      }
      distance &+= 1
    }
    while distance <= oldLast {
      if areEqual(oldPosition &+ distance, newPosition) {
        oldPosition &+= distance
        return true
      }
      distance &+= 1
    }
    return false
  }
}
