/// Step 1 of the diff, from the start of the lists. Step 2 uses these functions too, for its runs.
extension PositionDiff {
  /// Returns the number of equal elements at the start of both lists.
  @inlinable @inline(__always)
  func commonStart(_ updates: inout ContentMarks) -> Int {
    if old.isSameMemory(as: new) { return old.count }
    return commonRun(fromOld: 0, new: 0, limit: min(old.count, new.count), &updates)
  }

  /// Returns the length of the run of equal elements that begins at an old and a new position.
  ///
  /// Blocks of memory and single elements are compared in turn. Whenever comparing memory gains little, more single
  /// elements are compared before the next block.
  /// - Parameters:
  ///   - limit: The largest number to compare.
  ///   - firstBlock: The number of elements that are compared as memory at first.
  ///   - updates: Receives the new positions whose content differs.
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
      let end = min(limit, count &+ pause)
      count &+= comparedRun(fromOld: oldStart &+ count, new: newStart &+ count, limit: end &- count, &updates)
      if count < end || end == limit { return count }
    }
  }

  /// The smallest number of elements compared one by one between two blocks. It doubles after each block that gains
  /// little.
  @inlinable
  static var shortestPause: Int { 32 }

  /// The number of elements in the first block of memory; small, because the comparison of a block that differs is
  /// wasted.
  @inlinable
  static var firstBlock: Int { 32 }

  /// The largest number of elements that are compared as memory at once.
  @inlinable
  static var longestBlock: Int { 256 }

  /// The number of elements still in the cache after they were compared; fewer for strings, whose characters use it
  /// too.
  @inlinable
  static var cacheLimit: Int { Source.ID.self == String.self ? 128 : longestBlock }

  /// Returns the length of the run of elements with identical bytes that begins at an old and a new position. The
  /// result may be a few elements too short.
  ///
  /// Identical bytes are equal elements, and comparing blocks of memory takes a fraction of the time. Most elements of
  /// a copied and edited array are identical.
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

  /// Returns the length of the run of equal elements that begins at an old and a new position, comparing one by one.
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

  /// Whether eight consecutive new elements are equal to eight consecutive old ones, for identities that are words.
  ///
  /// Compares eight at a time, because counting and testing for the end after each would take longer than comparing.
  @inlinable @inline(__always)
  func areEightEqual(_ oldPosition: Int, _ newPosition: Int) -> Bool {
    new.areFourEqual(at: newPosition, to: old, at: oldPosition)
      && new.areFourEqual(at: newPosition &+ 4, to: old, at: oldPosition &+ 4)
  }

  /// Returns eight bits for eight consecutive elements, set where content differs; the lowest is for the first element.
  ///
  /// Free of branches, because the processor cannot predict which elements differ.
  @inlinable @inline(__always)
  func differencesOfEight(_ oldPosition: Int, _ newPosition: Int) -> UInt64 {
    guard Source.comparesContent else { return 0 }
    return UInt64(
      differencesOfFour(oldPosition, newPosition)
        | differencesOfFour(oldPosition &+ 4, newPosition &+ 4) &<< 4)
  }

  /// Returns four bits for four consecutive elements, set where content differs; the lowest is for the first element.
  @inlinable @inline(__always)
  func differencesOfFour(_ oldPosition: Int, _ newPosition: Int) -> UInt8 {
    let a: UInt8 = new.isContentEqual(at: newPosition, to: old, at: oldPosition) ? 0 : 1
    let b: UInt8 = new.isContentEqual(at: newPosition &+ 1, to: old, at: oldPosition &+ 1) ? 0 : 2
    let c: UInt8 = new.isContentEqual(at: newPosition &+ 2, to: old, at: oldPosition &+ 2) ? 0 : 4
    let d: UInt8 = new.isContentEqual(at: newPosition &+ 3, to: old, at: oldPosition &+ 3) ? 0 : 8
    return (a | b) | (c | d)
  }
}
