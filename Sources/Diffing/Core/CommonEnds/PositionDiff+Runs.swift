extension PositionDiff {
  /// How many elements are equal side by side.
  /// - Parameters:
  ///   - limit: How many to compare at most.
  ///   - firstBlock: How many to compare at first as memory.
  ///   - updates: Gets the new positions whose content differs.
  @inlinable
  func commonRun(
    fromOld oldStart: Int, new newStart: Int, limit: Int, firstBlock: Int = Self.firstBlock,
    _ updates: inout ContentMarks
  ) -> Int {
    var count = 0
    var pause = Self.shortestPause
    while true {
      let found = identicalRun(
        fromOld: oldStart &+ count, new: newStart &+ count, limit: limit &- count, firstBlock: firstBlock)
      count &+= found
      pause = found > pause ? Self.shortestPause : 2 &* pause
      var end = min(limit, count &+ pause)
      if pause > Self.shortestPause, end &- count >= 64, hasBlocks(fromOld: oldStart &+ count, new: newStart &+ count) {
        // They are compared nearly as fast as memory, which is tried more seldom then.
        end = min(limit, count &+ 16 &* pause)
        count &+= comparedBlocks(fromOld: oldStart &+ count, new: newStart &+ count, limit: end &- count, &updates)
      }
      count &+= comparedRun(fromOld: oldStart &+ count, new: newStart &+ count, limit: end &- count, &updates)
      if count < end || end == limit { return count }
    }
  }

  /// How many elements are equal side by side before the pair that a walk found: to find it, the walk may have gone past
  /// them on both sides.
  /// - Parameters:
  ///   - oldStart: Old positions before it are paired or left over.
  ///   - newStart: New positions before it are paired or left over.
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

  /// Where memory is not identical, so many elements are compared one by one before it is tried again; each time twice as
  /// many where that was not worth it.
  @inlinable
  static var shortestPause: Int { 32 }

  /// So many elements are compared at first as memory: where they are not the same, most of it was in vain.
  @inlinable
  static var firstBlock: Int { 32 }

  /// The most elements that are compared at once as memory.
  @inlinable
  static var longestBlock: Int { 256 }

  /// So many elements are at hand after they were compared. The characters of a string lie elsewhere, and take more.
  @inlinable
  static var mostAtHand: Int { Source.ID.self == String.self ? 128 : longestBlock }

  /// How many elements are the same bytes side by side, a few less perhaps.
  ///
  /// Then they are the same, and to compare whole blocks of memory takes a fraction of the time. It is what most elements
  /// are in a copy of an array in which some were changed.
  @inlinable
  func identicalRun(fromOld oldStart: Int, new newStart: Int, limit: Int, firstBlock: Int) -> Int {
    guard takesShortcuts, Source.hasIdenticalMemory else { return 0 }
    var count = 0
    var block = firstBlock
    while count &+ 8 <= limit {
      let size = min(block, limit &- count)
      if new.isMemoryIdentical(at: newStart &+ count, to: old, at: oldStart &+ count, count: size) {
        count &+= size
        block = min(2 &* block, Self.longestBlock)
      } else if size <= 8 {
        break
      } else {
        block = size / 4
      }
    }
    return count
  }

  /// How many elements are equal side by side, compared one by one.
  @inlinable
  func comparedRun(
    fromOld oldStart: Int, new newStart: Int, limit: Int, _ updates: inout ContentMarks
  ) -> Int {
    var count = 0
    while IdentityOperations<Source.ID>.areWords, count &+ 8 <= limit {
      let start = count
      let end = min(limit &- 7, start &+ 64)
      var differences: UInt64 = 0
      while count < end, areEightEqual(oldStart &+ count, newStart &+ count) {
        differences |=
          differencesOfEight(oldStart &+ count, newStart &+ count)
          &<< UInt64(truncatingIfNeeded: count &- start)
        count &+= 8
      }
      if differences != 0 { updates.insert(neighbours: differences, startingAt: newStart &+ start) }
      if count < start &+ 64 { break }
    }
    while count < limit, new.isEqual(at: newStart &+ count, to: old, at: oldStart &+ count) {
      compareContent(oldStart &+ count, newStart &+ count, &updates)
      count &+= 1
    }
    return count
  }

  /// True if eight neighbours are each equal; only for identities that are words.
  ///
  /// Eight at a time: to count and to look for the end after each takes longer than to compare.
  @inlinable
  @inline(__always)
  func areEightEqual(_ oldPosition: Int, _ newPosition: Int) -> Bool {
    new.areFourEqual(at: newPosition, to: old, at: oldPosition)
      && new.areFourEqual(at: newPosition &+ 4, to: old, at: oldPosition &+ 4)
  }

  /// A bit for each of eight neighbours whose content differs, the lowest for the first.
  ///
  /// Without a branch, and noted for many together: which of them differ cannot be guessed.
  @inlinable
  @inline(__always)
  func differencesOfEight(_ oldPosition: Int, _ newPosition: Int) -> UInt64 {
    guard Source.comparesContent else { return 0 }
    return UInt64(
      differencesOfFour(oldPosition, newPosition)
        | differencesOfFour(oldPosition &+ 4, newPosition &+ 4) &<< 4)
  }

  /// A bit for each of four neighbours whose content differs.
  @inlinable
  @inline(__always)
  func differencesOfFour(_ oldPosition: Int, _ newPosition: Int) -> UInt8 {
    let a: UInt8 = new.isContentEqual(at: newPosition, to: old, at: oldPosition) ? 0 : 1
    let b: UInt8 = new.isContentEqual(at: newPosition &+ 1, to: old, at: oldPosition &+ 1) ? 0 : 2
    let c: UInt8 = new.isContentEqual(at: newPosition &+ 2, to: old, at: oldPosition &+ 2) ? 0 : 4
    let d: UInt8 = new.isContentEqual(at: newPosition &+ 3, to: old, at: oldPosition &+ 3) ? 0 : 8
    return (a | b) | (c | d)
  }
}
